"""What a drive gives: an action, how much it matters, and why."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from agentsensus.minds.mind import Decision
from agentsensus.minds.players.situation import Situation

__all__ = ["Drive", "Proposal", "propose"]


@dataclass(frozen=True, slots=True)
class Proposal:
    """An action with its score; the highest wins."""

    score: int
    decision: Decision


Drive: TypeAlias = Callable[[Situation], Proposal | None]


def propose(
    situation: Situation,
    score: int,
    drive: str,
    action: str,
    because: Mapping[str, object] | None = None,
    **params: Any,
) -> Proposal:
    """A proposal by that drive; `because` fills in the phrase for it."""
    why = situation.part.phrases.because(drive, **(because or {}))
    return Proposal(score, Decision(action=action, params=params, because=why, drive=drive))
