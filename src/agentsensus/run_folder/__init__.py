"""The files of a run, written by whoever plays it and read by whoever studies it."""

from agentsensus.files import replace_text
from agentsensus.run_folder.fed import FED, FedFile, fed_recalls, read_fed, write_fed
from agentsensus.run_folder.folder import RunFolder, new_run, newest_run
from agentsensus.run_folder.injected import Altering, AnyInjected, Happening, Injected
from agentsensus.run_folder.run_file import FORMAT, Allowance, MadeWith, RunFile, Segment, Stop

__all__ = [
    "FED",
    "FORMAT",
    "Allowance",
    "Altering",
    "AnyInjected",
    "FedFile",
    "Happening",
    "Injected",
    "MadeWith",
    "RunFile",
    "RunFolder",
    "Segment",
    "Stop",
    "fed_recalls",
    "new_run",
    "newest_run",
    "read_fed",
    "replace_text",
    "write_fed",
]
