"""The tables of a study, one module per family, with CSV, Markdown and LaTeX output."""

from agentsensus.analysis.study.tables.registry import all_tables
from agentsensus.analysis.study.tables.table import StudyTable, as_csv, as_latex, as_markdown

__all__ = ["StudyTable", "all_tables", "as_csv", "as_latex", "as_markdown"]
