"""What a model's replies must not be: words of the passage or of the question for an answer."""

import re

__all__ = ["is_copied", "is_speech", "is_the_question"]

_LABEL = re.compile(r"^(?P<who>[^:：]{1,40})[:：]\s*\S")
_WORDS = re.compile(r"\w+")
_FEWEST = 5
"""So many words in the same order are no chance."""


def is_speech(text: str, called: frozenset[str]) -> bool:
    """Whether it is a speech with its speaker before it, as plays are printed, and not what was said."""
    label = _LABEL.match(text)
    return label is not None and label["who"].strip().casefold() in called


def is_copied(text: str, passage: str) -> bool:
    """Whether it is word for word in the passage."""
    words = _WORDS.findall(text.casefold())
    return len(words) >= _FEWEST and " ".join(words) in " ".join(_WORDS.findall(passage.casefold()))


def is_the_question(text: str) -> bool:
    """Whether it is a piece of what the model was asked: the list of names, or the form of the reply."""
    return '{"' in text or '": ' in text
