"""Progress of a run: its turns line by line and, on a terminal, a panel with counts."""

import atexit
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING

from agentsensus.cli.printing import printable

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

    from agentsensus.worlds.events import AnyEvent
    from agentsensus.worlds.scenario import Scenario
    from agentsensus.worlds.telling import Teller

__all__ = ["SittingCounts", "SpentSoFar", "Watch", "latest"]


@dataclass(frozen=True, slots=True)
class SpentSoFar:
    """Calls and cost of the models so far."""

    calls: int = 0
    cost: float | None = None


@dataclass(slots=True)
class SittingCounts:
    """Counts of a session so far, taken from its events."""

    round: int = 0
    awake: int = 0
    records: int = 0
    merges: int = 0

    def take(self, round_: int, events: "Sequence[AnyEvent]") -> None:
        """Count the events of a round."""
        self.round = round_
        self.awake = sum(event.kind == "woke" for event in events)
        for event in events:
            if event.kind == "remembered":
                new = sum(statement.outcome == "new" for statement in event.statements)
                self.records += new
                self.merges += len(event.statements) - new
            elif event.kind == "byproduct":
                self.records += 1


@dataclass(frozen=True, slots=True)
class WatchedTurn:
    """An action of a character in a round, and its reason."""

    round: int
    text: str
    because: str = ""


def latest(teller: "Teller", events: "Sequence[AnyEvent]") -> list[WatchedTurn]:
    """Return the turns worth showing: speech, movement and changed goals."""
    return [
        WatchedTurn(
            event.round, _one_line(teller.turn(event.agent, event.action, event.params)), _one_line(event.because)
        )
        for event in events
        if event.kind == "acted" and event.ok and teller.is_watched(event.action)
    ]


def _one_line(text: str) -> str:
    return printable(" ".join(text.split()))


@dataclass
class Watch(AbstractContextManager["Watch"]):
    """Shows a session up to round `until`; with `is_private` (a person plays), other characters' turns are hidden."""

    scenario: "Scenario"
    until: int
    spent: Callable[[], SpentSoFar] | None = None
    is_private: bool = False
    console: "Console | None" = None
    counts: SittingCounts = field(default_factory=SittingCounts)

    def __enter__(self) -> "Watch":
        from rich.console import Console
        from rich.live import Live

        from agentsensus.worlds.telling import Teller

        self._teller = Teller(self.scenario)
        self._console = self.console or Console(stderr=True, highlight=False)
        is_live = self._console.is_terminal and not self.is_private
        self._live = Live(get_renderable=self.panel, console=self._console) if is_live else None
        if self.scenario.world.stamp:
            self._console.print(printable(self.scenario.world.stamp), markup=False)
        if self._live:
            # An interrupted program never reaches __exit__, and the cursor would stay hidden.
            atexit.register(self._live.stop)
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live:
            self._live.stop()
            atexit.unregister(self._live.stop)

    def heard(self, round_: int, events: "list[AnyEvent]") -> None:
        """Show a finished round. Called after each round."""
        from rich.text import Text

        self.counts.take(round_, events)
        new = [] if self.is_private else latest(self._teller, events)
        if not self._live and not self.is_private:
            self._console.print(" · ".join(self.numbers()), markup=False, soft_wrap=True)
        for line in new:
            if self._live:
                self._print_folded(line)
            else:
                self._console.print(Text("  ").append_text(_shown(line)), soft_wrap=True)
        if self._live:
            self._live.refresh()

    def _print_folded(self, line: WatchedTurn) -> None:
        """Print a turn beside its round number, wrapped to the terminal."""
        from rich.text import Text

        for place, part in enumerate(_shown(line).wrap(self._console, self._console.width - 4)):
            self._console.print(Text.assemble((f"{line.round:>3} " if place == 0 else "    ", "dim"), part))

    def numbers(self) -> list[str]:
        """Return round, awake characters, calls, cost, records and merges, in the language of the world."""
        words, now = self._teller.phrases.watch, self.counts
        spent = self.spent() if self.spent else None
        return [
            words["round"].format(n=now.round, until=self.until),
            words["awake"].format(n=now.awake),
            *([words["calls"].format(n=spent.calls)] if spent else []),
            *([f"${spent.cost:.4f}"] if spent and spent.cost is not None else []),
            words["records"].format(n=now.records),
            words["merges"].format(n=now.merges),
        ]

    def panel(self) -> "RenderableType":
        """Return the counts and a progress bar."""
        from rich.console import Group
        from rich.panel import Panel
        from rich.progress_bar import ProgressBar
        from rich.text import Text

        bar = ProgressBar(total=max(1, self.until), completed=self.counts.round)
        title = Text(self.scenario.world.title or self.scenario.world.name, style="bold")
        return Panel(Group(Text(" · ".join(self.numbers())), bar), title=title, title_align="left")


def _shown(line: WatchedTurn) -> "Text":
    """Return the text of a turn, with its reason dimmed in brackets."""
    from rich.text import Text

    shown = Text(line.text)
    return shown.append(f" [{line.because}]", style="dim") if line.because else shown
