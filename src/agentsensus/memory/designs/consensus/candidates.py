"""The candidates of each draft (a statement before it is written): among all records, and among each owner's own
records.

The two groups are decided separately, so that an owner's answers depend only on its own statements. Each pair is judged
once, with as many pairs per call as possible.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from agentsensus.language.languages import rules_of
from agentsensus.memory.core.drafts import DraftDeposit, DraftStatement
from agentsensus.memory.designs.consensus.judgement import Judgement
from agentsensus.memory.designs.consensus.judging import NeedsJudge
from agentsensus.memory.designs.consensus.matching import Match
from agentsensus.memory.inputs import FIRST_HAND
from agentsensus.memory.judge import Verdict

_Place: TypeAlias = tuple[int | None, int | None]


@dataclass(slots=True)
class DraftCandidates:
    """The candidates of one draft: among all records, and among the records of each owner."""

    everybody: Judgement
    own: dict[str, Judgement] = field(default_factory=dict)
    _open: list[Judgement] = field(default_factory=list)
    _verdicts: dict[_Place, Verdict] = field(default_factory=dict)

    def question(self) -> Judgement:
        """Return all candidates that may have to be judged, without duplicates."""
        judgements = (self.everybody, *self.own.values())
        return self._of_draft({_place(known): known for each in judgements for known in each.known})

    def take(self, draft: DraftStatement, judged: Judgement, needs_judge: NeedsJudge) -> Judgement:
        """Store the judge's verdicts. Returns the candidates that must still be judged for single owners.

        Some remain if an equal text of another agent decided the shared merge without the judge.
        """
        self._learn(judged)
        asked = {_place(known) for known in self.everybody.known}
        # If the text equals one of the owner's own statements, this decides the shared merge too.
        known = [each for each in judged.known if _place(each) in asked or each.key == draft.key]
        verdicts = [self._verdicts[_place(each)] for each in known]
        self.everybody = Judgement(known, verdicts, judged.notes, self.everybody.deposit, self.everybody.at)
        self._open = [own for own in self.own.values() if needs_judge(draft, own)]
        left = {_place(each): each for own in self._open for each in own.known if _place(each) not in self._verdicts}
        return self._of_draft(left)

    def finish(self, judged: Judgement) -> None:
        """Store the verdicts on the remaining candidates."""
        self._learn(judged)
        for own in self._open:
            own.known = [each for each in own.known if _place(each) in self._verdicts]
            own.verdicts = [self._verdicts[_place(each)] for each in own.known]

    def add(self, later: "DraftCandidates") -> None:
        """Append the candidates that a later search found."""
        self.everybody.add(later.everybody)
        for owner, judgement in later.own.items():
            self.own[owner].add(judgement)

    def _of_draft(self, known: dict[_Place, Match]) -> Judgement:
        return Judgement(list(known.values()), deposit=self.everybody.deposit, at=self.everybody.at)

    def _learn(self, judged: Judgement) -> None:
        for known, verdict in zip(judged.known, judged.verdicts, strict=True):
            self._verdicts[_place(known)] = verdict


def _place(known: Match) -> _Place:
    return known.atom, known.draft


def merges_unasked(
    draft: DraftStatement, deposit: DraftDeposit, known: Match, at: int, within: int, apart: int | None
) -> bool:
    """Return whether a draft counts as the same event as a known statement of equal text, without asking the judge.

    A self-contained text merges if it is at most `apart` rounds away (None: at any distance). A text that depends on an
    earlier one («It took 37 minutes.») merges only if the same agent repeats it within `within` rounds.
    """
    stands_alone = not rules_of(draft.reading.language).unit_rules.singling.leaning.match(draft.reading.text)
    if stands_alone:
        return apart is None or _is_near(known, at, apart)
    return _is_near(known, at, within) and bool(known.agents & {name for name, _ in deposit.owners})


def candidates_left(
    draft: DraftStatement, deposit: DraftDeposit, candidates: Sequence[Match], at: int, within: int
) -> list[Match]:
    """Return the candidates that the judge should compare. Of those with equal text, only reports told long afterwards
    remain.
    """
    is_witnessed = all(via.kind in FIRST_HAND for _, via in deposit.owners)
    leans = rules_of(draft.reading.language).unit_rules.singling.leaning.match(draft.reading.text) is not None

    def is_left(known: Match) -> bool:
        if known.key != draft.key:
            return True
        return not leans and not (is_witnessed and known.is_witnessed) and not _is_near(known, at, within)

    return [known for known in candidates if is_left(known)]


def _is_near(known: Match, at: int, within: int) -> bool:
    return known.at is None or abs(at - known.at) <= within
