"""To ask: for what a goal wants to know, and for news."""

from agentsensus.minds.players.drives.drive import Proposal, propose
from agentsensus.minds.players.drives.speaking import speak
from agentsensus.minds.players.situation import Situation, others
from agentsensus.world.goals import LearnIntent

__all__ = ["ask", "ask_for_news", "is_learnt"]

_ENOUGH = 2
_ENOUGH_ASKED = 3
_PAUSE = 3
_BEGUN = 8
_TOO_LONG = 81


def is_learnt(situation: Situation, event: str) -> bool:
    """Whether one knows of an event as firmly as one can wish."""
    belief = situation.belief(event)
    return belief is not None and belief.support >= _ENOUGH and not belief.in_doubt


def ask(situation: Situation) -> Proposal | None:
    """Ask for what one wants to learn: oneself first, then those who are here, then one trusted friend far away."""
    for _, intent in situation.wants:
        question = situation.part.asks.get(intent.event) if isinstance(intent, LearnIntent) else None
        if question is None or not isinstance(intent, LearnIntent) or is_learnt(situation, intent.event):
            continue
        if not situation.has_recalled(question) and not _has_asked_anybody(situation, intent.event):
            return propose(situation, 54, "prepare", "recall", query=question)
        for other in _whom(situation, intent.event):
            score = (31 if other in situation.present else 22) + situation.traits.curiosity // 2
            if offer := speak(situation, score, "ask", [other], question=question):
                return offer
    return None


def _whom(situation: Situation, event: str) -> list[str]:
    """Whom one may still ask about an event: three at most, not all at once; a friend far away only if no other."""
    already_asked = [other for other in others(situation) if situation.has_asked(other, event)]
    if len(already_asked) >= _ENOUGH_ASKED or situation.rounds_since("say") < _PAUSE:
        return []
    here = [
        other for other in situation.present if situation.trust(other) >= 0 and not situation.has_asked(other, event)
    ]
    far = [other for other in others(situation) if other not in situation.present]
    if here or any(situation.has_asked(other, event) for other in far):
        return here
    return sorted((other for other in far if situation.trust(other) >= 2), key=lambda other: -situation.trust(other))


def _has_asked_anybody(situation: Situation, event: str) -> bool:
    return any(situation.has_asked(other, event) for other in others(situation))


def _is_mute(situation: Situation) -> bool:
    """Whether one has not said a word although the story is well under way."""
    return situation.view.round > _BEGUN and not any(letter.sender == situation.me for letter in situation.view.letters)


def _friends(situation: Situation) -> list[str]:
    """The one far away whom a lonely player writes to, when it has not said a word for long."""
    trusted = sorted(others(situation), key=lambda other: (-situation.trust(other), other))
    return trusted[:1] if _is_mute(situation) else []


def ask_for_news(situation: Situation) -> Proposal | None:
    """Ask somebody who is here for news, or what is said of somebody one is close to."""
    for other in situation.present or _friends(situation):
        is_new = not situation.has_asked(other)
        score = (_TOO_LONG if _is_mute(situation) else 14) + situation.traits.curiosity
        if is_new and (offer := speak(situation, score, "news", [other])):
            return offer
        for person in sorted(situation.part.character.relations):
            if person in (other, situation.me) or situation.has_asked(other, person=person):
                continue
            if situation.rounds_since("say") <= _PAUSE:
                continue
            named, score = situation.name(person), 10 + situation.traits.curiosity
            if offer := speak(situation, score, "curious", [other], "of", about=person, person=named):
                return offer
    return None
