"""The kernel: begins, plays, resumes, forks and replays runs, one committed round at a time."""

from agentsensus.kernel.fork import fork
from agentsensus.kernel.injecting import read_injected
from agentsensus.kernel.kernel import Kernel, Plan, StopConditions, open_run, prepare
from agentsensus.kernel.mending import restore_log, restore_store
from agentsensus.kernel.replay import Replayed, replay
from agentsensus.kernel.resume import planned_until, summary
from agentsensus.kernel.run_models import RunModels, open_models
from agentsensus.kernel.stream_of_log import stream_of
from agentsensus.kernel.transcripts import transcript_of, write_transcripts
from agentsensus.run_folder.folder import RunFolder, new_run, newest_run
from agentsensus.run_folder.run_file import Allowance, RunFile

__all__ = [
    "Allowance",
    "Kernel",
    "Plan",
    "Replayed",
    "RunFile",
    "RunFolder",
    "RunModels",
    "StopConditions",
    "fork",
    "new_run",
    "newest_run",
    "open_models",
    "open_run",
    "planned_until",
    "prepare",
    "read_injected",
    "replay",
    "restore_log",
    "restore_store",
    "stream_of",
    "summary",
    "transcript_of",
    "write_transcripts",
]
