"""Claims, and the masking of sentences, by which a claim is recognised in any version."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from agentsensus.language.languages import language, rules_of
from agentsensus.language.names import Names

__all__ = ["DONE", "NOT_DONE", "Claim", "Heard", "Hole", "Kind", "Masked", "Template", "Topic", "differs_by", "mask"]


@dataclass(frozen=True, slots=True, order=True)
class Claim:
    """The claim that an event happened, or did not happen, with certain persons, places and numbers.

    Two claims about one event with different `filling` are contradictory versions. The claim does not say which is
    true.
    """

    event: str
    filling: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.event}({', '.join(self.filling)})"

    def contradicts(self, other: "Claim") -> bool:
        """Return whether the other claim is a different version of the same event."""
        return self.event == other.event and self.filling != other.filling


def differs_by(claim: Claim, other: Claim) -> int:
    """Return the number of differences between two versions of an event."""
    return sum(a != b for a, b in zip(claim.filling, other.filling, strict=True))


Kind: TypeAlias = Literal["person", "place", "number", "done"]

_OF = re.compile(r"\b(?:[A-Z]\w+|king|queen|prince|lord) of (?:the )?$")
_THE = re.compile(r"\b[Tt]he $")
_PLAIN = {"were": "was", "am": "is", "are": "is", "have": "has"}
_AGREEMENT = re.compile(rf"\b(?:{'|'.join(_PLAIN)})\b")
DONE, NOT_DONE = "done", "not"


@dataclass(frozen=True, slots=True)
class Hole:
    """A replaceable part of a sentence: its position, value and kind."""

    start: int
    end: int
    value: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class Masked:
    """A sentence with its replaceable parts (holes). In `skeleton`, each hole is replaced by a number."""

    text: str
    holes: tuple[Hole, ...]
    skeleton: str

    @property
    def values(self) -> tuple[str, ...]:
        """The different values of the holes, in order of first mention."""
        return tuple(dict.fromkeys(hole.value for hole in self.holes))


def mask(text: str, names: Names, kinds: Mapping[str, Kind]) -> Masked:
    """Find the names and numbers in a sentence that another version could change."""
    candidates = [hole for span in names.spans(text) if (hole := _named(text, span, kinds)) is not None]
    telling = rules_of(language(text)).telling
    for match in telling.counted.finditer(_without(text, candidates)):
        number = match.group().lower()
        candidates.append(Hole(match.start(), match.end(), f"#{telling.plain_numbers.get(number, number)}", "number"))
    if polarity := telling.polarity(text):
        start, end, is_denied = polarity
        candidates.append(Hole(start, end, NOT_DONE if is_denied else DONE, "done"))
    holes: list[Hole] = []
    for hole in sorted(candidates, key=lambda hole: (hole.start, -hole.end)):
        if not holes or hole.start >= holes[-1].end:
            holes.append(hole)
    return Masked(text, tuple(holes), _skeleton(text, holes))


def _without(text: str, holes: list[Hole]) -> str:
    """Replace names by blanks, so that the «三» of «马三» is not read as a number."""
    for hole in holes:
        text = text[: hole.start] + " " * (hole.end - hole.start) + text[hole.end :]
    return text


def _named(text: str, span: tuple[int, int, str], kinds: Mapping[str, Kind]) -> Hole | None:
    """Return the hole for the name of a person or place. Returns None for a description such as «the dead king»."""
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


@dataclass(frozen=True, slots=True)
class Template:
    """One sentence for an event.

    For each hole of the sentence it has the event's slot, or None if the hole is fixed.
    """

    event: str
    masked: Masked
    slots: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Topic:
    """What anyone who has heard of an event knows: the persons named, the place, and whether it is a secret.

    `there` are its witnesses. `near` are people of its scene who could be mistaken for someone in it.
    """

    id: str
    persons: tuple[str, ...]
    place: str
    secret: bool
    near: tuple[str, ...]
    there: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Heard:
    """One sentence of a text with its claim, or None if the sentence makes no known claim."""

    text: str
    claim: Claim | None
