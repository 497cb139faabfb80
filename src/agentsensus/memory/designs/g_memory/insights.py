"""An agent's insights and the changes to them: add, agree, edit, remove, drop, merge."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from agentsensus.memory.core.drafts import DraftStatement
from agentsensus.memory.designs.g_memory.settings import GMemorySettings
from agentsensus.memory.designs.private_rows import Page, Ref

INSIGHT = "insight"
SCORE, SUPPORTERS, OPPONENTS = "score", "supporters", "opponents"


@dataclass(slots=True)
class Insight:
    """One insight: its row, its score, and the rows that support it."""

    ref: Ref
    draft: DraftStatement
    score: int
    supporters: list[Ref] = field(default_factory=list)


@dataclass(slots=True)
class Board:
    """The insights of one agent while a batch is distilled, and the rows to write about them."""

    agent: str
    settings: GMemorySettings
    insights: list[Insight]
    sediment: bool = False
    written: list[Callable[[Page], None]] = field(default_factory=list)
    calls: int = 0
    notes: list[str] = field(default_factory=list)

    def add(self, draft: DraftStatement, evidence: Sequence[Ref], score: int | None = None) -> None:
        """Add an insight that these rows support."""
        insight = Insight(draft, draft, self.settings.first_score if score is None else score, list(evidence))
        self.insights.append(insight)
        first, sediment = insight.score, self.sediment

        def write(page: Page) -> None:
            atom = page.byproduct(self.agent, draft, INSIGHT, evidence, sediment=sediment)
            page.keep(atom, SCORE, str(first))

        self.written.append(write)

    def agree(self, insight: Insight, evidence: Sequence[Ref]) -> None:
        """Raise the score of an insight that these rows support."""
        insight.score += self.settings.agree
        insight.supporters += [ref for ref in evidence if ref not in insight.supporters]
        self._scored(insight, SUPPORTERS, evidence)

    def edit(self, insight: Insight, draft: DraftStatement, evidence: Sequence[Ref]) -> None:
        """Replace the text of an insight, and raise its score as `agree` does."""
        self._retire(insight)
        self.add(draft, _united([insight], evidence), insight.score + self.settings.agree)

    def remove(self, insight: Insight, evidence: Sequence[Ref]) -> None:
        """Lower the score of an insight that these rows contradict. An insight with score zero is dropped."""
        is_many = len(self.insights) >= self.settings.many
        insight.score = max(0, insight.score - (self.settings.remove_many if is_many else self.settings.remove))
        self._scored(insight, OPPONENTS, evidence)
        if insight.score == 0:
            self._retire(insight)

    def merge(self, insights: Sequence[Insight], draft: DraftStatement) -> None:
        """Replace several insights by one, with the evidence of all and the highest of their scores."""
        for insight in insights:
            self._retire(insight)
        self.add(draft, _united(insights), max(insight.score for insight in insights))

    def _scored(self, insight: Insight, side: str, evidence: Sequence[Ref]) -> None:
        score, cited = insight.score, list(evidence)

        def write(page: Page) -> None:
            page.keep(page.number(insight.ref), SCORE, str(score))
            if cited:
                page.keep(page.number(insight.ref), side, " ".join(str(page.number(ref)) for ref in cited))

        self.written.append(write)

    def _retire(self, insight: Insight) -> None:
        self.insights = [other for other in self.insights if other is not insight]
        self.written.append(lambda page: page.drop(self.agent, insight.ref))


def _united(insights: Sequence[Insight], further: Sequence[Ref] = ()) -> list[Ref]:
    return list(dict.fromkeys([*(ref for insight in insights for ref in insight.supporters), *further]))
