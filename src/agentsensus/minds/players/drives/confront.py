"""To confront whoever told it otherwise than one saw it, and to give way to whoever was there."""

from agentsensus.minds.players.drives.drive import Proposal
from agentsensus.minds.players.drives.speaking import assert_, speak
from agentsensus.minds.players.situation import HeardClaim, Situation
from agentsensus.world.mail import WORLD

__all__ = ["confront", "retract"]

_FIRM = 2


def confront(situation: Situation) -> Proposal | None:
    """Tell somebody that one has seen it otherwise, or has it otherwise on better grounds, once for each event."""
    for heard in situation.claims_heard:
        belief = situation.belief(heard.claim.event)
        if heard.by == WORLD or belief is None or not belief.claim.contradicts(heard.claim):
            continue
        if situation.has_told(heard.by, heard.claim.event) or not situation.may_tell(heard.claim.event, heard.by):
            continue
        if not belief.is_seen and (belief.in_doubt or belief.support < _FIRM):
            continue
        kind, score = ("confront", 84) if belief.is_seen else ("dispute", 64)
        if offer := assert_(situation, score, kind, [heard.by], belief, [belief.claim], kind):
            return offer
    return None


def retract(situation: Situation) -> Proposal | None:
    """Give way to an eyewitness of what one has told otherwise, or, having lied, stand by it."""
    for own in situation.claims_made:
        against = _contradicted(situation, own)
        if against is None or _has_replied(situation, against):
            continue
        belief = situation.belief(own.claim.event)
        honest = belief is not None and not (belief.is_seen and belief.claim != own.claim)
        if offer := speak(situation, 66, "retract" if honest else "stand", [against.by]):
            return offer
    return None


def _contradicted(situation: Situation, own: HeardClaim) -> HeardClaim | None:
    """What somebody one told this to has said against it since."""
    for heard in situation.claims_heard:
        if heard.by in own.to and heard.claim.contradicts(own.claim) and heard.sent > own.sent and not heard.hops:
            return heard
    return None


def _has_replied(situation: Situation, against: HeardClaim) -> bool:
    letters = situation.view.letters
    return any(
        letter.sender == situation.me and against.by in letter.recipients and letter.sent >= (against.read or 0)
        for letter in letters
    )
