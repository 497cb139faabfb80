"""What is looked at for each draft: what it may repeat of everybody's, and what of each owner's own.

The two are decided apart, so that an owner's answers depend on its own statements alone; but a pair is judged once, and
the judge is asked about all of them together wherever that can be.
"""

from dataclasses import dataclass, field
from typing import TypeAlias

from agentsensus.memory.core.deposit import DraftStatement
from agentsensus.memory.designs.consensus.judgement import Judgement
from agentsensus.memory.designs.consensus.judging import NeedsJudge
from agentsensus.memory.designs.consensus.matching import Known
from agentsensus.memory.judge import Verdict

__all__ = ["Look"]

_Place: TypeAlias = tuple[int | None, int | None]


@dataclass(slots=True)
class Look:
    """One draft: its candidates among everything, and by owner those among what the owner owns."""

    everybody: Judgement
    own: dict[str, Judgement] = field(default_factory=dict)
    _open: list[Judgement] = field(default_factory=list)
    _verdicts: dict[_Place, Verdict] = field(default_factory=dict)

    def question(self) -> Judgement:
        """Everything that may have to be judged, each pair once."""
        judgements = (self.everybody, *self.own.values())
        return self._of_draft({_place(known): known for each in judgements for known in each.known})

    def take(self, draft: DraftStatement, judged: Judgement, needs_judge: NeedsJudge) -> Judgement:
        """Learn the verdicts on the question; returns what is left to be asked for the owners' sake.

        Something is left where the matter was settled for everybody by a text that is not the owner's.
        """
        self._learn(judged)
        asked = {_place(known) for known in self.everybody.known}
        # A text that is equal to an owner's own settles the matter for everybody too.
        known = [each for each in judged.known if _place(each) in asked or each.key == draft.key]
        verdicts = [self._verdicts[_place(each)] for each in known]
        self.everybody = Judgement(known, verdicts, judged.notes, self.everybody.deposit, self.everybody.at)
        self._open = [own for own in self.own.values() if needs_judge(draft, own)]
        left = {_place(each): each for own in self._open for each in own.known if _place(each) not in self._verdicts}
        return self._of_draft(left)

    def finish(self, judged: Judgement) -> None:
        """Learn the verdicts on what was left."""
        self._learn(judged)
        for own in self._open:
            own.known = [each for each in own.known if _place(each) in self._verdicts]
            own.verdicts = [self._verdicts[_place(each)] for each in own.known]

    def add(self, later: "Look") -> None:
        """Append what a later look has brought."""
        self.everybody.add(later.everybody)
        for owner, judgement in later.own.items():
            self.own[owner].add(judgement)

    def _of_draft(self, known: dict[_Place, Known]) -> Judgement:
        return Judgement(list(known.values()), deposit=self.everybody.deposit, at=self.everybody.at)

    def _learn(self, judged: Judgement) -> None:
        for known, verdict in zip(judged.known, judged.verdicts, strict=True):
            self._verdicts[_place(known)] = verdict


def _place(known: Known) -> _Place:
    return known.atom, known.draft
