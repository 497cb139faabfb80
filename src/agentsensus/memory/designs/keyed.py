"""Wordings that an application finds again by an address of its own: put, replaced, dropped and ranked, in any design.

An entry is a deposit like any other: it is judged, merged and owned. Its address and body are kept as metadata of its
wordings, so they are forked, exported and purged with them. The latest deposit of an address is its entry.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from agentsensus.memory.async_client import AsyncMemory
from agentsensus.memory.async_reading import design_of, engine_of
from agentsensus.memory.core.checks import CheckedEvent, checked_event
from agentsensus.memory.core.deposit import prepare_events
from agentsensus.memory.core.engine import Engine
from agentsensus.store.rows import NOBODY, RetractionRow

Address: TypeAlias = tuple[str, ...]
_CHUNK = 10_000


@dataclass(frozen=True, slots=True)
class KeyedDeposit:
    """What is to stand at an address: who owns it, its texts, and whatever else belongs to it, as JSON.

    The texts of an entry that is not `searchable` stand by themselves: they are compared with nothing.
    """

    address: Address
    owner: str
    texts: Sequence[str]
    body: Mapping[str, Any]
    searchable: bool = True


@dataclass(slots=True)
class KeyedEntry:
    """What stands at an address now, and by which atoms of which deposit."""

    deposit: int
    owner: int
    body: Mapping[str, Any]
    searchable: bool
    atoms: list[int]


class KeyedWordings:
    """The entries of a memory under one heading of its metadata. All calls must be made on one event loop."""

    def __init__(self, memory: AsyncMemory, heading: str) -> None:
        self._memory = memory
        self._heading = heading
        self._forget_all()

    def entries(self) -> Mapping[Address, KeyedEntry]:
        """What stands where, in the order in which it was put there; not to be changed."""
        self._memory._check_open()
        self._follow()
        return self._entries

    async def write(self, deposits: Sequence[KeyedDeposit], dropped: Collection[Address] = ()) -> None:
        """Put entries at their addresses, instead of what stands there, and drop others, in one commit."""
        self._memory._writable_round(None)
        engine = engine_of(self._memory)
        events = [self._event(deposit, engine.settings.max_characters) for deposit in deposits]
        replaced = [*(deposit.address for deposit in deposits), *dropped]

        def retractions(at: int) -> list[RetractionRow]:
            entries = self.entries()
            gone = [entries[address] for address in dict.fromkeys(replaced) if address in entries]
            return [RetractionRow(at, "owner", atom, NOBODY, entry.owner) for entry in gone for atom in entry.atoms]

        if events:
            await design_of(self._memory).write(None, await prepare_events(engine, events), retractions)
            return
        writer = engine.writer(engine.checked_round(None))
        writer.batch.retractions = retractions(writer.at)
        if writer.batch:
            engine.commit(writer)

    async def scores(self, query: str, addresses: Collection[Address]) -> dict[Address, float]:
        """How near each searchable entry among these is to a query, by its nearest text."""
        engine = engine_of(self._memory)
        vector = (await engine.book.vectors([self._memory._canonical_query(query)]))[0]
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

    # --- inside

    def _event(self, deposit: KeyedDeposit, limit: int) -> CheckedEvent:
        entry = {"address": list(deposit.address), "searchable": deposit.searchable, **deposit.body}
        metadata = {self._heading: entry}
        event = checked_event([deposit.owner], list(deposit.texts), None, metadata, None, limit)
        return event if deposit.searchable else replace(event, verbatim=True, linked=False)

    def _forget_all(self) -> None:
        self._generation = engine_of(self._memory).header.generation
        self._entries: dict[Address, KeyedEntry] = {}
        self._address_of: dict[int, Address] = {}
        self._atoms = self._retractions = 0

    def _follow(self) -> None:
        """Learn what was written since the last look, by anybody."""
        engine = engine_of(self._memory)
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
            if not isinstance(body, Mapping) or not isinstance(body.get("address"), list):
                continue
            address, deposit = tuple(body["address"]), int(deposits[atom])
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
