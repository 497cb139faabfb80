"""What the paper published, and our figures beside it, cell by cell."""

from agentsensus.study.paper.beside import paper_tables
from agentsensus.study.paper.published import Published, published

__all__ = ["Published", "paper_tables", "published"]
