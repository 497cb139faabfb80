"""The commands `knows`, `trace`, `diff` and `ask`: queries about the knowledge of characters."""

from agentsensus.cli.knowledge.commands import ask, diff, knows, trace

__all__ = ["ask", "diff", "knows", "trace"]
