"""From a log to its beats: what was done and came about. Turns that were refused or failed are none.

What a later version adds to the log is taken where it is there: things that are given and taken, deeds, words said
quietly, the place and the doer of what happened, and arcs that ended. A log without them is read just as well.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from agentsensus.events.event import Acted, Altered, AnyEvent, Arrived, Delivered, Departed, Happened, Sent, Sort
from agentsensus.screenplay.beat import (
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
from agentsensus.screenplay.whereabouts import Whereabouts
from agentsensus.telling import Teller
from agentsensus.world.scenario import Scenario

__all__ = ["BEATS", "BeatLog", "Opening"]

BEATS = ("say", "gesture", "act_on", "give", "take", "deed", "move", "think", "conclude")
"""The actions that are beats when they succeed; whatever happens (`happened`) is one too."""
_ENDED = "arc_ended"


@dataclass(frozen=True, slots=True)
class Opening:
    """What some characters are told before the play begins, by the lines of the log that tell it."""

    to: tuple[str, ...]
    text: str
    seqs: tuple[int, ...]


class BeatLog:
    """A log as a play sees it: what is told before it begins, its beats in order, and the cues between them."""

    def __init__(self, scenario: Scenario, events: Sequence[AnyEvent]) -> None:
        self.scenario = scenario
        self.events = events
        self.whereabouts = Whereabouts(scenario, events)
        self._teller = Teller(scenario)
        self._messages = _Messages(events)

    @cached_property
    def openings(self) -> list[Opening]:
        """What the world tells before round 1; the same text to several is told once."""
        merged: dict[str, Opening] = {}
        for event in self.events:
            if isinstance(event, Sent) and not event.sender and event.round == 0:
                before = merged.get(event.content, Opening((), event.content, ()))
                to = tuple(dict.fromkeys((*before.to, *event.recipients)))
                merged[event.content] = Opening(to, event.content, (*before.seqs, event.seq))
        return list(merged.values())

    @cached_property
    def beats(self) -> list[AnyBeat]:
        """What was done and came about, in the order of the log."""
        return [beat for event in self.events if (beat := self._beat(event)) is not None]

    @cached_property
    def cues(self) -> list[AnyCue]:
        """Who comes in, what word arrives and what has ended, in the order of the log."""
        return [cue for event in self.events for cue in self._cues(event)]

    def _beat(self, event: AnyEvent) -> AnyBeat | None:
        match event:
            case Acted(ok=True) if event.action in BEATS:
                return self._acted(event)
            case Happened():
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
                return GestureBeat(**_where(event), to=to, text=_text(event.params, "description"))
            case "act_on":
                done, becomes = _text(event.params, "description"), _text(event.params, "becomes")
                return ActBeat(**_where(event), target=_text(event.params, "target"), text=done, becomes=becomes)
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
            text, to = _text(event.params, "content"), _names(event.params, "targets")
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

    def _injected(self, event: Sent) -> AnyBeat:
        """A message that nobody's turn has sent: from somebody, or (as news) from the world itself."""
        if event.sender:
            return self._speech(event, event)
        place = self.whereabouts.most(event.recipients, event.round)
        text, _ = self._messages.arrived(event)
        return NewsBeat(seq=event.seq, round=event.round, place=place, to=event.recipients, text=text)

    def _moved(self, event: Acted) -> MoveBeat:
        to = _text(event.data, "to") or _text(event.params, "destination")
        arrives = event.data.get("arrives")
        rounds = arrives - event.round if isinstance(arrives, int) else 1
        return MoveBeat(**_where(event), to=to, rounds=rounds)

    def _deed(self, event: Acted) -> AnyBeat | None:
        """A deed that nothing else in the log tells; one that is told by what happened is that beat."""
        if (event.agent, event.round) in self._told_deeds:
            return None
        text = self._teller.done(event.agent, event.action, event.params)
        return ActBeat(**_where(event), target=_text(event.params, "target"), text=text)

    @cached_property
    def _told_deeds(self) -> set[tuple[str, int]]:
        told = (event for event in self.events if isinstance(event, Happened) and _text(_all(event), "by"))
        return {(_text(_all(event), "by"), round_) for event in told for round_ in (event.round, event.round - 1)}

    def _happened(self, event: Happened) -> EventBeat:
        fields = _all(event)
        place = _text(fields, "place") or self._where_owned(event)
        text = " ".join(event.text) if self.scenario.world.language == "en" else "".join(event.text)
        return EventBeat(seq=event.seq, round=event.round, place=place, who=_text(fields, "by"), text=text)

    def _where_owned(self, event: Happened) -> str:
        """The place among those who own what happened, or the one where most of them were."""
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
        """Whence somebody comes who arrives, and the beat in which it set out."""
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
        """An arc that has ended, where most of those it concerns are."""
        fields = _all(event)
        arc = next((arc for arc in self.scenario.world.arcs if arc.id == fields.get("arc")), None)
        text = _text(fields, "ending") or (arc.ending if arc else "")
        place = self.whereabouts.most(arc.characters if arc else (), event.round)
        if text:
            yield EndingCue(event.seq, event.round, place, text)


