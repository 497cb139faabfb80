"""The state of a run. Applying an event is the only way to change it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from agentsensus.language.languages import all_rules
from agentsensus.worlds.events.event import (
    Acted,
    Altered,
    AnyEvent,
    ArcEnded,
    Arrived,
    Delivered,
    Departed,
    GoalsSet,
    Happened,
    LifeChanged,
    Remembered,
    Sent,
    StatusSet,
    ThingMade,
    ThingMoved,
    ThreadRead,
    TurnFailed,
    Waits,
    Woke,
)
from agentsensus.worlds.scenario.cast import Carrier
from agentsensus.worlds.scenario.places import calls_doors_shut
from agentsensus.worlds.scenario.rules import Rules
from agentsensus.worlds.scenario.scenario import Scenario
from agentsensus.worlds.state.character import Actor, Awake, CacheEntry, Travelling, Waiting
from agentsensus.worlds.state.learning import EventKnowers, Learning
from agentsensus.worlds.state.mail import Mail, Message
from agentsensus.worlds.state.surroundings import Sighting, Sightings, Things

__all__ = ["World"]

_POSTURES = frozenset[str]().union(*(rules.world_words.postures for rules in all_rules()))
"""Status keys that end when a character leaves: nobody «stands between the door and the arras» in another place."""


class World:
    """The state of a run after some events. It does not change during a round, so all minds read the same state.

    learning: what characters learn from actions and messages (`worlds.actions.LEARNING`); without it they learn nothing
    event_records: the event id of each memory record that is an event of the world
    """

    def __init__(
        self,
        scenario: Scenario,
        rules: Rules | None = None,
        events: Iterable[AnyEvent] = (),
        learning: Learning | None = None,
        event_records: Mapping[str, str] | None = None,
    ) -> None:
        self.scenario = scenario
        self.rules = rules or Rules()
        self.learning = learning
        self.mail = Mail()
        self.actors = {id_: _actor(scenario, id_) for id_ in scenario.active}
        self.gone: dict[str, str] = {}
        self.places = {id_: dict(place.status) for id_, place in scenario.places.items()}
        self.things = Things.at_start(scenario.carriers)
        self.made: set[str] = set()
        """The things that characters have made in play."""
        self.sightings = Sightings()
        self.knows = EventKnowers(scenario)
        self.event_records = dict(event_records or {})
        self.happened: dict[str, int] = {}
        self.deeds_done: set[tuple[str, str]] = set()
        self.arcs_ended: dict[str, int] = {}
        for event in events:
            self.apply(event)

    def apply(self, event: AnyEvent) -> None:
        """Change the world by one event."""
        match event:
            case Sent():
                self.mail.send(event)
                for id_ in event.bystanders:
                    if isinstance(self.actors[id_].state, Travelling):
                        self.mail.stop_overhearing(id_)
                if event.sender in self.actors:
                    self.actors[event.sender].partners = event.recipients
            case Altered():
                self.mail.alter(event)
            case Delivered():
                self.mail.deliver(event)
                if not event.overheard:
                    self._wake(event.recipient)
            case Departed():
                self._depart(event)
            case Arrived():
                self._arrive(event)
            case Woke():
                self._wake(event.agent)
                self._begin_turn(event)
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
                self.knows.hear(event.agent, event.text)
                self.knows.keep(event.agent, [stated.record for stated in event.statements], self.event_records)
            case ThingMade():
                self._make(event)
            case ThingMoved():
                self.things.move(event)
            case LifeChanged():
                self._change_life(event)
            case Happened():
                self._happen(event)
            case ArcEnded():
                self.arcs_ended[event.arc] = event.round
            case _:
                pass  # concerns only the memory

    # --- reading

    def present(self, place: str | None) -> list[str]:
        """Return the ids of the characters in a place. Travelling characters are in none."""
        return [] if place is None else [id_ for id_, actor in self.actors.items() if actor.place == place]

    def at_hand(self, agent: str) -> list[str]:
        """Return the things a character can reach: those it holds, and those it can see in its place."""
        place = self.actors[agent].place
        here = self.things.seen_with(place, agent) if place is not None else []
        return sorted({*here, *self.things.held_by(agent)})

    def readable(self, agent: str) -> list[str]:
        """Return the things within reach that have a text."""
        return [thing for thing in self.at_hand(agent) if self.scenario.carriers[thing].text]

    def taking_part(self, agent: str) -> list[str]:
        """Return the participants of a deposit made now: the characters present and those just heard from afar."""
        actor = self.actors[agent]
        if self.rules.hearing == "notices":
            return list(actor.partners)
        letters = [letter for letter in self.mail.letters(agent) if letter.read == actor.turn_now]
        afar = {letter.sender for letter in letters if letter.afar}  # who spoke here and has left takes no part
        return sorted({*self.present(actor.place), *(afar & self.actors.keys())} - {agent})

    def in_sight(self, agent: str) -> list[str]:
        """Return the characters whom an agent sees, has just heard here, or has seen leave since its last turn."""
        actor = self.actors[agent]
        since = max(actor.turn_before, actor.arrived or 0)
        seen = self.sightings.new_to(agent, actor.place, since, actor.turn_now) if actor.place is not None else []
        heard = [letter for letter in self.mail.letters(agent) if letter.read == actor.turn_now and not letter.afar]
        around = {*self.present(actor.place), *(each.who for each in seen), *(letter.sender for letter in heard)}
        return sorted((around & self.actors.keys()) - {agent})

    def is_shut(self, place: str) -> bool:
        """Return whether the doors of a place are shut."""
        return self.rules.doors and calls_doors_shut(self.places[place])

    def name(self, id_: str) -> str:
        """Return the display name of a character, place or carrier."""
        scenario = self.scenario
        named = scenario.characters.get(id_) or scenario.places.get(id_) or scenario.carriers.get(id_)
        return named.called[0] if named else id_

    def distance(self, origin: str, to: str) -> int | None:
        """Return the rounds between two places, or None if they are not connected."""
        return self.scenario.map.distance(origin, to)

    @property
    def message_speed(self) -> int:
        """The distance a message covers in one round."""
        return self.rules.message_speed or self.scenario.world.message_speed

    # --- changing

    def _wake(self, agent: str) -> None:
        actor = self.actors[agent]
        if isinstance(actor.state, Waiting):
            actor.state = Awake()

    def _begin_turn(self, event: Woke) -> None:
        actor = self.actors[event.agent]
        actor.turn_before, actor.turn_now = actor.turn_now, event.round
        self._look_round(actor, event.round)
        if self.rules.hearing == "notices":
            self.mail.show(event.agent)
        else:
            self._take_in(event.agent, self.mail.hear(event.agent, event.round))

    def _look_round(self, actor: Actor, round_: int) -> None:
        """Note who has left this place and where to, and who is present."""
        if actor.place is None or not self.rules.looks:
            return
        since = max(actor.turn_before, actor.arrived or 0)
        for sighting in self.sightings.new_to(actor.id, actor.place, since, round_):
            if sighting.kind == "went":
                actor.seen[sighting.who] = (sighting.to, sighting.since)
        for other in self.present(actor.place):
            if other != actor.id:
                actor.seen[other] = (actor.place, round_)

    def _depart(self, event: Departed) -> None:
        actor = self.actors[event.agent]
        actor.place, actor.state = None, Travelling(event.to, event.arrives)
        if self.rules.looks:
            actor.status = {key: value for key, value in actor.status.items() if key.casefold() not in _POSTURES}
        self.mail.stop_overhearing(event.agent)
        self.sightings.add(event.origin, Sighting(event.round + 1, "went", event.agent, event.to))

    def _arrive(self, event: Arrived) -> None:
        actor = self.actors[event.agent]
        actor.place, actor.state, actor.arrived = event.place, Awake(), event.round
        self.sightings.add(event.place, Sighting(event.round, "came", event.agent))

    def _turn(self, event: Acted | TurnFailed) -> None:
        actor = self.actors[event.agent]
        actor.keep(CacheEntry.of(event), event.drops)
        if not isinstance(event, Acted) or self.learning is None:
            return
        lessons = self.learning.by_deed(event)
        actor.learn(lessons)
        for lesson in lessons:
            if lesson.how == "read":
                self.knows.hear(event.agent, lesson.text)
        if event.ok and self.learning.is_seen(event):
            deed = Sighting(event.round + 1, "did", event.agent, action=event.action, params=event.params)
            self.sightings.add(event.place, deed)

    def _change_life(self, event: LifeChanged) -> None:
        if event.change in ("died", "departed"):
            actor = self.actors.pop(event.of)
            self.gone[event.of] = event.change
            self.mail.drop(event.of)
            for thing in self.things.held_by(event.of):
                self.things.holders[thing] = event.place or actor.place or ""
        elif event.change == "hurt":
            self.actors[event.of].is_hurt = True
        else:
            self.actors[event.of].is_held = event.change == "held"

    def _happen(self, event: Happened) -> None:
        if event.id:
            self.happened[event.id] = event.round
        if event.sort == "deed":
            deed = event.id.split(":")[0]
            self.deeds_done |= {(deed, victim) for victim in event.victims}
        for agent in event.owners:
            self.knows.learn(agent, event.id)

    def _make(self, event: ThingMade) -> None:
        made = Carrier(id=event.thing, name=event.thing, at=event.holder, portable=True, text=event.text)
        self.scenario = self.scenario.with_carrier(made)
        self.things.add(made)
        self.made.add(made.id)

    def _set_status(self, event: StatusSet) -> None:
        if event.of in self.things.status:
            self.things.set_status(event)
            return
        if event.of in self.gone:
            return
        register = self.actors[event.of].status if event.of in self.actors else self.places[event.of]
        if event.value is None:
            register.pop(event.key, None)
        else:
            register[event.key] = event.value

    def _read(self, event: ThreadRead) -> None:
        self.mail.mark_read(event)
        self._take_in(event.agent, [self.mail.read_by(event.agent, message) for message in event.messages])

    def _take_in(self, agent: str, messages: list[Message]) -> None:
        """Update what an agent has learnt from messages it has read or heard."""
        actor = self.actors[agent]
        if self.learning is not None:
            lessons = [self.learning.by_message(message) for message in messages]
            actor.learn(
                [
                    replace(lesson, how="overheard")
                    if lesson.how == "told" and self.mail.is_overheard(agent, message.id)
                    else lesson
                    for lesson, message in zip(lessons, messages, strict=True)
                ]
            )
        for message in messages:
            self.knows.hear(agent, message.content)
        if messages and self.rules.hearing == "notices":
            others = {messages[-1].sender, *messages[-1].recipients} - {agent, ""}
            actor.partners = tuple(sorted(others))


def _actor(scenario: Scenario, id_: str) -> Actor:
    character = scenario.characters[id_]
    goals = tuple(goal.text for goal in character.goals)
    return Actor(id_, character.at, goals, dict(character.status), frozenset(character.private))
