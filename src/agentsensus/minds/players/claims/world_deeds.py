"""The deeds that a world allows, as sentences: said of anybody who did one, and read again."""

from collections.abc import Mapping
from dataclasses import dataclass

from agentsensus.minds.players.claims.masking import Kind, Masked, mask
from agentsensus.text.names import Names
from agentsensus.world.happenings import Deed

__all__ = ["WorldDeeds"]

_FIELDS = ("doer", "target", "place")


@dataclass(frozen=True, slots=True)
class _DeedForm:
    """One wording of a deed: what fills each of its holes, by field or (a name of the wording itself) by id."""

    deed: str
    holes: tuple[str, ...]


class WorldDeeds:
    """Every deed of a world in every wording.

    An event of it is named DEED:DOER:TARGET, with :PLACE behind where every wording of the deed says the place.
    """

    def __init__(
        self, deeds: Mapping[str, Deed], names: Names, kinds: Mapping[str, Kind], called: Mapping[str, str]
    ) -> None:
        self._deeds, self._names, self._kinds, self._called = deeds, names, kinds, called
        self._placed = {id_ for id_, deed in deeds.items() if all("{place}" in wording for wording in _wordings(deed))}
        self._forms: dict[str, list[_DeedForm]] = {}
        persons = [id_ for id_, kind in kinds.items() if kind == "person"][:2]
        places = [id_ for id_, kind in kinds.items() if kind == "place"][:1]
        samples = dict(zip(_FIELDS, (*persons, *places), strict=False))
        if len(samples) == len(_FIELDS):
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
        """The event that a sentence tells; None when it tells no deed of this world."""
        for form in self._forms.get(masked.skeleton, ()):
            fields = _fit(form, masked)
            if fields and all(self._kinds.get(fields[role]) == "person" for role in ("doer", "target")):
                used = _FIELDS if form.deed in self._placed else _FIELDS[:2]
                return ":".join((form.deed, *(fields[field] for field in used)))
        return None

    def is_one(self, event: str) -> bool:
        """Whether an event is a deed of this world."""
        return event.partition(":")[0] in self._deeds and event.count(":") >= 2

    def of(self, event: str) -> tuple[Deed, str, str, str]:
        """The deed of an event, who did it, to whom, and where, if the event says it."""
        deed, doer, target, *place = event.split(":")
        return self._deeds[deed], doer, target, place[0] if place else ""

    def is_lawful(self, event: str) -> bool:
        """Whether an event is what an office does to somebody: to hold, to free, to banish."""
        return self.is_one(event) and self.of(event)[0].does in ("hold", "free", "banish")

    def say(self, event: str) -> list[str]:
        """The sentences for a deed."""
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
    """What each field is in a sentence of this form; None when it does not fit."""
    if len(form.holes) != len(masked.holes):
        return None
    fields: dict[str, str] = {}
    for name, hole in zip(form.holes, masked.holes, strict=True):
        if (name not in _FIELDS and name != hole.value) or fields.setdefault(name, hole.value) != hole.value:
            return None
    return fields
