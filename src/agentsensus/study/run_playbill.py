"""The playbill of a run folder."""

from agentsensus.errors import InputError
from agentsensus.run_folder import RunFolder
from agentsensus.study.playbill import Playbill
from agentsensus.study.played import Played

__all__ = ["run_playbill"]


async def run_playbill(folder: RunFolder) -> Playbill:
    """What `playbill` prints; a run that is being played can be asked too, one without players is refused."""
    bill = Played(folder.scenario(), await folder.events()).playbill
    if bill is None:
        raise InputError(f"{folder.path}: no player has acted in this run, and only players' runs have a playbill")
    return bill
