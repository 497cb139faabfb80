"""The process that plays one run for the studio: `python -m agentsensus.studio.worker`.

It reads commands as JSON lines from stdin and reports as JSON lines on stdout. The first line opens the run. At the end
of stdin (the studio closed or died) it stops after the round in progress, and the run can be resumed.
"""

import asyncio
import json
import sys
import threading
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from agentsensus.base.loop import wait_for
from agentsensus.errors import AgentsensusError, InputError
from agentsensus.worlds.events.event import AnyEvent, Upkeep
from agentsensus.worlds.minds.human.commands import add_upkeep, sayings
from agentsensus.worlds.minds.human.display import introduction, memory_text, turn_text
from agentsensus.worlds.minds.human.line_parser import Advice, GoBack, Quit, Recollect, SaveAsked, read_line
from agentsensus.worlds.minds.human.person import playable_character
from agentsensus.worlds.minds.mind import Decision, Mind, Thinker
from agentsensus.worlds.minds.view import View
from agentsensus.worlds.run_folder.folder import RunFolder
from agentsensus.worlds.runs.fork import checked_injections
from agentsensus.worlds.runs.playing import memory_search, open_to_play, planned_until
from agentsensus.worlds.runs.session import RunSession, StopConditions
from agentsensus.worlds.telling import Teller

__all__ = ["main"]


class _Stopped(Exception):
    """Raised when the studio asks the worker to stop, or has closed."""


class Worker:
    """Plays one run under the control of the studio."""

    def __init__(self, opening: Mapping[str, Any]) -> None:
        self._folder = RunFolder(Path(opening["folder"]))
        self._rounds: int | None = opening.get("rounds")
        self._models: dict[str, str] = opening.get("models") or {}
        self._playing = not opening.get("paused")
        self._steps = 0
        self._delay = float(opening.get("delay") or 0.0)
        self._commands: deque[dict[str, Any]] = deque()
        self._changed = asyncio.Event()
        self._taken: dict[str, _TakenOver] = {}
        self._session: RunSession | None = None
        self._until = 0

    async def run(self) -> None:
        """Open the run and play it to its end."""
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._listen, args=(loop,), daemon=True).start()
        session = self._session = await open_to_play(self._folder, self._models)
        try:
            default = session.stage.world.scenario.world.rounds
            self._until = planned_until(session.run_file, session.round, self._rounds, default)
            self._report_state()
            stop = await session.play(StopConditions(self._until, before_round=self._before_round), self._heard)
            _report(kind="ended", stop=stop, round=session.round)
        except _Stopped:
            _report(kind="ended", stop=None, round=session.round)
        finally:
            await session.close()

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        for line in sys.stdin:
            loop.call_soon_threadsafe(self._take, json.loads(line))
        loop.call_soon_threadsafe(self._take, {"do": "stop"})

    def _take(self, command: dict[str, Any]) -> None:
        """Receive a command. A typed line for a character in its turn is passed on at once; other commands wait for the
        round."""
        if command["do"] == "line":
            mind = self._taken.get(command["agent"])
            if mind is None or not mind.hear(command["line"]):
                _report(kind="answer", id=command.get("id"), error="this character has no turn now")
            else:
                _report(kind="answer", id=command.get("id"))
            return
        if command["do"] == "release":
            mind = self._taken.pop(command["agent"], None)
            if mind is not None:
                mind.release()
        elif command["do"] == "stop":
            for mind in self._taken.values():
                mind.release()
        self._commands.append(command)
        self._changed.set()

    async def _before_round(self) -> None:
        """Carry out the waiting commands, then wait until the next round may be played."""
        waited = False
        while True:
            while self._commands:
                self._carry_out(self._commands.popleft())
            if self._steps or (self._playing and (waited or not self._delay)):
                break
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), self._delay if self._playing else None)
            except TimeoutError:
                waited = True
        self._steps = max(0, self._steps - 1)

    def _carry_out(self, command: dict[str, Any]) -> None:
        error = ""
        try:
            match command["do"]:
                case "play":
                    self._playing = True
                case "pause":
                    self._playing, self._steps = False, 0
                case "step":
                    self._playing, self._steps = False, self._steps + 1
                case "speed":
                    self._delay = max(0.0, float(command["delay"]))
                case "inject":
                    self._inject(command["entries"])
                case "take":
                    self._take_over(command["agent"])
                case "release":
                    self._hand_back(command["agent"])
                case "stop":
                    raise _Stopped
        except AgentsensusError as problem:
            error = str(problem)
        _report(kind="answer", id=command.get("id"), error=error)
        self._report_state()

    def _inject(self, entries: list[Any]) -> None:
        assert self._session is not None
        self._check_not_recorded()
        self._session.inject(checked_injections(entries, self._folder, self._session.round))

    def _take_over(self, name: str) -> None:
        assert self._session is not None
        self._check_not_recorded()
        stage = self._session.stage
        agent = playable_character(stage.world.scenario, name)
        if agent not in self._taken:
            self._taken[agent] = mind = _TakenOver(self._session, agent, stage.minds[agent])
            stage.minds = {**stage.minds, agent: mind}

    def _hand_back(self, agent: str) -> None:
        assert self._session is not None
        stage = self._session.stage
        mind = stage.minds.get(agent)
        if isinstance(mind, _TakenOver):
            stage.minds = {**stage.minds, agent: mind.base}

    def _check_not_recorded(self) -> None:
        """Raise InputError if the run plays from recorded decisions, since other characters would not react to an
        intervention."""
        assert self._session is not None
        until = self._session.run_file.recorded_until
        if until is not None and self._session.round < until:
            raise InputError(f"this run follows a recorded run to round {until}; branch it, and step in there")

    def _heard(self, round_: int, events: list[AnyEvent]) -> None:
        _report(kind="round", round=round_)
        self._report_state()

    def _report_state(self) -> None:
        assert self._session is not None
        _report(
            kind="state",
            playing=self._playing,
            delay=self._delay,
            round=self._session.round,
            until=self._until,
            taken=sorted(self._taken),
        )


