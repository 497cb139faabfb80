"""Find the candidates for a merge: in the store, in the last rounds, and in the same batch."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from agentsensus.base.arrays import IntArray
from agentsensus.memory.core.atoms import NOT_PROSE, UNNAMED, UNRESOLVED
from agentsensus.memory.core.drafts import DraftDeposit, DraftStatement
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.ids import text_key
from agentsensus.memory.core.search import SearchHit, SearchScope
from agentsensus.memory.core.search import nearest as nearest_records
from agentsensus.memory.core.snapshot import Snapshot
from agentsensus.memory.designs.consensus.settings import Settings
from agentsensus.memory.inputs import FIRST_HAND
from agentsensus.memory.judge import Candidate
from agentsensus.store.search.similarity import cosine, nearest


@dataclass(frozen=True, slots=True)
class Match:
    """A candidate for a merge: an atom of the store, or an earlier draft of the same batch (`draft`)."""

    candidate: Candidate
    key: str
    atom: int | None = None
    draft: int | None = None
    at: int | None = None
    """The round of the candidate's last deposit; None for a draft of the same batch."""
    agents: frozenset[str] = frozenset()
    """The owners of the candidate. Filled only for equal texts."""
    is_witnessed: bool = True
    """Whether all owners witnessed the event themselves. Set only for equal texts."""


class Candidates(Protocol):
    """Finds the candidates of each draft of a batch."""

    def of(self, number: int, since: int | None = None, owner: str | None = None) -> list[Match]:
        """Return the candidates of draft `number`. With `since`, only atoms with that number or higher, and no drafts.

        With `owner`, only statements of that owner.
        """
        ...


