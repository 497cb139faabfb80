"""To be moved by news: one's mood, and the wish to see whoever it is about."""

from agentsensus.minds.players.drives.drive import Proposal, propose
from agentsensus.minds.players.situation import HeardClaim, Situation
from agentsensus.world.mail import WORLD

__all__ = ["feel", "seek_out"]

_LATELY = 5
_GOALS = 5


def feel(situation: Situation) -> Proposal | None:
    """Let news of somebody dear change one's mood."""
    if situation.rounds_since("update_status") < 2 * _LATELY:
        return None
    for news in _grave(situation):
        person = next(person for person in situation.script.named(news.claim) if _is_dear(situation, person))
        mood = situation.part.phrases.text("mood", "troubled", person=situation.name(person))
        if situation.view.status.get("mood") != mood:
            because = {"who": situation.name(news.by)}
            return propose(situation, 74, "feel", "update_status", because, key="mood", value=mood)
    return None


def seek_out(situation: Situation) -> Proposal | None:
    """Make it a goal to speak with somebody whom grave news names."""
    phrases = situation.part.phrases
    if len(situation.view.goals) >= _GOALS:
        return None
    for news in _grave(situation):
        for person in situation.script.named(news.claim):
            if person == situation.me or person not in situation.part.scenario.active or person in situation.present:
                continue
            text = phrases.text("goals", "meet", person=situation.name(person))
            pushed = any(turn.params.get("text") == text for turn in situation.view.cache)
            if not pushed and text not in situation.view.goals and situation.trust(person) > -3:
                because = {"who": situation.name(person)}
                return propose(situation, 47, "seek_out", "push_goal", because, text=text)
    return None


def _grave(situation: Situation) -> list[HeardClaim]:
    """What one was lately told that names somebody dear, who is not the teller."""
    now = situation.view.round
    return [
        heard
        for heard in situation.claims_heard
        if heard.by != WORLD
        and heard.read is not None
        and now - heard.read <= _LATELY
        and situation.part.scenario.event(heard.claim.event) is not None
        and any(_is_dear(situation, person) and person != heard.by for person in situation.script.named(heard.claim))
    ]


def _is_dear(situation: Situation, person: str) -> bool:
    return person != situation.me and situation.trust(person) >= 2
