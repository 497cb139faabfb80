"""The state that a player uses in every round: its character, and the sentences and phrases of the world."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from agentsensus.base.chance import draw, pick
from agentsensus.worlds.minds.players.beliefs import Evidence, Matter, Matters
from agentsensus.worlds.minds.players.bonds import Bonds
from agentsensus.worlds.minds.players.claims import Script, script_of
from agentsensus.worlds.minds.players.free_talk import FreeTalkReader
from agentsensus.worlds.minds.players.hearing import HeardMessage, Questions, parse_message
from agentsensus.worlds.minds.players.phrases import PlayerPhrases
from agentsensus.worlds.scenario.cast import Character, Traits
from agentsensus.worlds.scenario.goals import Goal, LearnIntent
from agentsensus.worlds.scenario.scenario import Scenario
from agentsensus.worlds.state.mail import Letter

__all__ = ["PlayerState", "player_states"]

_SWING = 2
"""Maximum random change of each trait, drawn once for a run."""


@dataclass(frozen=True)
class PlayerState:
    """One player of a run: the data that stay the same in every round."""

    id: str
    scenario: Scenario
    script: Script
    questions: Questions
    matters: Matters
    bonds: Bonds
    reader: FreeTalkReader
    seed: int

    @property
    def character(self) -> Character:
        return self.scenario.characters[self.id]

    @cached_property
    def others(self) -> frozenset[str]:
        """The ids of all other characters who act."""
        return frozenset(self.scenario.active) - {self.id}

    @property
    def phrases(self) -> PlayerPhrases:
        return self.script.phrases

    @cached_property
    def traits(self) -> Traits:
        """The character's traits in this run: those of the files, changed slightly by the seed."""
        written = self.character.traits.model_dump()
        return Traits(**{name: self._swung(name, degree) for name, degree in written.items()})

    def _swung(self, name: str, degree: int) -> int:
        swing = int(self.chance(f"trait {name}") * (2 * _SWING + 1)) - _SWING
        return max(0, min(9, degree + swing))

    @cached_property
    def goals(self) -> Mapping[str, Goal]:
        """The initial goals and their fallbacks, by text."""
        return {goal.text: goal for goal in _with_fallbacks(self.character.goals)}

    @cached_property
    def goal_questions(self) -> Mapping[str, str]:
        """The question for each event that a goal wants to learn."""
        return {
            goal.intent.event: goal.question
            for goal in self.goals.values()
            if isinstance(goal.intent, LearnIntent) and goal.question
        }

    @cached_property
    def unforgettable(self) -> tuple[Evidence, ...]:
        """Events from before the story that the player never forgets: grave, secret, or related to a goal or arc."""
        about = {event for goal in self.goals.values() for event in self.matters_of(getattr(goal.intent, "event", ""))}
        return tuple(
            Evidence(claim, "sediment")
            for event in self.scenario.events
            if self.id in event.witnesses
            for claim in [self.script.original(event.id)]
            if event.id in about | self.events_of_arcs or self.matters.of(claim).weight
        )

    @cached_property
    def events_of_arcs(self) -> frozenset[str]:
        """The ids of the events that the open threads of the story turn on."""
        return frozenset(event for arc in self.scenario.world.arcs for event in self.matters_of(arc.matter))

    @cached_property
    def scenario_events(self) -> frozenset[str]:
        """The ids of all events that have sentences in the world's files."""
        return frozenset(self.script.events())

    def matters_of(self, name: str) -> tuple[str, ...]:
        """Return the ids of the events that an event id or a heading's tag stands for."""
        return tuple(event.id for event in self.scenario.matter(name)) or ((name,) if name else ())

    def secret_events(self, name: str) -> tuple[str, ...]:
        """Return all events that a player must hide to keep one secret.

        These are the named events, other harm by the same doers to the same victims and, for a secret harm, all secrets
        under the same tag.
        """
        if name not in self._matters:
            events = self.matters_of(name)
            harms = {harm for event in events if (harm := self._harm(event))}
            tags = {
                event.matter for event in self.scenario.events if event.id in events and event.secret and event.matter
            }
            with_it = [
                event.id
                for event in self.scenario.events
                if self._harm(event.id) in harms or (harms and event.secret and event.matter in tags)
            ]
            self._matters[name] = tuple(dict.fromkeys((*events, *with_it)))
        return self._matters[name]

    def _harm(self, event: str) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        """Return the doers and victims of an event, according to the files; None if the event is not harm."""
        matter = self.matters.of(self.script.original(event)) if event in self.scenario_events else Matter()
        return (matter.doers, matter.victims) if matter.is_harm and matter.doers else None

    def name(self, id_: str) -> str:
        """Return the display name of an id."""
        return self.script.name(id_)

    def chance(self, purpose: str, round_: int = 0) -> float:
        """Return a number in [0, 1), fixed for this character, round and purpose."""
        return draw(self.seed, round_, self.id, purpose)

    def one_of(self, among: list[str], purpose: str, round_: int = 0) -> str:
        """Return one item of `among`. The choice is fixed for this character, round and purpose."""
        return pick(among, self.seed, round_, self.id, purpose)

    def hear(self, content: str, speaker: str, hearer: str) -> HeardMessage:
        """Return a parsed message. Results are cached."""
        key = (content, speaker, hearer)
        if key not in self._heard:
            reader = self.reader if speaker in self.scenario.characters else None
            heard = parse_message(content, speaker, hearer, self.script, self.questions, self.find, reader)
            self._heard[key] = self._with_act(heard, hearer)
        return self._heard[key]

    def _with_act(self, heard: HeardMessage, hearer: str) -> HeardMessage:
        """Return a message whose free line is an accusation, an invitation or a request with its speech act.

        An accusation gets the gravest harm by the hearer that it speaks of.
        """
        free = heard.free
        if free is None or free.kind not in ("accuse", "invite", "ask_thing"):
            return heard
        if free.kind != "accuse":
            return replace(heard, act=free.kind, about=free.about) if free.about else heard
        for _, event in self.reader.topics.about(free.text):
            claim = self.script.original(event)
            matter = self.matters.of(claim)
            is_named = any(victim in self.script.persons(free.text) for victim in matter.victims)
            if matter.is_harm and hearer in matter.doers and (is_named or not matter.victims):
                return replace(heard, act="accuse", claims=(claim,), asks=None)
        return heard

    def find(self, name: str, speaker: str) -> str:
        """Return the id for a name that a speaker uses; empty if unknown.

        The speaker's own forms of address take precedence.
        """
        character = self.scenario.characters.get(speaker)
        calls = character.voice.calls if character else {}
        called = [id_ for id_, names in calls.items() if name in names]
        return (called[0] if len(called) == 1 else self.scenario.find(name)) or ""

    @cached_property
    def understood(self) -> dict[Letter, Any]:
        """Cache of the letters parsed in earlier turns."""
        return {}

    @cached_property
    def _matters(self) -> dict[str, tuple[str, ...]]:
        return {}

    @cached_property
    def _heard(self) -> dict[tuple[str, str, str], HeardMessage]:
        """Cache of parsed messages, by content, speaker and hearer."""
        return {}


def _with_fallbacks(goals: tuple[Goal, ...]) -> Iterator[Goal]:
    for goal in goals:
        following: Goal | None = goal
        while following is not None:
            yield following
            following = following.otherwise


def player_states(scenario: Scenario, seed: int) -> dict[str, PlayerState]:
    """Return the state of a player for every active character."""
    script = script_of(scenario)
    asked_for = [
        (wording, goal.intent.event)
        for id_, character in scenario.characters.items()
        for goal in _with_fallbacks(character.goals)
        if goal.question and isinstance(goal.intent, LearnIntent)
        for wording in (goal.question, script.by_name(goal.question, id_, id_))
    ]
    questions = Questions(dict(asked_for))
    matters, bonds = Matters(scenario, script), Bonds(scenario)
    reader = FreeTalkReader(scenario, script)
    return {id_: PlayerState(id_, scenario, script, questions, matters, bonds, reader, seed) for id_ in scenario.active}