class Matcher:
    """Finds candidates by similarity, in the snapshot it was created with."""

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
        self._pools: dict[str | None, _DraftPool] = {}
        self._found: dict[tuple[object, ...], list[SearchHit]] = {}
        self._said: dict[tuple[str | None, int], int] = {}
        # One matrix multiplication for the whole batch; each search then only sorts.
        vectors = np.stack([draft.vector for draft in self.drafts]) if self.drafts else None
        self._upper = None if vectors is None else engine.matrix.upper(vectors, last=view.atoms)

    def of(self, number: int, since: int | None = None, owner: str | None = None) -> list[Match]:
        """Return the candidates of draft `number`. With `since`, only atoms with that number or higher, and no drafts.

        With `owner`, only statements of that owner.
        """
        if self.deposits[number].verbatim:
            return []
        settings, first = self._settings, since or 0
        matches = self._near(number, settings.top_k, first, owner)
        if settings.recent_k and self._has_older(number, first, owner):
            records = {match.record for match in matches}
            recent = self._near(number, settings.recent_k, self._recent, owner)
            matches += [match for match in recent if match.record not in records]
        rows = self.engine.atoms([match.atom for match in matches])
        known = []
        for match, row in zip(matches, rows, strict=True):
            reading = self.engine.reading(row.text)
            key = text_key(reading.text)
            candidate = Candidate(reading, match.score, row.text)
            is_equal = key == self.drafts[number].key
            entry = (
                self._equal(candidate, key, match.atom, owner)
                if is_equal
                else Match(candidate, key, match.atom, at=row.at)
            )
            if self._are_comparable(number, entry, row.flags.split()):
                known.append(entry)
        return known + (self._earlier_drafts(number, owner) if since is None else [])

    def _equal(self, candidate: Candidate, key: str, atom: int, owner: str | None) -> Match:
        """Return a candidate with equal text, with its owners and how they learned it. With `owner`, only that owner
        counts.
        """
        agents = self.engine.columns.of("owners", "agent")
        own = None if owner is None else self.engine.agent(owner)
        rows = [row for row in self.view.ownerships(atom) if own is None or int(agents[row]) == own]
        return Match(
            candidate,
            key,
            atom=atom,
            at=self._last_said(atom, owner),
            agents=frozenset(self.engine.agent_name(int(agents[row])) for row in rows),
            is_witnessed=all(self.engine.via(row).kind in FIRST_HAND for row in rows),
        )

    def _last_said(self, atom: int, owner: str | None) -> int:
        """Return the last round in which the record of an atom was deposited, by any agent or by `owner`.

        Repetitions in consecutive rounds count as one deposit.
        """
        record = self._record_of(owner)(atom)
        if (owner, record) not in self._said:
            agent = None if owner is None else self.engine.agent(owner)
            roots = {} if agent is None else self.view.own_roots(agent)
            own = (record, *(own for own, root in roots.items() if root == record))
            rounds = self.engine.columns.of("atoms", "at")
            members = self.view.members(record) if owner is None else own
            self._said[owner, record] = max(int(rounds[member]) for member in members)
        return self._said[owner, record]

    def _are_comparable(self, number: int, known: Match, flags: Sequence[str]) -> bool:
        """Return whether a draft and a known statement may report the same event.

        Code and tables match only by equal text. «The user» of one agent's conversation is not another agent's, and an
        unresolved «it» or «they» may mean something else in another agent's text.
        """
        every_flag = {*self.drafts[number].flags, *flags}
        keeps_dangling = self._settings.statements == "self-contained"
        own_flags = {UNNAMED, UNRESOLVED} if keeps_dangling else {UNNAMED}
        is_own = any(self.is_of(number, owner) for owner in self._owners_of(known))
        if not is_own and not every_flag.isdisjoint(own_flags):
            return False
        return every_flag.isdisjoint(NOT_PROSE) or known.key == self.drafts[number].key

    def _owners_of(self, known: Match) -> list[str]:
        if known.atom is None:
            draft = known.draft or 0
            return [name for name, _ in self.deposits[draft].owners_of(self.drafts[draft])]
        agents = self.engine.columns.of("owners", "agent")
        return [self.engine.agent_name(int(agents[row])) for row in self.view.ownerships(known.atom)]

    def searched_atoms(self, number: int, owner: str | None) -> IntArray | None:
        """Return the atoms that are searched for candidates of draft `number`, ascending; None for all atoms."""
        searched = self.searched_owner(number, owner)
        return None if searched is None else self.owned(searched)

    def searched_owner(self, number: int, owner: str | None) -> str | None:
        """Return the agent to which the candidate search of draft `number` is limited; None for all agents."""
        return owner

    def _pool(self, owner: str | None) -> "_DraftPool":
        if owner not in self._pools:
            of_owner = range(len(self.drafts)) if owner is None else self._places_of.get(owner, ())
            deposits = len({id(self.deposits[place]) for place in of_owner})
            self._pools[owner] = _DraftPool(self.drafts, of_owner, self._settings.top_k, deposits)
        return self._pools[owner]

    @cached_property
    def _places_of(self) -> dict[str, list[int]]:
        """Owner → the positions of its drafts, ascending."""
        places: dict[str, list[int]] = {}
        for place, (deposit, draft) in enumerate(zip(self.deposits, self.drafts, strict=True)):
            for name in dict.fromkeys(name for name, _ in deposit.owners_of(draft)):
                places.setdefault(name, []).append(place)
        return places

    def owned(self, owner: str) -> IntArray:
        """Return the atoms that an agent owns, ascending."""
        agent = self.engine.agent(owner)
        return self.view.owned(agent) if agent is not None else np.empty(0, np.int64)

    def is_of(self, number: int, owner: str) -> bool:
        """Return whether an agent will own draft `number`."""
        return any(name == owner for name, _ in self.deposits[number].owners_of(self.drafts[number]))

    def _near(self, number: int, count: int, since: int, owner: str | None) -> list[SearchHit]:
        """Return the nearest records. Drafts with equal texts share one search, so a repeated sentence costs little."""
        record_of = self._record_of(owner)
        skip = frozenset(record_of(atom) for atom in self.deposits[number].replaces)
        key = (self.drafts[number].key, count, since, owner, self.searched_owner(number, owner), skip)
        if key not in self._found:
            upper = None if self._upper is None else self._upper[number]
            among = self.searched_atoms(number, owner)
            scope = SearchScope(self._settings.floor, since, skip, among, record_of if owner is not None else None)
            self._found[key] = nearest_records(self.engine, self.drafts[number].vector, count, self.view, scope, upper)
        return list(self._found[key])

    def _record_of(self, owner: str | None) -> Callable[[int], int]:
        """Return a function that returns the record of an atom: the shared record, or the private record of `owner`."""
        agent = None if owner is None else self.engine.agent(owner)
        if agent is None:
            return lambda atom: int(self.view.roots[atom])
        roots = self.view.own_roots(agent)
        return lambda atom: roots.get(atom, atom)

    def _has_older(self, number: int, first: int, owner: str | None) -> bool:
        """Return whether there are atoms, from `first` on, that are older than the last rounds."""
        among = self.searched_atoms(number, owner)
        if among is None:
            return self._recent > first
        return bool(np.searchsorted(among, self._recent) > np.searchsorted(among, first))

    def _earlier_drafts(self, number: int, owner: str | None) -> list[Match]:
        pool, settings, draft = self._pool(self.searched_owner(number, owner)), self._settings, self.drafts[number]
        if pool.deposits == 1 and settings.same_deposit == "equal":
            # Statements of one deposit match only if equal, so a long deposit need not be compared with itself.
            places = pool.equal_before(number, draft.key)[: settings.top_k]
            scores = [cosine(self.drafts[place].vector, draft.vector) for place in places]
        else:
            places, scores = pool.nearest_before(number, draft, settings.top_k)
        near = [
            known_draft(self.drafts, place, score, self.deposits[place])
            for place, score in zip(places, scores, strict=True)
            if score >= settings.floor
        ]
        return [
            known
            for known in near
            if self._are_comparable(number, known, self.drafts[known.draft or 0].flags)
            and self._is_apart(number, known)
        ]

    def _is_apart(self, number: int, known: Match) -> bool:
        """Return whether an earlier draft may be a candidate. False for two different texts of the same deposit."""
        if self._settings.same_deposit == "all" or known.key == self.drafts[number].key:
            return True
        return self.deposits[known.draft or 0] is not self.deposits[number]


