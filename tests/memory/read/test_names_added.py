"""Names that are added while a memory is in use: the present reads with them, the past without."""

from pathlib import Path

import pytest

from agentsensus import Memory
from agentsensus.errors import InputError, StoreMismatch

NAMES = {"guan_yu": ["关羽"], "hua_xiong": ["华雄"]}
ADDED = {"guan_yu": ["云长"]}


def _owners(memory: Memory) -> list[tuple[str, ...]]:
    return sorted(record.owners for record in memory.records())


def _with_added(file: Path | str = ":memory:") -> Memory:
    memory = Memory.open(file, names=NAMES, stamps=False)
    memory.remember("刘备", "关羽斩了华雄。", at=1)
    memory.add_names(ADDED, at=2)
    return memory


def test_what_is_said_with_an_added_name_joins_what_was_said_with_the_first() -> None:
    without = Memory.open(names=NAMES, stamps=False)
    without.remember("刘备", "关羽斩了华雄。", at=1)
    without.remember("张飞", "云长斩了华雄。", at=3)
    assert _owners(without) == [("刘备",), ("张飞",)]
    memory = _with_added()
    memory.remember("张飞", "云长斩了华雄。", at=3)
    assert _owners(memory) == [("刘备", "张飞")]
    assert memory.recall("张飞", "关羽").hits[0].text == "云长斩了华雄。"


def test_old_vectors_stay_and_the_past_has_the_names_of_its_round() -> None:
    memory = _with_added()
    before = memory.as_of(1)
    assert before.names.canonical("云长来了。") == "云长来了。"
    assert memory.names.canonical("云长来了。") == "关羽来了。"
    assert memory.as_of(2).names == memory.names
    plain = Memory.open(names=NAMES, stamps=False)
    plain.remember("刘备", "关羽斩了华雄。", at=1)
    asked = "云长做了什么？"
    [expected] = plain.recall("刘备", asked).hits
    for hits in (before.recall("刘备", asked).hits, memory.recall("刘备", asked, at=1).hits):
        assert [(hit.id, hit.text, hit.score) for hit in hits] == [(expected.id, expected.text, expected.score)]
    assert memory.recall("刘备", asked).hits[0].score > before.recall("刘备", asked).hits[0].score
    assert memory.search(asked, at=1)[0].score == plain.search(asked)[0].score
    assert before.sha256() == plain.sha256()


def test_added_names_are_in_the_file_for_readers_in_exports_and_in_copies_of_their_round(tmp_path: Path) -> None:
    file = tmp_path / "a.db"
    with Memory.open(file, names=NAMES, embedder="hashing") as memory:
        memory.remember("刘备", "关羽斩了华雄。", at=1)
        with Memory.open(file, read_only=True) as reader:
            assert "云长" not in str(reader.names.as_dict())
            memory.add_names(ADDED, at=2)
            assert reader.recall("刘备", "云长").hits[0].score == memory.recall("刘备", "云长").hits[0].score
            assert reader.names == memory.names
        memory.export(tmp_path / "all.jsonl")
        memory.fork(tmp_path / "then.db", at=1)
        memory.fork(tmp_path / "now.db")
        names = memory.names
    both = {**NAMES, "guan_yu": ["关羽", "云长"]}
    for same in (None, NAMES, both):
        with Memory.open(file, names=same) as again:
            assert again.names == names
    with pytest.raises(StoreMismatch, match="add_names"):
        Memory.open(file, names={"guan_yu": ["关公"]})
    with Memory.open(tmp_path / "now.db") as copy, Memory.open(embedder="hashing") as imported:
        imported.import_(tmp_path / "all.jsonl")
        assert copy.names == imported.names == names
    with Memory.open(tmp_path / "then.db") as then:
        assert then.names.as_dict() == {name: tuple(spelt) for name, spelt in NAMES.items()}


def test_a_purge_takes_added_names_along_and_embedding_anew_makes_them_the_names_of_all_times(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "a.db", names=NAMES, embedder="hashing") as memory:
        memory.remember("guan_yu", "华雄来了。", at=1)
        memory.add_names(ADDED, at=2)
        memory.reembed("hashing")
        assert memory.as_of(1).names == memory.names
        memory.add_names({"guan_yu": ["美髯公"]}, at=3)
        memory.purge(agent="guan_yu")
        assert set(memory.names.as_dict()) == {"hua_xiong"}
    assert "美髯公".encode() not in (tmp_path / "a.db").read_bytes()


def test_names_that_cannot_be_are_refused_and_nothing_is_written() -> None:
    memory = _with_added()
    before = memory.sha256()
    for wrong in ({}, {"zhang_fei": ["关羽"]}, {"": ["x"]}, "云长"):
        with pytest.raises(InputError):
            memory.add_names(wrong)  # type: ignore[arg-type]  # what a caller without types may give
    assert memory.sha256() == before
