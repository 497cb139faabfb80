"""The round-barrier kernel: runs begun, played, broken off, gone on with, forked and played again."""

from agentsensus.kernel.fork import fork
from agentsensus.kernel.injecting import read_injected
from agentsensus.kernel.kernel import Kernel, Limits, Plan, open_run, prepare
from agentsensus.kernel.paired import stream_of
from agentsensus.kernel.resume import planned_until, summary
from agentsensus.kernel.run_models import RunModels, open_models
from agentsensus.kernel.transcripts import transcript_of, write_transcripts
from agentsensus.kernel.verify import Replayed, replay
from agentsensus.run_folder.folder import Allowance, RunFile, RunFolder, new_run, newest_run

__all__ = [
    "Allowance",
    "Kernel",
    "Limits",
    "Plan",
    "Replayed",
    "RunFile",
    "RunFolder",
    "RunModels",
    "fork",
    "new_run",
    "newest_run",
    "open_models",
    "open_run",
    "planned_until",
    "prepare",
    "read_injected",
    "replay",
    "stream_of",
    "summary",
    "transcript_of",
    "write_transcripts",
]
