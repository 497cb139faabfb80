"""Answers about who knew what, as lines for a terminal in the language of the world."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from agentsensus.base.texts import texts
from agentsensus.cli.printing import padded
from agentsensus.worlds.telling import Teller

if TYPE_CHECKING:
    from agentsensus.analysis.knowledge import AgentDiff, CitedAnswer, Knowing, RunDiff, SaidLine, TraceNode
    from agentsensus.worlds.runs import Run

__all__ = ["AnswerLines"]

_FEW = 12
"""The most lines printed of a list; `--json` prints all."""


class AnswerLines:
    """Formats answers from one run as text."""

    def __init__(self, run: "Run") -> None:
        self._run = run
        self._teller = Teller(run.scenario)
        self._words: dict[str, str] = texts(__package__, "answers", run.scenario.world.language)

    def said(self, key: str, /, **parts: object) -> str:
        """Return a phrase with its parameters filled in."""
        return self._words[key].format(**parts)

    def name(self, agent: str) -> str:
        """Return the name of a character, place or thing."""
        return self._teller.name(agent)

    def knowing(self, entries: "Sequence[Knowing]", *, every: bool) -> Iterator[str]:
        """Yield lines that say who knew each fact. Without `every`, places, things and inactive characters share a
        line."""
        for fact in dict.fromkeys(entry.fact for entry in entries):
            silent: list[str] = []
            known = [entry for entry in entries if entry.fact == fact]
            yield "  ".join((fact, *(f"[{record}]" for record in dict.fromkeys(entry.record for entry in known))))
            for entry in known:
                if every or entry.heard or entry.agent in self._run.scenario.active:
                    row = self.said("row", head=self._how(entry), text=entry.text)
                    yield f"  {padded(self.name(entry.agent), 18)} {row}"
                else:
                    silent.append(entry.agent)
            if silent:
                yield f"  {self.said('no_part', names=self._teller.names(silent))}"

    def _how(self, entry: "Knowing") -> str:
        if entry.heard:
            heard = "heard_overheard" if entry.via == "overheard" else "heard_told" if entry.source else "heard"
            how = self.said(heard, source=self.name(entry.source) if entry.source else "")
            return self.said("joined", first=self.said("round", n=entry.since), second=how)
        how = self._teller.how(entry.via, entry.source)
        return self.said("since", n=entry.since, how=how) if entry.since else how

    def node(self, node: "TraceNode") -> str:
        """Describe one agent on the path of a record: how the agent learned the fact, and its wording."""
        name = self.name(node.agent)
        known = node.known
        if known is None:
            return self.said("said_only", who=name)
        how = self._with_round(known.how, known.source, known.since)
        if not known.is_kept:
            how = self.said("joined", first=how, second=self.said("not_kept"))
        return self.said("row", head=self.said("aside", head=name, aside=how), text=known.wording or known.text)

    def _with_round(self, via: str, source: str, since: int) -> str:
        how = self._teller.how(via, source)
        return self.said("joined", first=how, second=self.said("round", n=since)) if since else how

    def differences(self, result: "RunDiff", first: str, second: str) -> Iterator[str]:
        """Yield the differences between two runs: the knowledge of each agent, and lines said in only one of them."""
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
        """Yield an answer with numbered citations, then the cited records; without a model only the records."""
        numbers = {known.record: place for place, known in enumerate(answer.records, 1)}
        for sentence in answer.sentences if answer.model else ():
            cites = ", ".join(str(numbers[cited]) for cited in sentence.cites)
            yield f"{sentence.text} [{cites}]"
        if answer.model:
            yield ""
        for known in answer.records:
            row = self.said("aside", head=known.text, aside=self._with_round(known.via, known.source, known.since))
            yield f"[{numbers[known.record]}] {row}  [{known.record}]"
