"""What a player believes, in whole numbers: what was seen counts 3, what was read 2, what was told one more than one
trusts the teller (2 at most) less one for each mouth in between, and every further independent source adds one.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from agentsensus.minds.players.claims import Claim
from agentsensus.world.mail import WORLD

__all__ = ["Belief", "Evidence", "believed", "support"]

_WEIGHTS = {"witnessed": 3, "sediment": 3, "read": 2, "inferred": 1}


@dataclass(frozen=True, slots=True, order=True)
class Evidence:
    """One ground for a claim: how it came, from whom or what, through how many mouths, since which round.

    `afar` says that it was sent from another place.
    """

    claim: Claim
    how: str
    source: str = ""
    hops: int = 0
    since: int = 0
    afar: bool = False


@dataclass(frozen=True, slots=True)
class Belief:
    """The version of an event one holds, how firmly, and whether another is as well supported."""

    claim: Claim
    support: int
    in_doubt: bool
    grounds: tuple[Evidence, ...]

    @property
    def is_seen(self) -> bool:
        """Whether one has it from one's own eyes."""
        return any(ground.how in ("witnessed", "sediment") for ground in self.grounds)

    @property
    def first(self) -> int:
        """The round since which one has any ground for it."""
        return min(ground.since for ground in self.grounds)

    @property
    def since(self) -> int:
        """The round of one's latest ground for it."""
        return max(ground.since for ground in self.grounds)

    @property
    def is_news(self) -> bool:
        """Whether one counts it as seen only because the world itself announced it."""
        return self.is_seen and all(
            ground.source == WORLD for ground in self.grounds if ground.how in ("witnessed", "sediment")
        )


def support(grounds: Iterable[Evidence], trust: Callable[[str], int]) -> int:
    """How firmly these grounds hold a claim."""
    best: dict[str, int] = {}
    for ground in grounds:
        is_told = ground.how in ("told", "overheard")
        weight = min(2, trust(ground.source) + 1) - ground.hops if is_told else _WEIGHTS.get(ground.how, 1)
        key = "" if ground.how in ("witnessed", "sediment") else ground.source
        best[key] = max(weight, best.get(key, weight))
    counted = [weight for weight in best.values() if weight > 0]
    return max(best.values()) + max(0, len(counted) - 1)


def believed(evidence: Iterable[Evidence], trust: Callable[[str], int]) -> Belief | None:
    """What one believes of the event that all this evidence is about; None when there is none."""
    by_claim: dict[Claim, list[Evidence]] = {}
    for ground in evidence:
        by_claim.setdefault(ground.claim, []).append(ground)
    if not by_claim:
        return None
    ranked = sorted(((support(grounds, trust), claim) for claim, grounds in by_claim.items()), key=_first)
    top, claim = ranked[0]
    tie = len(ranked) > 1 and ranked[1][0] == top
    return Belief(claim, top, tie, tuple(sorted(by_claim[claim])))


def _first(ranked: tuple[int, Claim]) -> tuple[int, Claim]:
    return -ranked[0], ranked[1]
