"""Answers about who knew what, in words: lines for a terminal, in the language of the run's world."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from agentsensus.cli.printing import padded
from agentsensus.telling import Teller
from agentsensus.texts import texts

if TYPE_CHECKING:
    from agentsensus.knowledge import AgentDiff, CitedAnswer, Knowing, RunDiff, SaidLine, TraceNode
    from agentsensus.study import Run

__all__ = ["AnswerLines"]

_FEW = 12
"""Lines of a list that are printed where `--json` would print all."""


class AnswerLines:
    """Answers from one run in words."""

    def __init__(self, run: "Run") -> None:
        self._run = run
        self._teller = Teller(run.scenario)
        self._words: dict[str, str] = texts(__package__, "answers", run.scenario.world.language)

    def said(self, key: str, /, **parts: object) -> str:
        """A phrase with its parts put in."""
        return self._words[key].format(**parts)

    def name(self, agent: str) -> str:
        """What somebody or something is called."""
        return self._teller.name(agent)

    def knowing(self, entries: "Sequence[Knowing]", at: int | None, *, every: bool) -> Iterator[str]:
        """Record by record who knew it; without `every`, places, things and people out of the play in one line."""
        for record in dict.fromkeys(entry.record for entry in entries):
            yield f"{self._run.memory.get(record, at=at).text}  [{record}]"
            silent: list[str] = []
            for entry in (entry for entry in entries if entry.record == record):
                if every or entry.heard or entry.agent in self._run.scenario.active:
                    row = self.said("row", head=self._how(entry), text=entry.text)
                    yield f"  {padded(self.name(entry.agent), 18)} {row}"
                else:
                    silent.append(entry.agent)
            if silent:
                yield f"  {self.said('no_part', names=self._teller.names(silent))}"

    def _how(self, entry: "Knowing") -> str:
        if entry.heard:
            how = self.said(f"heard_{entry.via}", source=self.name(entry.source))
            return self.said("joined", first=self.said("round", n=entry.since), second=how)
        how = self._teller.how(entry.via, entry.source)
        return self.said("since", n=entry.since, how=how) if entry.since else how

    def node(self, node: "TraceNode") -> str:
        """Somebody on the path of a record, how it came to know and in which words."""
        name = self.name(node.agent)
        if node.knower is None:
            nearest = node.nearest
            if nearest is None:
                return self.said("said_nothing_near", who=name)
            return self.said("said_only", who=name, text=nearest.wording.text, record=nearest.record.id)
        how = self._with_round(node.knower.via, node.knower.source, node.knower.since)
        return self.said("row", head=self.said("aside", head=name, aside=how), text=node.knower.text)

    def _with_round(self, via: str, source: str, since: int) -> str:
        how = self._teller.how(via, source)
        return self.said("joined", first=how, second=self.said("round", n=since)) if since else how

    def differences(self, result: "RunDiff", first: str, second: str) -> Iterator[str]:
        """What two runs differ in: whose knowledge, in what, and which lines were said in one of them only."""
        many = len(result.agents)
        yield self.said({0: "differ_none", 1: "differ_one"}.get(many, "differ"), at=result.at, n=many)
        if many:
            yield self.said("signs", first=first, second=second)
        for agent in result.agents:
            yield from self._agent(agent)
        if result.otherwise:
            yield self.said("otherwise", names=self._teller.names([agent.agent for agent in result.otherwise]))
        if not (result.said_first or result.said_second):
            yield self.said("said_same")
            return
        yield from self._lines(first, result.said_first)
        yield from self._lines(second, result.said_second)

    def _agent(self, agent: "AgentDiff") -> Iterator[str]:
        yield self.said("row", head=self.name(agent.agent), text=f"-{len(agent.first)} +{len(agent.second)}")
        rows = [("-", held) for held in agent.first] + [("+", held) for held in agent.second]
        for sign, held in rows[:_FEW]:
            how = self._with_round(held.via, held.source, held.since)
            yield f"  {sign} {self.said('aside', head=held.text, aside=how)}"
        yield from self._left_out(len(rows))

    def _lines(self, run: str, lines: "Sequence[SaidLine]") -> Iterator[str]:
        yield self.said("said_in", run=run, n=len(lines))
        for line in lines[:_FEW]:
            yield "  " + self.said(
                "line",
                round=self.said("round", n=line.round),
                sender=self.name(line.sender),
                to=self._teller.names(line.recipients),
                changed=self.said("changed") if line.altered else "",
                content=" ".join(line.content.split()),
            )
        yield from self._left_out(len(lines))

    def _left_out(self, count: int) -> Iterator[str]:
        if count > _FEW:
            yield "  " + self.said("more", n=count - _FEW)

    def answer(self, answer: "CitedAnswer") -> Iterator[str]:
        """An answer with the numbers of its records, then the records; without a model the records alone."""
        numbers = {known.record: place for place, known in enumerate(answer.records, 1)}
        for sentence in answer.sentences if answer.model else ():
            cites = ", ".join(str(numbers[cited]) for cited in sentence.cites)
            yield f"{sentence.text} [{cites}]"
        if answer.model:
            yield ""
        for known in answer.records:
            row = self.said("aside", head=known.text, aside=self._with_round(known.via, known.source, known.since))
            yield f"[{numbers[known.record]}] {row}  [{known.record}]"
