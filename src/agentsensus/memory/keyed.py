"""Entries under addresses of the application: write, replace, drop and rank them, in any design.

An entry is an ordinary deposit: it is judged, merged and owned. Its address and body are metadata of its wordings under
a reserved key, which no caller can write. So they are forked, exported and purged with the wordings. The latest deposit
at an address is its current entry.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from agentsensus.memory.api import AsyncMemory
from agentsensus.memory.core.checks import RESERVED_METADATA, CheckedEvent, checked_event, metadata_json
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.write.deposits import prepare_events
from agentsensus.store.rows import NOBODY, RetractionRow

Address: TypeAlias = tuple[str, ...]
_CHUNK = 10_000


@dataclass(frozen=True, slots=True)
class KeyedDeposit:
    """An entry to write: its address, owner, texts, and a body as JSON.

    If `searchable` is false, its texts are not compared with other records.
    """

    address: Address
    owner: str
    texts: Sequence[str]
    body: Mapping[str, Any]
    searchable: bool = True


@dataclass(slots=True)
class KeyedEntry:
    """The current entry at an address: its deposit, owner, body and atoms (stored statements)."""

    deposit: int
    owner: int
    body: Mapping[str, Any]
    searchable: bool
    atoms: list[int]


class KeyedWordings:
    """The entries of a memory under one metadata key. All calls must be made on one event loop."""

    def __init__(self, memory: AsyncMemory, heading: str) -> None:
        assert heading in RESERVED_METADATA, "callers could write entries"
        self._session = memory.session
        self._heading = heading
        self._forget_all()

    def entries(self) -> Mapping[Address, KeyedEntry]:
        """The current entries by address, in the order of writing. Do not modify."""
        self._session.check_open()
        self._follow()
        return self._entries

    async def write(self, deposits: Sequence[KeyedDeposit], dropped: Collection[Address] = ()) -> None:
        """Write entries at their addresses, in place of earlier ones, and delete the `dropped` ones, in one commit."""
        self._session.writable_round(None)
        engine = self._session.engine
        events = [self._event(deposit, engine.settings.max_characters) for deposit in deposits]
        replaced = [*(deposit.address for deposit in deposits), *dropped]

        def retractions(at: int) -> list[RetractionRow]:
            entries = self.entries()
            gone = [entries[address] for address in dict.fromkeys(replaced) if address in entries]
            return [RetractionRow(at, "owner", atom, NOBODY, entry.owner) for entry in gone for atom in entry.atoms]

        if events:
            await self._session.design.write(None, await prepare_events(engine, events), retractions)
            return

        def drop() -> None:
            writer = engine.writer(engine.checked_round(None))
            writer.batch.retractions = retractions(writer.at)
            if writer.batch:
                engine.commit(writer)

        self._session.turn(drop)

    async def scores(self, query: str, addresses: Collection[Address]) -> dict[Address, float]:
        """Return the score of each searchable entry at these addresses for a query, by its nearest text."""
        engine = self._session.engine
        vector = await self._session.query_vector(query)
        entries = self.entries()
        address_of = {
            atom: address
            for address in addresses
            if address in entries and entries[address].searchable
            for atom in entries[address].atoms
        }
        atoms = np.array(sorted(address_of), np.int64)
        best: dict[Address, float] = {}
        for atom, score in zip(atoms.tolist(), engine.matrix.scores_of(atoms, vector).tolist(), strict=True):
            address = address_of[atom]
            best[address] = max(score, best.get(address, score))
        return best

    # --- internal

    def _event(self, deposit: KeyedDeposit, limit: int) -> CheckedEvent:
        entry = {"address": list(deposit.address), "searchable": deposit.searchable, **deposit.body}
        checked = checked_event([deposit.owner], list(deposit.texts), None, None, None, limit)
        event = replace(checked, metadata=metadata_json({self._heading: entry}))
        return event if deposit.searchable else replace(event, verbatim=True, linked=False)

    def _forget_all(self) -> None:
        self._generation = self._session.engine.header.generation
        self._entries: dict[Address, KeyedEntry] = {}
        self._address_of: dict[int, Address] = {}
        self._atoms = self._retractions = 0

    def _follow(self) -> None:
        """Read the rows that any writer has added since the last call."""
        engine = self._session.engine
        view = engine.view()
        if engine.header.generation != self._generation:
            self._forget_all()
        for first in range(self._atoms, view.atoms, _CHUNK):
            self._take_atoms(engine, range(first, min(first + _CHUNK, view.atoms)))
        self._atoms = view.atoms
        lost = engine.columns.retractions[self._retractions :]
        for row in lost:
            if row.kind == "owner":
                self._lose(row.a, row.agent)
        self._retractions += len(lost)

    def _take_atoms(self, engine: Engine, numbers: range) -> None:
        deposits, agents = engine.columns.of("atoms", "deposit"), engine.columns.of("owners", "agent")
        for atom, row in zip(numbers, engine.atoms(numbers), strict=True):
            if f'"{self._heading}"' not in row.metadata:
                continue
            body = engine.metadata(atom).get(self._heading)
            address = _address_in(body)
            if address is None or not isinstance(body, Mapping):
                continue
            deposit = int(deposits[atom])
            entry = self._entries.get(address)
            if entry is None or entry.deposit != deposit:
                owner = int(agents[engine.view().born(atom)[0]])
                self._entries.pop(address, None)
                self._entries[address] = KeyedEntry(deposit, owner, body, bool(body.get("searchable")), [atom])
            else:
                entry.atoms.append(atom)
            self._address_of[atom] = address

    def _lose(self, atom: int, agent: int) -> None:
        address = self._address_of.pop(atom, None)
        entry = self._entries.get(address) if address is not None else None
        if address is None or entry is None or agent != entry.owner or atom not in entry.atoms:
            return
        entry.atoms.remove(atom)
        if not entry.atoms:
            del self._entries[address]


def _address_in(body: object) -> Address | None:
    """Return the address in a metadata value; None if the value is not an entry."""
    parts = body.get("address") if isinstance(body, Mapping) else None
    if not isinstance(parts, list) or not parts or not all(isinstance(part, str) for part in parts):
        return None
    return tuple(parts)
