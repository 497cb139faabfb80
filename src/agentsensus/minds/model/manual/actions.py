"""The action classes in the words of a language, as a model is shown them."""

from functools import lru_cache
from typing import Any, cast

from agentsensus.actions import ACTIONS, Action
from agentsensus.actions.declaration import ActionTexts
from agentsensus.text.language import Language

__all__ = ["worded"]


def worded(language: Language) -> tuple[type[Action], ...]:
    """All actions, each a class whose docstring and schema are in that language."""
    return tuple(_worded(kind, language) for kind in ACTIONS.values())


@lru_cache(maxsize=256)
def _worded(kind: type[Action], language: Language) -> type[Action]:
    return _with_texts(kind, kind.texts(language))


def _with_texts(kind: type[Action], texts: ActionTexts) -> type[Action]:
    def schema(cls: type[Action], core: Any, handler: Any) -> dict[str, Any]:
        made: dict[str, Any] = handler(core)
        for name, field in made.get("properties", {}).items():
            field["description"] = texts.params[name]
        return made

    attributes = {
        "__doc__": texts.about,
        "__module__": kind.__module__,
        "__get_pydantic_json_schema__": classmethod(schema),
    }
    return cast(type[Action], type(kind.__name__, (kind,), attributes))
