"""Start worker processes, send them commands, and pass on their reports."""

import asyncio
import itertools
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from agentsensus.errors import InputError

__all__ = ["LiveRun", "Workers"]

_LONGEST_LINE = 4_000_000


class LiveRun:
    """A run that a worker process plays: its state, which character is waiting for input, and how to send commands."""

    def __init__(self, name: str, process: asyncio.subprocess.Process, tell: Callable[[str, dict[str, Any]], None]):
        self.name = name
        self.state: dict[str, Any] = {"playing": False, "delay": 0.0, "round": 0, "until": 0, "taken": []}
        self.asked: dict[str, dict[str, Any]] = {}
        self.committed: int | None = None
        self.error = ""
        self._process = process
        self._tell = tell
        self._numbers = itertools.count(1)
        self._answers: dict[int, asyncio.Future[str]] = {}
        self._reading = asyncio.ensure_future(self._read())

    @property
    def is_alive(self) -> bool:
        """Whether the process is running."""
        return self._process.returncode is None and not self._reading.done()

    async def command(self, do: str, *, wait: float = 30.0, **fields: Any) -> None:
        """Send a command and wait for its answer. Raises InputError with the reason if it was refused.

        A command that must wait for a slow round is carried out after it.
        """
        number = next(self._numbers)
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        self.send(do=do, id=number, **fields)
        try:
            error = await asyncio.wait_for(asyncio.shield(answer), wait)
        except TimeoutError:
            return
        if error:
            raise InputError(error)

    def send(self, **message: Any) -> None:
        """Send a message without waiting."""
        assert self._process.stdin is not None
        if self._process.returncode is None:
            self._process.stdin.write(json.dumps(message).encode("ascii") + b"\n")

    async def stop(self) -> None:
        """Stop after the round in progress and wait for the process to end."""
        assert self._process.stdin is not None
        if self._process.returncode is None:
            self.send(do="stop")
            self._process.stdin.close()
        await self._reading

    async def _read(self) -> None:
        assert self._process.stdout is not None
        while line := await self._process.stdout.readline():
            self._take(json.loads(line))
        code = await self._process.wait()
        if code and not self.error:
            self.error = f"the worker ended with code {code}; resume the run"
        self.state = {**self.state, "playing": False, "taken": []}
        self.asked.clear()
        for answer in self._answers.values():
            if not answer.done():
                answer.set_result(self.error or "the run has ended")
        self._tell(self.name, {"kind": "gone", "error": self.error})

    def _take(self, message: dict[str, Any]) -> None:
        match message["kind"]:
            case "answer":
                answer = self._answers.pop(message.get("id") or 0, None)
                if answer is not None and not answer.done():
                    answer.set_result(message.get("error") or "")
                return
            case "state":
                self.state = {key: value for key, value in message.items() if key != "kind"}
                if self.committed is None:
                    self.committed = self.state["round"]
                for agent in [agent for agent in self.asked if agent not in self.state["taken"]]:
                    del self.asked[agent]
            case "round":
                self.committed = message["round"]
            case "asked":
                self.asked[message["agent"]] = message
            case "decided":
                self.asked.pop(message["agent"], None)
            case "failed":
                self.error = message["error"]
        self._tell(self.name, message)


class Workers:
    """The live runs of a studio, by name. `tell` is called on the event loop for each report of a worker."""

    def __init__(self, tell: Callable[[str, dict[str, Any]], None]) -> None:
        self._tell = tell
        self._live: dict[str, LiveRun] = {}

    def of(self, name: str) -> LiveRun | None:
        """Return the live run, or None if no worker plays it."""
        live = self._live.get(name)
        return live if live is not None and live.is_alive else None

    def required(self, name: str) -> LiveRun:
        """Return the live run. Raises InputError if no worker plays it."""
        live = self.of(name)
        if live is None:
            raise InputError("this run is not being played; press Play first")
        return live

    def last_error(self, name: str) -> str:
        """Return why the last worker of a run failed, or ""."""
        live = self._live.get(name)
        return live.error if live is not None else ""

    async def start(self, name: str, folder: Path, **opening: Any) -> LiveRun:
        """Start a worker for a run, unless it has one. `opening` may set rounds, paused, delay and models."""
        live = self.of(name)
        if live is not None:
            return live
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "agentsensus.studio.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=_LONGEST_LINE,
            start_new_session=True,
        )
        live = self._live[name] = LiveRun(name, process, self._tell)
        live.send(folder=str(folder), **opening)
        return live

    async def stop(self, name: str) -> None:
        """Stop the worker of a run, if it has one."""
        live = self.of(name)
        if live is not None:
            await live.stop()

    async def close(self) -> None:
        """Stop all workers."""
        await asyncio.gather(*(live.stop() for live in self._live.values() if live.is_alive))
