"""To wait when there is nothing to be done."""

from agentsensus.minds.players.drives.drive import Proposal, propose
from agentsensus.minds.players.situation import Situation

__all__ = ["wait"]

_STEPS = (2, 4, 6)


def wait(situation: Situation) -> Proposal | None:
    """Wait a little; longer when the last turns were waits too."""
    waits = 0
    for turn in reversed(situation.view.cache):
        if turn.action != "wait":
            break
        waits += 1
    return propose(situation, 13, "wait", "wait", timeout_rounds=_STEPS[min(waits, len(_STEPS) - 1)])
