"""A person who plays one character: shown what it sees, and asked for a line until that line is a decision."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import TypeVar

from agentsensus.errors import InputError
from agentsensus.events.event import Upkeep
from agentsensus.minds.human.asides import known
from agentsensus.minds.human.beside import beside_the_deed
from agentsensus.minds.human.commands import sayings
from agentsensus.minds.human.shown import introduction, shown
from agentsensus.minds.human.typed import Advice, GoBack, Quit, Recollect, SaveAsked, read_line
from agentsensus.minds.mind import Decision
from agentsensus.minds.view import MindedRow, View
from agentsensus.world.lookup import acting
from agentsensus.world.scenario import Scenario

T = TypeVar("T")

__all__ = ["PersonMind", "person_called", "scripted_lines"]


class PersonMind:
    """Asks a person. `ask` gives the next line typed, or None when there are no more; `tell` shows a text.

    Both are called from a thread of their own, so that others can go on deciding. `has_left` is true once the person
    has quit; the kernel then stops between two rounds, and the run can be gone on with. `back_to` is the round after
    which it wants to play on, when it has taken turns back. `recollect` finds what the character knows, and `saved_in`
    says where the run is kept; whoever opens the run sets both.
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
        """Take the seat again after turns were taken back."""
        assert self.back_to is not None
        self._decided = [round_ for round_ in self._decided if round_ <= self.back_to]
        self.has_left, self.back_to, self._before = False, None, None

    async def decide(self, view: View) -> Decision:
        self._loop = asyncio.get_running_loop()
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
        self._tell(shown(view, self._scenario, self._before))
        self._before = view
        beside = Upkeep()
        while (line := self._ask()) is not None:
            match read_line(line, view, self._scenario):
                case Advice(text):
                    self._tell(text)
                case Recollect(query):
                    self._tell(known(self._known(query, view), self._scenario))
                case SaveAsked():
                    self._tell(self._sayings["saved"].format(n=view.round - 1, where=self.saved_in))
                case GoBack(turns) if turns > len(self._decided):
                    self._tell(self._sayings["no_way_back"].format(n=len(self._decided)))
                case GoBack(turns):
                    return self._leaving_for(self._decided[-turns] - 1)
                case Quit():
                    break
                case decision if (added := beside_the_deed(decision, view, beside)) is not None:
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
        """What the character knows of something; of the matter at hand where nothing is named."""
        if not query or self.recollect is None or self._loop is None:
            return view.minded
        return asyncio.run_coroutine_threadsafe(_awaited(self.recollect(query)), self._loop).result()


def _with(decision: Decision, beside: Upkeep) -> Decision:
    return decision if beside == Upkeep() else decision.model_copy(update={"upkeep": beside})


async def _awaited(rows: Awaitable[tuple[MindedRow, ...]]) -> tuple[MindedRow, ...]:
    return await rows


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
