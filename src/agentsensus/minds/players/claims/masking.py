"""A sentence with its persons, places, numbers and its «not» taken out: what stays says which sentence it is."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from agentsensus.text.language import language
from agentsensus.text.languages import rules_of
from agentsensus.text.names import Names

__all__ = ["DONE", "NOT_DONE", "Hole", "Kind", "Masked", "mask"]

Kind: TypeAlias = Literal["person", "place", "number", "done"]

_PLAIN_NUMBER = {"二": "两"}
_OF = re.compile(r"\b(?:[A-Z]\w+|king|queen|prince|lord) of (?:the )?$")
_THE = re.compile(r"\b[Tt]he $")
_PLAIN = {"were": "was", "am": "is", "are": "is", "have": "has"}
_AGREEMENT = re.compile(rf"\b(?:{'|'.join(_PLAIN)})\b")
DONE, NOT_DONE = "done", "not"


@dataclass(frozen=True, slots=True)
class Hole:
    """A place in a sentence that may be filled otherwise: from where to where, with what, and of which kind."""

    start: int
    end: int
    value: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class Masked:
    """A sentence, its holes in order, and what is left of it with the holes numbered by their first filling."""

    text: str
    holes: tuple[Hole, ...]
    skeleton: str

    @property
    def values(self) -> tuple[str, ...]:
        """What fills the holes, each once, in the order of first mention."""
        return tuple(dict.fromkeys(hole.value for hole in self.holes))


def mask(text: str, names: Names, kinds: Mapping[str, Kind]) -> Masked:
    """Take out of a sentence whatever a version of it could change."""
    candidates = [hole for span in names.spans(text) if (hole := _named(text, span, kinds)) is not None]
    telling = rules_of(language(text)).telling
    for match in telling.counted.finditer(_without(text, candidates)):
        candidates.append(
            Hole(match.start(), match.end(), f"#{_PLAIN_NUMBER.get(match.group(), match.group().lower())}", "number")
        )
    if polarity := telling.polarity(text):
        start, end, is_denied = polarity
        candidates.append(Hole(start, end, NOT_DONE if is_denied else DONE, "done"))
    holes: list[Hole] = []
    for hole in sorted(candidates, key=lambda hole: (hole.start, -hole.end)):
        if not holes or hole.start >= holes[-1].end:
            holes.append(hole)
    return Masked(text, tuple(holes), _skeleton(text, holes))


def _without(text: str, holes: list[Hole]) -> str:
    """The text with blanks for the names in it: the «三» of «马三» is no number."""
    for hole in holes:
        text = text[: hole.start] + " " * (hole.end - hole.start) + text[hole.end :]
    return text


def _named(text: str, span: tuple[int, int, str], kinds: Mapping[str, Kind]) -> Hole | None:
    """A person or place by its name; «the dead king» is a description and stays."""
    start, end, id_ = span
    name = text[start:end].removeprefix("the ").removeprefix("The ")
    if kinds[id_] == "person" and name[:1].islower():
        return None
    if kinds[id_] == "place" and _OF.search(text[:start]):
        return None  # «the King of England» is a title
    article = _THE.search(text[:start])
    return Hole(article.start() if article else start, end, id_, kinds[id_])


def _skeleton(text: str, holes: list[Hole]) -> str:
    numbers: dict[str, int] = {}
    pieces, last = [], 0
    for hole in holes:
        pieces.append(text[last : hole.start])
        if hole.kind != "done":
            pieces.append(f"<{hole.kind} {numbers.setdefault(hole.value, len(numbers))}>")
        last = hole.end
    pieces.append(text[last:])
    return _AGREEMENT.sub(lambda verb: _PLAIN[verb.group()], " ".join("".join(pieces).casefold().split()))
