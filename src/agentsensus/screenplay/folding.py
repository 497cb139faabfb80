"""What somebody says over again is told once, with how often and to whom."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from agentsensus.screenplay.beat import ActBeat, AnyBeat, GestureBeat, SpeechBeat, ThoughtBeat
from agentsensus.screenplay.likeness import content, pairs, shared

__all__ = ["FoldedBeat", "fold", "is_repeat"]

_NEAR = 0.6
"""The share of its pairs of words that a repeat has from what it repeats."""
_NEAR_TO_THE_SAME = 0.5
"""The share of its content words that a long speech has from one to the same hearers, of which it is a rewording."""
_LONG = 20
"""Content words from which on a speech is long."""


@dataclass(frozen=True, slots=True)
class FoldedBeat:
    """A beat and, in order, those that say no more than it does."""

    beat: AnyBeat
    repeats: tuple[AnyBeat, ...] = ()


def fold(beats: Sequence[AnyBeat]) -> list[FoldedBeat]:
    """The beats of a scene in order, each repeat with the beat that it repeats."""
    folded: list[FoldedBeat] = []
    for beat in beats:
        place = next((place for place, earlier in enumerate(folded) if is_repeat(beat, earlier.beat)), None)
        if place is None:
            folded.append(FoldedBeat(beat))
        else:
            folded[place] = replace(folded[place], repeats=(*folded[place].repeats, beat))
    return folded


def is_repeat(later: AnyBeat, earlier: AnyBeat) -> bool:
    """Whether somebody says or does over again what it did before; a message that was changed on the way is no repeat.

    The words are nearly the same; or it is a long speech to the same hearers that has little new in it.
    """
    match later, earlier:
        case (SpeechBeat(), SpeechBeat()):
            is_changed = bool(later.otherwise or earlier.otherwise)
            return later.who == earlier.who and not is_changed and _says_no_more(later, earlier)
        case (GestureBeat() | ThoughtBeat() | ActBeat(), GestureBeat() | ThoughtBeat() | ActBeat()):
            is_alike = type(later) is type(earlier) and later.who == earlier.who
            return is_alike and shared(pairs(later.text), pairs(earlier.text)) >= _NEAR
        case _:
            return False


def _says_no_more(later: SpeechBeat, earlier: SpeechBeat) -> bool:
    if shared(pairs(later.text), pairs(earlier.text)) >= _NEAR:
        return True
    words = content(later.text)
    is_to_the_same = set(later.to) <= set(earlier.to) and sum(words.values()) >= _LONG
    return is_to_the_same and shared(words, content(earlier.text)) >= _NEAR_TO_THE_SAME
