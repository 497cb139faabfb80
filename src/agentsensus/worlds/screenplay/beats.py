"""Read the beats and cues of a play from a run's log."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from agentsensus.language.languages import rules_of
from agentsensus.worlds.events.event import (
    Acted,
    Altered,
    AnyEvent,
    Arrived,
    Delivered,
    Departed,
    Happened,
    Sent,
    Sort,
    TurnFailed,
)
from agentsensus.worlds.runs.truth import LIES, truth_of
from agentsensus.worlds.scenario.scenario import Scenario
from agentsensus.worlds.screenplay.beat import (
    ActBeat,
    AnyBeat,
    AnyCue,
    ArrivalCue,
    EndingCue,
    EventBeat,
    GestureBeat,
    HandingBeat,
    MoveBeat,
    NewsBeat,
    OtherWording,
    SpeechBeat,
    ThoughtBeat,
    WordCue,
)
from agentsensus.worlds.telling import Teller

__all__ = ["BEATS", "BeatLog", "LogMessages", "Opening", "Whereabouts", "names_of", "text_of"]


class LogMessages:
    """The messages of a log: the turn that sent each, and changes on the way."""

    def __init__(self, events: Sequence[AnyEvent]) -> None:
        self.by_id: dict[str, Sent] = {}
        self._sent: dict[tuple[int, str, Sort], list[Sent]] = {}
        self._altered: dict[str, dict[str, str | None]] = {}
        self._of_turns: dict[int, Sent] = {}
        for event in events:
            match event:
                case Sent():
                    self.by_id[event.message] = event
                    self._sent.setdefault((event.round, event.sender, event.sort), []).append(event)
                case Altered():
                    changed = dict.fromkeys(event.recipients, event.content)
                    self._altered.setdefault(event.message, {}).update(changed)
        self._match(events)

    def _match(self, events: Sequence[AnyEvent]) -> None:
        for event in events:
            if isinstance(event, Acted) and event.ok and event.action in ("say", "gesture"):
                sort: Sort = "say" if event.action == "say" else "gesture"
                sent = self._sent.get((event.round, event.agent, sort), [])
                words = text_of(event.params, "content" if sort == "say" else "description")
                own = next((message for message in sent if message.content == words), sent[0] if sent else None)
                if own is not None:
                    self._of_turns[event.seq] = own
        self._sent_in_turns = {sent.message for sent in self._of_turns.values()}

    def of(self, event: Acted, sort: Sort) -> Sent | None:
        """Return the message that a turn sent."""
        sent = self._of_turns.get(event.seq)
        return sent if sent and sent.sort == sort else None

    def recipients(self, event: Acted, sort: Sort) -> tuple[str, ...]:
        """Return the recipients of a turn's message."""
        sent = self.of(event, sort)
        return sent.recipients if sent else names_of(event.params, "targets")

    def is_injected(self, event: Sent) -> bool:
        """Return whether the message was sent after round 0 without a turn."""
        return event.round > 0 and event.message not in self._sent_in_turns

    def arrived(self, sent: Sent) -> tuple[str, tuple[OtherWording, ...]]:
        """Return the text that most hearers received, and other wordings with their hearers."""
        altered = self._altered.get(sent.message, {})
        groups: dict[str | None, list[str]] = {}
        for hearer in sent.recipients:
            groups.setdefault(altered.get(hearer, sent.content), []).append(hearer)
        text = sent.content
        if text not in groups:
            text = next((wording for wording in groups if wording is not None), text)
        others = {wording: hearers for wording, hearers in groups.items() if wording != text}
        return text, tuple(OtherWording(tuple(hearers), wording) for wording, hearers in others.items())


def text_of(fields: Mapping[str, Any], key: str) -> str:
    """Return a text field; empty if it is missing or not a text."""
    value = fields.get(key)
    return value if isinstance(value, str) else ""


