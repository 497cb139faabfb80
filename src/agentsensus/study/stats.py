"""What a run's memory holds and how it was used: the figures of `agentsensus stats`."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from agentsensus.events.event import AnyEvent, Recalled
from agentsensus.events.log import read_log
from agentsensus.memory.async_client import AsyncMemory
from agentsensus.run_folder import RunFolder
from agentsensus.study.merge_truth import merge_truth
from agentsensus.study.truth import has_truth, truth_of
from agentsensus.world.scenario import Scenario

__all__ = ["run_stats", "stats_of"]


async def run_stats(folder: RunFolder) -> dict[str, Any]:
    """What `stats` prints as JSON; a run that is being played can be asked too."""
    run = folder.read()
    memory = AsyncMemory.open(folder.memory, embedder=run.embedder or None, read_only=True)
    try:
        return await stats_of(folder, folder.scenario(), memory)
    finally:
        await memory.close()


async def stats_of(folder: RunFolder, scenario: Scenario, memory: AsyncMemory) -> dict[str, Any]:
    """The memory's statistics, with the recalls counted from the log and, after players, the merges marked."""
    found = asdict(await memory.stats())
    events = list(read_log(folder.log, memory.round))
    return found | {"recalls": _recalls(events), "merge_truth": _marked(scenario, events, memory)}


def _recalls(events: Sequence[AnyEvent]) -> dict[str, int]:
    asked = [event for event in events if isinstance(event, Recalled)]
    return {
        "n": len(asked),
        "hits": sum(len(event.hits) for event in asked),
        "linked": sum(len(event.linked) for event in asked),
    }


def _marked(scenario: Scenario, events: Sequence[AnyEvent], memory: AsyncMemory) -> dict[str, Any] | None:
    if not has_truth(events):
        return None
    return merge_truth(memory, truth_of(scenario, events), scenario.known_names())
