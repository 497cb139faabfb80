"""A report as a file."""

from collections.abc import Sequence
from pathlib import Path

from agentsensus.errors import InputError
from agentsensus.report.page import report_page
from agentsensus.run_folder import replace_text
from agentsensus.study.run import Run

__all__ = ["write_report"]


def write_report(runs: Sequence[Run], where: Path) -> int:
    """Write the report of these runs into a file, whole or not at all; returns its size in bytes."""
    if where.suffix.lower() != ".html":
        raise InputError(f"{where}: a report is written into a file that ends in .html")
    if not where.parent.is_dir():
        raise InputError(f"{where.parent}: there is no such folder to write into")
    replace_text(where, report_page(runs))
    return where.stat().st_size
