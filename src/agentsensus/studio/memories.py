"""Browse a memory file, and edit it as its author: resolve conflicts, undo merges, review close verdicts."""

import threading
from pathlib import Path
from typing import Any

from agentsensus.analysis.report.panels.memory import record_data
from agentsensus.base.loop import wait_for
from agentsensus.errors import InputError, UnknownName
from agentsensus.memory.answers import Record
from agentsensus.memory.api import AsyncMemory
from agentsensus.memory.reviews import decide, reviewed_calls
from agentsensus.memory.sync import Memory
from agentsensus.studio.reading import conflict_data
from agentsensus.worlds.run_folder.run_file import EditOfMemory

__all__ = ["MemoryReader", "edit_memory", "review_memory"]

_PAGE = 60


class MemoryReader:
    """One memory in a file, open for reading. A file may have several memories, called spaces."""

    def __init__(self, path: Path, space: str = "") -> None:
        self._path = path
        self.spaces = Memory.spaces(path)
        if space and space not in self.spaces:
            raise UnknownName(f"{path.name} has no space {space[:40]!r}")
        self.space = space or (self.spaces[0] if self.spaces else "main")
        self._lock = threading.RLock()
        self._memory: Memory | None = None

    def renew(self) -> None:
        """Drop cached data, so that the next question reads the file again."""
        with self._lock:
            if self._memory is not None:
                self._memory.close()
            self._memory = None

    def overview(self) -> dict[str, Any]:
        """Return the agents with the number of their records, and statistics."""
        with self._lock:
            memory = self._opened()
            owned: dict[str, int] = {}
            for record in memory.records():
                for owner in record.owners:
                    owned[owner] = owned.get(owner, 0) + 1
            stats = memory.stats()
            figures = {"total": stats.total, "shared": stats.shared, "conflicts": stats.conflicts, "bytes": stats.bytes}
            figures["merges"] = sum(stats.merges.values())
            agents = [
                {"id": agent, "records": owned[agent]} for agent in sorted(owned, key=lambda id_: (-owned[id_], id_))
            ]
            return {
                "spaces": [*self.spaces],
                "space": self.space,
                "design": stats.design,
                "round": memory.round,
                "agents": agents,
                "figures": figures,
            }

    def records(self, query: str, agent: str, at: int | None) -> dict[str, Any]:
        """Return the records near a query, or the newest ones. With an agent, only the records it owns, in its
        words."""
        with self._lock:
            memory = self._opened()
            if query.strip():
                found = memory.search(query, k=_PAGE, agents=[agent] if agent else None, at=at)
                rows = [
                    {"record": each.record, "text": each.text, "owners": [*each.owners], "at": each.at}
                    for each in found
                ]
                return {"rows": rows, "more": 0}
            records = sorted(memory.records(agent=agent or None, at=at), key=lambda each: (-each.created, each.id))
            rows = [
                {"record": each.id, "text": _words(each, agent), "owners": [*each.owners], "at": each.created}
                for each in records[:_PAGE]
            ]
            return {"rows": rows, "more": max(0, len(records) - _PAGE)}

    def record(self, id_: str, at: int | None) -> dict[str, Any]:
        """Return a record with owners, wordings, links, conflicts and history."""
        with self._lock:
            memory = self._opened()
            id_ = memory.record_ids([id_]).get(id_, id_)
            record = memory.get(id_, at=at)
            return {
                **record_data(record, memory.history(id_, at=at)),
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
        calls = wait_for(_calls(self._path, self.space))
        return {"conflicts": conflicts, "reviews": calls}

    def why(self, first: str, second: str) -> str:
        """Explain in words whether two records or statements would merge."""
        with self._lock:
            return str(self._opened().why(first, second))

    def _opened(self) -> Memory:
        if self._memory is None:
            self._memory = Memory(AsyncMemory.open(self._path, space=self.space, read_only=True))
        return self._memory


def _words(record: Record, agent: str) -> str:
    own = [each.text for each in record.wordings if agent in each.owners]
    return own[-1] if own else record.text


async def _calls(path: Path, space: str) -> list[dict[str, Any]]:
    async with AsyncMemory.open(path, space=space, read_only=True) as memory:
        calls = [each.call for each in await reviewed_calls(memory) if each.is_open][:_PAGE]
        names = ("wording", "text", "other", "other_text", "score", "threshold", "together")
        return [{name: getattr(call, name) for name in names} for call in calls]


def edit_memory(path: str | Path, space: str, edit: EditOfMemory, record: str, other: str) -> None:
    """Make an author's edit in a memory file that no other process has open for writing."""
    wait_for(_edit(path, space, edit, record, other))


async def _edit(path: str | Path, space: str, edit: EditOfMemory, record: str, other: str) -> None:
    async with AsyncMemory.open(path, space=space, shared=False) as memory:
        match edit:
            case "split":
                await memory.split(record, other)
            case "merge":
                await memory.merge(record, other)
            case "resolve":
                await memory.resolve(record, keep=other)
            case "dismiss":
                await memory.dismiss(record)


def review_memory(path: Path, space: str, wording: str, other: str, same: bool) -> None:
    """Store the author's decision on a close verdict. A merged pair that is not the same is split."""
    wait_for(_review(path, space, wording, other, same))


async def _review(path: Path, space: str, wording: str, other: str, same: bool) -> None:
    async with AsyncMemory.open(path, space=space, shared=False) as memory:
        for each in await reviewed_calls(memory):
            if (each.call.wording, each.call.other) == (wording, other):
                await decide(memory, each.call, same=same)
                return
    raise InputError("this verdict is not in the memory any more; reload the page")
