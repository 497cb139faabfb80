"""A player: a mind without a model, moved by drives. A workload whose truth is known, not a model of people."""

from agentsensus.minds.mind import Decision, Mind
from agentsensus.minds.players.chores.chore import upkeep_of
from agentsensus.minds.players.chores.tending import chores_of
from agentsensus.minds.players.drives import DRIVES, Drive, Proposal
from agentsensus.minds.players.part import Part, parts_of
from agentsensus.minds.players.situation import Situation
from agentsensus.minds.view import View
from agentsensus.world.scenario import Scenario

__all__ = ["Player", "players"]

_WHIM = 9
_PRESSING = 70
"""From this score on nothing is left to a whim."""


class Player:
    """Does what its strongest drive proposes, and beside it what is to be kept and tended."""

    def __init__(self, part: Part, drives: tuple[Drive, ...] = DRIVES) -> None:
        self._part = part
        self._drives = drives

    async def decide(self, view: View) -> Decision:
        situation = Situation(self._part, view)
        offers = [offer for drive in self._drives if (offer := drive(situation)) is not None]
        best = max(offers, key=lambda offer: self._urge(offer, view.round)).decision
        if view.rules.upkeep != "free":
            return best
        return best.model_copy(update={"upkeep": upkeep_of(chores_of(situation))})

    def _urge(self, offer: Proposal, round_: int) -> tuple[int, float]:
        """How strong an offer is: its score and, where nothing presses, a whim of the moment; the seed breaks ties."""
        drive = offer.decision.drive
        whim = int(self._part.chance(f"whim {drive}", round_) * _WHIM) if offer.score < _PRESSING else 0
        return offer.score + whim, self._part.chance(f"tie {drive}", round_)


def players(scenario: Scenario, seed: int) -> dict[str, Mind]:
    """A player for every active character."""
    return {id_: Player(part) for id_, part in parts_of(scenario, seed).items()}
