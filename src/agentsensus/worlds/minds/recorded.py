"""Minds that act from a log. A replay repeats a run exactly; a recording is played again under the current rules."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from agentsensus.base.chance import message_id
from agentsensus.errors import InputError
from agentsensus.worlds.events.event import Acted, AnyEvent, Sent, TurnFailed
from agentsensus.worlds.events.log import read_log
from agentsensus.worlds.minds.mind import Decision, Mind, Thinker
from agentsensus.worlds.minds.view import View
from agentsensus.worlds.repertoire import recordings
from agentsensus.worlds.run_folder.run_files import RunFiles
from agentsensus.worlds.scenario.scenario import Scenario

__all__ = ["PlayedRecording", "RecordedMind", "Recording", "played_recording", "recorded", "recording_of"]


class RecordedMind:
    """Returns the recorded decision of each round, repeats recorded failures and returns recorded thoughts."""

    def __init__(self, turns: Mapping[int, Acted | TurnFailed]) -> None:
        self._turns = turns

    async def decide(self, view: View) -> Decision:
        turn = self._turns.get(view.round)
        match turn:
            case Acted():
                return _decision(turn)
            case TurnFailed():
                raise _Recorded(turn.problem)
            case None:
                raise _Recorded(f"the log has no turn of {view.agent} in round {view.round}")

    async def think(self, view: View, question: str) -> str:
        turn = self._turns.get(view.round)
        assert isinstance(turn, Acted)
        if not turn.ok:
            raise _Recorded(turn.refusal)
        return str(turn.data["reply"])


class _Recorded(Exception):
    """The error that repeats a recorded failure, with the recorded text as its message."""


def recorded(agents: Iterable[str], events: Iterable[AnyEvent]) -> dict[str, Mind]:
    """Return a recorded mind for each of these characters."""
    return {agent: RecordedMind(turns) for agent, turns in _turns(agents, events).items()}


def _turns(agents: Iterable[str], events: Iterable[AnyEvent]) -> dict[str, dict[int, Acted | TurnFailed]]:
    turns: dict[str, dict[int, Acted | TurnFailed]] = {agent: {} for agent in agents}
    for event in events:
        if isinstance(event, Acted | TurnFailed) and event.agent in turns:
            turns[event.agent][event.round] = event
    return turns


def _decision(turn: Acted) -> Decision:
    return Decision(action=turn.action, params=turn.params, because=turn.because, drive=turn.drive, upkeep=turn.upkeep)


class _ActorOfRecording:
    """A mind that repeats recorded decisions up to a round and then lets another mind decide.

    It waits in rounds for which the recording has no decision.
    """

    def __init__(self, turns: Mapping[int, Acted], until: int, then: Mind, ids: Mapping[str, str]) -> None:
        self._turns = turns
        self._until = until
        self._then = then
        self._ids = ids

    async def decide(self, view: View) -> Decision:
        if view.round > self._until:
            return await self._then.decide(view)
        turn = self._turns.get(view.round)
        if turn is None:
            return Decision(action="wait", params={"timeout_rounds": 1})
        upkeep = turn.upkeep and turn.upkeep.model_copy(
            update={"heard_in": tuple(self._ids.get(message, message) for message in turn.upkeep.heard_in)}
        )
        return _decision(turn).model_copy(update={"upkeep": upkeep})

    async def think(self, view: View, question: str) -> str:
        if view.round > self._until and isinstance(self._then, Thinker):
            return await self._then.think(view, question)
        turn = self._turns.get(view.round)
        return str(turn.data.get("reply", "")) if turn is not None else ""


@dataclass(frozen=True)
class Recording:
    """A shipped run whose decisions can be played again: its log, its world and its run.json, without a store."""

    files: RunFiles

    @cached_property
    def events(self) -> list[AnyEvent]:
        """Every event of the log."""
        return list(read_log(self.files.log))

    @property
    def seed(self) -> int:
        """The seed of the recorded run. Random outcomes are the same as in the recording only under this seed."""
        return self.files.read().seed

    @cached_property
    def rounds(self) -> int:
        """The last round with a decision."""
        return max(event.round for event in self.events if isinstance(event, Acted))

    @property
    def decisions(self) -> dict[tuple[int, str], Acted]:
        """The recorded decisions by round and agent."""
        return {(event.round, event.agent): event for event in self.events if isinstance(event, Acted)}

    def minds(self, scenario: Scenario, seed: int, until: int, then: Mapping[str, Mind]) -> dict[str, Mind]:
        """Return minds that act from the recording up to round `until`, and as `then` afterwards.

        A character without a recorded decision for a round waits. Raises if the world lacks a recorded character.
        """
        before = self.files.scenario()
        missing = [before.characters[agent].name for agent in before.active if agent not in scenario.active]
        if missing:
            raise InputError(f"the recorded run needs {', '.join(missing)}, whom this world does not have")
        ids = {
            event.message: message_id(seed, event.round, event.sender)
            for event in self.events
            if isinstance(event, Sent) and event.sender
        }
        turns = {
            agent: {round_: turn for round_, turn in own.items() if isinstance(turn, Acted)}
            for agent, own in _turns(scenario.active, self.events).items()
        }
        return {
            agent: _ActorOfRecording(turns[agent], until, then[agent], ids) if turns[agent] else then[agent]
            for agent in scenario.active
        }


def find_recording(world: str) -> Recording | None:
    """Return the shipped recording of a world; None if there is none."""
    return next(
        (Recording(files) for files in map(RunFiles, recordings().values()) if files.read().world == world), None
    )


def recording_of(world: str) -> Recording:
    """Return the shipped recording of a world. Raises if there is none."""
    recording = find_recording(world)
    if recording is None:
        known = ", ".join(sorted(RunFiles(path).read().world for path in recordings().values()))
        raise InputError(f"no recorded run of {world} is shipped (there is one of {known}); use --minds players")
    return recording


@dataclass(frozen=True, slots=True)
class PlayedRecording:
    """Counts of a recording's decisions in a run: all, those refused now but not in the recording, and those not
    reached.
    """

    until: int
    decisions: int
    refused: int
    missed: int


def played_recording(recording: Recording, events: Iterable[AnyEvent], until: int) -> PlayedRecording:
    """Count how many recorded decisions were played, refused or missed, up to the last round played (at most
    `until`).
    """
    acted = {(event.round, event.agent): event for event in events if isinstance(event, Acted)}
    reached = min(until, max((round_ for round_, _ in acted), default=0))
    due = {place: turn for place, turn in recording.decisions.items() if place[0] <= reached}
    now = {place: acted.get(place) for place in due}
    refused = sum(turn is not None and not turn.ok and due[place].ok for place, turn in now.items())
    missed = sum(turn is None or turn.action != due[place].action for place, turn in now.items())
    return PlayedRecording(until, len(due), refused, missed)
