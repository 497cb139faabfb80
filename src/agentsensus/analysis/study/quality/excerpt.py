"""The excerpt of a run that a model scores, and faults planted in it to test the model."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias, get_args

from agentsensus.analysis.knowledge.leaks import SpokenLine, lines_of
from agentsensus.analysis.knowledge.leaks.facts import ROW
from agentsensus.analysis.knowledge.reception import reception_of
from agentsensus.base.texts import texts
from agentsensus.models.tokens import tokens
from agentsensus.worlds.events.event import GoalsSet
from agentsensus.worlds.runs.run import Run
from agentsensus.worlds.runs.subjects import WorldWords
from agentsensus.worlds.screenplay import markdown, produce
from agentsensus.worlds.screenplay.script import Casting

__all__ = ["DIMENSIONS", "FAULTS", "Dimension", "Excerpts", "FaultSeen", "PlantedFault", "QualitySource"]


Dimension: TypeAlias = Literal["grounding", "trajectory", "narrative", "goals"]
DIMENSIONS: tuple[Dimension, ...] = get_args(Dimension)
QualitySource: TypeAlias = Literal["log", "play"]
_PARTS = 3
_BESIDE = 0.35
"""The share of the tokens for reference material. The text itself is sampled from the beginning, middle and end."""
_FACTS = 14


@dataclass(frozen=True)
class Excerpts:
    """The texts of one run for the judge, each within a token limit."""

    run: Run
    room: int = 1_100

    @property
    def words(self) -> Mapping[str, Any]:
        """The texts of a judge's questions, in the language of the world."""
        table: Mapping[str, Any] = texts(
            "agentsensus.analysis.study.quality", "words", self.run.scenario.world.language
        )
        return table

    def lines(self) -> list[SpokenLine]:
        """Return the lines of the run that a judge reads: everything said, without stored statements."""
        return [line for line in lines_of(self.run.log) if line.kind not in (ROW, "kept")]

    def text(self, source: QualitySource, lines: Sequence[SpokenLine] | None = None) -> str:
        """Return lines of the log (or of the play made from it) up to the token limit."""
        room = round(self.room * (1 - _BESIDE))
        if source == "play" and lines is None:
            play = markdown(produce(self.run.scenario, self.run.log).plain(), marks=False)
            return _sampled([line for line in play.splitlines() if line.strip()], room)
        return _sampled([self.said(line) for line in (self.lines() if lines is None else lines)], room)

    def said(self, line: SpokenLine) -> str:
        """Return a line as a judge reads it."""
        casting = self._casting
        form = self.words["line" if line.hearer else "inward"]
        who, whom = casting.name(line.agent), casting.name(line.hearer) if line.hearer else ""
        return str(form).format(round=line.round, who=who, whom=whom, text=line.text)

    def beside(self, dimension: Dimension, text: str) -> str:
        """Return the reference material of a dimension: facts mentioned in the text, arcs of the source, or goals."""
        heading = str(self.words["beside"][dimension])
        room = round(self.room * _BESIDE)
        match dimension:
            case "grounding":
                rows = list(self._facts(text))
            case "trajectory":
                rows = [arc.text for arc in self.run.scenario.reference.arcs]
            case "goals":
                rows = list(self._goals(text))
            case _:
                rows = []
        return f"{heading}\n{_fitting(rows, room)}" if rows else ""

    @property
    def _casting(self) -> Casting:
        return Casting(self.run.scenario, self.run.scenario.world.language)

    def _facts(self, text: str) -> Iterator[str]:
        scenario, lexicon, casting = self.run.scenario, WorldWords.of(self.run.scenario), self._casting
        for id_, character in scenario.characters.items():
            if character.archived == "dead" and casting.name(id_) in text:
                yield str(self.words["dead"]).format(name=casting.name(id_))
        words = lexicon.names_and_words(text)
        scored = sorted(
            (-lexicon.weight(words & lexicon.names_and_words(event.text)), place)
            for place, event in enumerate(scenario.events)
        )
        for _, place in scored[:_FACTS]:
            event = scenario.events[place]
            owners = [agent for agent in event.witnesses if agent in scenario.active]
            known = casting.names(owners) if owners else str(self.words["nobody"])
            yield str(self.words["knows"]).format(text=event.text, owners=known)

    def _goals(self, text: str) -> Iterator[str]:
        """Yield goals of the characters named in the text: self-set goals first, then authored ones."""
        names = {agent: self._casting.name(agent) for agent in self.run.scenario.active}
        given = {agent: [goal.text for goal in self.run.scenario.characters[agent].goals] for agent in names}
        own = self._own_goals(given)
        for form, goals in (("own_goal", own), ("goal", given)):
            for agent, name in names.items():
                if name in text:
                    yield from (str(self.words[form]).format(who=name, text=goal) for goal in goals.get(agent, ()))

    def _own_goals(self, given: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
        """Return the goals that each character set itself in the run, without repeats."""
        own: dict[str, list[str]] = {}
        for event in self.run.log:
            if isinstance(event, GoalsSet):
                known = [*given.get(event.agent, ()), *own.setdefault(event.agent, [])]
                own[event.agent] += [goal for goal in event.goals if goal not in known]
        return own


def _sampled(lines: Sequence[str], room: int) -> str:
    """Return consecutive lines from three places of the run, up to the limit; all lines if they fit."""
    if sum(tokens(line) + 1 for line in lines) <= room:
        return "\n".join(lines)
    starts = [place * len(lines) // _PARTS for place in range(_PARTS)]
    ends = [*starts[1:], len(lines)]
    parts = (lines[start:end] for start, end in zip(starts, ends, strict=True))
    return "\n…\n".join(_fitting(part, room // _PARTS) for part in parts)


def _fitting(rows: Sequence[str], room: int) -> str:
    chosen, left = [], room
    for row in rows:
        left -= tokens(row) + 1
        if left < 0:
            break
        chosen.append(row)
    return "\n".join(chosen)


_SEEN = 0.5
"""The least drop in score for a fault to count as noticed."""


@dataclass(frozen=True)
class PlantedFault:
    """A fault: its name, the dimension it should lower, and a function that puts it into lines."""

    name: str
    dimension: Dimension
    plant: Callable[[Excerpts, Sequence[SpokenLine]], list[SpokenLine]]


@dataclass(frozen=True, slots=True)
class FaultSeen:
    """The scores with and without a fault; None if unscored. A smaller drop than half a point means that the judge
    missed it."""

    fault: str
    dimension: Dimension
    clean: float | None
    faulty: float | None

    @property
    def is_seen(self) -> bool | None:
        """Whether the score dropped far enough; None if unscored."""
        if self.clean is None or self.faulty is None:
            return None
        return self.clean - self.faulty >= _SEEN


def _the_dead_speak(excerpts: Excerpts, lines: Sequence[SpokenLine]) -> list[SpokenLine]:
    dead = [id_ for id_, character in excerpts.run.scenario.characters.items() if character.archived == "dead"]
    if not dead:
        return list(lines)
    says = str(excerpts.words["says"])
    return _mixed(lines, lambda line: replace(line, agent=dead[0], text=says))


def _a_fact_not_had(excerpts: Excerpts, lines: Sequence[SpokenLine]) -> list[SpokenLine]:
    run = excerpts.run
    reception = reception_of(run.scenario, run.files.read().rules, run.log)
    secrets = [event for event in run.scenario.events if event.secret] or list(run.scenario.events)

    def leaking(line: SpokenLine) -> SpokenLine:
        had = {receipt.id for receipt in reception.of(line.agent)}
        event = next((event for event in secrets if event.id not in had), secrets[0])
        return replace(line, text=event.text)

    return _mixed(lines, leaking)


def _a_goal_forgotten(excerpts: Excerpts, lines: Sequence[SpokenLine]) -> list[SpokenLine]:
    errand = str(excerpts.words["errand"])
    return [replace(line, text=errand) for line in lines]


def _told_twice(_: Excerpts, lines: Sequence[SpokenLine]) -> list[SpokenLine]:
    return [line for line in lines for _ in range(2)]


def _mixed(lines: Sequence[SpokenLine], changed: Callable[[SpokenLine], SpokenLine]) -> list[SpokenLine]:
    """Return the lines with every third line replaced by the changed one."""
    return [changed(line) if place % 3 == 1 else line for place, line in enumerate(lines)]


FAULTS = (
    PlantedFault("the dead speak", "grounding", _the_dead_speak),
    PlantedFault("a fact never had", "grounding", _a_fact_not_had),
    PlantedFault("goals forgotten", "goals", _a_goal_forgotten),
    PlantedFault("told twice", "narrative", _told_twice),
)
