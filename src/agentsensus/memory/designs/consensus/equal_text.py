"""Equal words are one event if they stand alone and are not far apart in time; else there may have been two."""

from collections.abc import Sequence

from agentsensus.memory.core.deposit import DraftDeposit, DraftStatement
from agentsensus.memory.designs.consensus.matching import Known
from agentsensus.memory.provenance import WITNESSED
from agentsensus.text.languages import rules_of

__all__ = ["candidates_left", "merges_unasked"]


def merges_unasked(draft: DraftStatement, deposit: DraftDeposit, known: Known, at: int, within: int) -> bool:
    """Whether a draft in equal words is the same event without asking anybody.

    What leans on what was said before («It took 37 minutes.») is so only for one who says it again soon.
    """
    if not _is_near(known, at, within):
        return False
    stands_alone = not rules_of(draft.reading.language).unit_rules.singling.leaning.match(draft.reading.text)
    return stands_alone or bool(known.agents & {name for name, _ in deposit.owners})


def candidates_left(
    draft: DraftStatement, deposit: DraftDeposit, candidates: Sequence[Known], at: int, within: int
) -> list[Known]:
    """The candidates worth judging: of those in equal words, only what somebody was told of long after."""
    is_witnessed = all(via.kind == WITNESSED for _, via in deposit.owners)
    leans = rules_of(draft.reading.language).unit_rules.singling.leaning.match(draft.reading.text) is not None

    def is_left(known: Known) -> bool:
        if known.key != draft.key:
            return True
        return not leans and not (is_witnessed and known.is_witnessed) and not _is_near(known, at, within)

    return [known for known in candidates if is_left(known)]


def _is_near(known: Known, at: int, within: int) -> bool:
    return known.at is None or abs(at - known.at) <= within
