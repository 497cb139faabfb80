"""A mind controlled by a person, who plays one character by typing lines."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from agentsensus.errors import InputError
from agentsensus.worlds.events.event import Upkeep
from agentsensus.worlds.minds.human.commands import add_upkeep, sayings
from agentsensus.worlds.minds.human.display import introduction, memory_text, turn_text, with_names
from agentsensus.worlds.minds.human.ending import ending_text
from agentsensus.worlds.minds.human.line_parser import Advice, GoBack, Quit, Recollect, SaveAsked, read_line
from agentsensus.worlds.minds.human.suggestions import Adviser, Suggestion
from agentsensus.worlds.minds.mind import Decision
from agentsensus.worlds.minds.view import MindedRow, View
from agentsensus.worlds.scenario.lookup import acting
from agentsensus.worlds.scenario.scenario import Scenario
from agentsensus.worlds.state.world import World

T = TypeVar("T")

__all__ = ["PersonMind", "playable_character", "scripted_lines"]


class PersonMind:
    """Asks a person. `ask` returns the next typed line, or None at the end; `tell` shows a text.

    Both run in a separate thread, so that other minds can decide meanwhile.

    has_left: the person has quit; the kernel stops after the round, and the run can be resumed
    back_to: the round to return to, if the person took back turns
    recollect: searches the character's memory; set by the code that opens the run
    refusal: returns why the world would refuse a decision, or an empty text; set by the code that opens the run
    saved_in: the run folder; set by the code that opens the run
    """

    def __init__(
        self, scenario: Scenario, agent: str, ask: Callable[[], str | None], tell: Callable[[str], None]
    ) -> None:
        self.agent = agent
        self.is_person = True
        self.has_left = False
        self.back_to: int | None = None
        self.recollect: Callable[[str], Awaitable[tuple[MindedRow, ...]]] | None = None
        self.refusal: Callable[[View, Decision], Awaitable[str]] | None = None
        self.saved_in = ""
        self._adviser = Adviser(scenario, agent)
        self._reached: list[str] = []
        self._missed: tuple[View, ...] = ()
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
        self.has_left, self.back_to, self._before, self._missed = False, None, None, ()

    async def decide(self, view: View) -> Decision:
        self._loop = asyncio.get_running_loop()
        if self._is_listening(view):
            self._missed = (view,)
            return Decision(action="noop", because=self._sayings["listens"])
        return await _aside(lambda: self._asked(view))

    def _is_listening(self, view: View) -> bool:
        """Return whether the character waits for a reply: it has just spoken to people who are still present.

        They hear the words only now, so that their replies come one round later. The person is not asked meanwhile.
        """
        last = view.cache[-1] if view.cache else None
        if self.has_left or self._missed or last is None or last.action != "say" or not last.ok:
            return False
        if last.round != view.round - 1 or self._before is None or view.is_held:
            return False
        return any(person.id in last.params["targets"] for person in view.people)

    def end(self, world: World) -> None:
        """Show how the story ended for the character, unless the person has quit."""
        if self._is_introduced and not self.has_left:
            self._tell(ending_text(world, self.agent, self._reached))

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
        reached = [goal for goal in self._adviser.reached(view) if goal not in self._reached]
        self._reached += reached
        rest = view.model_copy(update={"goals": tuple(goal for goal in view.goals if goal not in self._reached)})
        self._tell(turn_text(rest, self._scenario, self._before, self._missed))
        self._before, self._missed = view, ()
        beside = self._end_goals(reached, view)
        offered = self._adviser.suggestions(view)
        for number, suggestion in enumerate(offered, 1):
            self._tell(self._sayings["suggestion"].format(n=number, line=suggestion.line))
        while (line := self._ask()) is not None:
            match _chosen(line, offered) or read_line(line, view, self._scenario):
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
                case decision if refusal := self._refused(view, decision):
                    self._tell(self._sayings["refused"].format(why=with_names(refusal, self._scenario)))
                case decision:
                    self._decided.append(view.round)
                    return _with(decision, beside)
        self.has_left = True
        self._tell(self._sayings["left"])
        return _with(Decision(action="noop"), beside)

    def _end_goals(self, reached: Sequence[str], view: View) -> Upkeep:
        """Show the goals that are reached, and return the upkeep that ends them."""
        for goal in reached:
            self._tell(self._sayings["goal_reached"].format(goal=goal))
        if view.rules.upkeep != "free" or not reached:
            return Upkeep()
        is_last = not {*view.goals} - {*self._reached}
        return Upkeep(done=tuple(reached), add=(self._adviser.next_goal(),) if is_last else ())

    def _refused(self, view: View, decision: Decision) -> str:
        """Return why the world would refuse a decision now; empty if it would not."""
        if self.refusal is None or self._loop is None:
            return ""
        return asyncio.run_coroutine_threadsafe(_awaited(self.refusal(view, decision)), self._loop).result()

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


def _chosen(line: str, offered: Sequence[Suggestion]) -> Decision | None:
    """Return the suggestion whose number was typed, or None."""
    number = line.strip()
    is_number = number.isascii() and number.isdigit() and 1 <= int(number) <= len(offered)
    return offered[int(number) - 1].decision.model_copy(update={"drive": "", "because": ""}) if is_number else None


async def _awaited(found: Awaitable[T]) -> T:
    return await found


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
