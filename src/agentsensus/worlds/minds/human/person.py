"""A mind controlled by a person, who plays one character by typing lines."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import TypeVar

from agentsensus.errors import InputError
from agentsensus.worlds.events.event import Upkeep
from agentsensus.worlds.minds.human.commands import add_upkeep, sayings
from agentsensus.worlds.minds.human.display import introduction, memory_text, turn_text
from agentsensus.worlds.minds.human.line_parser import Advice, GoBack, Quit, Recollect, SaveAsked, read_line
from agentsensus.worlds.minds.mind import Decision
from agentsensus.worlds.minds.view import MindedRow, View
from agentsensus.worlds.scenario.lookup import acting
from agentsensus.worlds.scenario.scenario import Scenario

T = TypeVar("T")

__all__ = ["PersonMind", "playable_character", "scripted_lines"]


class PersonMind:
    """Asks a person. `ask` returns the next typed line, or None at the end; `tell` shows a text.

    Both run in a separate thread, so that other minds can decide meanwhile.

    has_left: the person has quit; the kernel stops after the round, and the run can be resumed
    back_to: the round to return to, if the person took back turns
    recollect: searches the character's memory; set by the code that opens the run
    saved_in: the run folder; set by the code that opens the run
    """

    def __init__(
        self, scenario: Scenario, agent: str, ask: Callable[[], str | None], tell: Callable[[str], None]
    ) -> None:
        self.agent = agent
        self.has_left = False
        self.back_to: int | None = None
        self.recollect: Callable[[str], Awaitable[tuple[MindedRow, ...]]] | None = None
        self.saved_in = ""
        self._decided: list[int] = []
        self._before: View | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._scenario = scenario
        self._ask = ask
        self._tell = tell
        self._is_introduced = False

    def play_on(self) -> None:
        """Reset the mind after the person took back turns, so that play can continue."""
        assert self.back_to is not None
        self._decided = [round_ for round_ in self._decided if round_ <= self.back_to]
        self.has_left, self.back_to, self._before = False, None, None

    async def decide(self, view: View) -> Decision:
        self._loop = asyncio.get_running_loop()
        return await _aside(lambda: self._asked(view))

    async def think(self, view: View, question: str) -> str:
        """Show the question to the person and return the typed answer."""
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
        self._tell(turn_text(view, self._scenario, self._before))
        self._before = view
        beside = Upkeep()
        while (line := self._ask()) is not None:
            match read_line(line, view, self._scenario):
                case Advice(text):
                    self._tell(text)
                case Recollect(query):
                    self._tell(memory_text(self._known(query, view), self._scenario))
                case SaveAsked():
                    self._tell(self._sayings["saved"].format(n=view.round - 1, where=self.saved_in))
                case GoBack(turns) if turns > len(self._decided):
                    self._tell(self._sayings["no_way_back"].format(n=len(self._decided)))
                case GoBack(turns):
                    return self._leaving_for(self._decided[-turns] - 1)
                case Quit():
                    break
                case decision if (added := add_upkeep(decision, view, beside)) is not None:
                    beside = added
                    self._tell(self._sayings["beside"])
                case decision:
                    self._decided.append(view.round)
                    return _with(decision, beside)
        self.has_left = True
        self._tell(self._sayings["left"])
        return _with(Decision(action="noop"), beside)

    @property
    def _sayings(self) -> dict[str, str]:
        return sayings(self._scenario.world.language)

    def _leaving_for(self, round_: int) -> Decision:
        self.has_left, self.back_to = True, round_
        self._tell(self._sayings["back"].format(n=round_))
        return Decision(action="noop")

    def _known(self, query: str, view: View) -> tuple[MindedRow, ...]:
        """Return the rows that the character knows about a query. With an empty query, return the rows of the view."""
        if not query or self.recollect is None or self._loop is None:
            return view.minded
        return asyncio.run_coroutine_threadsafe(_awaited(self.recollect(query)), self._loop).result()


def _with(decision: Decision, beside: Upkeep) -> Decision:
    return decision if beside == Upkeep() else decision.model_copy(update={"upkeep": beside})


async def _awaited(rows: Awaitable[tuple[MindedRow, ...]]) -> tuple[MindedRow, ...]:
    return await rows


async def _aside(work: Callable[[], T]) -> T:
    """Run blocking work in a separate thread and return its result."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()

    def settle(done: Callable[[], None]) -> None:
        if not answer.done():
            done()

    def working() -> None:
        try:
            result = work()
        except Exception as error:  # noqa: BLE001  # passed to the awaiting caller
            failed = error
            loop.call_soon_threadsafe(settle, lambda: answer.set_exception(failed))
        else:
            loop.call_soon_threadsafe(settle, lambda: answer.set_result(result))

    # Not a pool thread: those are joined at exit, and this one may wait for a key press for ever.
    threading.Thread(target=working, name="person", daemon=True).start()
    return await answer


def playable_character(scenario: Scenario, name: str) -> str:
    """Return the id of the character with that name. Raises `InputError` if a person may not play it."""
    if not scenario.world.person:
        raise InputError(f"{scenario.world.name}: this world does not let a person play (`person` is off)")
    return acting(scenario, name, "cannot be played")


def scripted_lines(lines: Iterable[str]) -> Callable[[], str | None]:
    """Return a function that returns the next line of a script at each call, then None.

    Empty lines and `#` comments are skipped.
    """
    meant: Iterator[str] = (line for line in lines if line.strip() and not line.lstrip().startswith("#"))
    return lambda: next(meant, None)
