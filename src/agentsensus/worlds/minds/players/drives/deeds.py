"""Drives that do deeds: punishment by office holders, revenge, release, and deeds that a goal demands."""

from collections.abc import Sequence

from agentsensus.worlds.minds.players.beliefs import Belief
from agentsensus.worlds.minds.players.drives.drive import Proposal, propose
from agentsensus.worlds.minds.players.situation import SURE, Situation
from agentsensus.worlds.scenario.goals import DoIntent
from agentsensus.worlds.scenario.happenings import Deed, DeedEffect

__all__ = ["avenge", "do_deed", "judge", "release"]

_BY_LAW: tuple[DeedEffect, ...] = ("hold", "banish", "hurt")
_BY_HAND: tuple[DeedEffect, ...] = ("hurt", "kill")
_GRAVE = 5
_BOLD = 6
_LONG = 10


def may_do(situation: Situation, deed: Deed, target: str) -> bool:
    """Return whether the player may do a deed to a character present, as far as the player can see."""
    me, has_office = situation.me, situation.player.bonds.has_office(situation.me)
    by_me = deed.by == ("anyone",) or me in deed.by or (deed.by == ("office",) and has_office)
    return (
        situation.may_deed()
        and by_me
        and target in situation.present
        and (not deed.to or target in deed.to)
        and (not deed.at or situation.view.place.id in deed.at)
        and set(deed.needs) <= set(situation.view.holds)
        and not _was_refused(situation, deed.id, target)
    )


def _was_refused(situation: Situation, deed: str, target: str) -> bool:
    return any(
        turn.action == "deed" and turn.params.get("deed") == deed and turn.params.get("target") == target
        for turn in situation.view.cache
    )


def do_deed(situation: Situation) -> Proposal | None:
    """Do the deed a goal demands when its target is present."""
    for want in situation.wants:
        if isinstance(want.intent, DoIntent):
            deed = situation.player.scenario.world.deeds[want.intent.deed]
            if may_do(situation, deed, want.intent.whom):
                return _deed(situation, 83, "do", deed, want.intent.whom)
    return None


def judge(situation: Situation) -> Proposal | None:
    """Punish a character present for grave harm; only for office holders who are convinced and impartial."""
    if not situation.player.bonds.has_office(situation.me):
        return None
    for belief in situation.weighty:
        matter = situation.matter(belief)
        convinced = belief.is_seen or belief.support >= SURE or situation.talk.acts("confess", event=belief.claim.event)
        if not matter.is_harm or matter.weight < _GRAVE or not convinced or belief.in_doubt or belief.first == 0:
            continue
        for doer in matter.doers:
            if doer == situation.me or doer not in situation.present or situation.is_dear(doer):
                continue
            above = situation.player.bonds.bearing(situation.me, doer) == "up"
            if above or situation.me in matter.doers or _is_punished(situation, doer):
                continue
            if situation.script.world_deeds.is_lawful(belief.claim.event):
                continue
            if deed := _first(situation, doer, _BY_LAW, by_office=True):
                return _deed(situation, 84, "judge", deed, doer)
    return None


def avenge(situation: Situation) -> Proposal | None:
    """Attack an enemy present who killed someone dear, after accusing them; only for the bold."""
    for belief, doer in situation.grievances:
        matter = situation.matter(belief)
        if matter.kind != "death" or doer not in situation.present or not situation.is_foe(doer):
            continue
        if situation.traits.nerve + situation.tension < _BOLD:
            continue
        spoken = situation.talk.acts("accuse", by=situation.me, to=doer, event=belief.claim.event)
        if spoken and (deed := _first(situation, doer, _BY_HAND)):
            return _deed(situation, 78, "avenge", deed, doer)
    return None


def release(situation: Situation) -> Proposal | None:
    """Free someone dear who has been held for long, or by a captor who has fallen, if allowed."""
    for other in situation.present:
        held_since = _held_since(situation, other)
        captor = situation.captor_of(other)
        has_fallen = captor in situation.held or captor in situation.gone
        if held_since is None or not situation.is_dear(other):
            continue
        if not has_fallen and situation.view.round - held_since < _LONG:
            continue
        if deed := _first(situation, other, ("free",)):
            return _deed(situation, 62 if has_fallen else 52, "release", deed, other)
    return None


def _first(situation: Situation, target: str, kinds: Sequence[DeedEffect], *, by_office: bool = False) -> Deed | None:
    """Return the mildest deed of these kinds that the player may do to the target; None if there is none."""
    deeds = situation.player.scenario.world.deeds.values()
    ranked = sorted((kinds.index(deed.does), deed.id, deed) for deed in deeds if deed.does in kinds)
    for _, _, deed in ranked:
        if may_do(situation, deed, target) and not (by_office and deed.by == ("anyone",)):
            return deed
    return None


def _is_punished(situation: Situation, doer: str) -> bool:
    return _held_since(situation, doer) is not None or any(
        belief for belief in _deeds_to(situation, doer) if belief.first > 0
    )


def _held_since(situation: Situation, person: str) -> int | None:
    """Return the round since which the player knows a character to be held; None if the character is free."""
    since: int | None = None
    for belief in sorted(_deeds_to(situation, person), key=lambda belief: belief.first):
        does = situation.script.world_deeds.of(belief.claim.event)[0].does
        since = belief.first if does == "hold" else None if does == "free" else since
    return since


def _deeds_to(situation: Situation, person: str) -> list[Belief]:
    script = situation.script
    return [
        belief
        for event, belief in situation.known.items()
        if script.world_deeds.is_one(event) and script.world_deeds.of(event)[2] == person
    ]


def _deed(situation: Situation, score: int, drive: str, deed: Deed, target: str) -> Proposal:
    return propose(situation, score, drive, "deed", {"who": situation.name(target)}, deed=deed.id, target=target)
