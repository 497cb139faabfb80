"""A mind that decides again what a log says it decided: a run can be played once more without a model."""

from collections.abc import Iterable

from agentsensus.events.event import Acted, AnyEvent, TurnFailed
from agentsensus.minds.mind import Decision, Mind
from agentsensus.minds.view import View

__all__ = ["RecordedMind", "recorded"]


class RecordedMind:
    """Gives the recorded decision of each round, fails where it failed, and thinks what was thought."""

    def __init__(self, turns: dict[int, Acted | TurnFailed]) -> None:
        self._turns = turns

    async def decide(self, view: View) -> Decision:
        turn = self._turns.get(view.round)
        match turn:
            case Acted():
                return Decision(
                    action=turn.action, params=turn.params, because=turn.because, drive=turn.drive, upkeep=turn.upkeep
                )
            case TurnFailed():
                raise _Recorded(turn.problem)
            case None:
                raise _Recorded(f"nothing is recorded for {view.agent} in round {view.round}")

    async def think(self, view: View, question: str) -> str:
        turn = self._turns.get(view.round)
        assert isinstance(turn, Acted)
        if not turn.ok:
            raise _Recorded(turn.refusal)
        return str(turn.data["reply"])


class _Recorded(Exception):
    """A failure as it was recorded; its words are the whole of it."""


def recorded(agents: Iterable[str], events: Iterable[AnyEvent]) -> dict[str, Mind]:
    """A recorded mind for each of these characters."""
    turns: dict[str, dict[int, Acted | TurnFailed]] = {agent: {} for agent in agents}
    for event in events:
        if isinstance(event, Acted | TurnFailed) and event.agent in turns:
            turns[event.agent][event.round] = event
    return {agent: RecordedMind(own_turns) for agent, own_turns in turns.items()}
