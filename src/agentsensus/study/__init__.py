"""Readings of runs: what was true, which merges were right, and how news travelled. Nothing here plays anything."""

from agentsensus.study.merge_truth import merge_truth
from agentsensus.study.playbill import Playbill, playbill
from agentsensus.study.playbill_text import PlaybillSection, sections
from agentsensus.study.played import Played
from agentsensus.study.run import Run, open_run, summary_of
from agentsensus.study.run_playbill import run_playbill
from agentsensus.study.stats import RecallCounts, in_the_papers_words, marked, run_stats, stats_of, store_stats
from agentsensus.study.truth import Truth, truth_of
from agentsensus.study.truth_file import write_truth

__all__ = [
    "Playbill",
    "PlaybillSection",
    "Played",
    "RecallCounts",
    "Run",
    "Truth",
    "in_the_papers_words",
    "marked",
    "merge_truth",
    "open_run",
    "playbill",
    "run_playbill",
    "run_stats",
    "sections",
    "stats_of",
    "store_stats",
    "summary_of",
    "truth_of",
    "write_truth",
]
