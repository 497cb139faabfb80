"""To trust more whoever turned out right, and less whoever told what one's own eyes contradict."""

from agentsensus.minds.players.drives.drive import Proposal, propose
from agentsensus.minds.players.situation import Situation
from agentsensus.world.character import TRUST
from agentsensus.world.mail import WORLD

__all__ = ["weigh"]


def weigh(situation: Situation) -> Proposal | None:
    """Set the trust in whoever has earned another one than before; it never comes back by itself."""
    for other in sorted({heard.by for heard in situation.claims_heard} - {WORLD}):
        start = situation.part.character.trusts.get(other, 0)
        earned = max(-3, min(3, start + _verdicts(situation, other)))
        now = situation.trust(other)
        if earned != now and abs(earned - start) > abs(now - start):
            drive = "trust_up" if earned > now else "trust_down"
            because = {"who": situation.name(other)}
            return propose(situation, 76, drive, "update_status", because, key=f"{TRUST}{other}", value=earned)
    return None


def _verdicts(situation: Situation, other: str) -> int:
    """Tellings of somebody that one's own eyes confirm, less twice those that they contradict."""
    total = 0
    heard_from = [heard for heard in situation.claims_heard if heard.by == other]
    for event in sorted({heard.claim.event for heard in heard_from if not heard.hops}):
        belief = situation.belief(event)
        if belief is None or not belief.is_seen:
            continue
        versions = {heard.claim for heard in heard_from if heard.claim.event == event}
        total += 1 if versions == {belief.claim} else -2
    return total
