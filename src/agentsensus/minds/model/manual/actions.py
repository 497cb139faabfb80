"""The action classes in the words of a language: English from the classes, Chinese from the file beside this one."""

from functools import lru_cache
from typing import Any, cast

from pydantic import BaseModel

from agentsensus.actions import ACTIONS, Action
from agentsensus.text.language import Language
from agentsensus.texts import texts

__all__ = ["Words", "worded", "words"]


class Words(BaseModel):
    """What an action does, and what each of its parameters is."""

    about: str
    params: dict[str, str]


@lru_cache(maxsize=4)
def words(language: Language) -> dict[str, Words]:
    """The words for every action in a language."""
    if language == "en":
        return {name: _own(kind) for name, kind in ACTIONS.items()}
    return {name: Words.model_validate(one) for name, one in texts(__package__, "actions", language).items()}


@lru_cache(maxsize=4)
def worded(language: Language) -> tuple[type[Action], ...]:
    """The 24 actions, describing themselves in that language."""
    if language == "en":
        return tuple(ACTIONS.values())
    return tuple(_in_words(kind, words(language)[name]) for name, kind in ACTIONS.items())


def _own(kind: type[Action]) -> Words:
    params = {field.alias or name: field.description or "" for name, field in kind.model_fields.items()}
    return Words(about=" ".join((kind.__doc__ or "").split()), params=params)


def _in_words(kind: type[Action], said: Words) -> type[Action]:
    """The same action, whose docstring and schema are in these words."""

    def schema(cls: type[Action], core: Any, handler: Any) -> dict[str, Any]:
        made: dict[str, Any] = handler(core)
        for name, one in made.get("properties", {}).items():
            one["description"] = said.params[name]
        return made

    named = {"__doc__": said.about, "__module__": __name__, "__get_pydantic_json_schema__": classmethod(schema)}
    return cast(type[Action], type(kind.__name__, (kind,), named))
