"""`python -m agentsensus.cli`: the command line."""

from agentsensus.cli.main import main

main()
