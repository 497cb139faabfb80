"""Upkeep where it costs a turn: the first chore that waits, done as an action of its own."""

from agentsensus.minds.players.chores.tending import chores_of
from agentsensus.minds.players.drives.drive import Proposal, propose
from agentsensus.minds.players.situation import Situation

__all__ = ["chore"]


def chore(situation: Situation) -> Proposal | None:
    """Keep what was learnt, set a goal right, or change one's status, where that is not free."""
    if situation.view.rules.upkeep == "free":
        return None
    waiting_chores = chores_of(situation)
    texts = [waiting.text for waiting in waiting_chores if waiting.kind == "keep"]
    if texts:
        first, text = waiting_chores[0], situation.part.phrases.joined(texts)
        return propose(situation, first.score, first.drive, "remember", first.because, text=text)
    for waiting in waiting_chores:
        if action := waiting.as_action(situation.view.goals):
            name, params = action
            return propose(situation, waiting.score, waiting.drive, name, waiting.because, **params)
    return None