class _Messages:
    """The messages of a log: which turn sent which, and what became of them on the way."""

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
                words = _text(event.params, "content" if sort == "say" else "description")
                own = next((one for one in sent if one.content == words), sent[0] if sent else None)
                if own is not None:
                    self._of_turns[event.seq] = own
        self._sent_in_turns = {sent.message for sent in self._of_turns.values()}

    def of(self, event: Acted, sort: Sort) -> Sent | None:
        """The message that a turn has sent."""
        sent = self._of_turns.get(event.seq)
        return sent if sent and sent.sort == sort else None

    def recipients(self, event: Acted, sort: Sort) -> tuple[str, ...]:
        """Whom a turn was meant for."""
        sent = self.of(event, sort)
        return sent.recipients if sent else _names(event.params, "targets")

    def is_injected(self, event: Sent) -> bool:
        """Whether no turn has sent it, and the play had begun."""
        return event.round > 0 and event.message not in self._sent_in_turns

    def arrived(self, sent: Sent) -> tuple[str, tuple[OtherWording, ...]]:
        """A message as it arrived: the wording that most got as it was said, or the one that all got instead."""
        altered = self._altered.get(sent.message, {})
        groups: dict[str | None, list[str]] = {}
        for hearer in sent.recipients:
            groups.setdefault(altered.get(hearer, sent.content), []).append(hearer)
        text = sent.content
        if text not in groups:
            text = next((wording for wording in groups if wording is not None), text)
        others = {wording: hearers for wording, hearers in groups.items() if wording != text}
        return text, tuple(OtherWording(tuple(hearers), wording) for wording, hearers in others.items())


def _thought(event: Acted) -> ThoughtBeat:
    if event.action == "conclude":
        return ThoughtBeat(**_where(event), text=_text(event.params, "text"))
    return ThoughtBeat(**_where(event), text=_text(event.data, "reply"), question=_text(event.params, "question"))


def _handed(event: Acted) -> HandingBeat:
    other = _text(event.params, "target" if event.action == "give" else "from")
    giver, taker = (event.agent, other) if event.action == "give" else (other, event.agent)
    return HandingBeat(**_where(event), thing=_text(event.params, "thing"), giver=giver, taker=taker)


def _where(event: Acted) -> dict[str, Any]:
    return {"seq": event.seq, "round": event.round, "place": event.place, "who": event.agent}


def _all(event: AnyEvent) -> dict[str, Any]:
    """Every field that an event has, those of later versions among them."""
    return event.model_dump(mode="json")


def _text(fields: dict[str, Any], key: str) -> str:
    value = fields.get(key)
    return value if isinstance(value, str) else ""


def _names(fields: dict[str, Any], key: str) -> tuple[str, ...]:
    value = fields.get(key)
    return (value,) if isinstance(value, str) else tuple(map(str, value)) if isinstance(value, list) else ()
