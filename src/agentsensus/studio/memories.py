"""Browse a memory in a file or on a server, and edit it as its author: resolve conflicts, undo merges, review close
verdicts.
"""

import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agentsensus.analysis.knowledge.reviewing import closest_calls
from agentsensus.analysis.report.panels.memory import record_data
from agentsensus.base.addresses import is_service, shown_address
from agentsensus.base.loop import wait_for
from agentsensus.errors import UnknownName
from agentsensus.memory.answers import Record
from agentsensus.memory.api import AsyncMemory
from agentsensus.memory.sync import Memory
from agentsensus.studio.reading import conflict_data
from agentsensus.worlds.run_folder.run_file import EditOfMemory

__all__ = ["SERVER", "MemoryPlace", "MemoryReader", "edit_memory", "review_memory"]

SERVER = "@server"
"""The name under which the pages know the memory server that the studio was opened with."""
_PAGE = 60
_LISTED = 5_000
"""Up to so many records, agents are shown with their counts, and the newest records come first."""


@dataclass(frozen=True)
class MemoryPlace:
    """Where memories are: a file, a PostgreSQL server or an HTTP service, which may ask for a token."""

    where: Path | str
    token: str = field(default="", repr=False)

    @property
    def title(self) -> str:
        """The name of the file, or the address without its secrets."""
        return self.where.name if isinstance(self.where, Path) else shown_address(self.where)

    def spaces(self) -> tuple[str, ...]:
        """Return the names of the memories there."""
        return AsyncMemory.spaces(self.where, token=self.token or None)

    def open(self, space: str, *, read_only: bool = False) -> AsyncMemory:
        """Open one memory."""
        if is_service(self.where):
            return AsyncMemory.open(self.where, space=space, token=self.token or None)
        return AsyncMemory.open(self.where, space=space, read_only=read_only, shared=read_only)


