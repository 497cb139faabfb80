"""To get out of doubt: ask somebody who may have seen it, make it a goal, and conclude when it is settled."""

from agentsensus.minds.belief import Belief
from agentsensus.minds.drives.drive import Proposal, propose
from agentsensus.minds.lines import line, worded
from agentsensus.minds.situation import Situation, others

__all__ = ["pursue", "settle", "verify"]


def verify(situation: Situation) -> Proposal | None:
    """Ask somebody whom the event names whether it is so."""
    for event, belief in situation.known.items():
        if not _troubles(situation, belief):
            continue
        for other in others(situation):
            told = {one.by for one in situation.told if one.claim.event == event}
            if other in told or other not in situation.script.topic(event).persons or situation.has_asked(other, event):
                continue
            if situation.is_secret(event) and situation.trust(other) < 1:
                continue
            said = line(situation, "whether", [other], [belief.claim])
            if said:
                because: dict[str, object] = {"who": situation.name(other)}
                return propose(situation, 48, "whether", "say", because, targets=[other], content=said)
    return None


def pursue(situation: Situation) -> Proposal | None:
    """Make it a goal to find out what one is in doubt about."""
    wanted = {intent.event for _, intent in situation.wants if intent.kind == "learn"}
    for event, belief in situation.known.items():
        if belief.in_doubt and event not in wanted and len(situation.view.goals) < 6:
            claims = situation.script.wordings(belief.claim)[0]
            text = situation.part.phrases.text("goals", "whether", claims=claims)
            return propose(situation, 46, "new_goal", "push_goal", text=text)
    return None


def settle(situation: Situation) -> Proposal | None:
    """Conclude what one was in doubt about, when one is no longer."""
    goal = situation.view.goals[-1] if situation.view.goals else ""
    own = situation.part.phrases.goal(goal)
    if own is None or own[0] != "whether" or not situation.wants:
        return None
    intent = situation.wants[0][1]
    belief = situation.belief(intent.event) if intent.kind == "learn" else None
    if belief is None or belief.in_doubt or belief.support < 2:
        return None
    said = worded(situation, belief.claim, [situation.me])
    text = situation.part.one_of(situation.part.phrases.lines("conclude"), f"conclude {goal}").format(claims=said)
    if any(turn.action == "conclude" and turn.params.get("text") == text for turn in situation.view.cache):
        return None
    return propose(situation, 50, "conclude", "conclude", text=text)


def _troubles(situation: Situation, belief: Belief) -> bool:
    """Whether something leaves one no rest: two versions as good as each other, or a grave thing barely believed."""
    grave = situation.is_secret(belief.claim.event) and belief.support < 2
    return belief.in_doubt or (grave and not belief.is_seen)
