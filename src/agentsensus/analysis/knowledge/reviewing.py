"""Review the close verdicts of a run or memory file, and export the author's decisions as training pairs."""

import csv
import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, TypeAlias

from agentsensus.errors import InputError
from agentsensus.memory.answers import Close
from agentsensus.memory.api import AsyncMemory
from agentsensus.worlds.run_folder import RunFolder, StorePlace, replace_text

__all__ = ["Decider", "Decision", "Reviewed", "calls_of", "closest_calls", "memory_place", "review", "write_pairs"]

Decision: TypeAlias = Literal["same", "different", "skip", "stop"]
Decider: TypeAlias = Callable[[int, Close], Decision]
"""A callback from a verdict and its number to the author's decision."""
Reviewed: TypeAlias = tuple[int, int]
"""How many verdicts were decided, and how many merges were split as a result."""


def memory_place(path: Path, space: str = "main") -> StorePlace:
    """Return where the memory of a run folder is, or the path itself if it is a memory file."""
    folder = RunFolder(path)
    if path.is_dir() and folder.is_run() and folder.has_store():
        place = folder.store()
        return place if isinstance(place.where, str) else place._replace(space=space)
    where = folder.memory if path.is_dir() else path
    if not where.is_file():
        raise InputError(f"{path}: neither a run's folder nor a memory file")
    return StorePlace(where, space)


async def calls_of(store: str | Path, space: str = "main") -> list[Close]:
    """Return every close verdict of a memory file, with the author's decision, the closest first."""
    async with AsyncMemory.open(store, space=space, read_only=True) as memory:
        return await closest_calls(memory)


async def closest_calls(memory: AsyncMemory) -> list[Close]:
    """Return every close verdict of a memory, with the author's decision, the closest first."""
    return sorted(await memory.close_calls(), key=lambda call: abs(call.score - call.threshold))


async def review(store: str | Path, decider: Decider, space: str = "main") -> Reviewed:
    """Pass every open verdict to `decider` and store each decision at once, until `decider` returns stop. Returns the
    counts."""
    decided = split = 0
    async with AsyncMemory.open(store, space=space, shared=False) as memory:
        for number, call in enumerate(await closest_calls(memory), 1):
            decision = decider(number, call) if call.same is None else "skip"
            if decision == "stop":
                break
            if decision in ("same", "different"):
                split += await memory.review(call.wording, call.other, same=decision == "same") is not None
                decided += 1
    return decided, split


def write_pairs(calls: Sequence[Close], where: Path) -> int:
    """Write the decided pairs in the tab-separated format of `bench merges` and training; return their number."""
    rows = [call for call in calls if call.same is not None]
    text = io.StringIO()
    table = csv.writer(text, delimiter="\t", quoting=csv.QUOTE_NONE, escapechar=None, lineterminator="\n")
    table.writerow(("label", "text_a", "text_b", "topic", "kind"))
    for call in rows:
        texts = (" ".join(words.split()) for words in (call.other_text, call.text))
        table.writerow((int(bool(call.same)), *texts, "review", call.relation))
    if not where.parent.is_dir():
        raise InputError(f"{where.parent}: there is no such folder to write into")
    replace_text(where, text.getvalue())
    return len(rows)
