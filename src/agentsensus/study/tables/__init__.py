"""The tables of a study: one module a family, all made of what was measured; written as CSV, Markdown and LaTeX."""

from agentsensus.study.tables.every import every_table
from agentsensus.study.tables.forms import as_csv, as_latex, as_markdown
from agentsensus.study.tables.table import StudyTable

__all__ = ["StudyTable", "as_csv", "as_latex", "as_markdown", "every_table"]
