"""Whether what a mind writes is in the language of its world."""

import re

from agentsensus.actions import Action
from agentsensus.text.language import Language, language

__all__ = ["is_foreign", "written"]

_WORDS = {
    "say": "content",
    "gesture": "description",
    "act_on": "description",
    "conclude": "text",
    "remember": "text",
    "revise_memory": "new_text",
    "push_goal": "text",
    "replace_goal": "text",
}
_LETTER = re.compile(r"[^\W\d_]")


def written(action: Action) -> str:
    """The text of an action that others hear or that is kept; queries and names are none."""
    field = _WORDS.get(action.name)
    return str(getattr(action, field)) if field else ""


def is_foreign(said: Action | str, world: Language) -> bool:
    """Whether a text (or an action's) is mostly in the other language; one without any letter is in neither."""
    text = said if isinstance(said, str) else written(said)
    return _LETTER.search(text) is not None and language(text) != world
