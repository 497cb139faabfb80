"""Write scenes from the words of the log, without a model."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby
from typing import TypeVar

from agentsensus.language.languages import rules_of
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
from agentsensus.worlds.screenplay.beats import BeatLog, Opening
from agentsensus.worlds.screenplay.folding import fold
from agentsensus.worlds.screenplay.scenes import StagedScene, in_order
from agentsensus.worlds.screenplay.script import (
    Casting,
    LineKind,
    PlayLine,
    WrittenScene,
    on_one_line,
    opened,
    stage_words,
)

__all__ = ["BeatLines", "CueLines", "PlainSetter"]


T = TypeVar("T")


class CueLines:
    """Writes adjacent cues as directions, merging arrivals from one place and messages from one sender."""

    def __init__(self, casting: Casting) -> None:
        self._casting = casting
        self._words = stage_words(casting.language)

    def told(self, cues: Sequence[AnyCue]) -> Iterator[PlayLine]:
        """Yield the lines for the cues between two beats."""
        arrivals = [cue for cue in cues if isinstance(cue, ArrivalCue)]
        for origin in _each(cue.origin for cue in arrivals):
            yield self._arrival(origin, [cue for cue in arrivals if cue.origin == origin])
        yield from self._word([cue for cue in cues if isinstance(cue, WordCue)])
        for cue in cues:
            if isinstance(cue, EndingCue):
                yield PlayLine("direction", cue.text, (cue.seq,))

    def _arrival(self, origin: str, cues: Sequence[ArrivalCue]) -> PlayLine:
        key = "come" if len(cues) > 1 else "comes"
        beats = _each(cue.seq if cue.of is None else cue.of for cue in cues)
        who = self._casting.names(_each(cue.who for cue in cues))
        return self._direction(f"{key}_from" if origin else key, beats, who=who, place=self._casting.name(origin))

    def _word(self, cues: Sequence[WordCue]) -> Iterator[PlayLine]:
        """Yield one line per set of senders, with all recipients."""
        by_hearer: dict[str, list[WordCue]] = {}
        for cue in cues:
            by_hearer.setdefault(cue.to, []).append(cue)
        hearers: dict[tuple[str, ...], list[str]] = {}
        for to, word in by_hearer.items():
            hearers.setdefault(_each(cue.sender for cue in word), []).append(to)
        for senders, reached in hearers.items():
            beats = _each(cue.of for cue in cues if cue.to in reached)
            yield self._direction("word", beats, to=self._casting.names(reached), who=self._casting.names(senders))

    def _direction(self, key: str, beats: tuple[int, ...], /, **parts: str) -> PlayLine:
        return PlayLine("direction", opened(self._words.direction[key].format(**parts)), beats)


def _each(items: Iterable[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(items))


_ALL = 3
"""Minimum number of hearers at which a speech to everyone present is addressed to all."""
_SENTENCE_ENDS = (".", "!", "?", "…", "。", "！", "？", "”", '"')


class BeatLines:
    """Writes beats: speeches with their hearers and manner, and actions as sentences that name the actor."""

    def __init__(self, log: BeatLog, casting: Casting) -> None:
        self._casting = casting
        self._untruths = log.untruths
        self._rules = rules_of(casting.language)
        self._names = log.scenario.known_names()
        self._whereabouts = log.whereabouts
        self._words = stage_words(casting.language)

    def told(self, beat: AnyBeat, pair: frozenset[str] = frozenset()) -> Iterator[PlayLine]:
        """Yield the lines of a beat. Between the two of a `pair`, the hearer of a speech is not named."""
        yield self._line(beat, pair)
        match beat:
            case SpeechBeat():
                yield from self._otherwise(beat)
            case ActBeat(becomes=str(becomes)) if becomes:
                target = self._casting.name(beat.target)
                yield self._direction((beat.seq,), "becomes", target=target, becomes=becomes.rstrip(".。"))

    def gone(self, beats: Sequence[MoveBeat]) -> PlayLine:
        """Return the direction for characters who leave together for one place."""
        keys = ("goes", "go") if beats[0].rounds <= 1 else ("sets_out", "set_out")
        who = self._casting.names([beat.who for beat in beats])
        place = self._casting.name(beats[0].to)
        return self._direction(tuple(beat.seq for beat in beats), keys[len(beats) > 1], who=who, place=place)

    def again(self, beats: Sequence[AnyBeat], first: AnyBeat, time: int) -> PlayLine:
        """Return the direction for beats that repeat `first`; the last of them is its `time`-th occurrence."""
        who, seqs = self._casting.name(first.who), tuple(beat.seq for beat in beats)
        speeches = [beat for beat in beats if isinstance(beat, SpeechBeat)]
        if not speeches or not isinstance(first, SpeechBeat):
            return self._direction(seqs, "again_thought", who=who)
        hearers = tuple(dict.fromkeys(id_ for speech in speeches for id_ in speech.to))
        to, letter = self._casting.names(hearers), "_letter" if speeches[0].is_letter else ""
        if set(hearers) - set(first.to):
            return self._direction(seqs, f"also{letter}", who=who, to=to, before=self._casting.names(first.to))
        if time <= 2:
            return self._direction(seqs, f"again{letter}", who=who, to=to)
        if time - 3 < len(self._words.times):
            return self._direction(seqs, f"again{letter}_times", who=who, to=to, time=self._words.times[time - 3])
        return self._direction(seqs, f"again{letter}_often", who=who, to=to, time=str(time))

    def _line(self, beat: AnyBeat, pair: frozenset[str]) -> PlayLine:
        name = self._casting.name
        match beat:
            case SpeechBeat():
                kind: LineKind = "letter" if beat.is_letter else "speech"
                how, note = self._how(beat, pair), self._note(beat)
                return PlayLine(kind, beat.text, (beat.seq,), opened(name(beat.who)), how, note)
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

    def arrives(self, beat: SpeechBeat, to: str) -> PlayLine:
        """Return the line for a letter as it reaches the recipient `to`."""
        how = self._words.how["reaches"].format(who=self._casting.name(to))
        return PlayLine("letter", beat.text, (beat.seq,), opened(self._casting.name(beat.who)), how, self._note(beat))

    def _note(self, beat: SpeechBeat) -> str:
        kind = self._untruths.get(beat.seq)
        return self._words.play[kind] if kind else ""

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
        """Return the phrase that names the present hearers of a speech."""
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
        """Return whether an action can follow its actor's name: «bows to the king» can, «Two guards come in» cannot."""
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


