"""What is done by words in the run itself, as sentences: somebody accused, warned or comforted somebody, or told it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from agentsensus.minds.players.claims.masking import Kind, Masked, mask
from agentsensus.minds.players.phrases import PlayerPhrases
from agentsensus.text.names import Names

__all__ = ["SpokenDeeds", "is_spoken", "persons_of", "spoken_deed"]

_WORDS = "words"
"""With what the id of such an event begins: words:KIND:DOER, then who it was said to and whom it is about, if any."""
_NOBODY = "-"
_FIELDS = ("doer", "target", "about")


def spoken_deed(kind: str, doer: str, target: str = "", about: str = "") -> str:
    """The event id of what somebody did by words."""
    return ":".join((_WORDS, kind, doer, target or _NOBODY, about or _NOBODY))


@dataclass(frozen=True, slots=True)
class _SpokenForm:
    """One wording: what was done, the field that fills each of its holes, and what it says was done or not."""

    kind: str
    holes: tuple[str, ...]
    polarity: tuple[str, ...]


class SpokenDeeds:
    """The sentences for what is done by words, said and read again."""

    def __init__(
        self, phrases: PlayerPhrases, names: Names, kinds: Mapping[str, Kind], called: Callable[[str], str]
    ) -> None:
        self._called = called
        self._wordings = phrases.spoken
        self._forms: dict[str, _SpokenForm] = {}
        self._kinds = kinds
        persons = [id_ for id_, kind in kinds.items() if kind == "person"][: len(_FIELDS)]
        if len(persons) == len(_FIELDS):
            samples = dict(zip(_FIELDS, persons, strict=True))
            for kind, wordings in self._wordings.items():
                for wording in wordings:
                    self._learn(kind, mask(self._filled(wording, samples), names, kinds), samples)

    def _learn(self, kind: str, masked: Masked, samples: Mapping[str, str]) -> None:
        field_of = {id_: field for field, id_ in samples.items()}
        values, polarity = _holes(masked)
        self._forms[masked.skeleton] = _SpokenForm(kind, tuple(field_of[value] for value in values), polarity)

    def read(self, masked: Masked) -> str | None:
        """The event that a sentence tells; None when it tells nothing that is done by words."""
        form = self._forms.get(masked.skeleton)
        if form is None:
            return None
        values, polarity = _holes(masked)
        if len(form.holes) != len(values) or form.polarity != polarity:
            return None
        fields = dict(zip(form.holes, values, strict=True))
        if any(self._kinds.get(id_) != "person" for id_ in fields.values()):
            return None
        return spoken_deed(form.kind, **fields)

    def say(self, event: str) -> list[str]:
        """The sentences for an event; none where there are no words for it."""
        kind, fields = _kind_and_fields(event)
        named = {field for field in _FIELDS if field in fields}
        usable = [wording for wording in self._wordings.get(kind, ()) if _fields_in(wording) == named]
        return [self._filled(wording, fields) for wording in usable]

    def _filled(self, wording: str, ids: Mapping[str, str]) -> str:
        return _capital(wording.format(**{field: self._called(id_) for field, id_ in ids.items()}))


def _holes(masked: Masked) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What fills the holes of a sentence, and apart from that what it says was done or not."""
    named = tuple(hole.value for hole in masked.holes if hole.kind != "done")
    return named, tuple(hole.value for hole in masked.holes if hole.kind == "done")


def is_spoken(event: str) -> bool:
    """Whether an event is something that was done by words in the run."""
    return event.startswith(f"{_WORDS}:")


def persons_of(event: str) -> tuple[str, ...]:
    """Whom such an event names."""
    return tuple(_kind_and_fields(event)[1].values())


def _kind_and_fields(event: str) -> tuple[str, dict[str, str]]:
    _, kind, *ids = event.split(":")
    return kind, {field: id_ for field, id_ in zip(_FIELDS, ids, strict=False) if id_ != _NOBODY}


def _fields_in(wording: str) -> set[str]:
    return {field for field in _FIELDS if f"{{{field}}}" in wording}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
