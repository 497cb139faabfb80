"""`agentsensus knows`, `trace`, `diff` and `ask`: who knew what, when, from whom; what a fork changed."""

from agentsensus.cli.knowledge.commands import ask, diff, knows, trace

__all__ = ["ask", "diff", "knows", "trace"]
