"""What sort of thing an event is, who did it to whom, and how much it weighs."""

from dataclasses import dataclass
from functools import lru_cache

from agentsensus.minds.players.claims import Claim, Script
from agentsensus.world.happenings import DeedEffect, EventKind
from agentsensus.world.scenario import Scenario

__all__ = ["HARM", "HELP", "Matter", "Matters"]

HARM = frozenset(("death", "wrong", "threat", "loss"))
HELP = frozenset(("gain", "promise", "love", "office"))
_WEIGHTS = {"death": 5, "threat": 4, "wrong": 3, "war": 3, "loss": 2, "love": 2, "office": 2, "promise": 1, "gain": 1}
_GRAVE = 3
_DEEDS: dict[DeedEffect, str] = {"kill": "death", "banish": "loss", "hold": "wrong", "free": "gain", "hurt": "wrong"}


@dataclass(frozen=True, slots=True)
class Matter:
    """A version of an event as a matter: its kind (empty when it has none), its doers and victims, and its weight.

    `tag` names what belongs together: the heading's tag, or the event itself.
    """

    kind: str = ""
    doers: tuple[str, ...] = ()
    victims: tuple[str, ...] = ()
    weight: int = 0
    tag: str = ""

    @property
    def is_harm(self) -> bool:
        """Whether somebody came to harm by it."""
        return self.kind in HARM


class Matters:
    """The matters of a world's events, by version."""

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
        """Whether somebody was there, before the story began, when a death was seen, announced or mourned."""
        return (person, victim) in self._saw_dead

    def _of(self, claim: Claim) -> Matter:
        """What sort of thing a claim says, as it says it."""
        event = self._scenario.event(claim.event)
        if event is not None:
            return self._matter(claim, event.kind, event.grave, event.secret, event.matter or event.id)
        happening = self._scenario.happenings.get(claim.event)
        if happening is not None:
            return self._matter(claim, happening.kind, happening.grave, happening.secret, happening.id)
        if self._script.world_deeds.is_one(claim.event):
            deed, doer, target, _ = self._script.world_deeds.of(claim.event)
            kind = _DEEDS[deed.does]
            return Matter(kind, (doer,), (target,), _WEIGHTS[kind] + (_GRAVE if deed.grave else 0), claim.event)
        return Matter(tag=claim.event)

    def _matter(self, claim: Claim, kind: EventKind | None, grave: bool, secret: bool, tag: str) -> Matter:
        weight = (_WEIGHTS[kind.kind] if kind else 0) + (_GRAVE if grave else 0) + (1 if secret else 0)
        if kind is None:
            return Matter(weight=weight, tag=tag)
        instead = {was: now for (_, was), now in zip(self._script.slots(claim.event), claim.filling, strict=False)}
        doers = tuple(instead.get(id_, id_) for id_ in kind.doers)
        victims = tuple(instead.get(id_, id_) for id_ in kind.victims)
        return Matter(kind.kind, doers, victims, weight, tag)
