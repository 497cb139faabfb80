"""What a run's memory holds and how it was used: the figures of `agentsensus stats` and `agentsensus store stats`."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from agentsensus.errors import InputError
from agentsensus.events.event import AnyEvent, Minded, Recalled
from agentsensus.memory.async_client import AsyncMemory
from agentsensus.memory.record import Stats
from agentsensus.run_folder import RunFolder
from agentsensus.stamping import stamped
from agentsensus.study.merge_truth import merge_truth
from agentsensus.study.played import Played

__all__ = ["RecallCounts", "in_the_papers_words", "marked", "run_stats", "stats_of", "store_stats"]

_SPACE = "main"
_PAPERS_WORDS = {"history": "sediment", "since": "sim", "three_owners": "three_plus"}


async def run_stats(folder: RunFolder, at: int | None = None) -> dict[str, Any]:
    """What `stats` prints as JSON, now or as of a round; a run that is being played can be asked too."""
    async with folder.open_memory() as memory:
        if at is not None and at < 0:
            raise InputError(f"--at is {at}, but rounds begin with 0")
        until = memory.round if at is None else min(at, memory.round)
        played = Played(folder.scenario(), folder.events_with(memory, at))
        return await stats_of(played, memory if at is None else memory.as_of(until))


async def store_stats(path: Path, space: str = _SPACE, at: int | None = None) -> dict[str, Any]:
    """What `store stats` prints as JSON: of a run's memory what `stats` prints, else what the file alone tells."""
    folder = RunFolder(path.parent)
    if space == _SPACE and folder.memory == path and folder.is_run():
        return await run_stats(folder, at)
    async with AsyncMemory.open(path, space=space, read_only=True) as memory:
        return stamped(in_the_papers_words(await memory.stats(at=at)), memory.stamp)


async def stats_of(played: Played, memory: AsyncMemory) -> dict[str, Any]:
    """The memory's statistics, with recalls counted from the log and, for players, how right the merges are."""
    counts = in_the_papers_words(await memory.stats())
    counts |= {"recalls": _recalls(played.events), "merge_truth": marked(played, memory)}
    return stamped(counts, played.scenario.world.stamp)


def in_the_papers_words(stats: Stats) -> dict[str, Any]:
    """The counts of a memory under the names that the paper has for them, as `stats --json` prints them.

    The past is sediment, what was made since is sim; `merge_truth` is for whoever knows the truth.
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


def marked(played: Played, memory: AsyncMemory) -> dict[str, Any] | None:
    """How right a memory's merges of a play are; None where no player has acted."""
    return merge_truth(memory, played.truth, played.scenario.known_names()) if played.truth else None


@dataclass(slots=True)
class RecallCounts:
    """How often memories were asked: `n` times one's own, with what it brought, `read` times that of a carrier.

    `minded` counts the turns in which something came to mind unasked.
    """

    n: int = 0
    hits: int = 0
    linked: int = 0
    read: int = 0
    minded: int = 0

    def add(self, hits: int, linked: int, *, is_own: bool) -> None:
        """Count one question with the rows that it brought."""
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
