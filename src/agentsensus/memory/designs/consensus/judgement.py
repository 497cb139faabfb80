"""What is known of a statement while it is being judged."""

from dataclasses import dataclass, field

from agentsensus.memory.core.deposit import DraftStatement
from agentsensus.memory.designs.consensus.matching import Known
from agentsensus.memory.judge import Question, Relation, Verdict

EXACT = "exact"


@dataclass(slots=True)
class Judgement:
    """What is known of one draft: its candidates, a verdict on each, and what went wrong."""

    known: list[Known] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, more: "Judgement") -> None:
        """Take in what a later look found."""
        self.known += more.known
        self.verdicts += more.verdicts
        self.notes += more.notes

    def question(self, draft: DraftStatement) -> Question:
        """What the judge is asked about a draft."""
        return Question(draft.reading, tuple(known.candidate for known in self.known), draft.tape_place)


def settle_exact(draft: DraftStatement, judgement: Judgement) -> bool:
    """Whether the judge must be asked; equal text needs no judge, and no candidate leaves nothing to ask."""
    if any(known.key == draft.key for known in judgement.known):
        judgement.known = [known for known in judgement.known if known.key == draft.key]
        judgement.verdicts = [exact(known.candidate.cosine) for known in judgement.known]
        return False
    return bool(judgement.known)


def exact(cosine: float) -> Verdict:
    return Verdict(relation=Relation.SAME, score=1.0, threshold=1.0, cosine=cosine, judge=EXACT)
