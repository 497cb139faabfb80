"""Sentences for events of the run itself: movements, reported speech, speech acts and deeds."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from agentsensus.language.languages import all_rules
from agentsensus.language.names import Names
from agentsensus.worlds.minds.players.claims.claim import Kind, Masked, mask
from agentsensus.worlds.minds.players.phrases import PlayerPhrases, finder, without_address
from agentsensus.worlds.scenario.happenings import Deed

__all__ = [
    "CAME",
    "GOING",
    "SEEN",
    "TOLD",
    "Deeds",
    "SpokenDeeds",
    "WorldDeeds",
    "deed",
    "is_deed",
    "is_passing",
    "is_spoken",
    "parts",
    "persons_of",
    "spoken_deed",
]

CAME, GOING, TOLD, SEEN = "came", "going", "told", "seen"
_BEFORE: tuple[list[str], ...] = ([], *(words for rules in all_rules() for words in rules.world_words.before_places))


def deed(kind: str, *about: str) -> str:
    """Return the event id for an event of the run: its kind and arguments, joined by colons."""
    return ":".join((kind, *about))


def is_deed(event: str) -> bool:
    """Return whether an event belongs to the run rather than to the world's files, whose event ids contain no colon."""
    return ":" in event


def is_passing(event: str) -> bool:
    """Return whether an event is soon out of date: an arrival, a plan to go, a sighting or an utterance."""
    return is_spoken(event) or (event.partition(":")[0] in (CAME, GOING, TOLD, SEEN) and is_deed(event))


def parts(event: str) -> list[str]:
    """Split an event id into kind and arguments. In an id of the kind `told`, the reported event id stays whole."""
    return event.split(":", 3)


class Deeds:
    """Writes and parses sentences about movements and reported speech."""

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
        """Return the sentences for an event of the run, capitalised."""
        fields = {"person": self._place(ids[0])}
        if kind == TOLD:
            fields |= {"other": self._place(ids[1]), "claim": self._inside(about)}
        else:
            fields |= {"place": self._place(ids[1]), "in_place": self._place(ids[1], inside=True)}
        sentences = [line.format(**fields) for line in self._patterns[kind]]
        return [line[:1].upper() + line[1:] for line in sentences]

    def read(self, sentence: str) -> tuple[str, tuple[str, ...], str] | None:
        """Parse a sentence into its kind, its ids and, for `told`, the reported claim.

        Returns None if no pattern matches.
        """
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
        """Return the event that the speaker will go somewhere, or None if the sentence does not say so."""
        for form in self._farewells:
            match = form.search(sentence)
            fields = match.groupdict() if match else {}
            place = self._id(fields.get("place") or fields.get("in_place") or "")
            if place:
                return deed(GOING, speaker, place)
        return None

    def _id(self, text: str) -> str:
        """Return the id of a name that may have an article or preposition; empty if the text is not a name."""
        spans = self._names.spans(text)
        if len(spans) != 1:
            return ""
        start, end, id_ = spans[0]
        return id_ if end == len(text) and text[:start].casefold().split() in _BEFORE else ""

    def _inside(self, claim: str) -> str:
        """Return a sentence in the form it has after «that»: with a small first letter, unless it starts with a
        name.
        """
        first = self._names.spans(claim)[:1]
        if first and first[0][0] == 0 and not claim.startswith("The "):
            return claim
        return claim[:1].lower() + claim[1:]


def _going(line: str) -> re.Pattern[str]:
    """Compile the pattern of a farewell, without its form of address."""
    bare = without_address(line).rstrip(".。")
    return re.compile(f"{finder(bare).pattern}(?=[,.，。]|$)", re.IGNORECASE)


_WORDS = "words"
"""Prefix of the event ids of speech acts: words:KIND:DOER:TARGET:ABOUT. An empty part is written as -."""
_NOBODY = "-"
_FIELDS = ("doer", "target", "about")


def spoken_deed(kind: str, doer: str, target: str = "", about: str = "") -> str:
    """Return the event id of a speech act."""
    return ":".join((_WORDS, kind, doer, target or _NOBODY, about or _NOBODY))


@dataclass(frozen=True, slots=True)
class _SpokenForm:
    """One wording of a speech act: its kind, the field that fills each hole, and its negations."""

    kind: str
    holes: tuple[str, ...]
    polarity: tuple[str, ...]


class SpokenDeeds:
    """Writes and parses sentences about speech acts."""

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
        """Return the event of a sentence; None if it does not report a speech act."""
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
        """Return the sentences for an event; empty if there are none."""
        kind, fields = _kind_and_fields(event)
        named = {field for field in _FIELDS if field in fields}
        usable = [wording for wording in self._wordings.get(kind, ()) if _fields_in(wording) == named]
        return [self._filled(wording, fields) for wording in usable]

    def _filled(self, wording: str, ids: Mapping[str, str]) -> str:
        return _capital(wording.format(**{field: self._called(id_) for field, id_ in ids.items()}))


