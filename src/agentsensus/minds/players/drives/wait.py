"""To wait when there is nothing to be done."""

from agentsensus.minds.players.drives.drive import Proposal, propose
from agentsensus.minds.players.situation import Situation

__all__ = ["wait"]


def wait(situation: Situation) -> Proposal | None:
    """Wait a little; longer when the last turn was a wait too."""
    has_waited = situation.view.cache and situation.view.cache[-1].action == "wait"
    return propose(situation, 1, "wait", "wait", timeout_rounds=4 if has_waited else 2)