class PlainSetter:
    """Sets scenes in the language of their world from the words of the log; repeats are only mentioned."""

    def __init__(self, log: BeatLog, scenes: Sequence[StagedScene] = ()) -> None:
        self._log = log
        self._scenes = scenes
        self._casting = Casting(log.scenario, log.scenario.world.language)
        self._words = stage_words(log.scenario.world.language)
        self._beats = BeatLines(log, self._casting)
        self._cues = CueLines(self._casting)

    def prologue(self) -> tuple[PlayLine, ...]:
        """Return the texts told before the play, with their recipients."""
        by_hearers: dict[tuple[str, ...], list[Opening]] = {}
        for opening in self._log.openings:
            by_hearers.setdefault(opening.to, []).append(opening)
        return tuple(self._openings(to, openings) for to, openings in by_hearers.items())

    def scene(self, scene: StagedScene) -> WrittenScene:
        """Set a scene: who is present, then beats and cues in order."""
        lines = [*self.there(scene, self._casting), *self._body(scene)]
        place = self._casting.name(scene.place)
        return WrittenScene(scene.number, place, scene.first, scene.last, tuple(lines))

    def _openings(self, to: tuple[str, ...], openings: Sequence[Opening]) -> PlayLine:
        key = "learn" if len(to) > 1 else "learns"
        how = opened(self._words.play[key].format(who=self._casting.names(to)))
        seqs = tuple(seq for opening in openings for seq in opening.seqs)
        return PlayLine("direction", " ".join(opening.text for opening in openings), seqs, how=how)

    def there(self, scene: StagedScene, casting: Casting) -> Iterator[PlayLine]:
        """Yield the direction that lists who is present at the start; it belongs to the first beat."""
        late = {cue.who for cue in scene.cues if isinstance(cue, ArrivalCue) and cue.round == scene.first}
        present = [id_ for id_ in self._log.whereabouts.present(scene.place, scene.first) if id_ not in late]
        ids = [id_ for id_ in present if id_ in scene.cast]
        if ids:
            key = "alone" if present == ids and len(ids) == 1 else "opening"
            text = stage_words(casting.language).direction[key].format(who=casting.names(ids))
            yield PlayLine("direction", opened(text), (scene.beats[0].seq,))

    def _body(self, scene: StagedScene) -> Iterator[PlayLine]:
        pair = _pair(scene)
        repeats = self._repeats if self._scenes else _repeats([scene])
        entries: list[AnyBeat | AnyCue] = in_order((*scene.beats, *self._needed(scene)), scene.arrivals)
        for key, group in groupby(entries, key=lambda entry: _told_together(entry, repeats)):
            together = list(group)
            beats = [entry for entry in together if isinstance(entry, Beat)]
            match key:
                case "cues":
                    yield from self._cued([entry for entry in together if not isinstance(entry, Beat)])
                case ("move", *_):
                    yield self._beats.gone([beat for beat in beats if isinstance(beat, MoveBeat)])
                case ("again", *_):
                    if any(isinstance(beat, SpeechBeat | ThoughtBeat) for beat in beats):
                        yield self._beats.again(beats, *repeats[beats[-1].seq])
                case _:
                    for beat in beats:
                        if beat.seq not in self._delivered:
                            yield from self._beats.told(beat, pair)

    def _cued(self, cues: Sequence[AnyCue]) -> Iterator[PlayLine]:
        """Yield the lines of cues; a letter is told in full where it first arrives."""
        letters = [cue for cue in cues if isinstance(cue, WordCue) and self._delivered.get(cue.of) == cue]
        yield from self._cues.told([cue for cue in cues if cue not in letters])
        for cue in letters:
            yield self._beats.arrives(self._letters[cue.of], cue.to)

    @cached_property
    def _letters(self) -> dict[int, SpeechBeat]:
        """The letters that all recipients received in the same words, by beat number."""
        return {
            beat.seq: beat
            for beat in self._log.beats
            if isinstance(beat, SpeechBeat) and beat.is_letter and not beat.otherwise
        }

    @cached_property
    def _delivered(self) -> dict[int, WordCue]:
        """The first arrival of each letter in a scene, by beat number. Repeated letters are not included."""
        found: dict[int, WordCue] = {}
        for scene in self._scenes:
            for cue in scene.cues:
                if isinstance(cue, WordCue) and cue.of in self._letters and cue.of not in self._repeats:
                    found.setdefault(cue.of, cue)
        return found

    @cached_property
    def _repeats(self) -> dict[int, tuple[AnyBeat, int]]:
        return _repeats(self._scenes)

    def _needed(self, scene: StagedScene) -> Iterator[AnyCue]:
        """Yield the cues that need a line.

        Arrivals that a greeting shows are omitted, and messages to which the recipient does not react in the scene.
        """
        for cue in scene.cues:
            match cue:
                case ArrivalCue():
                    greetings = (beat for beat in _later(scene, cue.who, cue) if beat.round == cue.round)
                    if not any(map(self._comes_in, greetings)):
                        yield cue
                case WordCue():
                    if self._delivered.get(cue.of) == cue or any(_later(scene, cue.to, cue)):
                        yield cue
                case EndingCue():
                    yield cue

    def _comes_in(self, beat: AnyBeat) -> bool:
        return isinstance(beat, GestureBeat | ActBeat) and any(word in beat.text for word in self._words.entrances)


