"""A character in play: goals, status, what it did last, and whether it is awake, waiting or on the road."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from agentsensus.events.event import Acted, TurnFailed

__all__ = ["TRUST", "Actor", "Awake", "CacheEntry", "Learnt", "State", "Travelling", "Waiting"]

_LEARNT_KEPT = 60
TRUST = "trust:"
"""How keys of the status begin that say how far another is trusted; nobody else sees them."""


@dataclass(frozen=True, slots=True)
class Awake:
    """Able to act if there is a reason to."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Until a round, or (None) until a message comes."""

    until: int | None


@dataclass(frozen=True, slots=True)
class Travelling:
    """On the road, in no place."""

    to: str
    arrives: int


State: TypeAlias = Awake | Waiting | Travelling


@dataclass(frozen=True, slots=True)
class CacheEntry:
    """An action and what it came to."""

    round: int
    action: str
    params: Mapping[str, Any]
    ok: bool
    result: Any

    @classmethod
    def of(cls, turn: Acted | TurnFailed) -> "CacheEntry":
        """The cache entry of a turn."""
        if isinstance(turn, TurnFailed):
            return cls(turn.round, "none", {}, False, turn.problem)
        return cls(turn.round, turn.action, turn.params, turn.ok, turn.data if turn.ok else turn.refusal)


@dataclass(frozen=True, slots=True)
class Learnt:
    """Something seen, heard, read or thought since the last deposit: by which a deposit's source is found."""

    how: Literal["witnessed", "told", "overheard", "read", "inferred"]
    text: str
    source: str = ""
    detail: str = ""


@dataclass(slots=True)
class Actor:
    """One character's part of the world; only `World.apply` changes it.

    `turn_now` and `turn_before` are the last two rounds in which it had a turn: what it sees in the later one is what
    has changed since the earlier.
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
    """By character: the place in which this one last knew it to be, and in which round."""

    @property
    def register(self) -> dict[str, str | int | bool]:
        """The whole status as the character itself knows it."""
        return {"location": self.place or "on the road"} | dict(sorted(self.status.items()))

    @property
    def public(self) -> dict[str, str | int | bool]:
        """The status that others can see: neither what is private by its key nor whom one trusts."""
        hidden = {key for key in self.status if key in self.private or key.startswith(TRUST)}
        return {key: value for key, value in sorted(self.status.items()) if key not in hidden}

    def keep(self, pair: CacheEntry, drops: int | None) -> None:
        """Take a pair into the cache; the one at `drops` leaves."""
        if drops is not None:
            del self.cache[drops]
        self.cache.append(pair)

    def learn(self, new: Sequence[Learnt]) -> None:
        """Add what was learnt, in which the source of the next deposit is looked for; only the latest is kept."""
        self.learnt = [*self.learnt, *new][-_LEARNT_KEPT:]
