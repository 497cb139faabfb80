"""Clauses of an English sentence that only set the scene: they say when the rest happened."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from agentsensus.text.languages.units import Unit

__all__ = ["in_clauses", "scenes"]

_SCENE = re.compile(
    r"^(?:(?:After|Before|When|While|Once|Since|Until|As soon as)\b|(?:On|At|In|During)(?: the)?\s{2,})"
    r"[^,;:“\"]{4,90},\s+(?=[A-Za-z№])"
)
"""A clause in front that says when the rest happened."""
_SCENE_AFTER = re.compile(r"\s(?:after|before|since|until|as soon as)\s[^,;:“\"]{4,90}$")
"""A clause at the end that says it; what follows «when» is often what is told."""


def scenes(text: str) -> Iterator[re.Match[str]]:
    """The clauses that may set the scene, the one in front first."""
    yield from filter(None, (_SCENE.match(text), _SCENE_AFTER.search(text)))


def in_clauses(scene: Sequence[Unit], main: Sequence[Unit], *, is_first: bool) -> tuple[Unit, ...]:
    """A scene and what happened in it, in the order in which they are told, each with clauses of its own."""
    before, behind = (scene, main) if is_first else (main, scene)
    first = 1 + max(unit.clause for unit in before)
    return (*before, *(replace(unit, clause=unit.clause + first) for unit in behind))
