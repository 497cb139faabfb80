"""The candidates and verdicts of a statement while it is being judged."""

from collections.abc import Callable
from dataclasses import dataclass, field

from agentsensus.language.reading import Reading
from agentsensus.memory.core.drafts import DraftDeposit, DraftStatement
from agentsensus.memory.designs.consensus.matching import Match
from agentsensus.memory.judge import Question, Relation, Verdict, Veto

EXACT = "exact"
"""The judge name of verdicts on equal texts, which merge without asking a judge."""


@dataclass(slots=True)
class Judgement:
    """The candidates of one draft, the verdict on each, and notes about errors."""

    known: list[Match] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    deposit: DraftDeposit | None = None
    at: int = 0
    """The round of the deposit that the draft belongs to."""

    def add(self, later: "Judgement") -> None:
        """Append the candidates and verdicts of a later search."""
        self.known += later.known
        self.verdicts += later.verdicts
        self.notes += later.notes

    def question(self, draft: DraftStatement) -> Question:
        """Return the question about a draft for the judge."""
        return Question(draft.reading, tuple(known.candidate for known in self.known), draft.tape_place, draft.text)


@dataclass(frozen=True, slots=True)
class VetoRule:
    """Which «same» verdicts are checked for vetoes, and how the vetoes of a pair are found."""

    find: Callable[[Reading, Reading], dict[str, Veto]]
    exempt: frozenset[str]
    """Names of judges whose «same» verdicts are not checked for vetoes."""

    is_on: bool = True

    def applies_to(self, verdict: Verdict) -> bool:
        """Return whether a verdict must be checked for vetoes."""
        return self.is_on and verdict.relation is Relation.SAME and verdict.judge not in self.exempt


def settle_equal(judgement: Judgement, equal: list[Match]) -> None:
    """Set «same» for the candidates in `equal`, which have equal texts, and drop all other candidates."""
    judgement.known = equal
    judgement.verdicts = [exact(known.candidate.cosine) for known in equal]


def exact(cosine: float) -> Verdict:
    """Return the verdict «same» for two equal texts."""
    return Verdict(relation=Relation.SAME, score=1.0, threshold=1.0, cosine=cosine, judge=EXACT)
