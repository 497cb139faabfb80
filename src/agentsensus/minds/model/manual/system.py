"""The system prompt: first what all characters share, so that a prefix cache serves them all, then who this one is."""

from functools import lru_cache

from agentsensus.actions import Action
from agentsensus.minds.model.manual.actions import worded
from agentsensus.models.choose import FORM
from agentsensus.models.compact import signature
from agentsensus.text.language import Language
from agentsensus.text.languages import rules_of
from agentsensus.texts import prompt
from agentsensus.world.cast import Character, Voice
from agentsensus.world.scenario import Scenario

__all__ = ["manual", "system_prompt"]


def manual(language: Language) -> str:
    """The manual of a language: every action, six routines, and how to reply."""
    return _manual(language, worded(language))


@lru_cache(maxsize=4)
def _manual(language: Language, actions: tuple[type[Action], ...]) -> str:
    return _text(
        "manual",
        language,
        actions="\n".join(f"- {signature(kind)}" for kind in actions),
        routines=_text("routines", language),
        format=_text("format", language, example=FORM),
    )


def system_prompt(scenario: Scenario, agent: str) -> str:
    """What one character's mind is told once and for all."""
    world, character = scenario.world, scenario.characters[agent]
    language = world.language
    parts = [
        manual(language),
        _text("style", language, style=world.style.strip()) if world.style.strip() else "",
        _text("character", language, who=character.called[0], id=agent),
        character.profile.strip(),
        _voice(scenario, character.voice),
        _relations(scenario, character),
        _text("directive", language),
    ]
    return "\n\n".join(part for part in parts if part)


def _voice(scenario: Scenario, voice: Voice) -> str:
    language = scenario.world.language
    listed = rules_of(language).writing.names
    calls = [f"- {_name(scenario, id_)}: {listed(names)}" for id_, names in voice.calls.items()]
    if not voice.manner.strip() and not calls:
        return ""
    return _text("voice", language, manner=voice.manner.strip(), calls="\n".join(calls))


def _relations(scenario: Scenario, character: Character) -> str:
    lines = [f"- {_name(scenario, id_)}: {text}" for id_, text in character.relations.items()]
    return _text("relations", scenario.world.language, relations="\n".join(lines)) if lines else ""


def _name(scenario: Scenario, id_: str) -> str:
    return f"{scenario.characters[id_].called[0]} ({id_})"


def _text(name: str, language: Language, **values: str) -> str:
    return prompt("agentsensus.minds.model.manual", name, language, **values).strip()
