"""The beliefs of a player, and how important each one is.

Support is a whole number. An event that was seen counts 3, one that was read counts 2. An event that was told counts
the trust in its teller plus one (at most 2), minus one for each intermediate teller. Each further independent source
adds one.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from agentsensus.worlds.minds.players.claims import Claim, Script
from agentsensus.worlds.scenario.happenings import DeedEffect, EventKind
from agentsensus.worlds.scenario.scenario import Scenario
from agentsensus.worlds.state.mail import WORLD

__all__ = ["HARM", "HELP", "Belief", "Evidence", "Matter", "Matters", "form_belief", "support"]

_WEIGHTS = {"witnessed": 3, "sediment": 3, "read": 2, "inferred": 1}


@dataclass(frozen=True, slots=True, order=True)
class Evidence:
    """One reason to believe a claim: how it was learnt, its source, the number of intermediate tellers and the round.

    `afar` is True if the message came from another place.
    """

    claim: Claim
    how: str
    source: str = ""
    hops: int = 0
    since: int = 0
    afar: bool = False


@dataclass(frozen=True, slots=True)
class Belief:
    """The version of an event that a player believes, its support, and whether another version has equal support."""

    claim: Claim
    support: int
    in_doubt: bool
    grounds: tuple[Evidence, ...]

    @property
    def is_seen(self) -> bool:
        """Whether the player saw the event itself."""
        return any(ground.how in ("witnessed", "sediment") for ground in self.grounds)

    @property
    def first(self) -> int:
        """The round of the earliest evidence."""
        return min(ground.since for ground in self.grounds)

    @property
    def since(self) -> int:
        """The round of the latest evidence."""
        return max(ground.since for ground in self.grounds)

    @property
    def is_news(self) -> bool:
        """Whether the event counts as seen only because the world announced it."""
        return self.is_seen and all(
            ground.source == WORLD for ground in self.grounds if ground.how in ("witnessed", "sediment")
        )


def support(grounds: Iterable[Evidence], trust: Callable[[str], int]) -> int:
    """Return the support of a claim from its evidence."""
    best: dict[str, int] = {}
    for ground in grounds:
        is_told = ground.how in ("told", "overheard")
        weight = min(2, trust(ground.source) + 1) - ground.hops if is_told else _WEIGHTS.get(ground.how, 1)
        key = "" if ground.how in ("witnessed", "sediment") else ground.source
        best[key] = max(weight, best.get(key, weight))
    counted = [weight for weight in best.values() if weight > 0]
    return max(best.values()) + max(0, len(counted) - 1)


def form_belief(evidence: Iterable[Evidence], trust: Callable[[str], int]) -> Belief | None:
    """Return the belief that follows from evidence about one event; None if there is no evidence."""
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


HARM = frozenset(("death", "wrong", "threat", "loss"))
HELP = frozenset(("gain", "promise", "love", "office"))
_KIND_WEIGHTS = {
    "death": 5,
    "threat": 4,
    "wrong": 3,
    "war": 3,
    "loss": 2,
    "love": 2,
    "office": 2,
    "promise": 1,
    "gain": 1,
}
_GRAVE = 3
_DEEDS: dict[DeedEffect, str] = {"kill": "death", "banish": "loss", "hold": "wrong", "free": "gain", "hurt": "wrong"}


@dataclass(frozen=True, slots=True)
class Matter:
    """The meaning of an event in one version: its kind (empty if it has none), doers, victims and weight.

    `tag` groups events that belong together: the tag of their heading, or the event id.
    """

    kind: str = ""
    doers: tuple[str, ...] = ()
    victims: tuple[str, ...] = ()
    weight: int = 0
    tag: str = ""

    @property
    def is_harm(self) -> bool:
        """Whether the event harmed its victims."""
        return self.kind in HARM


class Matters:
    """Looks up the matter of each version of the world's events."""

    def __init__(self, scenario: Scenario, script: Script) -> None:
        self._scenario, self._script = scenario, script
        self.of = lru_cache(maxsize=20_000)(self._of)
        self._saw_dead = {
            (witness, victim)
            for event in scenario.events
            if event.kind is not None and event.kind.kind == "death"
            for victim in event.kind.victims
            for witness in event.witnesses
        }

    def saw_dead(self, person: str, victim: str) -> bool:
        """Return whether `person` witnessed a death of `victim`, or news of it, before the story began."""
        return (person, victim) in self._saw_dead

    def _of(self, claim: Claim) -> Matter:
        """Return what a claim is about (kind, doers, victims, weight), with the persons as the claim names them."""
        event = self._scenario.event(claim.event)
        if event is not None:
            return self._matter(claim, event.kind, event.grave, event.secret, event.matter or event.id)
        happening = self._scenario.happenings.get(claim.event)
        if happening is not None:
            return self._matter(claim, happening.kind, happening.grave, happening.secret, happening.id)
        if self._script.world_deeds.is_one(claim.event):
            deed, doer, target, _ = self._script.world_deeds.of(claim.event)
            kind = _DEEDS[deed.does]
            return Matter(kind, (doer,), (target,), _KIND_WEIGHTS[kind] + (_GRAVE if deed.grave else 0), claim.event)
        return Matter(tag=claim.event)

    def _matter(self, claim: Claim, kind: EventKind | None, grave: bool, secret: bool, tag: str) -> Matter:
        weight = (_KIND_WEIGHTS[kind.kind] if kind else 0) + (_GRAVE if grave else 0) + (1 if secret else 0)
        if kind is None:
            return Matter(weight=weight, tag=tag)
        instead = {was: now for (_, was), now in zip(self._script.slots(claim.event), claim.filling, strict=False)}
        doers = tuple(instead.get(id_, id_) for id_ in kind.doers)
        victims = tuple(instead.get(id_, id_) for id_ in kind.victims)
        return Matter(kind.kind, doers, victims, weight, tag)