class MemoryReader:
    """One memory, open for reading. A file or server may have several memories, called spaces."""

    def __init__(self, place: MemoryPlace, space: str = "") -> None:
        self.place = place
        self.spaces = place.spaces()
        if not self.spaces:
            raise UnknownName(f"{place.title} has no memory yet; it appears after the first deposit")
        if space and space not in self.spaces:
            raise UnknownName(f"{place.title} has no space {space[:40]!r}")
        self.space = space or self.spaces[0]
        self._lock = threading.RLock()
        self._memory: Memory | None = None

    def renew(self) -> None:
        """Drop cached data, so that the next question reads the memory again."""
        with self._lock:
            if self._memory is not None:
                self._memory.close()
            self._memory = None

    def overview(self) -> dict[str, Any]:
        """Return the agents with the number of their records, and statistics."""
        with self._lock:
            memory = self._opened()
            stats = memory.stats()
            owned: dict[str, int] = dict.fromkeys(memory.agents, 0)
            for record in memory.records() if stats.total <= _LISTED else ():
                for owner in record.owners:
                    owned[owner] = owned.get(owner, 0) + 1
            figures = {"total": stats.total, "shared": stats.shared, "conflicts": stats.conflicts, "bytes": stats.bytes}
            figures["merges"] = sum(stats.merges.values())
            agents = [
                {"id": agent, "records": owned[agent]} for agent in sorted(owned, key=lambda id_: (-owned[id_], id_))
            ]
            return {
                "title": self.place.title,
                "spaces": [*self.spaces],
                "space": self.space,
                "design": stats.design,
                "round": memory.round,
                "agents": agents,
                "figures": figures,
            }

    def records(self, query: str, agent: str, at: int | None) -> dict[str, Any]:
        """Return the records near a query, or the newest ones (of a large memory, the oldest). With an agent, only the
        records it owns, in its words."""
        with self._lock:
            memory = self._opened()
            if query.strip():
                found = memory.search(query, k=_PAGE, agents=[agent] if agent else None, at=at)
                rows = [
                    {"record": each.record, "text": each.text, "owners": [*each.owners], "at": each.at}
                    for each in found
                ]
                return {"rows": rows, "more": 0}
            total = memory.stats(at=at).total
            is_large = total > _LISTED
            records = memory.records(agent=agent or None, at=at, limit=_PAGE if is_large else None)
            if not is_large:
                records.sort(key=lambda each: (-each.created, each.id))
            rows = [
                {"record": each.id, "text": _words(each, agent), "owners": [*each.owners], "at": each.created}
                for each in records[:_PAGE]
            ]
            return {"rows": rows, "more": total - _PAGE if is_large else max(0, len(records) - _PAGE)}

    def record(self, id_: str, at: int | None) -> dict[str, Any]:
        """Return a record with owners, wordings, links, conflicts and history."""
        with self._lock:
            memory = self._opened()
            id_ = memory.record_ids([id_]).get(id_, id_)
            record = memory.get(id_, at=at)
            return {
                **record_data(record, memory.history(id_, at=at)),
                "origin": "",
                "linked": {other: memory.get(other).text for other, _ in record.links[:20]},
                "wordings": [
                    {"id": each.id, "text": each.text, "owners": [*each.owners], "at": each.at}
                    for each in record.wordings
                ],
                "conflicts": [conflict_data(each) for each in memory.conflicts(at=at) if record.id in each.records],
            }

    def who_knows(self, query: str, at: int | None) -> list[dict[str, Any]]:
        """Return the owners of the records about a query, with round, source and wording."""
        with self._lock:
            found = self._opened().who_knows(query, at=at)
            names = ("agent", "record", "text", "since", "via", "source")
            return [{name: getattr(each, name) for name in names} for each in found]

    def decisions(self) -> dict[str, Any]:
        """Return the author's open decisions: open conflicts, and close verdicts that are not reviewed."""
        with self._lock:
            memory = self._opened()
            conflicts = [conflict_data(each) for each in memory.conflicts()]
            calls = wait_for(closest_calls(memory.asynchronous))
        names = ("wording", "text", "other", "other_text", "score", "threshold", "together")
        reviews = [{name: getattr(call, name) for name in names} for call in calls if call.same is None]
        return {"conflicts": conflicts, "reviews": reviews[:_PAGE]}

    def why(self, first: str, second: str) -> str:
        """Explain in words whether two records or statements would merge."""
        with self._lock:
            return str(self._opened().why(first, second))

    def _opened(self) -> Memory:
        if self._memory is None:
            self._memory = Memory(self.place.open(self.space, read_only=True))
        return self._memory


def _words(record: Record, agent: str) -> str:
    own = [each.text for each in record.wordings if agent in each.owners]
    return own[-1] if own else record.text


def edit_memory(place: MemoryPlace, space: str, edit: EditOfMemory, record: str, other: str) -> None:
    """Make an author's edit. A memory file must not be open for writing in another process."""
    wait_for(_edit(place, space, edit, record, other))


async def _edit(place: MemoryPlace, space: str, edit: EditOfMemory, record: str, other: str) -> None:
    async with place.open(space) as memory:
        match edit:
            case "split":
                await memory.split(record, other)
            case "merge":
                await memory.merge(record, other)
            case "resolve":
                await memory.resolve(record, keep=other)
            case "dismiss":
                await memory.dismiss(record)


def review_memory(place: MemoryPlace, space: str, wording: str, other: str, same: bool) -> None:
    """Store the author's decision on a close verdict and carry it out: merge or split the pair."""
    wait_for(_review(place, space, wording, other, same))


async def _review(place: MemoryPlace, space: str, wording: str, other: str, same: bool) -> None:
    async with place.open(space) as memory:
        await memory.review(wording, other, same=same)
        if same and len({*(await memory.record_ids([wording, other])).values()}) > 1:
            await memory.merge(other, wording)
