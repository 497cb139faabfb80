"""A person who plays one character: shown what it sees, and asked for a line until that line is a decision."""

import asyncio
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from agentsensus.errors import InputError
from agentsensus.minds.human.commands import sayings
from agentsensus.minds.human.shown import introduction, shown
from agentsensus.minds.human.typed import Advice, Quit, read_line
from agentsensus.minds.mind import Decision
from agentsensus.minds.view import View
from agentsensus.world.lookup import acting
from agentsensus.world.scenario import Scenario

T = TypeVar("T")

__all__ = ["PersonMind", "person_called", "scripted_lines"]


class PersonMind:
    """Asks a person. `ask` gives the next line typed, or None when there are no more; `tell` shows a text.

    Both are called from a thread of their own, so that others can go on deciding. `has_left` is true once the person
    has quit; the kernel then stops between two rounds, and the run can be gone on with.
    """

    def __init__(
        self, scenario: Scenario, agent: str, ask: Callable[[], str | None], tell: Callable[[str], None]
    ) -> None:
        self.agent = agent
        self.has_left = False
        self._scenario = scenario
        self._ask = ask
        self._tell = tell
        self._is_introduced = False

    async def decide(self, view: View) -> Decision:
        return await _aside(lambda: self._asked(view))

    async def think(self, view: View, question: str) -> str:
        """What the person answers to a question of its own."""
        return await _aside(lambda: self._thought(question))

    def _thought(self, question: str) -> str:
        self._tell(question)
        line = self._ask()
        self.has_left = self.has_left or line is None
        return line or ""

    def _asked(self, view: View) -> Decision:
        if self.has_left:
            return Decision(action="noop")
        if not self._is_introduced:
            self._tell(introduction(self._scenario, self.agent))
            self._is_introduced = True
        self._tell(shown(view, self._scenario))
        while (line := self._ask()) is not None:
            match read_line(line, view, self._scenario):
                case Advice(text):
                    self._tell(text)
                case Quit():
                    break
                case decision:
                    return decision
        self.has_left = True
        self._tell(sayings(self._scenario.world.language)["left"])
        return Decision(action="noop")


async def _aside(work: Callable[[], T]) -> T:
    """The result of work that waits for a person, done in a thread of its own while everything else goes on."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()

    def settle(done: Callable[[], None]) -> None:
        if not answer.done():
            done()

    def working() -> None:
        try:
            result = work()
        except Exception as error:  # noqa: BLE001  # handed over to whoever waits
            failed = error
            loop.call_soon_threadsafe(settle, lambda: answer.set_exception(failed))
        else:
            loop.call_soon_threadsafe(settle, lambda: answer.set_result(result))

    # Not a thread of the pool: those are waited for at exit, and this one may wait for a key for ever.
    threading.Thread(target=working, name="person", daemon=True).start()
    return await answer


def person_called(scenario: Scenario, name: str) -> str:
    """The id of the character that a person may play under that name; otherwise one line on why not."""
    if not scenario.world.person:
        raise InputError(f"{scenario.world.name}: nobody may be played by a person in this world (`person` is off)")
    return acting(scenario, name, "cannot be played")


def scripted_lines(lines: Iterable[str]) -> Callable[[], str | None]:
    """Gives the lines of a script one after the other, as a keyboard would; no empty lines and no comments (`#`)."""
    meant: Iterator[str] = (line for line in lines if line.strip() and not line.lstrip().startswith("#"))
    return lambda: next(meant, None)
