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
from agentsensus.world.learning import Learning
from agentsensus.world.mail import Mail
from agentsensus.world.rules import Rules
from agentsensus.world.scenario import Scenario

__all__ = ["World"]


class World:
    """The state of a run after some events. Between two rounds nothing changes, so it is what everybody reads.

    `learning` says what characters learn from deeds and messages (`agentsensus.actions.LEARNING`); without it nobody
    learns anything, which is enough for whoever only asks where people and messages are.
    """

    def __init__(
        self,
        scenario: Scenario,
        rules: Rules | None = None,
        events: Iterable[AnyEvent] = (),
        learning: Learning | None = None,
    ) -> None:
        self.scenario = scenario
        self.rules = rules or Rules()
        self.learning = learning
        self.mail = Mail()
        self.actors = {id_: _actor(scenario, id_) for id_ in scenario.active}
        self.places = {id_: dict(place.status) for id_, place in scenario.places.items()}
        for event in events:
            self.apply(event)

    def apply(self, event: AnyEvent) -> None:
        """Change the world by one event."""
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
        return [id_ for id_, carrier in self.scenario.carriers.items() if place is not None and carrier.at == place]

    def at_hand(self, agent: str) -> list[str]:
        """What somebody can read: what lies here, and what it holds."""
        carried = [id_ for id_, carrier in self.scenario.carriers.items() if carrier.held_by == agent]
        return sorted({*self.carriers_at(self.actors[agent].place), *carried})

    def name(self, id_: str) -> str:
        """What a character, place or carrier is called."""
        scenario = self.scenario
        named = scenario.characters.get(id_) or scenario.places.get(id_) or scenario.carriers.get(id_)
        return named.called[0] if named else id_

    def distance(self, origin: str, to: str) -> int | None:
        """Rounds between two places, None when no way leads there."""
        return self.scenario.map.distance(origin, to)

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
        if isinstance(event, Acted) and self.learning is not None:
            actor.learn(self.learning.by_deed(event))

    def _set_status(self, event: StatusSet) -> None:
        register = self.actors[event.of].status if event.of in self.actors else self.places[event.of]
        if event.value is None:
            register.pop(event.key, None)
        else:
            register[event.key] = event.value

    def _read(self, event: ThreadRead) -> None:
        self.mail.mark_read(event)
        actor = self.actors[event.agent]
        messages = [self.mail.read_by(event.agent, message) for message in event.messages]
        if self.learning is not None:
            actor.learn([self.learning.by_message(message) for message in messages])
        if messages:
            others = {messages[-1].sender, *messages[-1].recipients} - {event.agent, ""}
            actor.partners = tuple(sorted(others))


def _actor(scenario: Scenario, id_: str) -> Actor:
    character = scenario.characters[id_]
    goals = tuple(goal.text for goal in character.goals)
    return Actor(id_, character.at, goals, dict(character.status), frozenset(character.private))
