"""How a claim changes in somebody's mouth: by a slip of the memory, or on purpose."""

from collections.abc import Sequence

from agentsensus.chance import pick
from agentsensus.minds.players.belief import Belief
from agentsensus.minds.players.claims import Claim
from agentsensus.minds.players.situation import Situation

__all__ = ["lie_about", "retold"]

_RANKS_APART = 3
"""Whoever is further above or below the guilty could not have done it in the guilty one's place."""


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

    Nobody who hears it is blamed, nor anybody dear to the liar or akin to them or the victim: the dead first, who
    cannot deny it, then a foe, then whoever is nearest in rank, and friends of theirs last. None where there is none.
    """
    part, script = situation.part, situation.script
    if not situation.may.lies:
        return None
    dear = _dear(situation)
    spared = {situation.me, *hearers, *situation.present, *dear}
    doers = situation.matter(belief).doers or script.named(belief.claim)
    guilty = [situation.me] if situation.me in doers else [doer for doer in doers if doer in dear]
    changes = [(version, *script.changed(belief.claim, version)[0]) for version in script.versions(belief.claim)]
    not_done = [version for version, kind, _, _ in changes if kind == "done"]
    if guilty:
        blaming = _blaming(situation, belief.claim, guilty[0], spared, hearers)
        among = [blaming] if blaming else not_done
    else:
        among = not_done or [v for v, kind, _, after in changes if kind != "person" or after not in spared]
    return pick(among, part.seed, 0, part.id, f"lie {belief.claim.event}") if among else None


def _blaming(situation: Situation, claim: Claim, guilty: str, spared: set[str], hearers: Sequence[str]) -> Claim | None:
    """A claim with somebody else for the guilty; None where there is nobody to be blamed."""
    cast, bonds, part = situation.part.scenario.characters, situation.part.bonds, situation.part
    unlikely = (*hearers, *part.matters.of(claim).victims)
    scapegoats = [
        id_
        for id_ in cast
        if id_ not in spared
        and abs(cast[id_].rank - cast[guilty].rank) <= _RANKS_APART
        and not any(bonds.are_kin(person, id_) for person in unlikely)
    ]
    scapegoats.sort(
        key=lambda id_: (
            any(bonds.are_close(hearer, id_) for hearer in hearers),
            id_ not in situation.gone,
            not situation.is_foe(id_),
            abs(cast[id_].rank - cast[guilty].rank),
            part.chance(f"blames {id_} {claim.event}"),
        )
    )
    versions = (situation.script.instead(claim, guilty, id_) for id_ in scapegoats)
    return next((version for version in versions if version is not None), None)


def _dear(situation: Situation) -> set[str]:
    """Those whom one would protect."""
    return {other for other in situation.part.scenario.characters if situation.is_dear(other)}