class _TakenOver:
    """A character played from the browser. Until it is handed back, each turn waits for a typed line."""

    def __init__(self, session: RunSession, agent: str, base: Mind) -> None:
        self.base = base
        self.is_person = True
        self._scenario = session.stage.world.scenario
        self._agent = agent
        self._recollect = memory_search(session, agent)
        self._asked: asyncio.Future[str | None] | None = None
        self._before: View | None = None
        self._released = False
        self._has_model = session.models is not None and session.models.has_minds

    def hear(self, line: str) -> bool:
        """Receive a typed line. Returns whether a turn was waiting for one."""
        if self._asked is None or self._asked.done():
            return False
        self._asked.set_result(line)
        return True

    def release(self) -> None:
        """Hand the character back. Its own mind decides the turn in progress."""
        self._released = True
        if self._asked is not None and not self._asked.done():
            self._asked.set_result(None)

    async def decide(self, view: View) -> Decision:
        if self._released:
            return await self.base.decide(view)
        own = None if self._has_model else await self.base.decide(view)
        text = turn_text(view, self._scenario, self._before)
        if self._before is None:
            text = f"{introduction(self._scenario, self._agent)}\n{text}"
        self._before, beside = view, Upkeep()
        while True:
            _report(kind="asked", agent=self._agent, round=view.round, text=text, choices=self._choices(view, own))
            line = await self._line()
            if line is None:
                _report(kind="decided", agent=self._agent)
                return own or await self.base.decide(view)
            if line == "=own" and own is not None:
                _report(kind="decided", agent=self._agent)
                return own
            match read_line(line, view, self._scenario):
                case Advice(advice):
                    text = advice
                case Recollect(query):
                    rows = await self._recollect(query) if query else view.minded
                    text = memory_text(rows, self._scenario)
                case SaveAsked() | GoBack() | Quit():
                    text = sayings(self._scenario.world.language)["studio"]
                case decision if (added := add_upkeep(decision, view, beside)) is not None:
                    beside = added
                    text = sayings(self._scenario.world.language)["beside"]
                case decision:
                    _report(kind="decided", agent=self._agent)
                    return decision if beside == Upkeep() else decision.model_copy(update={"upkeep": beside})

    async def think(self, view: View, question: str) -> str:
        if isinstance(self.base, Thinker):
            return await self.base.think(view, question)
        _report(kind="asked", agent=self._agent, round=view.round, text=question, choices=[])
        return await self._line() or ""

    async def _line(self) -> str | None:
        if self._released:
            return None
        self._asked = asyncio.get_running_loop().create_future()
        return await self._asked

    def _choices(self, view: View, own: Decision | None) -> list[dict[str, str]]:
        """Return suggestions as labels and lines: the character's own choice, places to go, and things to read."""
        teller = Teller(self._scenario)
        choices = []
        if own is not None:
            choices.append({"line": "=own", "label": teller.done(self._agent, own.action, own.params), "sort": "own"})
        moves: list[tuple[str, dict[str, Any]]] = [("move", {"destination": place.id}) for place in view.places[:6]]
        reads = [("read", {"target": carrier.id, "query": carrier.name}) for carrier in view.readable[:3]]
        offered = [*moves, *reads, ("look", {}), ("wait", {"timeout_rounds": 1})]
        for action, params in offered:
            line = f"{action} {json.dumps(params, ensure_ascii=False)}" if params else action
            if isinstance(read_line(line, view, self._scenario), Decision):
                choices.append({"line": line, "label": teller.done(self._agent, action, params), "sort": action})
        return choices


def _report(**message: Any) -> None:
    sys.stdout.write(json.dumps(message, ensure_ascii=True) + "\n")
    sys.stdout.flush()


def main() -> int:
    """Play the run that the first line of stdin names. Returns exit code 2 if the run cannot be opened or played."""
    try:
        wait_for(Worker(json.loads(sys.stdin.readline())).run())
    except (AgentsensusError, OSError) as error:
        _report(kind="failed", error=f"{error}")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
