"""Why an action does not happen, in the language of its world and in words that a mind can learn from.

The reasons that any action may have are in refusals.LANGUAGE.yaml; those of one family are beside its module.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from agentsensus.errors import listable
from agentsensus.text.language import Language
from agentsensus.texts import texts

__all__ = ["Refused", "common_reasons", "hint", "reason", "worded"]


@dataclass(frozen=True, slots=True)
class Refused:
    """Why an action does not happen."""

    reason: str


def common_reasons(language: Language) -> Mapping[str, str]:
    """The reasons that any action may have, by key."""
    reasons: dict[str, str] = texts(__package__, "refusals", language)
    return reasons


def reason(language: Language, key: str, /, **values: object) -> str:
    """One of the reasons that any action may have, filled in."""
    return worded(common_reasons(language)[key], language, values)


def worded(pattern: str, language: Language, values: Mapping[str, object]) -> str:
    """A reason with its values put in; a list of names is joined as the language does it."""
    between = common_reasons(language)["listed"]
    shown = {key: between.join(value) if isinstance(value, list) else value for key, value in values.items()}
    return pattern.format(**shown)


def hint(language: Language, near: str | None, known: Iterable[str]) -> str:
    """Which name may have been meant; else which names there are, unless they are too many; else nothing."""
    if near is not None:
        return reason(language, "meant", name=repr(near))
    names = listable(known)
    return reason(language, "known", names=names) if names else ""
