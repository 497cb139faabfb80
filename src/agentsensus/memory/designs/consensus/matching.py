"""Which known statements a new one may repeat: from the store, from the last rounds, and from the same batch."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agentsensus.arrays import IntArray
from agentsensus.memory.core.deposit import DraftStatement
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


class Matcher:
    """Finds candidates at the barrier; everything it reads stays as it was when it was made."""

    def __init__(
        self, engine: Engine, settings: Settings, view: Snapshot, at: int, drafts: Sequence[DraftStatement]
    ) -> None:
        self._engine = engine
        self._settings = settings
        self._view = view
        self._drafts = drafts
        rounds = engine.columns.of("atoms", "at")[: view.atoms]
        self._recent = int(np.searchsorted(rounds, at - settings.recent_rounds + 1))
        self._vectors = np.stack([draft.vector for draft in drafts]) if drafts else None
        # One multiplication for the whole batch; each search below then only sorts.
        self._upper = None if self._vectors is None else engine.matrix.upper(self._vectors, last=view.atoms)

    def candidates(
        self,
        number: int,
        skip: int | None,
        late: int | None = None,
        *,
        among: IntArray | None = None,
        earlier: Sequence[int] | None = None,
    ) -> list[Known]:
        """What draft `number` may repeat; only from atoms numbered `late` on when it is looked for again.

        `among` (ascending) narrows the search to some atoms of the store, `earlier` to some drafts of the batch.
        """
        settings, since = self._settings, late or 0
        found = self._near(number, settings.top_k, since, skip, among)
        if settings.recent_k and self._recent > since:
            seen = {match.record for match in found}
            recent = self._near(number, settings.recent_k, self._recent, skip, among)
            found += [match for match in recent if match.record not in seen]
        rows = self._engine.atoms([match.atom for match in found])
        known = []
        for match, row in zip(found, rows, strict=True):
            reading = self._engine.reading(row.text)
            known.append(Known(Candidate(reading, match.score), text_key(reading.text), atom=match.atom))
        return known + (self._earlier(number, earlier) if late is None else [])

    def _near(self, number: int, count: int, since: int, skip: int | None, among: IntArray | None) -> list[Match]:
        upper = None if self._upper is None else self._upper[number]
        scope = SearchScope(self._settings.floor, since, skip, among)
        return nearest_records(self._engine, self._drafts[number].vector, count, self._view, scope, upper)

    def _earlier(self, number: int, among: Sequence[int] | None) -> list[Known]:
        pool = range(number) if among is None else among
        if self._vectors is None or not pool:
            return []
        settings = self._settings
        vectors = self._vectors[:number] if among is None else self._vectors[list(among)]
        places, scores = nearest(vectors, self._drafts[number].vector, settings.top_k)
        return [
            Known(Candidate(self._drafts[pool[n]].reading, score), self._drafts[pool[n]].key, draft=pool[n])
            for n, score in zip(places.tolist(), scores, strict=True)
            if score >= settings.floor
        ]
