"""Fold beats that repeat an earlier beat, by the similarity of their words."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from agentsensus.language.languages import language, rules_of
from agentsensus.worlds.screenplay.beat import ActBeat, AnyBeat, GestureBeat, SpeechBeat, ThoughtBeat

__all__ = ["FoldedBeat", "content", "fold", "is_repeat", "pairs", "shared"]


_STEM = 5


def shared(later: "Counter[str]", earlier: "Counter[str]") -> float:
    """Return the share of the later counts that is in the earlier ones, rounded to be equal on all machines."""
    return round((later & earlier).total() / max(later.total(), 1), 4)


@lru_cache(maxsize=4096)
def pairs(text: str) -> "Counter[str]":
    """Return the pairs of neighbouring words (Chinese: characters) of a text; a single word counts as a pair."""
    words = [token.lower() for token in rules_of(language(text)).comparing.tokens(text) if token[0].isalnum()]
    return Counter(map(" ".join, pairwise(words)) if len(words) > 1 else words)


@lru_cache(maxsize=4096)
def content(text: str) -> "Counter[str]":
    """Return the content words of a text as stems, each once."""
    words = rules_of(language(text)).reader.content_words(text, ())
    return Counter({word.lower()[:_STEM] for word in words})


_NEAR = 0.6
"""Minimum share of common word pairs at which a beat counts as a repeat."""
_NEAR_TO_THE_SAME = 0.5
"""Minimum share of common content words at which a long speech to the same hearers counts as a repeat."""
_LONG = 20
"""Minimum number of content words of a long speech."""


@dataclass(frozen=True, slots=True)
class FoldedBeat:
    """A beat and, in order, its repeats."""

    beat: AnyBeat
    repeats: tuple[AnyBeat, ...] = ()


def fold(beats: Sequence[AnyBeat]) -> list[FoldedBeat]:
    """Return the beats of a scene in order, each with its repeats."""
    folded: list[FoldedBeat] = []
    for beat in beats:
        place = next((place for place, earlier in enumerate(folded) if is_repeat(beat, earlier.beat)), None)
        if place is None:
            folded.append(FoldedBeat(beat))
        else:
            folded[place] = replace(folded[place], repeats=(*folded[place].repeats, beat))
    return folded


def is_repeat(later: AnyBeat, earlier: AnyBeat) -> bool:
    """Return whether a beat repeats an earlier beat of the same character.

    Its words are nearly the same, or it is a long speech to the same hearers with little new content. A message that
    was changed on the way never counts as a repeat.
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
