"""What happens in the run itself, as sentences: somebody came, means to go, was last seen, or told something."""

import re
from collections.abc import Callable, Mapping, Sequence

from agentsensus.minds.players.claims.masking import Kind
from agentsensus.minds.players.claims.spoken import is_spoken
from agentsensus.minds.players.phrases import PlayerPhrases
from agentsensus.minds.players.phrases.phrases import finder, without_address
from agentsensus.text.names import Names

__all__ = ["CAME", "GOING", "SEEN", "TOLD", "Deeds", "deed", "is_deed", "is_passing", "parts"]

CAME, GOING, TOLD, SEEN = "came", "going", "told", "seen"
_BEFORE: tuple[list[str], ...] = (
    [],
    ["the"],
    ["in"],
    ["on"],
    ["at"],
    ["in", "the"],
    ["on", "the"],
    ["at", "the"],
    ["在"],
)


def deed(kind: str, *about: str) -> str:
    """The event id of a deed."""
    return ":".join((kind, *about))


def is_deed(event: str) -> bool:
    """Whether an event is one of the run itself; the ids of a world's own events have no colon."""
    return ":" in event


def is_passing(event: str) -> bool:
    """Whether an event is of the moment only: that somebody came, goes, was seen somewhere, or said something."""
    return is_spoken(event) or (event.partition(":")[0] in (CAME, GOING, TOLD, SEEN) and is_deed(event))


def parts(event: str) -> list[str]:
    """A deed's kind and what it is about; of what was told, the event stays whole."""
    return event.split(":", 3)


class Deeds:
    """The sentences for deeds, said and read again."""

    def __init__(
        self, phrases: PlayerPhrases, names: Names, kinds: Mapping[str, Kind], place: Callable[..., str]
    ) -> None:
        self._names = names
        self._kinds = kinds
        self._place = place
        self._patterns = {kind: phrases.lines("deeds", kind) for kind in (CAME, GOING, TOLD, SEEN)}
        self._farewells = [_going(line) for line in phrases.lines("farewell")]
        self._read = [(kind, finder(pattern)) for kind, patterns in self._patterns.items() for pattern in patterns]

    def say(self, kind: str, ids: Sequence[str], about: str) -> list[str]:
        """The sentences for a deed, each opening with a capital."""
        fields = {"person": self._place(ids[0])}
        if kind == TOLD:
            fields |= {"other": self._place(ids[1]), "claim": self._inside(about)}
        else:
            fields |= {"place": self._place(ids[1]), "in_place": self._place(ids[1], inside=True)}
        sentences = [line.format(**fields) for line in self._patterns[kind]]
        return [line[:1].upper() + line[1:] for line in sentences]

    def read(self, sentence: str) -> tuple[str, tuple[str, ...], str] | None:
        """Which deed a sentence tells: its kind, whom and where, and (told) what."""
        for kind, form in self._read:
            if match := form.fullmatch(sentence):
                fields = match.groupdict()
                where = fields.get("other") or fields.get("place") or fields.get("in_place") or ""
                ids = tuple(self._id(text) for text in (fields["person"], where))
                if all(ids) and self._kinds[ids[0]] == "person":
                    rest = fields.get("claim", "")
                    return kind, ids, rest[:1].upper() + rest[1:]
        return None

    def farewell(self, sentence: str, speaker: str) -> str | None:
        """The event that somebody means to go somewhere, if that is what they say."""
        for form in self._farewells:
            match = form.search(sentence)
            place = self._id(match["place"]) if match else ""
            if place:
                return deed(GOING, speaker, place)
        return None

    def _id(self, text: str) -> str:
        """Whose name a text is, with or without an article or preposition; empty when it is nobody's."""
        spans = self._names.spans(text)
        if len(spans) != 1:
            return ""
        start, end, id_ = spans[0]
        return id_ if end == len(text) and text[:start].casefold().split() in _BEFORE else ""

    def _inside(self, claim: str) -> str:
        """A sentence as it stands after «that»: small unless it opens with a name."""
        first = self._names.spans(claim)[:1]
        if first and first[0][0] == 0 and not claim.startswith("The "):
            return claim
        return claim[:1].lower() + claim[1:]


def _going(line: str) -> re.Pattern[str]:
    """A farewell without the form of address before or after it."""
    bare = without_address(line).rstrip(".。")
    return re.compile(f"{finder(bare).pattern}(?=[,.，。]|$)", re.IGNORECASE)
