"""A character in play: goals, status, recent actions, and whether it is awake, waiting or travelling."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from agentsensus.base.arrays import FloatArray
from agentsensus.store.search.similarity import cosine
from agentsensus.worlds.events.event import Acted, TurnFailed
from agentsensus.worlds.scenario.rules import Rules

__all__ = [
    "TRUST",
    "Actor",
    "Awake",
    "CacheEntry",
    "Learnt",
    "State",
    "Travelling",
    "Waiting",
    "entry_text",
    "victim",
]

_LEARNT_KEPT = 60
TRUST = "trust:"
"""Prefix of status keys that store how far another character is trusted. Other characters do not see them."""


@dataclass(frozen=True, slots=True)
class Awake:
    """Able to act if there is a reason to."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Waits until a round, or (None) until a message arrives."""

    until: int | None


@dataclass(frozen=True, slots=True)
class Travelling:
    """On the road, in no place."""

    to: str
    arrives: int


State: TypeAlias = Awake | Waiting | Travelling


@dataclass(frozen=True, slots=True)
class CacheEntry:
    """An action and its result."""

    round: int
    action: str
    params: Mapping[str, Any]
    ok: bool
    result: Any

    @classmethod
    def of(cls, turn: Acted | TurnFailed) -> "CacheEntry":
        """Return the cache entry of a turn."""
        if isinstance(turn, TurnFailed):
            return cls(turn.round, "none", {}, False, turn.problem)
        return cls(turn.round, turn.action, turn.params, turn.ok, turn.data if turn.ok else turn.refusal)


@dataclass(frozen=True, slots=True)
class Learnt:
    """Something seen, heard, read or thought since the last deposit. Used to find the source of the next deposit."""

    how: Literal["witnessed", "did", "told", "overheard", "read", "inferred"]
    text: str
    source: str = ""
    detail: str = ""


@dataclass(slots=True)
class Actor:
    """The state of one character. Only `World.apply` changes it.

    `turn_now` and `turn_before` are the last two rounds in which it had a turn; it is shown the changes between them.
    """

    id: str
    place: str | None
    goals: tuple[str, ...] = ()
    status: dict[str, str | int | bool] = field(default_factory=dict)
    private: frozenset[str] = frozenset()
    cache: list[CacheEntry] = field(default_factory=list)
    state: State = field(default_factory=Awake)
    arrived: int | None = None
    learnt: list[Learnt] = field(default_factory=list)
    partners: tuple[str, ...] = ()
    is_held: bool = False
    is_hurt: bool = False
    turn_before: int = 0
    turn_now: int = 0
    seen: dict[str, tuple[str, int]] = field(default_factory=dict)
    """For each other character, the place and round in which this character last knew it to be."""

    @property
    def register(self) -> dict[str, str | int | bool]:
        """The whole status, as the character itself sees it."""
        return {"location": self.place or "on the road"} | dict(sorted(self.status.items()))

    @property
    def public(self) -> dict[str, str | int | bool]:
        """The status that others can see: without private keys and without trust."""
        hidden = {key for key in self.status if key in self.private or key.startswith(TRUST)}
        return {key: value for key, value in sorted(self.status.items()) if key not in hidden}

    def keep(self, pair: CacheEntry, drops: int | None) -> None:
        """Append an entry to the cache and remove the one at index `drops`."""
        if drops is not None:
            del self.cache[drops]
        self.cache.append(pair)

    def learn(self, new: Sequence[Learnt]) -> None:
        """Add lessons; only the latest are kept."""
        self.learnt = [*self.learnt, *new][-_LEARNT_KEPT:]


_RESULT = 120
"""Length of the part of a result that is embedded; a recall result may be fifty times as long."""


def entry_text(pair: CacheEntry) -> str:
    """Return an action and the start of its result as one text, for embedding."""
    acted = json.dumps({"action": pair.action, "params": pair.params}, ensure_ascii=False, sort_keys=True)
    return f"{acted} => {json.dumps(pair.result, ensure_ascii=False, sort_keys=True)[:_RESULT]}"


def victim(vectors: Sequence[FloatArray], new: FloatArray, rules: Rules) -> int:
    """Return the index of the entry to evict when an entry with vector `new` arrives.

    The rules choose between the oldest entry, the least similar one, and a weighted mixture.
    """
    last = len(vectors) - 1
    alpha = {"fifo": 1.0, "relevance": 0.0, "hybrid": rules.cache_alpha}[rules.cache]
    scores = []
    for place, vector in enumerate(vectors):
        recency = place / last if last else 1.0
        likeness = cosine(vector, new)
        worth = likeness if rules.cache == "relevance" else max(0.0, likeness)
        scores.append((round(alpha * recency + (1 - alpha) * worth, 4), place))
    return min(scores)[1]
