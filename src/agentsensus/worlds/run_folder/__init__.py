"""The files of a run: run.json, the log, the store, the tape and derived files."""

from agentsensus.base.files import replace_text
from agentsensus.worlds.run_folder.folder import RunFolder, new_run, newest_run
from agentsensus.worlds.run_folder.paired_files import (
    PAIRED_FILE,
    PairedFile,
    paired_recalls,
    read_paired_file,
    write_paired_files,
)
from agentsensus.worlds.run_folder.run_file import (
    FORMAT,
    Allowance,
    ChangedMessage,
    InjectedEdit,
    InjectedEvent,
    InjectedGoals,
    InjectedMessage,
    InjectedThing,
    Injection,
    MadeWith,
    RunFile,
    Segment,
    Stop,
)
from agentsensus.worlds.run_folder.run_files import StorePlace

__all__ = [
    "FORMAT",
    "PAIRED_FILE",
    "Allowance",
    "ChangedMessage",
    "InjectedEdit",
    "InjectedEvent",
    "InjectedGoals",
    "InjectedMessage",
    "InjectedThing",
    "Injection",
    "MadeWith",
    "PairedFile",
    "RunFile",
    "RunFolder",
    "Segment",
    "Stop",
    "StorePlace",
    "new_run",
    "newest_run",
    "paired_recalls",
    "read_paired_file",
    "replace_text",
    "write_paired_files",
]