def _holes(masked: Masked) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the values of a sentence's named holes and, separately, its negations."""
    named = tuple(hole.value for hole in masked.holes if hole.kind != "done")
    return named, tuple(hole.value for hole in masked.holes if hole.kind == "done")


def is_spoken(event: str) -> bool:
    """Return whether an event is a speech act of the run."""
    return event.startswith(f"{_WORDS}:")


def persons_of(event: str) -> tuple[str, ...]:
    """Return the persons a speech act names."""
    return tuple(_kind_and_fields(event)[1].values())


def _kind_and_fields(event: str) -> tuple[str, dict[str, str]]:
    _, kind, *ids = event.split(":")
    return kind, {field: id_ for field, id_ in zip(_FIELDS, ids, strict=False) if id_ != _NOBODY}


def _fields_in(wording: str) -> set[str]:
    return {field for field in _FIELDS if f"{{{field}}}" in wording}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


_DEED_FIELDS = ("doer", "target", "place")


@dataclass(frozen=True, slots=True)
class _DeedForm:
    """One wording of a deed, with the field (or the fixed id) for each hole."""

    deed: str
    holes: tuple[str, ...]


class WorldDeeds:
    """Writes and parses sentences about the deeds of a world.

    Event ids are DEED:DOER:TARGET, with :PLACE appended if every wording of the deed names the place.
    """

    def __init__(
        self, deeds: Mapping[str, Deed], names: Names, kinds: Mapping[str, Kind], called: Mapping[str, str]
    ) -> None:
        self._deeds, self._names, self._kinds, self._called = deeds, names, kinds, called
        self._placed = {id_ for id_, deed in deeds.items() if all("{place}" in wording for wording in _wordings(deed))}
        self._forms: dict[str, list[_DeedForm]] = {}
        persons = [id_ for id_, kind in kinds.items() if kind == "person"][:2]
        places = [id_ for id_, kind in kinds.items() if kind == "place"][:1]
        samples = dict(zip(_DEED_FIELDS, (*persons, *places), strict=False))
        if len(samples) == len(_DEED_FIELDS):
            for id_, deed in deeds.items():
                for wording in _wordings(deed):
                    self._learn(id_, wording, samples)

    def _learn(self, deed: str, wording: str, samples: Mapping[str, str]) -> None:
        fields = {id_: field for field, id_ in samples.items()}
        masked = mask(self._filled(wording, samples), self._names, self._kinds)
        holes = tuple(fields.get(hole.value, hole.value) for hole in masked.holes)
        if {"doer", "target"} <= set(holes):
            self._forms.setdefault(masked.skeleton, []).append(_DeedForm(deed, holes))

    def read(self, masked: Masked) -> str | None:
        """Return the event that a sentence tells; None if the sentence tells no deed of this world."""
        for form in self._forms.get(masked.skeleton, ()):
            fields = _fit(form, masked)
            if fields and all(self._kinds.get(fields[role]) == "person" for role in ("doer", "target")):
                used = _DEED_FIELDS if form.deed in self._placed else _DEED_FIELDS[:2]
                return ":".join((form.deed, *(fields[field] for field in used)))
        return None

    def is_one(self, event: str) -> bool:
        """Return whether an event is a deed of this world."""
        return event.partition(":")[0] in self._deeds and event.count(":") >= 2

    def of(self, event: str) -> tuple[Deed, str, str, str]:
        """Return the deed, its doer, its target, and its place if the event has one."""
        deed, doer, target, *place = event.split(":")
        return self._deeds[deed], doer, target, place[0] if place else ""

    def is_lawful(self, event: str) -> bool:
        """Return whether an event is an official act: holding, freeing or banishing someone."""
        return self.is_one(event) and self.of(event)[0].does in ("hold", "free", "banish")

    def say(self, event: str) -> list[str]:
        """Return the sentences for a deed."""
        deed, doer, target, place = self.of(event)
        ids = {"doer": doer, "target": target, "place": place}
        usable = [wording for wording in _wordings(deed) if place or "{place}" not in wording]
        sentences = [self._filled(wording, ids) for wording in usable]
        return [sentence[:1].upper() + sentence[1:] for sentence in sentences]

    def _filled(self, wording: str, ids: Mapping[str, str]) -> str:
        for field, id_ in ids.items():
            wording = wording.replace(f"{{{field}}}", self._called.get(id_, id_))
        return wording


def _wordings(deed: Deed) -> tuple[str, ...]:
    return (deed.text, *deed.tellings)


def _fit(form: _DeedForm, masked: Masked) -> dict[str, str] | None:
    """Return the value of each field if the sentence matches this wording, otherwise None."""
    if len(form.holes) != len(masked.holes):
        return None
    fields: dict[str, str] = {}
    for name, hole in zip(form.holes, masked.holes, strict=True):
        if (name not in _DEED_FIELDS and name != hole.value) or fields.setdefault(name, hole.value) != hole.value:
            return None
    return fields
