"""A judge for an ablation experiment: it decides by cosine alone, without vetoes."""

from collections.abc import Sequence

from agentsensus.embed import Embedder
from agentsensus.language.reading import Reading
from agentsensus.memory.judge.judge import Candidate, Judged, Question, Relation, Verdict
from agentsensus.memory.judge.thresholds import Thresholds


class CosineJudge:
    """Says «same» if the cosine reaches `bar`. Without `bar`, the embedder's threshold for the language applies."""

    def __init__(self, embedder: Embedder, bar: float | None = None) -> None:
        self.id = "cosine"
        self._bar = Thresholds(embedder) if bar is None else bar

    async def judge(self, questions: Sequence[Question]) -> Judged:
        return Judged(tuple(tuple(self.compare(q.statement, c) for c in q.candidates) for q in questions))

    def compare(self, statement: Reading, candidate: Candidate) -> Verdict:
        """Return the verdict on one pair."""
        bar = self._bar_between(statement.language, candidate.reading.language)
        alike = candidate.cosine >= bar
        return Verdict(
            relation=Relation.SAME if alike else Relation.DIFFERENT,
            score=candidate.cosine,
            threshold=bar,
            cosine=candidate.cosine,
            features={"cosine": candidate.cosine},
            judge=self.id,
        )

    def _bar_between(self, *languages: str) -> float:
        return self._bar.of(*languages) if isinstance(self._bar, Thresholds) else self._bar
