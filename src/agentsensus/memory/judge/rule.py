"""The rule judge, which needs no training: it uses the account of words, the embedder's cosine threshold, and
vetoes.
"""

from collections.abc import Mapping, Sequence

from agentsensus.embed import Embedder, is_by_wording
from agentsensus.language.reading import Reading
from agentsensus.memory.judge.accounting import is_plain
from agentsensus.memory.judge.conflicts import conflict
from agentsensus.memory.judge.judge import Candidate, Judged, Question, Relation, Verdict
from agentsensus.memory.judge.thresholds import Thresholds
from agentsensus.memory.judge.vetoes import Veto, vetoes


class RuleJudge:
    """Says «same» if one statement says nothing that the other does not, or if their cosine reaches the embedder's
    threshold.

    A veto prevents «same». Vectors that compare words and not meaning are not used. If thresholds are given, only these
    decide.
    """

    def __init__(self, embedder: Embedder, thresholds: Mapping[str, float] | None = None) -> None:
        self.id = "rule"
        self.thresholds = Thresholds(embedder, thresholds)
        self._is_own = bool(thresholds)
        self._by_cosine = not is_by_wording(embedder) or self._is_own

    async def judge(self, questions: Sequence[Question]) -> Judged:
        return Judged(tuple(tuple(self.compare(q.statement, c) for c in q.candidates) for q in questions))

    def compare(self, statement: Reading, candidate: Candidate) -> Verdict:
        """Return the verdict on one pair."""
        other = candidate.reading
        bar = self.thresholds.of(statement.language, other.language)
        against = vetoes(statement, other)
        return Verdict(
            relation=relation(self._is_alike(statement, candidate, bar), statement, other, against),
            score=candidate.cosine,
            threshold=bar,
            cosine=candidate.cosine,
            features={"cosine": candidate.cosine},
            vetoes=tuple(against.values()),
            judge=self.id,
        )

    def _is_alike(self, statement: Reading, candidate: Candidate, bar: float) -> bool:
        if self._by_cosine and candidate.cosine >= bar:
            return True
        return not self._is_own and is_plain(statement, candidate.reading)


def relation(alike: bool, a: Reading, b: Reading, against: dict[str, Veto]) -> Relation:
    """Return the relation of two statements, given whether they are alike and which vetoes apply."""
    if against:
        return Relation.CONFLICTING if conflict(a, b) else Relation.DIFFERENT
    return Relation.SAME if alike else Relation.DIFFERENT
