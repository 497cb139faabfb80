"""What a player brings to every turn: its character, and the world's sentences and phrases."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from agentsensus.chance import draw, pick
from agentsensus.minds.players.belief import Evidence
from agentsensus.minds.players.bonds import Bonds
from agentsensus.minds.players.claims import Script, script_of
from agentsensus.minds.players.hearing import HeardMessage, Questions, listen
from agentsensus.minds.players.matters import Matter, Matters
from agentsensus.minds.players.phrases import PlayerPhrases
from agentsensus.world.cast import Character, Traits
from agentsensus.world.goals import Goal, LearnIntent
from agentsensus.world.mail import Letter
from agentsensus.world.scenario import Scenario

__all__ = ["Part", "parts_of"]

_SWING = 2
"""How far chance makes somebody another than the files say, trait by trait, for a whole run."""


@dataclass(frozen=True)
class Part:
    """One character's part, the same in every round."""

    id: str
    scenario: Scenario
    script: Script
    questions: Questions
    matters: Matters
    bonds: Bonds
    seed: int

    @property
    def character(self) -> Character:
        return self.scenario.characters[self.id]

    @property
    def phrases(self) -> PlayerPhrases:
        return self.script.phrases

    @cached_property
    def traits(self) -> Traits:
        """What the character is like in this run: near what the files say, a little otherwise with every seed."""
        written = self.character.traits.model_dump()
        return Traits(**{name: self._swung(name, degree) for name, degree in written.items()})

    def _swung(self, name: str, degree: int) -> int:
        swing = int(self.chance(f"trait {name}") * (2 * _SWING + 1)) - _SWING
        return max(0, min(9, degree + swing))

    @cached_property
    def goals(self) -> Mapping[str, Goal]:
        """The goals one starts with and those taken up when they fail, by their text."""
        return {goal.text: goal for goal in _with_fallbacks(self.character.goals)}

    @cached_property
    def asks(self) -> Mapping[str, str]:
        """How one asks for the events one's goals are about, by event."""
        return {
            goal.intent.event: goal.question
            for goal in self.goals.values()
            if isinstance(goal.intent, LearnIntent) and goal.question
        }

    @cached_property
    def heart(self) -> tuple[Evidence, ...]:
        """What one saw before the story began and cannot forget: what is grave, secret, or a matter of one's goals."""
        about = {event for goal in self.goals.values() for event in self.matters_of(getattr(goal.intent, "event", ""))}
        arcs = {event for arc in self.scenario.world.arcs for event in self.matters_of(arc.matter)}
        return tuple(
            Evidence(claim, "sediment")
            for event in self.scenario.events
            if self.id in event.witnesses
            for claim in [self.script.original(event.id)]
            if event.id in about | arcs or self.matters.of(claim).weight
        )

    @cached_property
    def scenario_events(self) -> frozenset[str]:
        """The ids of everything that the world's files tell as a sentence."""
        return frozenset(self.script.events())

    def matters_of(self, name: str) -> tuple[str, ...]:
        """The events that an event's id or a heading's tag stands for."""
        return tuple(event.id for event in self.scenario.matter(name)) or ((name,) if name else ())

    def one_matter(self, name: str) -> tuple[str, ...]:
        """What one keeps who keeps an event or a tag: what it stands for, and what else the same did to the same.

        To a secret harm belongs every other secret under the same heading's tag.
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
        """Who harmed whom by an event, as the files have it; None where nobody did."""
        matter = self.matters.of(self.script.original(event)) if event in self.scenario_events else Matter()
        return (matter.doers, matter.victims) if matter.is_harm and matter.doers else None

    def name(self, id_: str) -> str:
        """What somebody is called."""
        return self.script.name(id_)

    def chance(self, purpose: str, round_: int = 0) -> float:
        """A number from 0 up to 1, the same for this character, round and purpose."""
        return draw(self.seed, round_, self.id, purpose)

    def one_of(self, among: list[str], purpose: str, round_: int = 0) -> str:
        """One of several, the same for this character, round and purpose."""
        return pick(among, self.seed, round_, self.id, purpose)

    def hear(self, content: str, speaker: str, hearer: str) -> HeardMessage:
        """What a message says."""
        key = (content, speaker, hearer)
        if key not in self._heard:
            self._heard[key] = listen(content, speaker, hearer, self.script, self.questions, self.find)
        return self._heard[key]

    def find(self, name: str, speaker: str) -> str:
        """Whom or what a speaker calls by a name: by its own forms of address first; empty when nobody."""
        character = self.scenario.characters.get(speaker)
        calls = character.voice.calls if character else {}
        called = [id_ for id_, names in calls.items() if name in names]
        return (called[0] if len(called) == 1 else self.scenario.find(name)) or ""

    @cached_property
    def understood(self) -> dict[Letter, Any]:
        """What was made of letters in earlier turns, so that none is understood twice."""
        return {}

    @cached_property
    def _matters(self) -> dict[str, tuple[str, ...]]:
        return {}

    @cached_property
    def _heard(self) -> dict[tuple[str, str, str], HeardMessage]:
        """Messages understood once need not be again; nothing is here that the message itself does not say."""
        return {}


def _with_fallbacks(goals: tuple[Goal, ...]) -> Iterator[Goal]:
    for goal in goals:
        following: Goal | None = goal
        while following is not None:
            yield following
            following = following.otherwise


def parts_of(scenario: Scenario, seed: int) -> dict[str, Part]:
    """A part for every active character."""
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
    return {id_: Part(id_, scenario, script, questions, matters, bonds, seed) for id_ in scenario.active}
