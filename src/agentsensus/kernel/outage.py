"""A model that nobody can reach: noticed before a run has gone by without anybody doing anything."""

from collections.abc import Sequence

from agentsensus.errors import ModelUnreachable
from agentsensus.events.event import Acted, AnyEvent, TurnFailed

__all__ = ["Outage"]


class Outage:
    """Counts turns in a row that failed because no model answered; as many as there are characters are too many."""

    def __init__(self, characters: int) -> None:
        self._most = characters
        self._lost = 0

    def note(self, round_: int, events: Sequence[AnyEvent]) -> None:
        """Take in a round that is committed; raise when it is time to stop."""
        turns = [event for event in events if isinstance(event, Acted | TurnFailed)]
        lost = [event.problem for event in turns if isinstance(event, TurnFailed) and _is_lost(event)]
        self._lost = self._lost + len(lost) if len(lost) == len(turns) else 0
        if lost and self._lost >= self._most:
            reason = lost[-1].removeprefix(f"{ModelUnreachable.__name__}: ")
            raise ModelUnreachable(
                f"nobody could decide up to round {round_}: {reason}; see `agentsensus models check`, then `resume`"
            )


def _is_lost(event: TurnFailed) -> bool:
    return event.problem.startswith(f"{ModelUnreachable.__name__}:")
