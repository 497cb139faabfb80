"""The published figures of the paper, and tables with ours next to them."""

from agentsensus.analysis.study.paper.published import Published, published
from agentsensus.analysis.study.paper.tables import paper_tables

__all__ = ["Published", "paper_tables", "published"]
