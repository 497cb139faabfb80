"""How a claim changes in somebody's mouth: by a slip of the memory, or on purpose."""

from collections.abc import Sequence

from agentsensus.chance import pick
from agentsensus.minds.players.belief import Belief
from agentsensus.minds.players.claims import Claim
from agentsensus.minds.players.situation import Situation

__all__ = ["lie_about", "retold"]


def retold(situation: Situation, belief: Belief, hearers: Sequence[str]) -> Claim:
    """What one says of what one believes: one's own eyes do not err, but hearsay may change by one thing.

    Nobody who hears it, stands by or is oneself comes into it by mistake, nothing changes in what one did oneself, and
    what one has said once one says again. Whether and how it changes hangs on who tells what, not on when.
    """
    claim, part, script = belief.claim, situation.part, situation.script
    before = situation.talk.version_told(claim.event)
    if before is not None and not belief.is_seen:
        return before
    is_read = any(ground.how == "read" for ground in belief.grounds)
    if belief.is_seen or is_read or not situation.may.drift or situation.me in script.named(claim):
        return claim
    if part.chance(f"drift {claim}") >= (situation.traits.gossip + 2) / 18:
        return claim
    near = {situation.me, *hearers, *situation.present}
    matter = situation.matter(belief)
    fixed = near | ({*matter.victims} if matter.kind == "death" else set())
    versions = [version for version in script.versions(claim) if _is_slip(script.changed(claim, version), near, fixed)]
    return pick(versions, part.seed, 0, part.id, f"drifted {claim}") if versions else claim


def _is_slip(changes: Sequence[tuple[str, str, str]], near: set[str], fixed: set[str]) -> bool:
    """Whether a change is one that the memory makes: a name, a place or a number for one like it; never «not»."""
    return all(kind != "done" and before not in fixed and after not in near for kind, before, after in changes)


def lie_about(situation: Situation, belief: Belief, hearers: Sequence[str]) -> Claim | None:
    """The version one would have somebody believe: with oneself or those one protects out of it, or as not done.

    Nobody who hears it is blamed, nor anybody dear; a stranger of the same camp is, or nobody at all. None where one of
    those whom the lie is to protect would still be in it.
    """
    part, script = situation.part, situation.script
    if not situation.may.lies:
        return None
    spared = {situation.me, *hearers, *situation.present, *_dear(situation)}
    guilty = {*situation.matter(belief).doers} & {situation.me, *_dear(situation)}
    changes = [(version, *script.changed(belief.claim, version)[0]) for version in script.versions(belief.claim)]
    not_done = [version for version, kind, _, _ in changes if kind == "done"]
    blamed = [v for v, kind, before, after in changes if kind == "person" and before in guilty and after not in spared]
    harmless = [
        v for v, kind, _, after in changes if kind in ("place", "number") or (kind == "person" and after not in spared)
    ]
    among = blamed or not_done if guilty else not_done or harmless
    return pick(among, part.seed, 0, part.id, f"lie {belief.claim.event}") if among else None


def _dear(situation: Situation) -> set[str]:
    """Those whom one would protect."""
    return {other for other in situation.part.scenario.active if situation.is_dear(other)}
