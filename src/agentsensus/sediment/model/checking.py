"""What a model's replies must not be: words of the passage or of the question for an answer."""

import re

from agentsensus.text.scripts import HAN

__all__ = ["is_copied", "is_speech", "is_the_question"]

_LABEL = re.compile(r"^(?P<who>[^:：]{1,40})[:：]\s*\S")
_WORDS = re.compile(rf"[{HAN}]|[^\W{HAN}]+")
_HAN = re.compile(f"[{HAN}]")
_FEWEST, _FEWEST_HAN = 5, 10
"""So many words, or characters, in the same order are no chance."""
_FORM = re.compile(r'\{"|"\w+": ?["\[{]')
"""A piece of JSON."""


def is_speech(text: str, called: frozenset[str]) -> bool:
    """Whether it is a speech with its speaker before it, as plays are printed, and not what was said."""
    label = _LABEL.match(text)
    return label is not None and label["who"].strip().casefold() in called


def is_copied(text: str, passage: str) -> bool:
    """Whether it is word for word in the passage."""
    words = _WORDS.findall(text.casefold())
    fewest = _FEWEST_HAN if _HAN.search(text) else _FEWEST
    return len(words) >= fewest and " ".join(words) in " ".join(_WORDS.findall(passage.casefold()))


def is_the_question(text: str) -> bool:
    """Whether it is a piece of what the model was asked: the list of names, or the form of the reply."""
    return bool(_FORM.search(text))
