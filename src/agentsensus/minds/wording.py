"""Whether what a mind writes is in the language of its world."""

import re

from agentsensus.actions import Action
from agentsensus.memory.language import Language, language

__all__ = ["is_foreign", "written"]

_WORDS = {
    "say": ("content",),
    "gesture": ("description",),
    "act_on": ("description",),
    "conclude": ("text",),
    "remember": ("text",),
    "revise_memory": ("new_text",),
    "push_goal": ("text",),
    "replace_goal": ("text",),
}
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_LETTER = re.compile(r"[^\W\d_]")


def written(action: Action) -> list[str]:
    """The texts of an action that others hear or that are kept; queries and names are not among them."""
    return [str(getattr(action, field)) for field in _WORDS.get(action.name, ())]


def is_foreign(said: Action | str, world: Language) -> bool:
    """Whether a text (or one of an action's) has no Han in a Chinese world, or is mostly Han in an English one."""
    texts = [said] if isinstance(said, str) else written(said)
    return any(_is_foreign(text, world) for text in texts)


def _is_foreign(text: str, world: Language) -> bool:
    if world == "en":
        return language(text) == "zh"
    return _LETTER.search(text) is not None and _HAN.search(text) is None
