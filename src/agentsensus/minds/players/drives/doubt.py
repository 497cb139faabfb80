"""To get out of doubt: ask somebody who may have seen it, make it a goal, and conclude when it is settled."""

from agentsensus.minds.players.belief import Belief
from agentsensus.minds.players.drives.drive import Proposal, propose
from agentsensus.minds.players.drives.speaking import speak
from agentsensus.minds.players.lines import worded
from agentsensus.minds.players.situation import Situation, others

__all__ = ["pursue", "settle", "verify"]

_FIRM = 2
_LATELY = 6


def verify(situation: Situation) -> Proposal | None:
    """Ask somebody whom the event names whether it is so."""
    for event, belief in situation.known.items():
        if not _troubles(situation, belief):
            continue
        for other in others(situation):
            tellers = {heard.by for heard in situation.claims_heard if heard.claim.event == event}
            if other in tellers or other not in situation.persons(event) or situation.has_asked(other, event):
                continue
            if situation.is_secret(event) and situation.trust(other) < 1:
                continue
            if offer := speak(situation, 48, "whether", [other], claims=[belief.claim]):
                return offer
    return None


def pursue(situation: Situation) -> Proposal | None:
    """Make it a goal to find out what one is in doubt about."""
    pursued = {intent.event for _, intent in situation.wants if intent.kind == "learn"}
    for event, belief in situation.known.items():
        if belief.in_doubt and event not in pursued and len(situation.view.goals) < 6:
            claims = situation.script.wordings(belief.claim)[0]
            text = situation.part.phrases.text("goals", "whether", claims=claims)
            return propose(situation, 46, "new_goal", "push_goal", text=text)
    return None


def settle(situation: Situation) -> Proposal | None:
    """Conclude what one wanted to know, when one knows it, or what a second source has just confirmed."""
    for belief in (*_just_learnt(situation), *_confirmed(situation)):
        claim_words = worded(situation, belief.claim, [situation.me])
        pattern = situation.part.one_of(situation.part.phrases.lines("conclude"), f"conclude {belief.claim.event}")
        text = pattern.format(claims=claim_words)
        if not any(turn.action == "conclude" and turn.params.get("text") == text for turn in situation.view.cache):
            return propose(situation, 53, "conclude", "conclude", text=text)
    return None


def _just_learnt(situation: Situation) -> list[Belief]:
    """What the goal at hand was to learn, if it is learnt."""
    goal = situation.view.goals[-1] if situation.view.goals else ""
    if not situation.wants or situation.wants[0][0] != goal:
        return []
    intent = situation.wants[0][1]
    belief = situation.belief(intent.event) if intent.kind == "learn" else None
    return [belief] if belief and not belief.in_doubt and belief.support >= _FIRM else []


def _confirmed(situation: Situation) -> list[Belief]:
    """What one has from two mouths or more, the last of them just now."""
    return [
        belief
        for belief in situation.known.values()
        if not belief.is_seen
        and not belief.in_doubt
        and len({ground.source for ground in belief.grounds}) > 1
        and situation.view.round - max(ground.since for ground in belief.grounds) <= _LATELY
        and belief.support > _FIRM
    ]


def _troubles(situation: Situation, belief: Belief) -> bool:
    """Whether something leaves one no rest: two versions as good as each other, or a grave thing barely believed."""
    grave = situation.is_secret(belief.claim.event) and belief.support < 2
    return belief.in_doubt or (grave and not belief.is_seen)
