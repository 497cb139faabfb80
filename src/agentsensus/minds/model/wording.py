"""Whether what a mind writes is in the language of its world."""

import re

from agentsensus.actions import Action
from agentsensus.text.language import Language, language

__all__ = ["is_foreign", "written"]

_LETTER = re.compile(r"[^\W\d_]")


def written(action: Action) -> str:
    """The words of an action that others hear or that are kept; queries and names are not among them."""
    return " ".join(str(getattr(action, field)) for field in action.declared.free_text)


def is_foreign(words: Action | str, world: Language) -> bool:
    """Whether a text, or the words of an action, are mostly in another language than the world's.

    A text without any letter is in no language, and so never foreign.
    """
    text = words if isinstance(words, str) else written(words)
    return _LETTER.search(text) is not None and language(text) != world
