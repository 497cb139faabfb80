"""Which known statements a new one may repeat: from the store, from the last rounds, and from the same batch."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from agentsensus.arrays import IntArray
from agentsensus.memory.atoms.atom import NOT_PROSE
from agentsensus.memory.core.deposit import DraftDeposit, DraftStatement
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.ids import text_key
from agentsensus.memory.core.search import Match, SearchScope
from agentsensus.memory.core.search import nearest as nearest_records
from agentsensus.memory.core.snapshot import Snapshot
from agentsensus.memory.designs.consensus.settings import Settings
from agentsensus.memory.judge import Candidate
from agentsensus.store.vectors import nearest


@dataclass(frozen=True, slots=True)
class Known:
    """A candidate: an atom of the store, or (`draft`) an earlier one of the same batch."""

    candidate: Candidate
    key: str
    atom: int | None = None
    draft: int | None = None


class Candidates(Protocol):
    """Knows what each draft of a batch may repeat."""

    def of(self, number: int, since: int | None = None) -> list[Known]:
        """The candidates of draft `number`; with `since`, only atoms numbered from there on, and no drafts."""
        ...


class Matcher:
    """Finds candidates by likeness; everything it reads stays as it was when it was made."""

    def __init__(
        self, engine: Engine, settings: Settings, view: Snapshot, at: int, deposits: Sequence[DraftDeposit]
    ) -> None:
        self.engine = engine
        self.view = view
        self.drafts = [draft for deposit in deposits for draft in deposit.drafts]
        self.deposits = [deposit for deposit in deposits for _ in deposit.drafts]
        self._settings = settings
        rounds = engine.columns.of("atoms", "at")[: view.atoms]
        self._recent = int(np.searchsorted(rounds, at - settings.recent_rounds + 1))
        self._vectors = np.stack([draft.vector for draft in self.drafts]) if self.drafts else None
        # One multiplication for the whole batch; each search below then only sorts.
        self._upper = None if self._vectors is None else engine.matrix.upper(self._vectors, last=view.atoms)

    def of(self, number: int, since: int | None = None) -> list[Known]:
        """The candidates of draft `number`; with `since`, only atoms numbered from there on, and no drafts."""
        if self.deposits[number].verbatim:
            return []
        settings, first = self._settings, since or 0
        matches = self._near(number, settings.top_k, first)
        if settings.recent_k and self._recent > first:
            records = {match.record for match in matches}
            recent = self._near(number, settings.recent_k, self._recent)
            matches += [match for match in recent if match.record not in records]
        rows = self.engine.atoms([match.atom for match in matches])
        known = []
        for match, row in zip(matches, rows, strict=True):
            reading = self.engine.reading(row.text)
            candidate = Known(Candidate(reading, match.score), text_key(reading.text), atom=match.atom)
            if self._are_comparable(number, candidate, row.flags.split()):
                known.append(candidate)
        return known + (self._earlier_drafts(number) if since is None else [])

    def _are_comparable(self, number: int, known: Known, flags: Sequence[str]) -> bool:
        """Whether a draft may tell what a known statement tells: code and tables tell nothing, and are only equal."""
        is_prose = not any(flag in NOT_PROSE for flag in (*self.drafts[number].flags, *flags))
        return is_prose or known.key == self.drafts[number].key

    def searched_atoms(self, number: int) -> IntArray | None:
        """The atoms among which candidates of draft `number` are looked for, ascending; None for all of them."""
        return None

    def searched_drafts(self, number: int) -> Sequence[int]:
        """The earlier drafts of the batch among which candidates of draft `number` are looked for."""
        return range(number)

    def _near(self, number: int, count: int, since: int) -> list[Match]:
        upper = None if self._upper is None else self._upper[number]
        skip = self.deposits[number].replaces
        scope = SearchScope(self._settings.floor, since, skip, self.searched_atoms(number))
        return nearest_records(self.engine, self.drafts[number].vector, count, self.view, scope, upper)

    def _earlier_drafts(self, number: int) -> list[Known]:
        pool = self.searched_drafts(number)
        if self._vectors is None or not pool:
            return []
        settings = self._settings
        vectors = self._vectors[: len(pool)] if isinstance(pool, range) else self._vectors[list(pool)]
        places, scores = nearest(vectors, self.drafts[number].vector, settings.top_k)
        near = [
            known_draft(self.drafts, pool[place], score)
            for place, score in zip(places.tolist(), scores, strict=True)
            if score >= settings.floor
        ]
        return [known for known in near if self._are_comparable(number, known, self.drafts[known.draft or 0].flags)]


def known_draft(drafts: Sequence[DraftStatement], place: int, score: float) -> Known:
    """The draft at a place of the batch as a candidate."""
    return Known(Candidate(drafts[place].reading, score), drafts[place].key, draft=place)