def _repeats(scenes: Sequence[StagedScene]) -> dict[int, tuple[AnyBeat, int]]:
    """Return for each repeated beat the original beat and the number of the occurrence, across all scenes."""
    return {
        repeat.seq: (folded.beat, time)
        for folded in fold([beat for scene in scenes for beat in scene.beats])
        for time, repeat in enumerate(folded.repeats, start=2)
    }


def _told_together(entry: AnyBeat | AnyCue, repeats: dict[int, tuple[AnyBeat, int]]) -> object:
    """Return a key that is equal for neighbouring entries that share one stage direction.

    Such entries are cues, departures for one place in one round, and repeats of one beat.
    """
    if not isinstance(entry, Beat):
        return "cues"
    if isinstance(entry, MoveBeat):
        return "move", entry.round, entry.to, entry.rounds <= 1
    if entry.seq not in repeats:
        return "beat"
    return "again", repeats[entry.seq][0].seq, isinstance(entry, SpeechBeat) and entry.is_letter


def _later(scene: StagedScene, who: str, cue: AnyCue) -> Iterator[AnyBeat]:
    """Yield a character's beats in a scene after a cue."""
    return (beat for beat in scene.beats if beat.who == who and (beat.round, beat.seq) > (cue.round, cue.seq))


def _pair(scene: StagedScene) -> frozenset[str]:
    """Return the two characters of a scene. Empty if there are more, so that each speech has to name its hearer."""
    here = {beat.who for beat in scene.beats if beat.who}
    for beat in scene.beats:
        match beat:
            case SpeechBeat():
                here |= set(beat.to) - set(beat.afar)
            case GestureBeat():
                here |= set(beat.to)
    return frozenset(here) if len(here) == 2 else frozenset()
