"""The command `agentsensus`: one file per group of commands. Each command parses, calls the library and prints."""

from agentsensus.cli.main import main

__all__ = ["main"]
