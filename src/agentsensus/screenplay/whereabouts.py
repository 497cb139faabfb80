"""Who was where, round by round, as a log tells it."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence

from agentsensus.events.event import Acted, AnyEvent, Arrived, Departed, TurnFailed
from agentsensus.world.scenario import Scenario

__all__ = ["Whereabouts"]


class Whereabouts:
    """Everybody's place in each round, as it stood when the minds decided; None on the road.

    Whoever sets out in a round is still there in it. A turn says where it was taken, so somebody whom a happening has
    put elsewhere is found again with the first turn there.
    """

    def __init__(self, scenario: Scenario, events: Iterable[AnyEvent]) -> None:
        self._since: dict[str, list[int]] = {}
        self._places: dict[str, list[str | None]] = {}
        for agent in scenario.active:
            self._since[agent] = [0]
            self._places[agent] = [scenario.characters[agent].at]
        for event in events:
            match event:
                case Departed():
                    self._put(event.agent, event.round + 1, None)
                case Arrived():
                    self._put(event.agent, event.round, event.place)
                case Acted() | TurnFailed() if event.place:
                    self._put(event.agent, event.round, event.place)

    def of(self, agent: str, round_: int) -> str | None:
        """Where somebody was in a round; None for whoever was on the road, or acts no part."""
        since = self._since.get(agent)
        return self._places[agent][bisect_right(since, round_) - 1] if since else None

    def present(self, place: str, round_: int) -> list[str]:
        """Who was in a place in a round, by id."""
        return [agent for agent in self._since if self.of(agent, round_) == place]

    def most(self, agents: Sequence[str], round_: int) -> str:
        """The place where most of these were, the first by id of several; empty when all were on the road."""
        places = Counter(place for agent in agents if (place := self.of(agent, round_)))
        return min(places, key=lambda place: (-places[place], place), default="")

    def _put(self, agent: str, round_: int, place: str | None) -> None:
        since, places = self._since.setdefault(agent, [0]), self._places.setdefault(agent, [None])
        if since[-1] >= round_:
            places[-1] = place
        elif places[-1] != place:
            since.append(round_)
            places.append(place)
