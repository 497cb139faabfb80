"""What a judge is shown, in few tokens: lines from several places of a run, and beside them facts, arcs or goals."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

from agentsensus.events.event import GoalsSet
from agentsensus.models.tokens import tokens
from agentsensus.screenplay import markdown, produce
from agentsensus.screenplay.casting import Casting
from agentsensus.study.leaks import SpokenLine, lines_of
from agentsensus.study.leaks.lines import ROW
from agentsensus.study.received import WorldWords
from agentsensus.study.run import Run
from agentsensus.texts import texts

__all__ = ["DIMENSIONS", "Dimension", "Excerpts", "QualitySource"]

Dimension: TypeAlias = Literal["grounding", "trajectory", "narrative", "goals"]
DIMENSIONS: tuple[Dimension, ...] = get_args(Dimension)
QualitySource: TypeAlias = Literal["log", "play"]
_PARTS = 3
_BESIDE = 0.35
"""The text is taken from the beginning, the middle and the end; so much of the room is for what stands beside it."""
_FACTS = 14


@dataclass(frozen=True)
class Excerpts:
    """The texts of one run, each within so many tokens."""

    run: Run
    room: int = 1_100

    @property
    def words(self) -> Mapping[str, Any]:
        """The words of a judge's questions, in the language of the world."""
        table: Mapping[str, Any] = texts("agentsensus.study.quality", "words", self.run.scenario.world.language)
        return table

    def lines(self) -> list[SpokenLine]:
        """The lines of the run that a judge may be shown, without what is cut out of them."""
        return [line for line in lines_of(self.run.log) if line.kind not in (ROW, "kept")]

    def text(self, source: QualitySource, lines: Sequence[SpokenLine] | None = None) -> str:
        """Lines of the log, or of the play that is made of it, as many as there is room for."""
        room = round(self.room * (1 - _BESIDE))
        if source == "play" and lines is None:
            play = markdown(produce(self.run.scenario, self.run.log).plain(), marks=False)
            return _sampled([line for line in play.splitlines() if line.strip()], room)
        return _sampled([self.said(line) for line in (self.lines() if lines is None else lines)], room)

    def said(self, line: SpokenLine) -> str:
        """A line as a judge reads it."""
        casting = self._casting
        form = self.words["line" if line.hearer else "inward"]
        who, whom = casting.name(line.agent), casting.name(line.hearer) if line.hearer else ""
        return str(form).format(round=line.round, who=who, whom=whom, text=line.text)

    def beside(self, dimension: Dimension, text: str) -> str:
        """What the dimension is held against: facts that the text touches, arcs of the remainder, or goals."""
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
        """Goals of those whom the text names: what each set itself first, then what the world gave it."""
        names = {agent: self._casting.name(agent) for agent in self.run.scenario.active}
        given = {agent: [goal.text for goal in self.run.scenario.characters[agent].goals] for agent in names}
        own = self._own_goals(given)
        for form, goals in (("own_goal", own), ("goal", given)):
            for agent, name in names.items():
                if name in text:
                    yield from (str(self.words[form]).format(who=name, text=goal) for goal in goals.get(agent, ()))

    def _own_goals(self, given: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
        """The goals that each has set itself in the run, once each."""
        own: dict[str, list[str]] = {}
        for event in self.run.log:
            if isinstance(event, GoalsSet):
                known = [*given.get(event.agent, ()), *own.setdefault(event.agent, [])]
                own[event.agent] += [goal for goal in event.goals if goal not in known]
        return own


def _sampled(lines: Sequence[str], room: int) -> str:
    """Lines in a row from three places, as many as fit; all of them where they do."""
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
