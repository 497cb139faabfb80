"""The system prompt.

The part that all characters share comes first, so that providers can cache it; the character follows.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, cast

from agentsensus.base.texts import prompt
from agentsensus.language.languages import rules_of
from agentsensus.language.rules import Language
from agentsensus.models.choose import FORM
from agentsensus.models.compact import signature
from agentsensus.worlds.actions import Action, actions_of
from agentsensus.worlds.actions.declaration import ActionTexts
from agentsensus.worlds.scenario.cast import Character, Voice
from agentsensus.worlds.scenario.rules import Rules
from agentsensus.worlds.scenario.scenario import Scenario

__all__ = ["FREE_FORM", "form_of", "localized_actions", "manual", "system_prompt"]

FREE_FORM = '{"action": "…", "params": {…}, "keep": […], "goals": {…}, "because": "…"}'
"""The JSON form of a decision under rules that allow upkeep without a turn."""


def form_of(rules: Rules) -> str:
    """Return the JSON form of a decision under these rules, with placeholders."""
    return FREE_FORM if rules.upkeep == "free" else FORM


def manual(scenario: Scenario, rules: Rules) -> str:
    """Return the manual of a world: its actions under these rules, advice, and the reply format."""
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
    return "\n".join(f"- {signature(kind)}" for kind in localized_actions(actions, language, rules))


def _short(kind: type[Action], rules: Rules) -> str:
    """Return an action's name with the names of its parameters, without descriptions."""
    return f"`{kind.name}({', '.join(kind.parameters(rules))})`"


def system_prompt(scenario: Scenario, agent: str, rules: Rules) -> str:
    """Return the system prompt of one character.

    Relations and forms of address are included only if the views do not contain them.
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
        _text("directive", language) if rules.one_language else "",
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
    return prompt("agentsensus.worlds.minds.model", name, language, **values).strip()


def localized_actions(actions: Iterable[type[Action]], language: Language, rules: Rules) -> tuple[type[Action], ...]:
    """Return copies of the action classes with docstrings and schemas in that language, under these rules."""
    return tuple(_worded(kind, language, kind.unknown_parameters(rules)) for kind in actions)


@lru_cache(maxsize=256)
def _worded(kind: type[Action], language: Language, unknown: frozenset[str]) -> type[Action]:
    return _with_texts(kind, kind.texts(language), unknown)


def _with_texts(kind: type[Action], texts: ActionTexts, unknown: frozenset[str]) -> type[Action]:
    def schema(cls: type[Action], core: Any, handler: Any) -> dict[str, Any]:
        made: dict[str, Any] = handler(core)
        known = {name: field for name, field in made.get("properties", {}).items() if name not in unknown}
        for name, field in known.items():
            field["description"] = texts.params[name]
        return made | ({"properties": known} if "properties" in made else {})

    attributes = {
        "__doc__": texts.about,
        "__module__": kind.__module__,
        "__get_pydantic_json_schema__": classmethod(schema),
    }
    return cast(type[Action], type(kind.__name__, (kind,), attributes))
