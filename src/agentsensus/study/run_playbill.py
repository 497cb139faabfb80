"""The playbill of a run folder."""

from agentsensus.errors import InputError
from agentsensus.events.log import read_log
from agentsensus.memory.async_client import AsyncMemory
from agentsensus.run_folder import RunFolder
from agentsensus.study.playbill import Playbill, playbill
from agentsensus.study.truth import has_truth
from agentsensus.world.scenario import Scenario

__all__ = ["playbill_of", "run_playbill"]


async def run_playbill(folder: RunFolder) -> Playbill:
    """What `playbill` prints; a run that is being played can be asked too, one without players is refused."""
    run = folder.read()
    memory = AsyncMemory.open(folder.memory, embedder=run.embedder or None, read_only=True)
    committed = memory.round
    await memory.close()
    found = playbill_of(folder, folder.scenario(), committed)
    if found is None:
        raise InputError(f"{folder.path}: no player has acted in this run, and only players' runs have a playbill")
    return found


def playbill_of(folder: RunFolder, scenario: Scenario, committed: int | None = None) -> Playbill | None:
    """The playbill up to the last committed round (None: all there is); None where no player has acted."""
    events = list(read_log(folder.log, committed))
    return playbill(scenario, events) if has_truth(events) else None
