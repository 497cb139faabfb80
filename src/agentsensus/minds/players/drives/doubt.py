"""To get out of doubt: ask somebody who may have seen it, and conclude when it is settled."""

from agentsensus.minds.players.belief import Belief
from agentsensus.minds.players.drives.drive import Proposal
from agentsensus.minds.players.drives.speaking import speak
from agentsensus.minds.players.situation import Situation

__all__ = ["verify"]

_PAUSE = 2
_MOST_ASKED = 2


def verify(situation: Situation) -> Proposal | None:
    """Ask somebody who is here and whom the event names, or who was there, whether it is so."""
    if situation.rounds_since("say") < _PAUSE:
        return None
    for belief in situation.troubling:
        if len(situation.talk.asked_about(belief.claim.event)) >= _MOST_ASKED:
            continue
        for other in situation.present:
            if not _can_ask(situation, belief, other):
                continue
            if offer := speak(situation, 51, "whether", [other], claims=[belief.claim]):
                return offer
    return None


def _can_ask(situation: Situation, belief: Belief, other: str) -> bool:
    event = belief.claim.event
    tellers = {heard.by for heard in situation.talk.claims_heard if heard.claim.event == event}
    if other in tellers or situation.talk.has_asked(other, event) or situation.is_foe(other):
        return False
    if situation.is_secret(event) and situation.trust(other) < 1:
        return False
    matter = situation.matter(belief)
    if matter.is_harm and other in matter.doers:
        return False
    return other in situation.script.named(belief.claim) or other in situation.script.topic(event).there
