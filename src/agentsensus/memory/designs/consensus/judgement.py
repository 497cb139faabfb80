"""The candidates and verdicts of a statement while it is being judged."""

from collections.abc import Callable
from dataclasses import dataclass, field

from agentsensus.language.reading import Reading
from agentsensus.memory.core.drafts import DraftDeposit, DraftStatement
from agentsensus.memory.designs.consensus.matching import Match
from agentsensus.memory.judge import Question, Relation, Verdict, Veto

EXACT = "exact"
"""The name under which equal texts are merged without asking a judge."""


@dataclass(slots=True)
class Judgement:
    """The candidates of one draft, the verdict on each, and notes about errors."""

    known: list[Match] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    deposit: DraftDeposit | None = None
    at: int = 0
    """The deposit that the draft belongs to, and its round."""

    def add(self, later: "Judgement") -> None:
        """Append the candidates and verdicts of a later look."""
        self.known += later.known
        self.verdicts += later.verdicts
        self.notes += later.notes

    def question(self, draft: DraftStatement) -> Question:
        """The question to the judge about a draft."""
        return Question(draft.reading, tuple(known.candidate for known in self.known), draft.tape_place, draft.text)


@dataclass(frozen=True, slots=True)
class VetoRule:
    """Which «same» verdicts are checked against vetoes, and how the vetoes of a pair are found."""

    find: Callable[[Reading, Reading], dict[str, Veto]]
    exempt: frozenset[str]
    """Judges whose «same» holds whatever speaks against it."""

    is_on: bool = True

    def applies_to(self, verdict: Verdict) -> bool:
        """Whether a verdict has to stand against the vetoes."""
        return self.is_on and verdict.relation is Relation.SAME and verdict.judge not in self.exempt


def settle_equal(judgement: Judgement, equal: list[Match]) -> None:
    """Fill in the verdicts of candidates in equal words that are the same event; the other candidates are dropped."""
    judgement.known = equal
    judgement.verdicts = [exact(known.candidate.cosine) for known in equal]


def exact(cosine: float) -> Verdict:
    """The verdict on two equal texts."""
    return Verdict(relation=Relation.SAME, score=1.0, threshold=1.0, cosine=cosine, judge=EXACT)
