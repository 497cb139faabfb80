"""The input for a model: the numbered beats of a scene, with names in the target language."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from agentsensus.worlds.screenplay.beat import (
    ActBeat,
    AnyBeat,
    AnyCue,
    ArrivalCue,
    Beat,
    EndingCue,
    EventBeat,
    GestureBeat,
    HandingBeat,
    MoveBeat,
    NewsBeat,
    SpeechBeat,
    ThoughtBeat,
    WordCue,
)
from agentsensus.worlds.screenplay.folding import fold
from agentsensus.worlds.screenplay.scenes import StagedScene, in_order
from agentsensus.worlds.screenplay.script import Casting, LineKind, on_one_line

__all__ = ["SceneSheet", "SheetEntry"]


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """One numbered entry: a beat with its repeats, or an optional cue."""

    number: int
    entry: AnyBeat | AnyCue
    repeats: tuple[AnyBeat, ...] = ()

    @property
    def is_beat(self) -> bool:
        """Whether the entry is a beat, which must be told."""
        return isinstance(self.entry, Beat)

    @property
    def seqs(self) -> tuple[int, ...]:
        """The log lines of the entry."""
        if isinstance(self.entry, ArrivalCue | WordCue):
            return (self.entry.seq if self.entry.of is None else self.entry.of,)
        return (self.entry.seq, *(repeat.seq for repeat in self.repeats))

    @property
    def doer(self) -> str:
        """The id of the actor; empty if there is none."""
        return self.entry.who if isinstance(self.entry, Beat | ArrivalCue) else ""

    @property
    def kind(self) -> LineKind:
        """The kind of line for the actor's words."""
        match self.entry:
            case SpeechBeat():
                return "letter" if self.entry.is_letter else "speech"
            case ThoughtBeat():
                return "thought"
            case _:
                return "direction"


@dataclass(frozen=True)
class SceneSheet:
    """A scene as given to a model."""

    scene: StagedScene
    casting: Casting
    entries: tuple[SheetEntry, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "entries", tuple(self._numbered()))

    def _numbered(self) -> Iterator[SheetEntry]:
        repeats = {folded.beat.seq: folded.repeats for folded in fold(self.scene.beats)}
        entries: list[AnyBeat | AnyCue] = in_order((*self.scene.beats, *self.scene.cues), self.scene.arrivals)
        number = 0
        for entry in entries:
            if not isinstance(entry, Beat) or entry.seq in repeats:
                number += 1
                again = repeats[entry.seq] if isinstance(entry, Beat) else ()
                yield SheetEntry(number, entry, again)

    @cached_property
    def by_number(self) -> dict[int, SheetEntry]:
        return {entry.number: entry for entry in self.entries}

    @property
    def required(self) -> tuple[int, ...]:
        """The numbers of the beats, which must all be told."""
        return tuple(entry.number for entry in self.entries if entry.is_beat)

    @property
    def cast(self) -> tuple[str, ...]:
        """The ids of all who act, arrive or are addressed."""
        coming = (cue.who for cue in self.scene.cues if isinstance(cue, ArrivalCue))
        return tuple(dict.fromkeys((*self.scene.cast, *coming)))

    @cached_property
    def source(self) -> str:
        """The words of all beats, as in the log."""
        return "\n".join(text for entry in self.entries for text in _texts(entry.entry))

    def words(self, number: int) -> str:
        """Return the words of one beat, as in the log."""
        return "\n".join(_texts(self.by_number[number].entry))

    def seqs(self, numbers: Sequence[int]) -> tuple[int, ...]:
        """Return the log lines of the given entry numbers."""
        return tuple(dict.fromkeys(seq for number in numbers for seq in self.by_number[number].seqs))

    def lines(self) -> str:
        """Return the entries as JSON lines."""
        return "\n".join(json.dumps(self._as_json(entry), ensure_ascii=False) for entry in self.entries)

    def _as_json(self, entry: SheetEntry) -> dict[str, Any]:
        head = {"beat": entry.number, **self._does(entry.entry)}
        if entry.repeats:
            others = (id_ for beat in entry.repeats if isinstance(beat, SpeechBeat) for id_ in beat.to)
            head |= {"again": len(entry.repeats), "again_to": self._names(tuple(dict.fromkeys(others)))}
        return {key: value for key, value in head.items() if value not in ("", [], None)}

    def _does(self, entry: AnyBeat | AnyCue) -> dict[str, Any]:
        name = self.casting.name
        match entry:
            case SpeechBeat():
                does = "writes" if entry.is_letter else "says quietly" if entry.quietly else "says"
                got = [
                    {"to": self._names(version.to), "text": version.text or "(nothing)"} for version in entry.otherwise
                ]
                words = {"to": self._names(entry.to), "text": on_one_line(entry.text), "arrives_as": got}
                return {"who": name(entry.who), "does": does} | words
            case ThoughtBeat():
                text = f"{entry.question} {entry.text}".strip()
                return {"who": name(entry.who), "does": "thinks", "text": on_one_line(text)}
            case GestureBeat():
                seen = {"to": self._names(entry.to), "text": on_one_line(entry.text)}
                return {"who": name(entry.who), "does": "gesture"} | seen
            case ActBeat():
                return {
                    "who": name(entry.who),
                    "does": "act",
                    "text": on_one_line(entry.text),
                    "becomes": entry.becomes,
                }
            case HandingBeat():
                hands = {"thing": name(entry.thing), "from": entry.giver and name(entry.giver), "to": name(entry.taker)}
                return {"who": name(entry.who), "does": "gives" if entry.who == entry.giver else "takes"} | hands
            case MoveBeat():
                return {"who": name(entry.who), "does": "leaves", "for": name(entry.to)}
            case EventBeat():
                return {"who": entry.who and name(entry.who), "does": "event", "text": on_one_line(entry.text)}
            case NewsBeat():
                return {"does": "news", "to": self._names(entry.to), "text": on_one_line(entry.text)}
            case ArrivalCue():
                origin = entry.origin and name(entry.origin)
                return {"who": name(entry.who), "does": "comes in", "from": origin, "optional": True}
            case WordCue():
                return {"to": [name(entry.to)], "does": "gets word", "from": name(entry.sender), "optional": True}
            case EndingCue():
                return {"does": "ending", "text": entry.text, "optional": True}

    def _names(self, ids: Sequence[str]) -> list[str]:
        return [self.casting.name(id_) for id_ in ids]


def _texts(entry: AnyBeat | AnyCue) -> list[str]:
    match entry:
        case SpeechBeat():
            return [entry.text, *(version.text for version in entry.otherwise if version.text)]
        case ThoughtBeat():
            return [entry.question, entry.text]
        case ActBeat():
            return [entry.text, entry.becomes]
        case GestureBeat() | EventBeat() | NewsBeat() | EndingCue():
            return [entry.text]
        case _:
            return []
