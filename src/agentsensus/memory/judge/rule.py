"""The judge that needs nothing learned: a cosine that belongs to the embedder, and the vetoes."""

from collections.abc import Mapping, Sequence

from agentsensus.memory.judge.judge import Candidate, Judged, Question, Relation, Verdict
from agentsensus.memory.judge.thresholds import Thresholds
from agentsensus.memory.judge.vetoes import CONTRADICTING, vetoes
from agentsensus.models.embed import Embedder
from agentsensus.text.reading import Reading


class RuleJudge:
    """Says «same» when the cosine reaches the embedder's threshold for the language and no veto stands against it."""

    def __init__(self, embedder: Embedder, thresholds: Mapping[str, float] | None = None) -> None:
        self.id = "rule"
        self.thresholds = Thresholds(embedder, thresholds)

    async def judge(self, questions: Sequence[Question]) -> Judged:
        return Judged(tuple(tuple(self.compare(q.statement, c) for c in q.candidates) for q in questions))

    def compare(self, statement: Reading, candidate: Candidate) -> Verdict:
        """The verdict on one pair."""
        bar = self.thresholds.of(statement.language, candidate.reading.language)
        against = vetoes(statement, candidate.reading)
        return Verdict(
            relation=relation(candidate.cosine >= bar, against),
            score=candidate.cosine,
            threshold=bar,
            cosine=candidate.cosine,
            features={"cosine": candidate.cosine},
            vetoes=tuple(against.values()),
            judge=self.id,
        )


def relation(alike: bool, against: dict[str, str]) -> Relation:
    """The relation of two statements, from whether they are alike and which vetoes stand between them."""
    if not alike:
        return Relation.DIFFERENT
    if not against:
        return Relation.SAME
    return Relation.CONFLICTING if set(against) <= CONTRADICTING else Relation.DIFFERENT
