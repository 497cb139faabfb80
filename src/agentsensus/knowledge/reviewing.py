"""Reviewing close verdicts of a run or a memory file, and the author's decisions as pairs to train on."""

import csv
import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, TypeAlias

from agentsensus.errors import InputError
from agentsensus.memory.async_client import AsyncMemory
from agentsensus.memory.designs.consensus.reviewing import ReviewedCall, decide, reviewed_calls
from agentsensus.memory.record import Close
from agentsensus.run_folder import RunFolder, replace_text

__all__ = ["Decider", "Decision", "Reviewed", "calls_of", "memory_file", "review", "write_pairs"]

Decision: TypeAlias = Literal["same", "different", "skip", "stop"]
Decider: TypeAlias = Callable[[int, Close], Decision]
"""Is shown a verdict with its number and says what the author decides."""
Reviewed: TypeAlias = tuple[int, int]
"""How many verdicts were decided, and how many merges were split by it."""


def memory_file(path: Path) -> Path:
    """The memory of a run's folder, or the memory file itself."""
    where = RunFolder(path).memory if path.is_dir() else path
    if not where.is_file():
        raise InputError(f"{path}: neither a run's folder nor a memory file")
    return where


async def calls_of(store: Path, space: str = "main") -> list[ReviewedCall]:
    """Every close verdict of a memory file, with what the author has decided on it."""
    async with AsyncMemory.open(store, space=space, read_only=True) as memory:
        return await reviewed_calls(memory)


async def review(store: Path, decider: Decider, space: str = "main") -> Reviewed:
    """Show every open verdict to `decider` and write down what it says, each at once, until it says stop."""
    decided = split = 0
    async with AsyncMemory.open(store, space=space, shared=False) as memory:
        for number, entry in enumerate(await reviewed_calls(memory), 1):
            decision = decider(number, entry.call) if entry.is_open else "skip"
            if decision == "stop":
                break
            if decision in ("same", "different"):
                split += await decide(memory, entry.call, same=decision == "same") is not None
                decided += 1
    return decided, split


def write_pairs(entries: Sequence[ReviewedCall], where: Path) -> int:
    """Write the decided pairs as the tab-separated file that `bench merges` and training read; returns how many."""
    rows = [entry for entry in entries if entry.same is not None]
    text = io.StringIO()
    table = csv.writer(text, delimiter="\t", quoting=csv.QUOTE_NONE, escapechar=None, lineterminator="\n")
    table.writerow(("label", "text_a", "text_b", "topic", "kind"))
    for entry in rows:
        texts = (" ".join(words.split()) for words in (entry.call.other_text, entry.call.text))
        table.writerow((int(bool(entry.same)), *texts, "review", entry.call.relation))
    if not where.parent.is_dir():
        raise InputError(f"{where.parent}: there is no such folder to write into")
    replace_text(where, text.getvalue())
    return len(rows)
