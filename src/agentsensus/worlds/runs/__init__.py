"""Run worlds: play, resume, fork and replay, and read a finished run.

Start with `playing` (play, resume), `run` (Run, open_run), `fork` and `replay`; `session` holds the open run that they
share.
"""

from agentsensus.worlds.run_folder.folder import RunFolder, new_run, newest_run
from agentsensus.worlds.run_folder.run_file import Allowance, RunFile
from agentsensus.worlds.runs.fork import checked_injections, fork, read_injected
from agentsensus.worlds.runs.log_stream import memory_stream
from agentsensus.worlds.runs.merge_truth import merge_truth
from agentsensus.worlds.runs.playbill import Playbill, playbill
from agentsensus.worlds.runs.playbill_text import PlaybillSection, sections
from agentsensus.worlds.runs.played import Played, run_playbill, transcript_of, write_transcripts, write_truth
from agentsensus.worlds.runs.playing import PlayOptions, fork_after_undo, planned_until, play, resume, summary
from agentsensus.worlds.runs.repair import restore_log, restore_store
from agentsensus.worlds.runs.replay import Replayed, replay
from agentsensus.worlds.runs.run import Run, open_run, summary_of
from agentsensus.worlds.runs.run_models import RunModels, open_models
from agentsensus.worlds.runs.session import Plan, RunSession, StopConditions, open_session, prepare
from agentsensus.worlds.runs.stats import (
    RecallCounts,
    named_as_in_paper,
    run_stats,
    score_merges,
    stats_of,
    store_stats,
)
from agentsensus.worlds.runs.truth import Truth, truth_of

__all__ = [
    "Allowance",
    "Plan",
    "PlayOptions",
    "Playbill",
    "PlaybillSection",
    "Played",
    "RecallCounts",
    "Replayed",
    "Run",
    "RunFile",
    "RunFolder",
    "RunModels",
    "RunSession",
    "StopConditions",
    "Truth",
    "checked_injections",
    "fork",
    "fork_after_undo",
    "memory_stream",
    "merge_truth",
    "named_as_in_paper",
    "new_run",
    "newest_run",
    "open_models",
    "open_run",
    "open_session",
    "planned_until",
    "play",
    "playbill",
    "prepare",
    "read_injected",
    "replay",
    "restore_log",
    "restore_store",
    "resume",
    "run_playbill",
    "run_stats",
    "score_merges",
    "sections",
    "stats_of",
    "store_stats",
    "summary",
    "summary_of",
    "transcript_of",
    "truth_of",
    "write_transcripts",
    "write_truth",
]
