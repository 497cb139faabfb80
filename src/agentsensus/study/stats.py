"""What a run's memory holds and how it was used: the figures of `agentsensus stats`."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from agentsensus.events.event import AnyEvent, Recalled
from agentsensus.events.log import read_log
from agentsensus.memory.async_client import AsyncMemory
from agentsensus.run_folder import RunFolder
from agentsensus.study.merge_truth import merge_truth
from agentsensus.study.played import Played

__all__ = ["marked", "run_stats", "stats_of"]


async def run_stats(folder: RunFolder) -> dict[str, Any]:
    """What `stats` prints as JSON; a run that is being played can be asked too."""
    async with folder.open_memory() as memory:
        played = Played(folder.scenario(), list(read_log(folder.log, memory.round)))
        return await stats_of(played, memory)


async def stats_of(played: Played, memory: AsyncMemory) -> dict[str, Any]:
    """The memory's statistics, with the recalls counted from the log and, after players, the merges marked."""
    found = asdict(await memory.stats())
    return found | {"recalls": _recalls(played.events), "merge_truth": marked(played, memory)}


def marked(played: Played, memory: AsyncMemory) -> dict[str, Any] | None:
    """How right a memory's merges of a play were; None where no player has acted."""
    return merge_truth(memory, played.truth, played.scenario.known_names()) if played.truth else None


def _recalls(events: Sequence[AnyEvent]) -> dict[str, int]:
    asked = [event for event in events if isinstance(event, Recalled)]
    return {
        "n": len(asked),
        "hits": sum(len(event.hits) for event in asked),
        "linked": sum(len(event.linked) for event in asked),
    }
