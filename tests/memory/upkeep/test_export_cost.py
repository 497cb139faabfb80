"""The cost of an export and of a filtered search: steps are counted, not seconds."""

from pathlib import Path
from typing import Any

import pytest

from agentsensus import Memory
from agentsensus.memory.api import engine_of
from agentsensus.memory.core import limits, metadata_index
from agentsensus.store.sqlite import SqliteStore


def test_an_export_reads_the_vectors_of_many_commits_in_few_queries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    read = SqliteStore.vectors

    def counted(self: SqliteStore, first: int = 0, size: int | None = None) -> Any:
        asked.append(first)
        return read(self, first, size)

    with Memory.open(tmp_path / "a.db", embedder="hashing") as memory:
        for number in range(60):
            memory.remember("ana", f"Ticket {number} was opened by customer {number * 7}.")
        monkeypatch.setattr(SqliteStore, "vectors", counted)
        memory.export(tmp_path / "a.jsonl")
        assert len(asked) <= 2
        whole = memory.sha256()
    with Memory.open(tmp_path / "b.db", embedder="hashing") as other:
        other.import_(tmp_path / "a.jsonl")
        assert other.sha256() == whole
        assert other.recall("ana", "Ticket 41", k=1).hits[0].text.startswith("Ticket 41 ")


def test_a_filtered_search_looks_only_at_rows_that_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    with Memory.open(embedder="hashing") as memory:
        for number in range(300):
            metadata = {"area": f"a{number % 30}", "size": number, "tags": ["odd"] if number % 2 else ["even"]}
            memory.remember("ana", f"Machine {number} stands in hall {number % 7}.", metadata=metadata)
        engine = engine_of(memory.asynchronous)
        memory.search("machine in the hall", where={"area": "a3"})
        looked: list[int] = []
        read = type(engine).atoms

        def counted(self: Any, numbers: Any) -> Any:
            looked.extend(numbers)
            return read(self, numbers)

        monkeypatch.setattr(type(engine), "atoms", counted)
        found = memory.search("machine in the hall", where={"area": "a3"}, k=100)
        assert sorted(finding.metadata["size"] for finding in found) == list(range(3, 300, 30))
        assert len(set(looked)) <= 2 * len(found)
        looked.clear()
        found = memory.search("machine", where={"$not": {"size": {"$gte": 4}}, "tags": {"$contains": "odd"}}, k=100)
        assert sorted(finding.metadata["size"] for finding in found) == [1, 3]
        assert len(set(looked)) <= 2 * len(found)
        memory.remember("ana", "Machine 777 stands in hall 3.", metadata={"area": "a3", "size": 777})
        found = memory.search("machine", where={"area": {"$in": ["a3"]}, "size": {"$exists": True}}, k=100)
        assert max(finding.metadata["size"] for finding in found) == 777
        newest = memory.search("machine", where=lambda metadata: metadata.get("size", 0) > 298)
        assert sorted(finding.metadata["size"] for finding in newest) == [299, 777]


def test_a_filter_by_numbers_compares_no_value_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    with Memory.open(embedder="hashing") as memory:
        for number in range(100):
            memory.remember("ana", f"Machine {number} stands in hall {number % 7}.", metadata={"size": number})
        memory.remember("ana", "Machine 100 is large.", metadata={"size": 2**60 + 1})
        memory.remember("ana", "Machine 101 has a name.", metadata={"size": "large"})
        memory.search("machine", where={"size": 3})
        compared: list[object] = []
        compare = limits.compare

        def counted(value: object, condition: Any) -> bool:
            compared.append(value)
            return compare(value, condition)

        monkeypatch.setattr(metadata_index, "compare", counted)

        def sizes(condition: object) -> list[Any]:
            return sorted(
                found.metadata["size"] for found in memory.search("machine", where={"size": condition}, k=200)
            )

        assert sizes({"$gte": 97}) == [97, 98, 99, 2**60 + 1]
        assert sizes({"$gt": 5, "$lt": 8}) == [6, 7]
        assert sizes(41.0) == [41]
        assert sizes(2**60 + 1) == [2**60 + 1]
        assert sizes({"$gt": 2**60 + 1}) == []
        assert len(compared) == 5  # one for the wordings without the key
        assert sizes({"$gte": "l"}) == ["large"]
