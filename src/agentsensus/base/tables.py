"""Tables for notebooks: HTML, and pandas data frames where pandas is installed."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from agentsensus.errors import InputError

if TYPE_CHECKING:
    import pandas

__all__ = ["data_frame", "html_table"]


def html_table(caption: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table as HTML, every cell escaped and left-aligned."""
    style = " style='text-align: left'"
    head = "".join(f"<th{style}>{escape(name)}</th>" for name in columns)
    body = "".join("<tr>" + "".join(f"<td{style}>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return (
        f"<table><caption{style}>{escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def data_frame(rows: Sequence[Mapping[str, Any]]) -> "pandas.DataFrame":
    """A data frame with one row per mapping. Raises InputError if pandas is not installed."""
    try:
        import pandas
    except ImportError:
        raise InputError("data frames need pandas: pip install pandas") from None
    return pandas.DataFrame(list(rows))
