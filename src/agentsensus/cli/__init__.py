"""The command `agentsensus`: one file per group of commands, each of which parses, calls and prints."""

from agentsensus.cli.main import main

__all__ = ["main"]
