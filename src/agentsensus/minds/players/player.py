"""A player: a mind without a model, moved by drives. A workload whose truth is known, not a model of people."""

from agentsensus.minds.mind import Decision, Mind
from agentsensus.minds.players.drives import DRIVES, Drive
from agentsensus.minds.players.part import Part, parts_of
from agentsensus.minds.players.situation import Situation
from agentsensus.minds.view import View
from agentsensus.world.scenario import Scenario

__all__ = ["Player", "players"]


class Player:
    """Does what its strongest drive proposes."""

    def __init__(self, part: Part, drives: tuple[Drive, ...] = DRIVES) -> None:
        self._part = part
        self._drives = drives

    async def decide(self, view: View) -> Decision:
        situation = Situation(self._part, view)
        offers = [offer for drive in self._drives if (offer := drive(situation)) is not None]
        best = max(
            offers, key=lambda offer: (offer.score, self._part.chance(f"tie {offer.decision.drive}", view.round))
        )
        return best.decision


def players(scenario: Scenario, seed: int) -> dict[str, Mind]:
    """A player for every active character."""
    return {id_: Player(part) for id_, part in parts_of(scenario, seed).items()}
