"""What a model mind is asked in a round: the view as JSON, and one question."""

import json

from agentsensus.minds.view import View
from agentsensus.models.choose import FORM
from agentsensus.text.language import Language
from agentsensus.texts import prompt

__all__ = ["language_again", "situation", "think_prompt", "turn_prompt"]

_HERE = "agentsensus.minds.model.manual"


def situation(view: View) -> str:
    """The view as one JSON object, each of its parts on a line."""
    shown = view.prompt()
    lines = [f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in shown.items()]
    return "{" + ",\n".join(lines) + "}"


def turn_prompt(view: View, name: str, language: Language) -> str:
    """The question of every turn."""
    values = {"view": situation(view), "who": name, "round": str(view.round), "example": FORM}
    return prompt(_HERE, "turn", language, **values).strip()


def think_prompt(view: View, name: str, question: str, language: Language) -> str:
    """The question that a character asks itself."""
    return prompt(_HERE, "think", language, view=situation(view), who=name, question=question).strip()


def language_again(first_prompt: str, written: str, language: Language) -> str:
    """What was asked, and that the reply was in another language."""
    return prompt(_HERE, "language", language, situation=first_prompt, written=written).strip()
