"""Why an action does not happen, in the language of its world and in words that a mind can learn from."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from agentsensus.errors import listable
from agentsensus.text.language import Language
from agentsensus.texts import texts

__all__ = ["Refused", "hint", "reason", "refused", "unfitting"]


@dataclass(frozen=True, slots=True)
class Refused:
    """Why an action does not happen."""

    reason: str


def refused(language: Language, kind: str, /, **values: object) -> Refused:
    """The refusal of that kind."""
    return Refused(reason(language, kind, **values))


def reason(language: Language, kind: str, /, **values: object) -> str:
    """The words of one kind of refusal; several names are listed as the language does it."""
    said = _said(language)
    told = {key: said["listed"].join(value) if isinstance(value, list) else value for key, value in values.items()}
    return said[kind].format(**told)


def unfitting(language: Language, error: Any) -> str:
    """What is wrong with a parameter, by pydantic's error; one that has no words here keeps pydantic's."""
    kind = f"wrong_{error['type']}"
    if kind not in _said(language):
        return str(error["msg"])
    return reason(language, kind, **error.get("ctx", {}))


def _said(language: Language) -> dict[str, str]:
    said: dict[str, str] = texts(__package__, "refusals", language)
    return said


def hint(language: Language, near: str | None, known: Iterable[str]) -> str:
    """Which name may have been meant, or which there are unless they are too many, or nothing."""
    if near is not None:
        return reason(language, "meant", name=repr(near))
    names = listable(known)
    return reason(language, "known", names=names) if names else ""
