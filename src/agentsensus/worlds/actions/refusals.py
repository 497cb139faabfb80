"""Refusal reasons in the world's language.

Reasons common to all actions are in refusals.LANGUAGE.yaml, those of one family in the text file next to its module.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from agentsensus.base.texts import texts
from agentsensus.errors import listable
from agentsensus.language.rules import Language

__all__ = ["Refused", "common_reasons", "fill_reason", "hint", "reason"]


@dataclass(frozen=True, slots=True)
class Refused:
    """The reason why an action does not happen."""

    reason: str


def common_reasons(language: Language) -> Mapping[str, str]:
    """Return the reasons common to all actions, by key."""
    reasons: dict[str, str] = texts(__package__, "refusals", language)
    return reasons


def reason(language: Language, key: str, /, **values: object) -> str:
    """Return a common refusal reason with its placeholders filled in."""
    return fill_reason(common_reasons(language)[key], language, values)


def fill_reason(pattern: str, language: Language, values: Mapping[str, object]) -> str:
    """Fill in the placeholders of a reason. Lists of names are joined as the language does."""
    between = common_reasons(language)["listed"]
    shown = {key: between.join(value) if isinstance(value, list) else value for key, value in values.items()}
    return pattern.format(**shown)


def hint(language: Language, near: str | None, known: Iterable[str]) -> str:
    """Return a hint that names the closest match `near`; else all known names, if they are few; else an empty
    string.
    """
    if near is not None:
        return reason(language, "meant", name=repr(near))
    names = listable(known)
    return reason(language, "known", names=names) if names else ""
