"""The action classes in the words of a language, as a model is shown them."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, cast

from agentsensus.actions import Action
from agentsensus.actions.declaration import ActionTexts
from agentsensus.text.language import Language
from agentsensus.world.rules import Rules

__all__ = ["worded"]


def worded(actions: Iterable[type[Action]], language: Language, rules: Rules) -> tuple[type[Action], ...]:
    """These actions, each a class whose docstring and schema are in that language, as the rules have them."""
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
