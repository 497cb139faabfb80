"""Each beat as a line of a play, in the words of the log and the language of the world."""

from collections.abc import Iterator, Sequence

from agentsensus.screenplay.beat import (
    ActBeat,
    AnyBeat,
    EventBeat,
    GestureBeat,
    HandingBeat,
    MoveBeat,
    NewsBeat,
    SpeechBeat,
    ThoughtBeat,
)
from agentsensus.screenplay.beats import BeatLog
from agentsensus.screenplay.casting import Casting
from agentsensus.screenplay.script import LineKind, PlayLine, on_one_line, opened
from agentsensus.screenplay.stage import stage_words
from agentsensus.text.languages import rules_of

__all__ = ["BeatLines"]

_ALL = 3
"""From so many hearers on, when they are all there are, a speech is to all."""
_SENTENCE_ENDS = (".", "!", "?", "…", "。", "！", "？", "”", '"')


class BeatLines:
    """Tells beats: who speaks to whom and how, and what is done, as a sentence that names its doer."""

    def __init__(self, log: BeatLog, casting: Casting) -> None:
        self._casting = casting
        self._rules = rules_of(casting.language)
        self._names = log.scenario.known_names()
        self._whereabouts = log.whereabouts
        self._words = stage_words(casting.language)

    def told(self, beat: AnyBeat, pair: frozenset[str] = frozenset()) -> Iterator[PlayLine]:
        """A beat, and what else it brings; between the two of a `pair` nobody need say whom a speech is meant for."""
        yield self._line(beat, pair)
        match beat:
            case SpeechBeat():
                yield from self._otherwise(beat)
            case ActBeat(becomes=str(becomes)) if becomes:
                target = self._casting.name(beat.target)
                yield self._direction((beat.seq,), "becomes", target=target, becomes=becomes.rstrip(".。"))

    def gone(self, beats: Sequence[MoveBeat]) -> PlayLine:
        """That somebody leaves, or several at once, for one place that is as far from here for all of them."""
        keys = ("goes", "go") if beats[0].rounds <= 1 else ("sets_out", "set_out")
        who = self._casting.names([beat.who for beat in beats])
        place = self._casting.name(beats[0].to)
        return self._direction(tuple(beat.seq for beat in beats), keys[len(beats) > 1], who=who, place=place)

    def again(self, beats: Sequence[AnyBeat], first: AnyBeat, time: int) -> PlayLine:
        """That somebody does or says over again what it first did then; the last of these is the so-manieth time."""
        who, seqs = self._casting.name(first.who), tuple(beat.seq for beat in beats)
        speeches = [beat for beat in beats if isinstance(beat, SpeechBeat)]
        if not speeches or not isinstance(first, SpeechBeat):
            key = "again_thought" if isinstance(first, ThoughtBeat) else "again_deed"
            return self._direction(seqs, key, who=who)
        hearers = tuple(dict.fromkeys(id_ for speech in speeches for id_ in speech.to))
        to, letter = self._casting.names(hearers), "_letter" if speeches[0].is_letter else ""
        if set(hearers) - set(first.to):
            return self._direction(seqs, f"also{letter}", who=who, to=to, before=self._casting.names(first.to))
        counted = self._words.times[min(time - 3, len(self._words.times) - 1)] if time > 2 else ""
        return self._direction(seqs, f"again{letter}{'_times' if counted else ''}", who=who, to=to, time=counted)

    def _line(self, beat: AnyBeat, pair: frozenset[str]) -> PlayLine:
        name = self._casting.name
        match beat:
            case SpeechBeat():
                kind: LineKind = "letter" if beat.is_letter else "speech"
                return PlayLine(kind, beat.text, (beat.seq,), opened(name(beat.who)), self._how(beat, pair))
            case ThoughtBeat():
                text = f"{beat.question} {beat.text}".strip()
                return PlayLine("thought", text, (beat.seq,), opened(name(beat.who)), self._words.how["thought"])
            case MoveBeat():
                return self.gone([beat])
            case HandingBeat():
                return self._handing(beat)
            case NewsBeat():
                return self._direction(
                    (beat.seq,), "news", to=self._casting.names(beat.to), text=on_one_line(beat.text)
                )
            case EventBeat():
                return PlayLine("direction", opened(beat.text), (beat.seq,))
            case GestureBeat() | ActBeat():
                return PlayLine("direction", self._deed(beat.who, on_one_line(beat.text)), (beat.seq,))

    def _how(self, beat: SpeechBeat, pair: frozenset[str]) -> str:
        how, names = self._words.how, self._casting.names
        if beat.is_letter:
            return how["letter"].format(who=names(beat.to))
        here = tuple(id_ for id_ in beat.to if id_ not in beat.afar)
        if beat.afar:
            return how["also_letter"].format(how=self._to(beat, here), who=names(beat.afar))
        if pair == {beat.who, *here}:
            return how["quietly"] if beat.quietly else ""
        return self._to(beat, here)

    def _to(self, beat: SpeechBeat, here: tuple[str, ...]) -> str:
        """To whom of those who are there something is said."""
        how = self._words.how
        present = self._whereabouts.present(beat.place, beat.round)
        others = [id_ for id_ in present if id_ != beat.who and id_ not in here]
        if beat.quietly:
            return how["quietly_to"].format(who=self._casting.names(here))
        if len(here) >= _ALL and not others:
            return how["all"]
        if len(here) > _ALL and len(others) == 1:
            return how["all_but"].format(who=self._casting.names(others))
        return how["to"].format(who=self._casting.names(here))

    def _handing(self, beat: HandingBeat) -> PlayLine:
        key = "gives" if beat.who == beat.giver else "takes_from" if beat.giver else "takes"
        name = self._casting.name
        parts = {"giver": beat.giver and name(beat.giver), "taker": name(beat.taker), "thing": name(beat.thing)}
        return self._direction((beat.seq,), key, **parts)

    def _deed(self, who: str, done: str) -> str:
        sentence = done
        if who not in self._names.mentioned(done):
            key = "joined" if self._goes_on(done) else "apart"
            sentence = self._words.direction[key].format(who=self._casting.name(who), text=done)
        return opened(sentence if sentence.endswith(_SENTENCE_ENDS) else sentence + self._casting.writing.full_stop)

    def _goes_on(self, done: str) -> bool:
        """Whether a deed goes on where its doer is named: «bows to the king», but not «Two guards come in»."""
        opens_with_name = any(start == 0 for start, _ in self._names.found_in(done))
        opens_sentence = self._rules.comparing.has_capitals and not done[:1].islower()
        return not (opens_with_name or opens_sentence or self._rules.pronouns.first_or_second.match(done))

    def _otherwise(self, beat: SpeechBeat) -> Iterator[PlayLine]:
        for wording in beat.otherwise:
            key = "lost" if wording.text is None else "otherwise"
            text = on_one_line(wording.text or "")
            yield self._direction((beat.seq,), key, to=self._casting.names(wording.to), text=text)

    def _direction(self, beats: tuple[int, ...], key: str, /, **parts: str) -> PlayLine:
        return PlayLine("direction", opened(self._words.direction[key].format(**parts)), beats)
