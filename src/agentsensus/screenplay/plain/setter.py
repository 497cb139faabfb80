"""Scenes set by rule, without a model: who is there, who speaks to whom, what is done, who comes and goes."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from agentsensus.screenplay.beat import (
    ActBeat,
    AnyBeat,
    AnyCue,
    ArrivalCue,
    Beat,
    EndingCue,
    GestureBeat,
    MoveBeat,
    SpeechBeat,
    WordCue,
)
from agentsensus.screenplay.beats import BeatLog, Opening
from agentsensus.screenplay.casting import Casting
from agentsensus.screenplay.folding import fold
from agentsensus.screenplay.plain.beat_lines import BeatLines
from agentsensus.screenplay.plain.cue_lines import CueLines
from agentsensus.screenplay.scenes import StagedScene, in_order
from agentsensus.screenplay.script import PlayLine, WrittenScene, opened
from agentsensus.screenplay.stage import stage_words

__all__ = ["PlainSetter"]


class PlainSetter:
    """Sets scenes in the language of their world, in the words of the log; what is said over again is only named."""

    def __init__(self, log: BeatLog) -> None:
        self._log = log
        self._casting = Casting(log.scenario, log.scenario.world.language)
        self._words = stage_words(log.scenario.world.language)
        self._beats = BeatLines(log, self._casting)
        self._cues = CueLines(self._casting)

    def prologue(self) -> tuple[PlayLine, ...]:
        """What is told before the play begins, with whom it reaches."""
        by_hearers: dict[tuple[str, ...], list[Opening]] = {}
        for opening in self._log.openings:
            by_hearers.setdefault(opening.to, []).append(opening)
        return tuple(self._openings(to, openings) for to, openings in by_hearers.items())

    def scene(self, scene: StagedScene) -> WrittenScene:
        """A scene: who is there, then beats and cues as they come."""
        lines = [*self.there(scene, self._casting), *self._body(scene)]
        place = self._casting.name(scene.place)
        return WrittenScene(scene.number, place, scene.first, scene.last, tuple(lines))

    def _openings(self, to: tuple[str, ...], openings: Sequence[Opening]) -> PlayLine:
        key = "learn" if len(to) > 1 else "learns"
        how = opened(self._words.play[key].format(who=self._casting.names(to)))
        seqs = tuple(seq for opening in openings for seq in opening.seqs)
        return PlayLine("direction", " ".join(opening.text for opening in openings), seqs, how=how)

    def there(self, scene: StagedScene, casting: Casting) -> Iterator[PlayLine]:
        """Who of a scene's cast is there when it begins, by these names; the direction belongs to its first beat."""
        late = {cue.who for cue in scene.cues if isinstance(cue, ArrivalCue) and cue.round == scene.first}
        present = [id_ for id_ in self._log.whereabouts.present(scene.place, scene.first) if id_ not in late]
        ids = [id_ for id_ in present if id_ in scene.cast]
        if ids:
            key = "alone" if present == ids and len(ids) == 1 else "opening"
            text = stage_words(casting.language).direction[key].format(who=casting.names(ids))
            yield PlayLine("direction", opened(text), (scene.beats[0].seq,))

    def _body(self, scene: StagedScene) -> Iterator[PlayLine]:
        pair = _pair(scene)
        repeats = _repeats(scene)
        entries: list[AnyBeat | AnyCue] = in_order((*scene.beats, *self._needed(scene)), scene.arrivals)
        for key, group in groupby(entries, key=lambda entry: _told_together(entry, repeats)):
            together = list(group)
            beats = [entry for entry in together if isinstance(entry, Beat)]
            match key:
                case "cues":
                    yield from self._cues.told([entry for entry in together if not isinstance(entry, Beat)])
                case ("move", *_):
                    yield self._beats.gone([beat for beat in beats if isinstance(beat, MoveBeat)])
                case ("again", *_):
                    yield self._beats.again(beats, *repeats[beats[-1].seq])
                case _:
                    for beat in beats:
                        yield from self._beats.told(beat, pair)

    def _needed(self, scene: StagedScene) -> Iterator[AnyCue]:
        """The cues that tell something: not who comes in and says so itself, nor word that nothing comes of here."""
        for cue in scene.cues:
            match cue:
                case ArrivalCue():
                    greetings = (beat for beat in _later(scene, cue.who, cue) if beat.round == cue.round)
                    if not any(map(self._comes_in, greetings)):
                        yield cue
                case WordCue():
                    if any(_later(scene, cue.to, cue)):
                        yield cue
                case EndingCue():
                    yield cue

    def _comes_in(self, beat: AnyBeat) -> bool:
        return isinstance(beat, GestureBeat | ActBeat) and any(word in beat.text for word in self._words.entrances)


def _repeats(scene: StagedScene) -> dict[int, tuple[AnyBeat, int]]:
    """By a beat that says nothing new, the one it repeats and the so-manieth time it is."""
    return {
        repeat.seq: (folded.beat, time)
        for folded in fold(scene.beats)
        for time, repeat in enumerate(folded.repeats, start=2)
    }


def _told_together(entry: AnyBeat | AnyCue, repeats: dict[int, tuple[AnyBeat, int]]) -> object:
    """Equal for neighbours that one direction tells.

    These are cues, those who leave for one place in one round, and what somebody says over again in the same manner.
    """
    if not isinstance(entry, Beat):
        return "cues"
    if isinstance(entry, MoveBeat):
        return "move", entry.round, entry.to, entry.rounds <= 1
    if entry.seq not in repeats:
        return "beat"
    return "again", repeats[entry.seq][0].seq, isinstance(entry, SpeechBeat) and entry.is_letter


def _later(scene: StagedScene, who: str, cue: AnyCue) -> Iterator[AnyBeat]:
    """What somebody does in a scene from a cue on."""
    return (beat for beat in scene.beats if beat.who == who and (beat.round, beat.seq) > (cue.round, cue.seq))


def _pair(scene: StagedScene) -> frozenset[str]:
    """The two between whom a scene plays; empty where there are more, and each speech must say to whom it is."""
    here = {beat.who for beat in scene.beats if beat.who}
    for beat in scene.beats:
        match beat:
            case SpeechBeat():
                here |= set(beat.to) - set(beat.afar)
            case GestureBeat():
                here |= set(beat.to)
    return frozenset(here) if len(here) == 2 else frozenset()
