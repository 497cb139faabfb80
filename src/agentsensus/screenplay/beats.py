"""From a log to its beats: what was done and came about. Turns that were refused or failed are none.

What a later version adds to the log is taken where it is there: things that are given and taken, deeds, words said
quietly, the place and the doer of what happened, and arcs that ended. A log without them is read just as well.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from agentsensus.events.event import Acted, AnyEvent, Arrived, Delivered, Departed, Happened, Sent
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
    SpeechBeat,
    ThoughtBeat,
    WordCue,
)
from agentsensus.screenplay.messages import LogMessages, names_of, text_of
from agentsensus.screenplay.whereabouts import Whereabouts
from agentsensus.telling import Teller
from agentsensus.text.languages import rules_of
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
        self._messages = LogMessages(events)

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

    def _injected(self, event: Sent) -> AnyBeat:
        """A message that nobody's turn has sent: from somebody, or (as news) from the world itself."""
        if event.sender:
            return self._speech(event, event)
        place = self.whereabouts.most(event.recipients, event.round)
        text, _ = self._messages.arrived(event)
        return NewsBeat(seq=event.seq, round=event.round, place=place, to=event.recipients, text=text)

    def _moved(self, event: Acted) -> MoveBeat:
        to = text_of(event.data, "to") or text_of(event.params, "destination")
        arrives = event.data.get("arrives")
        rounds = arrives - event.round if isinstance(arrives, int) else 1
        return MoveBeat(**_where(event), to=to, rounds=rounds)

    def _deed(self, event: Acted) -> AnyBeat | None:
        """A deed that nothing else in the log tells; one that is told by what happened is that beat."""
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
    """Whose deed it is that happened; empty for what befalls the world."""
    return event.doers[0] if event.sort == "deed" and event.doers else ""


def _all(event: AnyEvent) -> dict[str, Any]:
    """Every field that an event has, those of later versions among them."""
    return event.model_dump(mode="json")
