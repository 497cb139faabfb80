"""To tell: what one has set out to tell, what concerns somebody, and what is simply news."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agentsensus.minds.players.belief import Belief
from agentsensus.minds.players.claims import Claim
from agentsensus.minds.players.claims.deeds import is_passing
from agentsensus.minds.players.drives.drive import Proposal, propose
from agentsensus.minds.players.drives.speaking import assert_
from agentsensus.minds.players.drives.versions import lie_about, retold
from agentsensus.minds.players.situation import Situation
from agentsensus.world.goals import DeceiveIntent, TellIntent

__all__ = ["deceive", "may_be_heard", "pass_on", "tell_goal"]

_FRESH = 12
_GRAVE = 3
_MORE = 1
_A_LETTER_AWAY = 4
_FIRST_TO_TELL = 4
"""After so many rounds somebody else will have told the next of kin."""


@dataclass(frozen=True, slots=True)
class _Offer:
    """Something that could be passed on to somebody: how much one wants to, and by which drive."""

    score: int
    drive: str
    belief: Belief
    to: str


def tell_goal(situation: Situation) -> Proposal | None:
    """Tell what a goal says is to be told: to somebody who is here, or by letter to somebody out of reach."""
    for want in situation.wants:
        intent = want.intent
        if not isinstance(intent, TellIntent) or (intent.whom, intent.event) in situation.talk.told:
            continue
        belief = situation.belief(intent.event)
        if belief is None:
            if offer := _call_to_mind(situation, intent, 58):
                return offer
            continue
        if intent.whom in situation.gone or not _is_within_words(situation, intent.whom):
            continue
        if situation.others.surely(intent.whom, belief):
            continue
        hearers, drive = [intent.whom], "tell"
        is_harm = situation.may.accusations and situation.is_hurtful(belief)
        if is_harm and situation.part.bonds.has_office(intent.whom):
            drive = "denounce"
        quietly = not may_be_heard(situation, belief, hearers)
        claims = [retold(situation, belief, hearers)]
        return assert_(situation, 66, drive, hearers, belief, claims, drive, quietly=quietly)
    return None


def deceive(situation: Situation) -> Proposal | None:
    """Tell somebody here that it was otherwise, as a goal demands, unless somebody is there to say how it was."""
    for want in situation.wants:
        intent = want.intent
        if not isinstance(intent, DeceiveIntent) or (intent.whom, intent.event) in situation.talk.told:
            continue
        belief = situation.belief(intent.event)
        if belief is None:
            if offer := _call_to_mind(situation, intent, 56):
                return offer
            continue
        if intent.whom not in situation.present or situation.others.surely(intent.whom, belief):
            continue
        false = situation.talk.version_told(intent.event) or lie_about(situation, belief, [intent.whom])
        exposed = any(situation.others.surely(other, belief) for other in situation.present)
        if false is not None and false != belief.claim and not exposed:
            return assert_(situation, 48, "deceive", [intent.whom], belief, [false])
    return None


def _is_within_words(situation: Situation, whom: str) -> bool:
    """Whether somebody is here, or so far away that one would rather write."""
    if whom in situation.present:
        return True
    where = situation.where(whom)
    away = next((place.rounds for place in situation.view.places if place.id == where), 99)
    return away >= _A_LETTER_AWAY or situation.view.is_held


def _call_to_mind(situation: Situation, intent: TellIntent | DeceiveIntent, score: int) -> Proposal | None:
    """Ask one's memory for what a goal is about, once: whoever sets out to tell a thing knows what to ask for."""
    if intent.event not in situation.part.scenario_events:
        return None
    script = situation.script
    query = script.word(script.original(intent.event), situation.me, situation.part.seed)
    return None if situation.has_recalled(query) else propose(situation, score, "prepare", "recall", query=query)


def may_be_heard(situation: Situation, belief: Belief, hearers: Sequence[str]) -> bool:
    """Whether everybody else who is here may hear what is told to these."""
    event = belief.claim.event
    others = [other for other in situation.present if other not in hearers]
    return all(situation.others.surely(other, belief) or situation.may_tell(event, other) for other in others)


def pass_on(situation: Situation) -> Proposal | None:
    """Pass on what matters most: to the kin of the dead, to whom it concerns near or far, then to who is here."""
    quiet = situation.rounds_since("say")
    offers = [offer for offer in _offers(situation) if offer.drive == "bad_news" or quiet >= 2]
    best = max(
        offers,
        key=lambda offer: (offer.score, situation.matter(offer.belief).weight, offer.belief.claim, offer.to),
        default=None,
    )
    if best is None:
        return None
    hearers = _hearers(situation, best, offers)
    claim = retold(situation, best.belief, hearers)
    if best.drive == "confide":
        return assert_(situation, best.score, "confide", hearers, best.belief, [claim], "confide")
    kind = "bad_news" if best.drive == "bad_news" else "tell"
    more = _with_it(situation, hearers, best.belief) if claim == best.belief.claim else []
    quietly = not may_be_heard(situation, best.belief, hearers)
    return assert_(situation, best.score, best.drive, hearers, best.belief, [claim, *more], kind, quietly=quietly)


def _hearers(situation: Situation, best: _Offer, offers: list[_Offer]) -> list[str]:
    """Whom one tells: one, where those who stand by overhear it; else everybody here to whom it would be new."""
    for_one = best.to not in situation.present or best.drive in ("confide", "bad_news")
    if for_one or situation.view.rules.bystanders:
        return [best.to]
    event = best.belief.claim.event
    here = [offer.to for offer in offers if offer.belief.claim.event == event and offer.to in situation.present]
    return sorted({best.to, *here})


