"""Cues as directions: who comes in, what word arrives, what has ended."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from agentsensus.screenplay.beat import AnyCue, ArrivalCue, EndingCue, WordCue
from agentsensus.screenplay.casting import Casting
from agentsensus.screenplay.script import PlayLine, opened
from agentsensus.screenplay.stage import stage_words

__all__ = ["CueLines"]

T = TypeVar("T")


class CueLines:
    """Tells cues that follow upon one another: those who come from one place together, word from somebody together."""

    def __init__(self, casting: Casting) -> None:
        self._casting = casting
        self._words = stage_words(casting.language)

    def told(self, cues: Sequence[AnyCue]) -> Iterator[PlayLine]:
        """The lines of some cues between two beats."""
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
        """Word that arrives, told once for all whom the same people write to."""
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
