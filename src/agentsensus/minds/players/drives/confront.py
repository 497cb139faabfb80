"""To confront whoever told it otherwise than one saw it, and to give way to whoever was there."""

from agentsensus.minds.players.drives.drive import Proposal
from agentsensus.minds.players.drives.speaking import assert_, speak
from agentsensus.minds.players.situation import HeardClaim, Situation
from agentsensus.world.mail import WORLD

__all__ = ["confront", "retract"]

_FIRM = 2


def confront(situation: Situation) -> Proposal | None:
    """Tell somebody that one has seen it otherwise, or has it otherwise on better grounds, once for each event."""
    for one in situation.told:
        belief = situation.belief(one.claim.event)
        if one.by == WORLD or belief is None or not belief.claim.contradicts(one.claim):
            continue
        if situation.has_told(one.by, one.claim.event) or not situation.may_tell(one.claim.event, one.by):
            continue
        if not belief.is_seen and (belief.in_doubt or belief.support < _FIRM):
            continue
        kind, score = ("confront", 84) if belief.is_seen else ("dispute", 64)
        if offer := assert_(situation, score, kind, [one.by], belief, [belief.claim], kind):
            return offer
    return None


def retract(situation: Situation) -> Proposal | None:
    """Give way to an eyewitness of what one has told otherwise, or, having lied, stand by it."""
    for mine in situation.said:
        against = _contradicted(situation, mine)
        if against is None or _has_replied(situation, against):
            continue
        belief = situation.belief(mine.claim.event)
        honest = belief is not None and not (belief.is_seen and belief.claim != mine.claim)
        if offer := speak(situation, 66, "retract" if honest else "stand", [against.by]):
            return offer
    return None


def _contradicted(situation: Situation, mine: HeardClaim) -> HeardClaim | None:
    """What somebody one told this to has said against it since."""
    for one in situation.told:
        if one.by in mine.to and one.claim.contradicts(mine.claim) and one.sent > mine.sent and not one.hops:
            return one
    return None


def _has_replied(situation: Situation, against: HeardClaim) -> bool:
    letters = situation.view.letters
    return any(
        one.sender == situation.me and against.by in one.recipients and one.sent >= (against.read or 0)
        for one in letters
    )
