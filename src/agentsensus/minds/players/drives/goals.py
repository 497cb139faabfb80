"""To tend one's goals: drop what is reached, give up what leads nowhere, never be without one."""

from agentsensus.minds.players.drives.ask import is_learnt
from agentsensus.minds.players.drives.drive import Proposal, propose
from agentsensus.minds.players.situation import Situation
from agentsensus.world.goals import Intent, LearnIntent, MeetIntent, ReachIntent, ReadIntent, TellIntent

__all__ = ["tend_goals"]

_ASKED_ENOUGH = 2


def tend_goals(situation: Situation) -> Proposal | None:
    """Pop the goal at hand when it is reached; replace it when it has led nowhere; push one when none is left."""
    phrases = situation.part.phrases
    if not situation.view.goals:
        return propose(situation, 40, "rest", "push_goal", text=phrases.text("goals", "rest"))
    goal = situation.view.goals[-1]
    intent = situation.wants[0][1] if situation.wants and situation.wants[0][0] == goal else None
    because = {"goal": goal}
    if intent is not None and _is_reached(situation, intent):
        return _done(situation, 52, "reached", because)
    if isinstance(intent, LearnIntent) and _is_hopeless(situation, intent):
        witness = _somebody_named(situation, intent)
        if witness is None:
            return _done(situation, 42, "given_up", because)
        text = phrases.text("goals", "meet", person=situation.name(witness))
        return propose(situation, 42, "given_up", "replace_goal", because, text=text)
    return None


def _done(situation: Situation, score: int, drive: str, because: dict[str, str]) -> Proposal:
    """Drop the goal at hand; the last one makes way for another, since nobody without a goal is awake."""
    if len(situation.view.goals) > 1:
        return propose(situation, score, drive, "pop_goal", because)
    rest = situation.part.phrases.text("goals", "rest")
    return propose(situation, score, drive, "replace_goal", because, text=rest)


def _is_reached(situation: Situation, intent: Intent) -> bool:
    match intent:
        case LearnIntent():
            return is_learnt(situation, intent.event)
        case TellIntent():
            return situation.has_told(intent.whom, intent.event)
        case MeetIntent():
            return intent.whom in situation.present and any(
                letter.sender in (situation.me, intent.whom) and intent.whom in (letter.sender, *letter.recipients)
                for letter in situation.view.letters
                if letter.sender != intent.whom or letter.read is not None
            )
        case ReachIntent():
            return situation.view.place.id == intent.place
        case ReadIntent():
            return any(
                turn.action == "read" and turn.params.get("target") == intent.carrier for turn in situation.view.cache
            )
        case _:
            return intent.kind == "deceive" and situation.has_told(intent.whom, intent.event)


def _is_hopeless(situation: Situation, intent: LearnIntent) -> bool:
    already_asked = [other for other in situation.part.scenario.active if situation.has_asked(other, intent.event)]
    return len(already_asked) >= _ASKED_ENOUGH


def _somebody_named(situation: Situation, intent: LearnIntent) -> str | None:
    """Somebody of one's goal's own words whom one could still go and see."""
    named = situation.script.persons(" ".join(text for text, other in situation.wants if other is intent))
    active = [id_ for id_ in named if id_ in situation.part.scenario.active and id_ != situation.me]
    return next((id_ for id_ in active if id_ not in situation.present), None)
