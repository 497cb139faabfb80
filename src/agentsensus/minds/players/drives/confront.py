"""To confront whoever told it otherwise than one saw it, and to give way to whoever was there."""

from agentsensus.minds.players.belief import Belief
from agentsensus.minds.players.conversation import HeardClaim
from agentsensus.minds.players.drives.drive import Proposal
from agentsensus.minds.players.drives.speaking import assert_, speak
from agentsensus.minds.players.situation import SURE, Situation
from agentsensus.world.mail import WORLD

__all__ = ["confront", "retract"]

_LATELY = 12
_TRIFLES = frozenset(("place", "number"))


def confront(situation: Situation) -> Proposal | None:
    """Tell somebody that one has seen it otherwise, or has it otherwise on better grounds, once for each event."""
    for heard in reversed(situation.talk.claims_heard):
        event = heard.claim.event
        belief = situation.belief(event)
        if heard.by == WORLD or belief is None or not belief.claim.contradicts(heard.claim):
            continue
        if heard.by in situation.gone or situation.view.round - (heard.read or 0) > _LATELY:
            continue
        if (heard.by, event) in situation.talk.told or not situation.may_tell(event, heard.by):
            continue
        if not belief.is_seen and (belief.in_doubt or belief.support < SURE or _knows_better(situation, heard, belief)):
            continue
        claim = belief.claim if belief.is_seen else situation.talk.version_told(event) or belief.claim
        kind, score = ("confront", 79) if belief.is_seen else ("dispute", 62)
        if not claim.contradicts(heard.claim):
            continue
        if offer := assert_(situation, score, kind, [heard.by], belief, [claim], kind):
            return offer
    return None


def _knows_better(situation: Situation, heard: HeardClaim, belief: Belief) -> bool:
    """Whether there is no disputing what was heard: said to others, at first hand, of oneself, or wrong in a trifle."""
    at_first_hand = not heard.hops and all(ground.hops for ground in belief.grounds if ground.how == "told")
    is_written = heard.claim.event in situation.part.scenario_events
    changes = situation.script.changed(belief.claim, heard.claim) if is_written else []
    is_trifle = is_written and all(kind in _TRIFLES for kind, _, _ in changes)
    return heard.overheard or at_first_hand or is_trifle or heard.by in situation.script.named(belief.claim)


def retract(situation: Situation) -> Proposal | None:
    """Give way to an eyewitness of what one has told otherwise, or, having lied, stand by it."""
    for own in reversed(situation.talk.claims_made):
        against = _contradicted(situation, own)
        if against is None or situation.talk.has_answered(against.by, against.read or 0):
            continue
        if situation.view.round - (against.read or 0) > _LATELY:
            continue
        belief = situation.belief(own.claim.event)
        honest = belief is not None and not (belief.is_seen and belief.claim != own.claim)
        if against.by not in situation.gone:
            return speak(situation, 76, "retract" if honest else "stand", [against.by])
    return None


def _contradicted(situation: Situation, own: HeardClaim) -> HeardClaim | None:
    """What somebody one told this to has said against it since."""
    for heard in situation.talk.claims_heard:
        if heard.by in own.to and heard.claim.contradicts(own.claim) and heard.sent > own.sent and not heard.hops:
            return heard
    return None
