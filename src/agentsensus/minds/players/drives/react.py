"""To react to what one learns: mourn, comfort, warn, break off, thank, demand, flee; each once."""

from collections.abc import Iterator

from agentsensus.minds.players.belief import Belief
from agentsensus.minds.players.drives.drive import Proposal, propose
from agentsensus.minds.players.drives.speaking import assert_, speak
from agentsensus.minds.players.manners import spoken_of
from agentsensus.minds.players.situation import Situation

__all__ = ["break_off", "comfort", "demand", "flee", "mourn", "thank", "warn"]

_LATELY = 3
_FEARLESS = 7


def mourn(situation: Situation) -> Proposal | None:
    """Mourn somebody dear of whose death one has just learnt: before whoever told it, or alone without a word."""
    if not situation.may.reactions:
        return None
    for belief in situation.news_of_kind("death", _LATELY):
        for victim in situation.matter(belief).victims:
            if not situation.is_dear(victim) or situation.me in situation.matter(belief).doers:
                continue
            if situation.part.matters.saw_dead(situation.me, victim):
                continue
            if situation.talk.acts("mourn", by=situation.me, about=victim):
                continue
            tellers = [ground.source for ground in belief.grounds if ground.source in situation.present]
            hearers = tellers[:1] or [other for other in situation.present if not situation.is_foe(other)][:1]
            if hearers:
                named = spoken_of(situation.part, victim)
                return speak(situation, 88, "mourn", hearers, about=victim, victim=named)
    return None


def comfort(situation: Situation) -> Proposal | None:
    """Comfort somebody here who has lost kin, once, if one is no foe and had no part in it."""
    if not situation.may.reactions:
        return None
    for belief, victim in _deaths(situation):
        if situation.me in situation.matter(belief).doers or belief.first == 0:
            continue
        for other in situation.present:
            has_heard = other in situation.talk.took_in.get(belief.claim.event, ())
            bereaved = has_heard and situation.part.bonds.are_kin(other, victim)
            bereaved = bereaved and not situation.part.matters.saw_dead(other, victim)
            if not bereaved or situation.part.bonds.are_kin(situation.me, victim):
                continue
            if situation.trust(other) < 1 and not situation.is_dear(victim):
                continue
            if not situation.talk.acts("comfort", by=situation.me, to=other):
                named = spoken_of(situation.part, victim)
                return speak(situation, 63, "comfort", [other], victim=named)
    return None


def warn(situation: Situation) -> Proposal | None:
    """Warn somebody dear of what threatens it, near or far, unless it knows."""
    if not situation.may.reactions:
        return None
    for belief in situation.weighty:
        matter = situation.matter(belief)
        if matter.kind != "threat" or situation.me in matter.doers or belief.in_doubt:
            continue
        for victim in matter.victims:
            if victim not in situation.company or not situation.is_dear(victim):
                continue
            if situation.others.surely(victim, belief) or (victim, belief.claim.event) in situation.talk.told:
                continue
            if belief.claim.event in situation.withheld and victim in situation.withheld[belief.claim.event]:
                continue
            score = 76 if victim in situation.present else 50
            return assert_(situation, score, "warn", [victim], belief, [belief.claim], "warn", quietly=True)
    return None


def break_off(situation: Situation) -> Proposal | None:
    """Break with somebody here who was dear and has harmed somebody dear, once."""
    if not situation.may.reactions:
        return None
    for belief, doer in situation.grievances:
        was_dear = situation.part.bonds.are_close(situation.me, doer)
        if not was_dear or doer not in situation.present or belief.first == 0:
            continue
        accused = situation.talk.acts("accuse", by=situation.me, to=doer, event=belief.claim.event)
        if accused and not situation.talk.acts("break_off", by=situation.me, to=doer):
            return speak(situation, 70, "break_off", [doer])
    return None


def thank(situation: Situation) -> Proposal | None:
    """Thank whoever here has just told one what is grave and concerns one, once each."""
    if not situation.may.reactions:
        return None
    for heard in situation.talk.claims_heard:
        belief = situation.belief(heard.claim.event)
        if heard.read != situation.view.round or heard.overheard or belief is None or heard.by not in situation.present:
            continue
        grave = heard.act == "warn" or (situation.is_hurtful(belief) and situation.matter(belief).weight >= 3)
        is_guilty = heard.by in situation.matter(belief).doers
        if is_guilty or not grave or situation.talk.acts("thank", by=situation.me, to=heard.by):
            continue
        if heard.act in ("", "warn"):
            return speak(situation, 58, "thank", [heard.by])
    return None


def demand(situation: Situation) -> Proposal | None:
    """Demand of somebody here who has an office what will be done about the death of kin, once, having none oneself."""
    if not (situation.may.reactions and situation.may.accusations) or situation.part.bonds.has_office(situation.me):
        return None
    for belief, victim in _deaths(situation):
        if not situation.part.bonds.are_kin(situation.me, victim) or belief.first == 0:
            continue
        doers = {*situation.matter(belief).doers}
        if doers and not doers - situation.gone:
            continue
        for other in situation.present:
            is_judge = situation.part.bonds.has_office(other) and other not in situation.matter(belief).doers
            if not is_judge or not situation.others.surely(other, belief):
                continue
            if not situation.talk.acts("demand", by=situation.me, to=other):
                named = spoken_of(situation.part, victim)
                return speak(situation, 68, "demand", [other], victim=named)
    return None


def flee(situation: Situation) -> Proposal | None:
    """Leave a place where somebody is who threatens one's life, unless one is fearless or above it."""
    if not situation.may.reactions or situation.traits.nerve >= _FEARLESS or situation.view.is_held:
        return None
    for belief in situation.weighty:
        matter = situation.matter(belief)
        if matter.kind != "threat" or situation.me not in matter.victims or belief.first == 0:
            continue
        feared = [doer for doer in matter.doers if doer in situation.present and situation.is_foe(doer)]
        near = [place.id for place in situation.view.places if place.rounds <= 1]
        if feared and near and situation.rounds_since("move") > _LATELY:
            to = situation.part.one_of(near, "flee", situation.view.round)
            because = {"who": situation.name(feared[0])}
            return propose(situation, 57, "flee", "move", because, destination=to)
    return None


def _deaths(situation: Situation) -> Iterator[tuple[Belief, str]]:
    for belief in situation.weighty:
        if situation.matter(belief).kind == "death":
            for victim in situation.matter(belief).victims:
                yield belief, victim
