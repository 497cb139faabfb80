"""The command `agentsensus`: one file a command, each parses, calls and prints."""

from agentsensus.cli.main import main

__all__ = ["main"]
