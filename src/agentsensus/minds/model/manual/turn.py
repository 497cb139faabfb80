"""What a model mind is asked in a round: its view, in plain lines or as JSON, and one question."""

import json

from agentsensus.minds.model.manual.lines import ViewLines
from agentsensus.minds.model.manual.system import form_of
from agentsensus.minds.view import View
from agentsensus.text.language import Language
from agentsensus.texts import prompt
from agentsensus.world.rules import Rules
from agentsensus.world.scenario import Scenario

__all__ = ["Asking", "language_again"]

_HERE = "agentsensus.minds.model.manual"


class Asking:
    """Puts the questions of one character's turns into words."""

    def __init__(self, scenario: Scenario, agent: str, rules: Rules) -> None:
        self._language: Language = scenario.world.language
        self._who = scenario.characters[agent].called[0]
        self._rules = rules
        self._lines = ViewLines(scenario, agent)

    def situation(self, view: View) -> str:
        """The view in plain lines; where messages are announced and then read, as one JSON object."""
        if self._rules.hearing != "notices":
            return self._lines.text(view)
        shown = view.prompt()
        lines = [f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in shown.items()]
        return "{" + ",\n".join(lines) + "}"

    def decide(self, view: View) -> str:
        """The question of every turn."""
        name = "turn_notices" if self._rules.hearing == "notices" else "turn"
        values = {"view": self.situation(view), "who": self._who, "round": str(view.round)}
        return prompt(_HERE, name, self._language, **values, example=form_of(self._rules)).strip()

    def think(self, view: View, question: str) -> str:
        """The question that a character asks itself."""
        situation = self.situation(view)
        return prompt(_HERE, "think", self._language, view=situation, who=self._who, question=question).strip()


def language_again(first_prompt: str, written: str, language: Language) -> str:
    """What was asked, and that the reply was in another language."""
    return prompt(_HERE, "language", language, situation=first_prompt, written=written).strip()
