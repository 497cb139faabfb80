"""How one came to know: what was seen, heard, read and thought, and which of it a deposit is about."""

import re
from collections.abc import Sequence
from typing import Protocol

from agentsensus.events.event import Acted
from agentsensus.memory.provenance import Via
from agentsensus.world.character import Learnt
from agentsensus.world.mail import Message

__all__ = ["Learning", "source_of"]

_ALIKE = 0.5
_FROM_A_SOURCE = ("told", "overheard", "read")
_WORD = re.compile(r"[a-z0-9']+|[\u4e00-\u9fff]", re.IGNORECASE)
_SMALL = frozenset(
    (
        "a an and are as at be but by for from had has he her him his i in is it me my of on or our she so than that "
        "the their them they this to was we were will with you your 的 了 在 是 和 有 我 他 她 不 也 就"
    ).split()
)


class Learning(Protocol):
    """What deeds and messages teach: declared by the actions, and given to the world."""

    def by_deed(self, event: Acted) -> Sequence[Learnt]:
        """What an action has taught whoever did it."""
        ...

    def by_message(self, message: Message) -> Learnt:
        """What a message teaches its reader."""
        ...

    def is_seen(self, event: Acted) -> bool:
        """Whether those who stand by see it done."""
        ...


def source_of(text: str, learnt: Sequence[Learnt], named: Sequence[Learnt] = ()) -> Via:
    """How somebody came to know what it now remembers: by what it `named` itself, else by what supports most of it.

    All that one source told, or that stood in one thing, supports it together. What is supported by nothing that was
    heard, read or seen since the last deposit is somebody's own inference. Of equals the latest counts.
    """
    if named:
        return Via(kind=named[-1].how, source=named[-1].source, detail=named[-1].detail)
    words = _words(text)
    scored = [
        (_share(words, frozenset().union(*(_words(lesson.text) for lesson in lessons))), place)
        for place, lessons in enumerate(_by_source(learnt))
    ]
    share, place = max(scored, default=(0.0, -1))
    if share < _ALIKE:
        return Via(kind="inferred")
    lessons = _by_source(learnt)[place]
    lesson = max(lessons, key=lambda lesson: _share(words, _words(lesson.text)))
    return Via(kind=lesson.how, source=lesson.source, detail=lesson.detail)


def _by_source(learnt: Sequence[Learnt]) -> list[list[Learnt]]:
    """What was learnt, with all that was heard from one person or read in one thing together, the latest last."""
    groups: dict[object, list[Learnt]] = {}
    for place, lesson in enumerate(learnt):
        key = (lesson.how, lesson.source) if lesson.how in _FROM_A_SOURCE else place
        groups[key] = [*groups.pop(key, []), lesson]
    return list(groups.values())


def _words(text: str) -> frozenset[str]:
    """The words of a text without the small ones, unless it has no others."""
    words = frozenset(word.casefold() for word in _WORD.findall(text))
    return words - _SMALL or words


def _share(words: frozenset[str], known: frozenset[str]) -> float:
    return round(len(words & known) / len(words), 4) if words else 0.0