def _offers(situation: Situation) -> Iterator[_Offer]:
    """Everything that could be passed on, with how much one wants to."""
    beliefs = [belief for event, belief in situation.known.items() if _is_worth_telling(situation, event, belief)]
    if not beliefs:
        return
    for other in situation.company:
        here = other in situation.present
        if situation.is_foe(other) or (not here and not situation.is_dear(other) and not _is_duty(situation)):
            continue
        for belief in beliefs:
            event = belief.claim.event
            if situation.others.surely(other, belief) or not situation.may_tell(event, other):
                continue
            score, drive = _worth(situation, belief, other, here)
            if score:
                yield _Offer(score, drive, belief, other)


def _is_worth_telling(situation: Situation, event: str, belief: Belief) -> bool:
    """Whether one would tell it to anybody at all: a secret, a death, something grave, or news that is fresh."""
    if is_passing(event) or belief.support < 1 or belief.in_doubt:
        return False
    matter = situation.matter(belief)
    if situation.is_secret(event) or matter.kind == "death":
        return True
    is_fresh = situation.view.round - belief.since <= _FRESH
    return is_fresh if situation.is_news(belief) else matter.weight >= _GRAVE


def _is_duty(situation: Situation) -> bool:
    return situation.part.bonds.has_office(situation.me)


def _worth(situation: Situation, belief: Belief, other: str, here: bool) -> tuple[int, str]:
    """How much one wants to tell somebody of something, and by which drive; nothing when there is no point in it."""
    matter, traits = situation.matter(belief), situation.traits
    event, bonds = belief.claim.event, situation.part.bonds
    is_kin = any(bonds.are_kin(other, victim) for victim in matter.victims)
    if situation.is_secret(event):
        if situation.is_guilty(event):
            return 0, ""
        alone = situation.present == (other,) or (not here and (situation.is_news(belief) or bool(matter.kind)))
        concerned = situation.concerns(belief, other)
        return (36 + situation.trust(other) * 3 - (0 if here else 8), "confide") if alone and concerned else (0, "")
    if matter.kind == "death" and is_kin and not _has_heard_of_it(situation, belief, other):
        dear = situation.is_dear(other) or any(situation.is_dear(victim) for victim in matter.victims)
        is_first = situation.view.round - belief.first <= _FIRST_TO_TELL
        is_near = here or belief.is_seen or _is_duty(situation) or _mourns(situation, belief)
        dutiful = (dear and is_near) or (is_first and (here or _is_duty(situation)))
        return (74 if here else 56, "bad_news") if dutiful else (0, "")
    is_fresh = situation.view.round - belief.since <= _FRESH
    if not situation.is_news(belief):
        is_over = bool({*(matter.victims if matter.kind == "threat" else ()), *matter.doers} & situation.gone)
        told_first = matter.weight >= _GRAVE and here and situation.concerns(belief, other) and situation.is_dear(other)
        told_first = told_first and not is_over
        return (30 + matter.weight + traits.loyalty // 2, "concern") if told_first else (0, "")
    if (
        is_fresh
        and situation.concerns(belief, other)
        and (here or (matter.weight >= _GRAVE and situation.is_dear(other)))
    ):
        return 40 + matter.weight + traits.loyalty // 2 - (0 if here else 10), "concern"
    if is_fresh and here:
        return 20 + traits.gossip + 2 * matter.weight, "gossip"
    return 0, ""


def _mourns(situation: Situation, belief: Belief) -> bool:
    """Whether a death is that of one's own kin: who only heard of another's leaves it to others to write of it."""
    return any(situation.part.bonds.are_kin(situation.me, victim) for victim in situation.matter(belief).victims)


def _has_heard_of_it(situation: Situation, belief: Belief, other: str) -> bool:
    """Whether somebody surely knows that a victim is dead, by this event or another."""
    victims = {*situation.matter(belief).victims}
    if any(situation.part.matters.saw_dead(other, victim) for victim in victims):
        return True
    return any(
        victims & {*matter.victims} and situation.others.surely(other, death)
        for death in situation.weighty
        if (matter := situation.matter(death)).kind == "death"
    )


def _with_it(situation: Situation, hearers: Sequence[str], belief: Belief) -> list[Claim]:
    """More that is known the same way from the same scene, so that a story and not a sentence is told."""
    topic = situation.script.topic(belief.claim.event)
    claims: list[Claim] = []
    for event, other in situation.known.items():
        about = situation.script.topic(event)
        same = about.place == topic.place and about.near == topic.near and about.near and event != topic.id
        alike = _source(other) == _source(belief) and not other.in_doubt and other.support > 0
        if (
            (
                same
                and alike
                and not situation.is_secret(event)
                and situation.me not in situation.script.named(other.claim)
            )
            and all(_is_new(situation, other, hearer) for hearer in hearers)
            and may_be_heard(situation, other, hearers)
        ):
            claims.append(other.claim)
    return claims[:_MORE]


def _source(belief: Belief) -> tuple[bool, bool, str]:
    spoken = [ground for ground in belief.grounds if ground.how not in ("witnessed", "sediment")]
    first = min(spoken, key=lambda ground: (ground.since, ground), default=None)
    return belief.is_seen, belief.is_news, "" if belief.is_seen or first is None else first.source


def _is_new(situation: Situation, belief: Belief, hearer: str) -> bool:
    return not situation.others.surely(hearer, belief) and situation.may_tell(belief.claim.event, hearer)