class _DraftPool:
    """The drafts of a batch, for searching. Only the first few drafts of each text are kept; later ones are never
    nearer.
    """

    def __init__(self, drafts: Sequence[DraftStatement], places: Iterable[int], most: int, deposits: int) -> None:
        self.deposits = deposits
        self._by_text: dict[str, list[int]] = {}
        self._places: list[int] = []
        for place in places:
            equal = self._by_text.setdefault(drafts[place].key, [])
            if len(equal) < most:
                equal.append(place)
                self._places.append(place)
        rows = [drafts[place].vector for place in self._places]
        self._vectors = np.stack(rows) if rows else np.empty((0, 0), np.float32)

    def equal_before(self, number: int, key: str) -> list[int]:
        """Return the positions of the drafts before `number` with the text hash `key`."""
        return [place for place in self._by_text.get(key, ()) if place < number]

    def nearest_before(self, number: int, draft: DraftStatement, count: int) -> tuple[list[int], list[float]]:
        """Return the positions of the drafts before `number` with the nearest vectors, and their scores."""
        before = bisect_left(self._places, number)
        if not before:
            return [], []
        near, scores = nearest(self._vectors[:before], draft.vector, count)
        return [self._places[row] for row in near.tolist()], scores


def known_draft(drafts: Sequence[DraftStatement], place: int, score: float, deposit: DraftDeposit) -> Match:
    """Return the draft at a position of the batch as a candidate."""
    return Match(
        Candidate(drafts[place].reading, score, drafts[place].text),
        drafts[place].key,
        draft=place,
        agents=frozenset(name for name, _ in deposit.owners),
        is_witnessed=all(via.kind in FIRST_HAND for _, via in deposit.owners),
    )
