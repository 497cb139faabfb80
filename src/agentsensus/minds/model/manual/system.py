"""The system prompt: first what all characters share, so that a prefix cache serves them all, then who this one is."""

from functools import lru_cache

from agentsensus.actions import Action, actions_of
from agentsensus.minds.model.manual.actions import worded
from agentsensus.models.choose import FORM
from agentsensus.models.compact import signature
from agentsensus.text.language import Language
from agentsensus.text.languages import rules_of
from agentsensus.texts import prompt
from agentsensus.world.cast import Character, Voice
from agentsensus.world.rules import Rules
from agentsensus.world.scenario import Scenario

__all__ = ["FREE_FORM", "form_of", "manual", "system_prompt"]

FREE_FORM = '{"action": "…", "params": {…}, "keep": […], "goals": {…}, "because": "…"}'
"""How a decision is to be written where upkeep is free."""


def form_of(rules: Rules) -> str:
    """How a decision is to be written under these rules, with blanks for what is chosen."""
    return FREE_FORM if rules.upkeep == "free" else FORM


def manual(scenario: Scenario, rules: Rules) -> str:
    """The manual of a world: every action it has under these rules, what works, and how to reply."""
    actions = actions_of(rules, scenario)
    return _manual(scenario.world.language, rules, tuple(actions.values()))


@lru_cache(maxsize=16)
def _manual(language: Language, rules: Rules, actions: tuple[type[Action], ...]) -> str:
    if rules.hearing == "notices":
        return _text(
            "manual_notices",
            language,
            actions=_listed(actions, language, rules),
            routines=_text("routines_notices", language),
            format=_text("format_notices", language, example=FORM),
        )
    rare = tuple(kind for kind in actions if kind.declared.is_rare)
    return _text(
        "manual",
        language,
        hearing=_text("hearing", language) if rules.bystanders else "",
        actions=_listed(tuple(kind for kind in actions if kind not in rare), language, rules),
        rare=rules_of(language).writing.list_joiner.join(_short(kind, rules) for kind in rare),
        routines=_text("routines", language),
        format=_text("format" if rules.upkeep == "free" else "format_notices", language, example=form_of(rules)),
    )


def _listed(actions: tuple[type[Action], ...], language: Language, rules: Rules) -> str:
    return "\n".join(f"- {signature(kind)}" for kind in worded(actions, language, rules))


def _short(kind: type[Action], rules: Rules) -> str:
    """An action by the names of it and of its parameters alone."""
    return f"`{kind.name}({', '.join(kind.parameters(rules))})`"


def system_prompt(scenario: Scenario, agent: str, rules: Rules) -> str:
    """What one character's mind is told once and for all.

    Relations and forms of address are here only where views do not tell them of those who are around.
    """
    world, character = scenario.world, scenario.characters[agent]
    language, is_plain = world.language, rules.hearing != "notices"
    parts = [
        manual(scenario, rules),
        _text("style", language, style=world.style.strip()) if world.style.strip() else "",
        _text("character", language, who=character.called[0], id=agent),
        character.profile.strip(),
        _voice(scenario, character.voice, with_calls=not is_plain),
        "" if is_plain else _relations(scenario, character),
        _text("directive", language),
    ]
    return "\n\n".join(part for part in parts if part)


def _voice(scenario: Scenario, voice: Voice, *, with_calls: bool) -> str:
    language = scenario.world.language
    joiner = rules_of(language).writing.list_joiner
    calls = [f"- {_name(scenario, id_)}: {joiner.join(names)}" for id_, names in voice.calls.items() if with_calls]
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
