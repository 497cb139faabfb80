"""The committed rounds of a run as the page shows them: what was said and done, where everybody is, and counts.

A feed reads the log once and then only what was added. It never reads past the last committed round.
"""

import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from agentsensus.analysis.report.layout import map_cells
from agentsensus.analysis.report.panels.story import map_ways
from agentsensus.worlds.events.event import (
    Acted,
    AnyEvent,
    ArcEnded,
    Arrived,
    Departed,
    Happened,
    LifeChanged,
    MemoryEdited,
    Recalled,
    Remembered,
    Sent,
    ThingMade,
    ThingMoved,
    TurnFailed,
    read_event,
)
from agentsensus.worlds.run_folder.folder import RunFolder
from agentsensus.worlds.screenplay.script import on_one_line
from agentsensus.worlds.telling import Teller

__all__ = ["Feed"]

_SPOKEN = ("say", "gesture")


class Feed:
    """The rounds of one run, read from its log as they are committed. Several threads may read it."""

    def __init__(self, folder: RunFolder) -> None:
        self._lock = threading.Lock()
        self._log: Path = folder.log
        self._scenario = folder.scenario()
        self._teller = Teller(self._scenario)
        self._offset = 0
        self._counts: Counter[str] = Counter()
        self._used: list[str] = []
        self.rounds: list[dict[str, Any]] = []
        self._places = {id_: self._scenario.characters[id_].at or "" for id_ in self._scenario.active}
        self._things = {id_: thing.held_by or thing.at or "" for id_, thing in self._scenario.carriers.items()}

    @property
    def last(self) -> int:
        """The last round that was read; -1 before the first."""
        rounds = self.rounds
        return int(rounds[-1]["round"]) if rounds else -1

    def read(self, committed: int) -> None:
        """Read the log up to the last committed round. A round without events appears too."""
        if committed >= 0:
            with self._lock:
                self._read(committed)

    def _read(self, committed: int) -> None:
        if not self.rounds:
            self._add(0, [])
        by_round: dict[int, list[AnyEvent]] = {}
        for event in self._new_events(committed):
            by_round.setdefault(event.round, []).append(event)
        if zero := by_round.pop(0, None):
            self.rounds = []  # a new list: another thread may be asking the old one
            self._used = []
            self._add(0, zero)
        for round_ in range(self.last + 1, committed + 1):
            self._add(round_, by_round.get(round_, []))

    def after(self, round_: int) -> list[dict[str, Any]]:
        """Return the rounds later than `round_`. Round 0 lists all positions, later rounds only what moved."""
        return [each for each in self.rounds if each["round"] > round_]

    def _new_events(self, committed: int) -> Iterator[AnyEvent]:
        try:
            with self._log.open("rb") as lines:
                lines.seek(self._offset)
                for line in lines:
                    if not line.endswith(b"\n"):
                        return
                    event = read_event(line)
                    if event.round > committed:
                        return
                    self._offset += len(line)
                    yield event
        except FileNotFoundError:
            return

    def _add(self, round_: int, events: Sequence[AnyEvent]) -> None:
        people = dict(self._places) if round_ == 0 else {}
        things = dict(self._things) if round_ == 0 else {}
        roads: dict[str, str] = {}
        for event in events:
            match event:
                case Departed():
                    people[event.agent], roads[event.agent] = "", event.to
                case Arrived():
                    people[event.agent] = event.place
                case ThingMade() | ThingMoved():
                    things[event.thing] = event.holder
            self._count(event)
        self._places |= people
        self._things |= things
        shown: dict[str, Any] = {
            "round": round_,
            "items": list(self._items(events)),
            "people": people,
            "roads": roads,
            "things": things,
            "ends": [event.of for event in events if isinstance(event, LifeChanged) and event.change == "died"],
            "counts": dict(self._counts),
        }
        used = [place for place in self._scenario.places if place in {*self._places.values(), *self._things.values()}]
        if new := [place for place in used if place not in self._used]:
            self._used = [place for place in self._scenario.places if place in {*self._used, *new}]
            shown["cells"] = map_cells(self._used, self._scenario.map.distance)
            shown["edges"] = list(map_ways(self._scenario, self._used))
        self.rounds.append(shown)

    def _count(self, event: AnyEvent) -> None:
        match event:
            case Remembered() | Happened():
                self._counts.update(stated.outcome for stated in event.statements)
            case Recalled():
                self._counts["recalls"] += 1
            case Sent() if event.sender:
                self._counts["said"] += 1

    def _items(self, events: Sequence[AnyEvent]) -> list[dict[str, Any]]:
        """Return what the round shows, each event once. Turns of a round are simultaneous, so those in one place stand
        together, places in the order of their first turn; what has no place comes first."""
        turns = {event.agent: event for event in events if isinstance(event, Acted)}
        announced = {" ".join(event.text) for event in events if isinstance(event, Happened)}
        items = []
        for event in events:
            item = self._item(event, turns, announced)
            if item is not None:
                items.append({"seq": event.seq, **item})
        places = list(dict.fromkeys(["", *(item.get("place", "") for item in items)]))
        return sorted(items, key=lambda item: (places.index(item.get("place", "")), item["seq"]))

    def _place_of(self, agent: str, turn: Acted | None) -> str:
        return (turn.place if turn is not None else self._places.get(agent)) or ""

    def _item(self, event: AnyEvent, turns: dict[str, Acted], announced: set[str]) -> dict[str, Any] | None:
        match event:
            case Sent(sender="") if event.content not in announced:
                return {"sort": "announced", "to": [*event.recipients], "text": on_one_line(event.content)}
            case Sent() if event.sender:
                turn = turns.get(event.sender)
                because = turn.because if turn is not None and turn.action in _SPOKEN else ""
                far = any(event.distance.values())
                sort = "gesture" if event.sort == "gesture" else "letter" if far else "speech"
                spoken = {"who": event.sender, "to": [*event.recipients], "text": on_one_line(event.content)}
                return {"sort": sort, **spoken, "place": self._place_of(event.sender, turn), "because": because}
            case Acted() if event.ok and event.action not in _SPOKEN and self._teller.is_watched(event.action):
                text = on_one_line(self._teller.done(event.agent, event.action, event.params))
                done = {"who": event.agent, "text": text, "place": self._place_of(event.agent, event)}
                return {"sort": "direction", **done, "because": event.because}
            case Happened() if event.sort != "deed":
                text = on_one_line(" ".join(event.text))
                return {"sort": event.sort, "to": [*event.owners], "text": text, "place": event.place}
            case ArcEnded():
                return {"sort": "ending", "text": on_one_line(event.ending or event.arc)}
            case LifeChanged():
                place = event.place or self._place_of(event.of, turns.get(event.of))
                return {"sort": "life", "who": event.of, "change": event.change, "place": place}
            case TurnFailed():
                return {"sort": "failed", "who": event.agent, "text": on_one_line(event.problem)[:300]}
            case MemoryEdited():
                return {"sort": "authored", "edit": event.edit, "text": event.refusal}
        return None
