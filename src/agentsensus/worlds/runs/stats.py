"""Counts of a run's memory and its use, for `agentsensus stats` and `agentsensus store stats`."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from agentsensus.base.stamp import stamped
from agentsensus.errors import InputError
from agentsensus.memory.answers import Stats
from agentsensus.memory.api import AsyncMemory
from agentsensus.worlds.events.event import AnyEvent, Minded, Recalled
from agentsensus.worlds.run_folder import RunFolder
from agentsensus.worlds.runs.merge_truth import merge_truth
from agentsensus.worlds.runs.played import Played

__all__ = ["RecallCounts", "named_as_in_paper", "run_stats", "score_merges", "stats_of", "store_stats"]

_SPACE = "main"
_PAPERS_WORDS = {"history": "sediment", "since": "sim", "three_owners": "three_plus"}


async def run_stats(folder: RunFolder, at: int | None = None) -> dict[str, Any]:
    """Return the JSON of `stats`, now or as of a round, also while the run is being played."""
    async with folder.open_memory() as memory:
        if at is not None and at < 0:
            raise InputError(f"--at is {at}, but rounds begin with 0")
        until = memory.round if at is None else min(at, memory.round)
        played = Played(folder.scenario(), folder.events_with(memory, at))
        return await stats_of(played, memory if at is None else memory.as_of(until))


async def store_stats(store: str | Path, space: str = _SPACE, at: int | None = None) -> dict[str, Any]:
    """Return the JSON of `store stats`: the same as `stats` for a run's memory, otherwise the file's counts."""
    folder = RunFolder(Path(store).parent)
    if space == _SPACE and folder.memory == Path(store) and folder.is_run():
        return await run_stats(folder, at)
    async with AsyncMemory.open(store, space=space, read_only=True) as memory:
        return stamped(named_as_in_paper(await memory.stats(at=at)), memory.stamp)


async def stats_of(played: Played, memory: AsyncMemory) -> dict[str, Any]:
    """Return the memory's counts, with recalls from the log and, for players, the merge score."""
    counts = named_as_in_paper(await memory.stats())
    counts |= {"recalls": _recalls(played.events), "merge_truth": score_merges(played, memory)}
    return stamped(counts, played.scenario.world.stamp)


def named_as_in_paper(stats: Stats) -> dict[str, Any]:
    """Return a memory's counts under the names of the paper, as `stats --json` prints them.

    The world's past is «sediment», rows made in play are «sim». `merge_truth` is None unless the truth is known.
    """
    counts = {_PAPERS_WORDS.get(name, name): value for name, value in asdict(stats).items()}
    for name in ("merges", "byproducts"):
        counts[name] = {_in_papers_words(key): value for key, value in counts[name].items()}
    counts["recalls"] |= {"read": 0, "minded": 0}
    last = {name: counts.pop(name) for name in ("byproducts", "importance")}
    return counts | {"merge_truth": None} | last


def _in_papers_words(key: str) -> str:
    whose, _, when = key.rpartition("_")
    return "_".join(filter(None, [whose, _PAPERS_WORDS[when]]))


def score_merges(played: Played, memory: AsyncMemory) -> dict[str, Any] | None:
    """Score a run's merges against the truth; None if no player has acted."""
    return merge_truth(memory, played.truth, played.scenario.known_names()) if played.truth else None


@dataclass(slots=True)
class RecallCounts:
    """Counts of recalls: `n` of one's own memory with their `hits`, `read` of a carrier.

    `minded` counts turns in which rows came to mind without a recall.
    """

    n: int = 0
    hits: int = 0
    linked: int = 0
    read: int = 0
    minded: int = 0

    def add(self, hits: int, linked: int, *, is_own: bool) -> None:
        """Count one recall."""
        if is_own:
            self.n, self.hits, self.linked = self.n + 1, self.hits + hits, self.linked + linked
        else:
            self.read += 1


def _recalls(events: Sequence[AnyEvent]) -> dict[str, int]:
    counts = RecallCounts()
    for event in events:
        if isinstance(event, Recalled):
            counts.add(len(event.hits), len(event.linked), is_own=event.owner == event.agent)
        counts.minded += isinstance(event, Minded)
    return asdict(counts)
