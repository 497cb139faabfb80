"""What a player brings to every turn: its character, and the world's sentences and phrases."""

from dataclasses import dataclass
from functools import cached_property

from agentsensus.chance import draw, pick
from agentsensus.minds.players.claims import Script, script_of
from agentsensus.minds.players.hearing import HeardMessage, Questions, listen
from agentsensus.minds.players.phrases import PlayerPhrases
from agentsensus.world.cast import Character
from agentsensus.world.goals import Intent, LearnIntent
from agentsensus.world.scenario import Scenario

__all__ = ["Part", "parts_of"]


@dataclass(frozen=True)
class Part:
    """One character's part, the same in every round."""

    id: str
    scenario: Scenario
    script: Script
    questions: Questions
    seed: int

    @property
    def character(self) -> Character:
        return self.scenario.characters[self.id]

    @cached_property
    def phrases(self) -> PlayerPhrases:
        return PlayerPhrases.of(self.scenario.world.language)

    @cached_property
    def intents(self) -> dict[str, Intent]:
        """The intents of the goals one starts with, by the goal's text."""
        return {goal.text: goal.intent for goal in self.character.goals if goal.intent}

    @cached_property
    def asks(self) -> dict[str, str]:
        """How one asks for the events one's goals are about, by event."""
        return {
            goal.intent.event: goal.question
            for goal in self.character.goals
            if isinstance(goal.intent, LearnIntent) and goal.question
        }

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
            self._heard[key] = listen(content, speaker, hearer, self.script, self.questions)
        return self._heard[key]

    @cached_property
    def _heard(self) -> dict[tuple[str, str, str], HeardMessage]:
        """Messages understood once need not be again; nothing is here that the message itself does not say."""
        return {}


def parts_of(scenario: Scenario, seed: int) -> dict[str, Part]:
    """A part for every active character."""
    script = script_of(scenario)
    goals = [goal for character in scenario.characters.values() for goal in character.goals]
    asked_for = [(goal.question, goal.intent) for goal in goals if goal.question]
    questions = Questions({question: intent.event for question, intent in asked_for if isinstance(intent, LearnIntent)})
    return {id_: Part(id_, scenario, script, questions, seed) for id_ in scenario.active}
