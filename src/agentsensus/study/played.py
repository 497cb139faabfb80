"""A run's log, read once: what its figures, its truth and its playbill are made of."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from agentsensus.events.event import Acted, AnyEvent
from agentsensus.study.playbill import Playbill, playbill
from agentsensus.study.truth import Truth, truth_of
from agentsensus.world.scenario import Scenario

__all__ = ["Played"]


@dataclass(frozen=True)
class Played:
    """A world and its events so far; truth and playbill are computed when first asked for."""

    scenario: Scenario
    events: Sequence[AnyEvent]

    @cached_property
    def truth(self) -> Truth | None:
        """What every statement really tells; None for a run without players, whose statements have no known truth."""
        by_players = any(isinstance(event, Acted) and event.drive for event in self.events)
        return truth_of(self.scenario, self.events) if by_players else None

    @cached_property
    def playbill(self) -> Playbill | None:
        """What a players' run came to; None for any other."""
        return playbill(self.scenario, self.events, self.truth) if self.truth else None
