"""A world in play: everybody's place, goals, status and mail. Applying an event is the only way it changes."""

from collections.abc import Iterable

from agentsensus.events.event import (
    Acted,
    Altered,
    AnyEvent,
    Arrived,
    Delivered,
    Departed,
    GoalsSet,
    Remembered,
    Sent,
    StatusSet,
    ThreadRead,
    TurnFailed,
    Waits,
    Woke,
)
from agentsensus.world.character import Actor, Awake, CacheEntry, Travelling, Waiting
from agentsensus.world.learning import heard, learnt_by
from agentsensus.world.mail import Mail
from agentsensus.world.rules import Rules
from agentsensus.world.scenario import Scenario

__all__ = ["World"]


class World:
    """The state of a run after some events. Between two rounds nothing changes, so it is what everybody reads."""

    def __init__(self, scenario: Scenario, rules: Rules | None = None, events: Iterable[AnyEvent] = ()) -> None:
        self.scenario = scenario
        self.rules = rules or Rules()
        self.mail = Mail()
        self.actors = {id_: _actor(scenario, id_) for id_ in scenario.active}
        self.places = {id_: dict(place.status) for id_, place in scenario.places.items()}
        for event in events:
            self.apply(event)

    def apply(self, event: AnyEvent) -> None:
        """Let something happen."""
        match event:
            case Sent():
                self.mail.send(event)
                if event.sender in self.actors:
                    self.actors[event.sender].partners = event.recipients
            case Altered():
                self.mail.alter(event)
            case Delivered():
                self.mail.deliver(event)
                self._wake(event.recipient)
            case Departed():
                self._depart(event)
            case Arrived():
                self._arrive(event)
            case Woke():
                self._wake(event.agent)
                self.mail.show(event.agent)
            case Waits():
                self.actors[event.agent].state = Waiting(event.until)
            case Acted() | TurnFailed():
                self._turn(event)
            case GoalsSet():
                self.actors[event.agent].goals = event.goals
            case StatusSet():
                self._set_status(event)
            case ThreadRead():
                self._read(event)
            case Remembered():
                self.actors[event.agent].learnt = []
            case _:
                pass  # what only the memory knows of

    # --- reading

    def present(self, place: str | None) -> list[str]:
        """The characters in a place, by id; whoever is on the road is in none."""
        return [] if place is None else [id_ for id_, actor in self.actors.items() if actor.place == place]

    def carriers_at(self, place: str | None) -> list[str]:
        """What lies in a place to be read, by id."""
        return [id_ for id_, one in self.scenario.carriers.items() if place is not None and one.at == place]

    def at_hand(self, agent: str) -> list[str]:
        """What somebody can read: what lies here, and what it holds."""
        held = [id_ for id_, one in self.scenario.carriers.items() if one.held_by == agent]
        return sorted({*self.carriers_at(self.actors[agent].place), *held})

    def name(self, id_: str) -> str:
        """What a character, place or carrier is called."""
        told = self.scenario
        one = told.characters.get(id_) or told.places.get(id_) or told.carriers.get(id_)
        return one.called[0] if one else id_

    def distance(self, one: str, other: str) -> int | None:
        """Rounds between two places, None when no way leads there."""
        return self.scenario.map.distance(one, other)

    @property
    def message_speed(self) -> int:
        """Distance a message covers in a round."""
        return self.rules.message_speed or self.scenario.world.message_speed

    # --- changing

    def _wake(self, agent: str) -> None:
        actor = self.actors[agent]
        if isinstance(actor.state, Waiting):
            actor.state = Awake()

    def _depart(self, event: Departed) -> None:
        actor = self.actors[event.agent]
        actor.place, actor.state = None, Travelling(event.to, event.arrives)

    def _arrive(self, event: Arrived) -> None:
        actor = self.actors[event.agent]
        actor.place, actor.state, actor.arrived = event.place, Awake(), event.round

    def _turn(self, event: Acted | TurnFailed) -> None:
        actor = self.actors[event.agent]
        actor.keep(CacheEntry.of(event), event.drops)
        if isinstance(event, Acted):
            actor.learn(learnt_by(event))

    def _set_status(self, event: StatusSet) -> None:
        register = self.actors[event.of].status if event.of in self.actors else self.places[event.of]
        if event.value is None:
            register.pop(event.key, None)
        else:
            register[event.key] = event.value

    def _read(self, event: ThreadRead) -> None:
        self.mail.mark_read(event)
        actor = self.actors[event.agent]
        messages = [self.mail.read_by(event.agent, one) for one in event.messages]
        actor.learn([heard(message) for message in messages])
        if messages:
            others = {messages[-1].sender, *messages[-1].recipients} - {event.agent, ""}
            actor.partners = tuple(sorted(others))


def _actor(scenario: Scenario, id_: str) -> Actor:
    told = scenario.characters[id_]
    goals = tuple(goal.text for goal in told.goals)
    return Actor(id_, told.at, goals, dict(told.status), frozenset(told.private))