def names_of(fields: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """Return a field with one or several names as a tuple."""
    value = fields.get(key)
    return (value,) if isinstance(value, str) else tuple(map(str, value)) if isinstance(value, list) else ()


class Whereabouts:
    """The place of every character in each round, at the time of decision; None while travelling.

    A character who leaves in a round still counts as present in it. A character moved by a happening is located by the
    first turn in the new place.
    """

    def __init__(self, scenario: Scenario, events: Iterable[AnyEvent]) -> None:
        self._since: dict[str, list[int]] = {}
        self._places: dict[str, list[str | None]] = {}
        for agent in scenario.active:
            self._since[agent] = [0]
            self._places[agent] = [scenario.characters[agent].at]
        for event in events:
            match event:
                case Departed():
                    self._put(event.agent, event.round + 1, None)
                case Arrived():
                    self._put(event.agent, event.round, event.place)
                case Acted() | TurnFailed() if event.place:
                    self._put(event.agent, event.round, event.place)

    def of(self, agent: str, round_: int) -> str | None:
        """Return the place of a character in a round; None while travelling, or for a character who does not act."""
        since = self._since.get(agent)
        return self._places[agent][bisect_right(since, round_) - 1] if since else None

    def present(self, place: str, round_: int) -> list[str]:
        """Return the ids of the characters in a place in a round."""
        return [agent for agent in self._since if self.of(agent, round_) == place]

    def most(self, agents: Sequence[str], round_: int) -> str:
        """Return the place of most of these characters (ties: the smaller id); empty if all were travelling."""
        places = Counter(place for agent in agents if (place := self.of(agent, round_)))
        return min(places, key=lambda place: (-places[place], place), default="")

    def _put(self, agent: str, round_: int, place: str | None) -> None:
        since, places = self._since.setdefault(agent, [0]), self._places.setdefault(agent, [None])
        if since[-1] >= round_:
            places[-1] = place
        elif places[-1] != place:
            since.append(round_)
            places.append(place)


BEATS = ("say", "gesture", "act_on", "give", "take", "deed", "move", "think", "conclude")
"""Actions that become beats if they succeed. Events of the kind `happened` are beats too."""
_ENDED = "arc_ended"
_ASKING = frozenset(("whether", "deny"))
"""Drives whose lines mention a version of an event without asserting it."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A text told before the play, with its recipients and the log lines that tell it."""

    to: tuple[str, ...]
    text: str
    seqs: tuple[int, ...]


class BeatLog:
    """A log as a play: its openings, its beats in order, and its cues."""

    def __init__(self, scenario: Scenario, events: Sequence[AnyEvent]) -> None:
        self.scenario = scenario
        self.events = events
        self.whereabouts = Whereabouts(scenario, events)
        self._teller = Teller(scenario)
        self._messages = LogMessages(events)

    @cached_property
    def openings(self) -> list[Opening]:
        """The texts told before round 1; the same text to several characters is merged."""
        merged: dict[str, Opening] = {}
        for event in self.events:
            if isinstance(event, Sent) and not event.sender and event.round == 0:
                before = merged.get(event.content, Opening((), event.content, ()))
                to = tuple(dict.fromkeys((*before.to, *event.recipients)))
                merged[event.content] = Opening(to, event.content, (*before.seqs, event.seq))
        return list(merged.values())

    @cached_property
    def beats(self) -> list[AnyBeat]:
        """All beats in the order of the log."""
        return [beat for event in self.events if (beat := self._beat(event)) is not None]

    @cached_property
    def _places_of_events(self) -> dict[str, str]:
        """The place of every event that the log tells, by its text."""
        return {
            beat.text: beat.place
            for event in self.events
            if isinstance(event, Happened)
            for beat in [self._happened(event)]
        }

    @cached_property
    def untruths(self) -> dict[int, Literal["lie", "drift"]]:
        """The untrue speeches of players by beat number: a lie, or an error in retelling.

        Empty for runs without players.
        """
        drives = {(event.round, event.agent): event.drive for event in self.events if isinstance(event, Acted)}
        if not any(drives.values()):
            return {}
        truth = truth_of(self.scenario, self.events)
        found: dict[int, Literal["lie", "drift"]] = {}
        for event in self.events:
            sent = self._messages.of(event, "say") if isinstance(event, Acted) else None
            kinds = {truth.kind(claim) for claim in truth.said.get(sent.message, ())} if sent else set()
            if isinstance(event, Acted) and sent and kinds - {"original"} and event.drive not in _ASKING:
                is_lie = event.drive in LIES
                found[event.seq] = "lie" if is_lie else "drift"
        return found

    @cached_property
    def cues(self) -> list[AnyCue]:
        """All cues (arrivals, delivered messages, endings) in the order of the log."""
        return [cue for event in self.events for cue in self._cues(event)]

    def _beat(self, event: AnyEvent) -> AnyBeat | None:
        match event:
            case Acted(ok=True) if event.action in BEATS:
                return self._acted(event)
            case Happened() if not self._is_news_only(event):
                return self._happened(event)
            case Sent() if self._messages.is_injected(event):
                return self._injected(event)
            case _:
                return None

    def _acted(self, event: Acted) -> AnyBeat | None:
        match event.action:
            case "say":
                return self._said(event)
            case "gesture":
                to = self._messages.recipients(event, "gesture")
                return GestureBeat(**_where(event), to=to, text=text_of(event.params, "description"))
            case "act_on":
                done, becomes = text_of(event.params, "description"), text_of(event.params, "becomes")
                return ActBeat(**_where(event), target=text_of(event.params, "target"), text=done, becomes=becomes)
            case "give" | "take":
                return _handed(event)
            case "move":
                return self._moved(event)
            case "think" | "conclude":
                return _thought(event)
            case _:
                return self._deed(event)

    def _said(self, event: Acted) -> SpeechBeat:
        sent = self._messages.of(event, "say")
        quietly = event.params.get("quietly") is True
        if sent is None:
            text, to = text_of(event.params, "content"), names_of(event.params, "targets")
            return SpeechBeat(**_where(event), to=to, text=text, quietly=quietly)
        return self._speech(sent, event, quietly)

    def _speech(self, sent: Sent, event: Acted | Sent, quietly: bool = False) -> SpeechBeat:
        place = event.place if isinstance(event, Acted) else self.whereabouts.of(sent.sender, sent.round) or ""
        text, otherwise = self._messages.arrived(sent)
        return SpeechBeat(
            seq=event.seq,
            round=event.round,
            place=place,
            who=sent.sender,
            to=sent.recipients,
            text=text,
            afar=tuple(hearer for hearer in sent.recipients if sent.distance.get(hearer, 0) > 0),
            quietly=quietly,
            otherwise=otherwise,
        )

    def _injected(self, event: Sent) -> AnyBeat | None:
        """Return the beat of a message without a turn: speech of its sender, or news from the world.

        News of an event reaches only those who were elsewhere; None if everybody was there.
        """
        if event.sender:
            return self._speech(event, event)
        text, _ = self._messages.arrived(event)
        there = self._places_of_events.get(text)
        to = tuple(
            id_
            for id_ in event.recipients
            if not there or there not in (self.whereabouts.of(id_, round_) for round_ in (event.round - 1, event.round))
        )
        if not to:
            return None
        place = self.whereabouts.most(to, event.round)
        return NewsBeat(seq=event.seq, round=event.round, place=place, to=to, text=text)

    def _moved(self, event: Acted) -> MoveBeat:
        to = text_of(event.data, "to") or text_of(event.params, "destination")
        arrives = event.data.get("arrives")
        rounds = arrives - event.round if isinstance(arrives, int) else 1
        return MoveBeat(**_where(event), to=to, rounds=rounds)

    def _deed(self, event: Acted) -> AnyBeat | None:
        """Return the beat of a deed, unless an event in the log tells it."""
        if (event.agent, event.round) in self._told_deeds:
            return None
        text = self._teller.done(event.agent, event.action, event.params)
        return ActBeat(**_where(event), target=text_of(event.params, "target"), text=text)

    @cached_property
    def _told_deeds(self) -> set[tuple[str, int]]:
        happenings = [event for event in self.events if isinstance(event, Happened)]
        return {(_doer(event), round_) for event in happenings for round_ in (event.round, event.round - 1)}

    def _happened(self, event: Happened) -> EventBeat:
        place = event.place or self._where_owned(event)
        text = rules_of(self.scenario.world.language).writing.sentences(event.text)
        return EventBeat(seq=event.seq, round=event.round, place=place, who=_doer(event), text=text)

    def _is_news_only(self, event: Happened) -> bool:
        """Return whether nobody was there, and the log tells where news of the event arrived."""
        beat = self._happened(event)
        rounds = (event.round - 1, event.round)
        if not beat.text or any(self.whereabouts.present(beat.place, round_) for round_ in rounds):
            return False
        return beat.text in self._world_news

    @cached_property
    def _world_news(self) -> frozenset[str]:
        return frozenset(event.content for event in self.events if isinstance(event, Sent) and not event.sender)

    def _where_owned(self, event: Happened) -> str:
        """Return the place among the owners of an event, or the place of most of them."""
        owned = next((owner for owner in event.owners if owner in self.scenario.places), "")
        return owned or self.whereabouts.most(event.owners, event.round)

    def _cues(self, event: AnyEvent) -> Iterator[AnyCue]:
        match event:
            case Arrived():
                origin, of = self._way_of(event)
                yield ArrivalCue(event.seq, event.round, event.place, event.agent, origin, of)
            case Delivered(sender=str(sender)) if sender:
                yield from self._word(event)
            case _ if event.kind == _ENDED:
                yield from self._ending(event)

    def _way_of(self, event: Arrived) -> tuple[str, int | None]:
        """Return where an arriving character came from, and the beat in which it left."""
        left = self._departures.get(event.agent, [])
        way = next((way for way in reversed(left) if way.arrives == event.round and way.to == event.place), None)
        return (way.origin, self._moves.get((event.agent, way.round))) if way else ("", None)

    @cached_property
    def _departures(self) -> dict[str, list[Departed]]:
        ways: dict[str, list[Departed]] = {}
        for event in self.events:
            if isinstance(event, Departed):
                ways.setdefault(event.agent, []).append(event)
        return ways

    @cached_property
    def _moves(self) -> dict[tuple[str, int], int]:
        return {(beat.who, beat.round): beat.seq for beat in self.beats if isinstance(beat, MoveBeat)}

    def _word(self, event: Delivered) -> Iterator[WordCue]:
        sent = self._messages.by_id.get(event.message)
        place = self.whereabouts.of(event.recipient, event.round)
        of = self._speeches.get((event.sender, event.sent))
        if sent and place and of is not None and sent.sort == "say" and sent.distance.get(event.recipient, 0) > 0:
            yield WordCue(event.seq, event.round, place, event.sender, event.recipient, of)

    @cached_property
    def _speeches(self) -> dict[tuple[str, int], int]:
        return {(beat.who, beat.round): beat.seq for beat in self.beats if isinstance(beat, SpeechBeat)}

    def _ending(self, event: AnyEvent) -> Iterator[EndingCue]:
        """Yield the end of an arc, placed where most of its characters are."""
        fields = _all(event)
        arc = next((arc for arc in self.scenario.world.arcs if arc.id == fields.get("arc")), None)
        text = text_of(fields, "ending") or (arc.ending if arc else "")
        place = self.whereabouts.most(arc.characters if arc else (), event.round)
        if text:
            yield EndingCue(event.seq, event.round, place, text)


def _thought(event: Acted) -> ThoughtBeat:
    if event.action == "conclude":
        return ThoughtBeat(**_where(event), text=text_of(event.params, "text"))
    return ThoughtBeat(**_where(event), text=text_of(event.data, "reply"), question=text_of(event.params, "question"))


def _handed(event: Acted) -> HandingBeat:
    other = text_of(event.params, "target" if event.action == "give" else "from")
    giver, taker = (event.agent, other) if event.action == "give" else (other, event.agent)
    return HandingBeat(**_where(event), thing=text_of(event.params, "thing"), giver=giver, taker=taker)


def _where(event: Acted) -> dict[str, Any]:
    return {"seq": event.seq, "round": event.round, "place": event.place, "who": event.agent}


def _doer(event: Happened) -> str:
    """Return the doer of an event; empty for happenings of the world."""
    return event.doers[0] if event.sort == "deed" and event.doers else ""


def _all(event: AnyEvent) -> dict[str, Any]:
    """Return all fields of an event, including those of later versions."""
    return event.model_dump(mode="json")
