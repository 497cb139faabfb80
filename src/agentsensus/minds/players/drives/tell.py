"""To tell: what one has set out to tell, what concerns somebody, and what is simply news."""

from collections.abc import Iterator, Sequence

from agentsensus.minds.players.belief import Belief
from agentsensus.minds.players.claims import Claim
from agentsensus.minds.players.claims.deeds import is_deed
from agentsensus.minds.players.drives.drive import Proposal, propose
from agentsensus.minds.players.drives.speaking import assert_
from agentsensus.minds.players.drives.versions import lie_about, retold, slander
from agentsensus.minds.players.situation import Situation
from agentsensus.world.goals import DeceiveIntent, TellIntent

__all__ = ["deceive", "pass_on", "tell_goal"]

_FRESH = 14
_MORE = 2


def tell_goal(situation: Situation) -> Proposal | None:
    """Tell what a goal says is to be told; call it to mind first."""
    for _, intent in situation.wants:
        if not isinstance(intent, TellIntent) or situation.has_told(intent.whom, intent.event):
            continue
        belief = situation.belief(intent.event)
        if belief is None:
            if offer := _call_to_mind(situation, intent, 58):
                return offer
            continue
        return _tell(situation, [intent.whom], 60, "tell", belief, retold(situation, belief))
    return None


def deceive(situation: Situation) -> Proposal | None:
    """Tell somebody it was otherwise, as a goal demands."""
    for _, intent in situation.wants:
        if not isinstance(intent, DeceiveIntent) or situation.has_told(intent.whom, intent.event):
            continue
        belief = situation.belief(intent.event)
        if belief is None:
            if offer := _call_to_mind(situation, intent, 56):
                return offer
            continue
        false = lie_about(situation, belief, intent.whom)
        if false is not None:
            return assert_(situation, 57, "deceive", [intent.whom], belief, [false], as_seen=True)
    return None


def _call_to_mind(situation: Situation, intent: TellIntent | DeceiveIntent, score: int) -> Proposal | None:
    """Ask one's memory for what a goal is about, once: whoever sets out to tell a thing knows what to ask for."""
    script = situation.script
    query = script.word(script.original(intent.event), situation.me, situation.part.seed)
    return None if situation.has_recalled(query) else propose(situation, score, "prepare", "recall", query=query)


def pass_on(situation: Situation) -> Proposal | None:
    """Pass on fresh news: to whom it concerns near or far, to everybody else who is here."""
    quiet = situation.rounds_since("say")
    offers = [
        offer
        for offer in _offers(situation)
        if quiet >= (2 if offer[1] == "concern" else 3)
        and (offer[1] == "concern" or not situation.awaits_reply(offer[3]))
    ]
    best = max(offers, key=lambda offer: offer[0], default=None)
    if best is None:
        return None
    score, drive, event, other = best
    belief = situation.known[event]
    hearers = [other]
    if other in situation.present and drive != "confide":
        hearers = [hearer for hearer in situation.present if _worth(situation, event, belief, hearer)[0]]
    false = slander(situation, belief, hearers) if drive != "confide" else None
    if false is not None:
        return assert_(situation, score, "slander", hearers, belief, [false])
    return _tell(situation, hearers, score, drive, belief, retold(situation, belief))


def _offers(situation: Situation) -> Iterator[tuple[int, str, str, str]]:
    """Score, drive, event and hearer of everything that could be passed on."""
    for other in situation.part.scenario.active:
        if other == situation.me or (other not in situation.present and situation.trust(other) < 2):
            continue
        for event, belief in situation.known.items():
            score, drive = _worth(situation, event, belief, other)
            if score:
                yield score, drive, event, other


def _worth(situation: Situation, event: str, belief: Belief, other: str) -> tuple[int, str]:
    """How much one wants to tell somebody of an event, and by which drive; nothing when there is no point in it."""
    if is_deed(event) or belief.support < 1 or belief.in_doubt:
        return 0, ""
    if situation.trust(other) < 0:
        return 0, ""
    if situation.has_told(other, event) or situation.has_heard(other, event) or not situation.may_tell(event, other):
        return 0, ""
    fresh = situation.view.round - max(ground.since for ground in belief.grounds) <= _FRESH
    is_heard = any(ground.how in ("told", "read", "witnessed") and ground.since > 0 for ground in belief.grounds)
    away = 0 if other in situation.present else 6
    if situation.is_secret(event):
        return (30 + situation.trust(other) * 4 - away, "confide") if situation.concerns(event, other) else (0, "")
    if fresh and is_heard and situation.concerns(event, other):
        return 36 + situation.traits.loyalty - away, "concern"
    if fresh and is_heard and not away:
        return 20 + 2 * situation.traits.gossip, "gossip"
    return (32 + situation.traits.gossip, "remind") if situation.concerns(event, other) and not away else (0, "")


def _tell(
    situation: Situation, hearers: Sequence[str], score: int, drive: str, belief: Belief, claim: Claim
) -> Proposal | None:
    kind = "confide" if drive == "confide" and belief.is_seen else "tell"
    more = [] if drive == "confide" else _with_it(situation, hearers, claim)
    return assert_(situation, score, drive, hearers, belief, [claim, *more], kind)


def _with_it(situation: Situation, hearers: Sequence[str], claim: Claim) -> list[Claim]:
    """More that is known the same way from the same scene, so that a story and not a sentence is told."""
    topic, own = situation.script.topic(claim.event), situation.belief(claim.event)
    claims: list[Claim] = []
    for event, belief in situation.known.items():
        about = situation.script.topic(event)
        same = about.place == topic.place and about.near == topic.near and about.near and event != claim.event
        known_alike = own and (belief.is_seen, belief.is_news) == (own.is_seen, own.is_news)
        alike = same and known_alike and not belief.in_doubt and belief.support > 0
        if alike and all(_is_new(situation, event, hearer) for hearer in hearers):
            claims.append(belief.claim)
    return claims[:_MORE]


def _is_new(situation: Situation, event: str, hearer: str) -> bool:
    return not situation.has_told(hearer, event) and situation.may_tell(event, hearer)
