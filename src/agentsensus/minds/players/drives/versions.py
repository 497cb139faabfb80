"""How a claim changes in somebody's mouth: by a slip of the memory, or on purpose."""

from collections.abc import Sequence

from agentsensus.chance import pick
from agentsensus.minds.players.belief import Belief
from agentsensus.minds.players.claims import Claim
from agentsensus.minds.players.situation import Situation

__all__ = ["lie_about", "retold", "slander"]

_SLY = 3


def retold(situation: Situation, belief: Belief) -> Claim:
    """What one says of what one believes: one's own eyes do not err, but hearsay may change by one thing.

    Whether and how it changes hangs on who tells what, not on when: the same mouth always tells it the same way.
    """
    claim, part = belief.claim, situation.part
    if (
        belief.is_seen
        or not part.scenario.world.players.drift
        or any(ground.how == "read" for ground in belief.grounds)
    ):
        return claim
    if part.chance(f"drift {claim}") >= (situation.traits.gossip + 4) / 14:
        return claim
    versions = situation.script.versions(claim)
    return pick(versions, part.seed, 0, part.id, f"drifted {claim}") if versions else claim


def slander(situation: Situation, belief: Belief, hearers: Sequence[str]) -> Claim | None:
    """What the sly make of it before others: somebody else in the place of themselves or of a friend."""
    part, script = situation.part, situation.script
    if not part.scenario.world.players.lies or situation.traits.candour > _SLY:
        return None
    if any(situation.trust(hearer) >= 2 for hearer in hearers):
        return None
    dear = _dear(situation)
    lies = [
        version
        for version in script.versions(belief.claim)
        for _, before, after in script.changed(belief.claim, version)
        if before in dear and after not in {*hearers, *dear} and situation.trust(after) <= 0
    ]
    return pick(lies, part.seed, 0, part.id, f"slander {belief.claim.event}") if lies else None


def lie_about(situation: Situation, belief: Belief, hearer: str) -> Claim | None:
    """The version one would have somebody believe: with the hearer, oneself and whoever one holds dear out of it.

    A stranger is blamed rather than a friend, nobody blames oneself, and where one of those would still be named in
    it there is no use in lying.
    """
    part, script = situation.part, situation.script
    if not part.scenario.world.players.lies:
        return None
    persons = script.named(belief.claim)
    dear = _dear(situation)
    hidden = {hearer} if hearer in persons else dear
    changes = [(version, *script.changed(belief.claim, version)[0]) for version in script.versions(belief.claim)]
    clean = [(version, after) for version, _, before, after in changes if before in hidden]
    others = [(version, after) for version, kind, _, after in changes if kind == "person"]
    rest = [] if hidden & {*persons} else [(version, after) for version, _, _, after in changes]
    others = [change for change in others if change in rest]
    spared = {situation.me, hearer}
    for among in (
        _without(clean, dear | spared),
        _without(clean, spared),
        _without(others, dear | spared),
        _without(rest, dear | spared),
    ):
        if among:
            return pick(among, part.seed, 0, part.id, f"lie {belief.claim.event}")
    return None


def _dear(situation: Situation) -> set[str]:
    """Oneself, and those whom one would protect."""
    return {situation.me, *(other for other in situation.part.scenario.active if situation.trust(other) >= 2)}


def _without(versions: list[tuple[Claim, str]], spared: set[str]) -> list[Claim]:
    """The versions that bring in none of these."""
    return [version for version, after in versions if after not in spared]
