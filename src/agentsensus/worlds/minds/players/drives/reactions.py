"""Drives that react to news: mourn, comfort, warn, break off, thank, demand and flee. Each acts once."""

from collections.abc import Iterator

from agentsensus.worlds.minds.players.beliefs import Belief
from agentsensus.worlds.minds.players.drives.drive import Proposal, assert_claims, propose, speak
from agentsensus.worlds.minds.players.lines import spoken_of
from agentsensus.worlds.minds.players.situation import Situation

__all__ = ["break_off", "comfort", "demand", "flee", "mourn", "thank", "warn"]

_LATELY = 3
_FEARLESS = 7
_INQUIRY = 12
"""Number of rounds for which a character relies on the promise of an inquiry."""


def mourn(situation: Situation) -> Proposal | None:
    """Mourn someone dear after learning of the death, before the teller or another character present."""
    if not situation.switches.reactions:
        return None
    for belief in situation.news_of_kind("death", _LATELY):
        for victim in situation.matter(belief).victims:
            if not situation.is_dear(victim) or situation.me in situation.matter(belief).doers:
                continue
            if situation.player.matters.saw_dead(situation.me, victim):
                continue
            if any(situation.talk.acts(act, by=situation.me, about=victim) for act in ("mourn", "cry", "demand")):
                continue
            if any(situation.has_called_to_account(belief, doer) for doer in situation.matter(belief).doers):
                continue
            tellers = [ground.source for ground in belief.grounds if ground.source in situation.present]
            hearers = tellers[:1] or [other for other in situation.present if not situation.is_foe(other)][:1]
            if hearers:
                named = spoken_of(situation.player, victim)
                return speak(situation, 88, "mourn", hearers, about=victim, victim=named)
    return None


def comfort(situation: Situation) -> Proposal | None:
    """Comfort a character present who has lost kin, once, unless the player was involved."""
    if not situation.switches.reactions or situation.view.is_held:
        return None
    for belief, victim in _deaths(situation):
        if situation.me in situation.matter(belief).doers or belief.first == 0:
            continue
        for other in situation.present:
            has_heard = other in situation.talk.took_in.get(belief.claim.event, ())
            bereaved = has_heard and situation.player.bonds.are_kin(other, victim)
            bereaved = bereaved and not situation.player.matters.saw_dead(other, victim)
            if not bereaved or situation.player.bonds.are_kin(situation.me, victim):
                continue
            if not situation.is_dear(other) and not situation.player.bonds.has_office(situation.me):
                continue
            if not situation.talk.acts("comfort", to=other, about=victim):
                named, place = spoken_of(situation.player, victim), sorted((situation.me, *situation.present))
                at = place.index(situation.me)
                return speak(situation, 63, "comfort", [other], nth=at, victim=named)
    return None


def warn(situation: Situation) -> Proposal | None:
    """Warn someone dear of a threat, near or far, unless they know."""
    if not situation.switches.reactions:
        return None
    for belief in situation.weighty:
        matter = situation.matter(belief)
        if matter.kind != "threat" or situation.me in matter.doers or belief.in_doubt:
            continue
        for victim in matter.victims:
            if victim not in situation.company or not situation.is_dear(victim):
                continue
            if situation.others.knows(victim, belief) or (victim, belief.claim.event) in situation.talk.told:
                continue
            if belief.claim.event in situation.withheld and victim in situation.withheld[belief.claim.event]:
                continue
            score = 76 if victim in situation.present else 50
            return assert_claims(situation, score, "warn", [victim], belief, [belief.claim], "warn", quietly=True)
    return None


def break_off(situation: Situation) -> Proposal | None:
    """Break with a character present who was dear and has harmed someone dear, once."""
    if not situation.switches.reactions:
        return None
    for belief, doer in situation.grievances:
        was_dear = situation.player.bonds.are_close(situation.me, doer)
        if not was_dear or doer not in situation.present or belief.first == 0:
            continue
        accused = situation.talk.acts("accuse", by=situation.me, to=doer, event=belief.claim.event)
        if accused and not situation.talk.acts("break_off", by=situation.me, to=doer):
            return speak(situation, 70, "break_off", [doer])
    return None


def thank(situation: Situation) -> Proposal | None:
    """Thank a character present for a warning, once each."""
    if not situation.switches.reactions:
        return None
    for heard in situation.talk.claims_heard:
        if heard.act != "warn" or heard.read != situation.view.round or heard.overheard:
            continue
        if heard.by in situation.present and not situation.talk.acts("thank", by=situation.me, to=heard.by):
            return speak(situation, 58, "thank", [heard.by])
    return None


def demand(situation: Situation) -> Proposal | None:
    """Demand action about the death of kin from an office holder present, once."""
    if not (situation.switches.reactions and situation.switches.accusations) or situation.player.bonds.has_office(
        situation.me
    ):
        return None
    if any(
        situation.view.round - words.letter.sent <= _INQUIRY for words in situation.talk.acts("accept", to=situation.me)
    ):
        return None
    for belief, victim in _deaths(situation):
        if not situation.player.bonds.are_kin(situation.me, victim) or belief.first == 0:
            continue
        doers = {*situation.matter(belief).doers}
        if doers and not doers - situation.gone:
            continue
        for other in situation.present:
            is_judge = situation.player.bonds.has_office(other) and other not in situation.matter(belief).doers
            is_judge = is_judge and other not in situation.held
            if not is_judge or not situation.others.knows(other, belief):
                continue
            if not situation.talk.acts("demand", by=situation.me, to=other):
                named = spoken_of(situation.player, victim)
                return speak(situation, 68, "demand", [other], victim=named)
    return None


def flee(situation: Situation) -> Proposal | None:
    """Leave a place where an enemy threatens the player's life, unless fearless."""
    if not situation.switches.reactions or situation.traits.nerve >= _FEARLESS or situation.view.is_held:
        return None
    for belief in situation.weighty:
        matter = situation.matter(belief)
        if matter.kind != "threat" or situation.me not in matter.victims or belief.first == 0:
            continue
        feared = [doer for doer in matter.doers if doer in situation.present and situation.is_foe(doer)]
        near = [place.id for place in situation.view.places if place.rounds <= 1]
        if feared and near and situation.rounds_since("move") > _LATELY:
            to = situation.player.one_of(near, "flee", situation.view.round)
            because = {"who": situation.name(feared[0])}
            return propose(situation, 57, "flee", "move", because, destination=to)
    return None


def _deaths(situation: Situation) -> Iterator[tuple[Belief, str]]:
    for belief in situation.weighty:
        if situation.matter(belief).kind == "death":
            for victim in situation.matter(belief).victims:
                yield belief, victim
