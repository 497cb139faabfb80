"""A memory in a file: spaces, readers, other embedders, purging."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from agentsensus import Memory
from agentsensus.embed.hashing import HashingEmbedder
from agentsensus.errors import AgentsensusError, InputError, StoreDamaged, StoreMismatch
from agentsensus.language.names import Names
from agentsensus.memory import AccessGraph
from agentsensus.memory.stream import read_stream
from tests.memory.company import TEXTS


def test_what_was_remembered_is_there_when_opened_again(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "m.db", embedder="hashing", settings="paper", seed=3) as memory:
        memory.remember("a", TEXTS[6], at=4, metadata={"k": [1, "二"]})
        known, sha256 = memory.records(), memory.sha256()
    with Memory.open(tmp_path / "m.db") as memory:
        assert memory.records() == known
        assert memory.sha256() == sha256
        assert memory.round == 4
        assert memory.recall("a", "purse").hits[0].metadata == {"k": [1, "二"]}
        assert memory.remember("b", TEXTS[7]).statements[0].owners == ("a", "b"), "settings are kept with the store"


def test_nothing_crosses_from_one_space_into_another(tmp_path: Path) -> None:
    one = Memory.open(tmp_path / "m.db", space="one", embedder="hashing")
    two = Memory.open(tmp_path / "m.db", space="two", embedder="hashing")
    record = one.remember("a", TEXTS[0]).ids[0]
    assert two.records() == []
    assert two.recall("a", TEXTS[0]).hits == ()
    two.remember("a", TEXTS[0], at=9)
    assert one.get(record).owners == ("a",)
    assert one.round == 0
    assert len(one.records()) == len(two.records()) == 1
    one.close()
    two.close()


def test_a_reader_follows_the_writer(tmp_path: Path) -> None:
    writer = Memory.open(tmp_path / "m.db", embedder="hashing")
    writer.remember("a", TEXTS[0])
    reader = Memory.open(tmp_path / "m.db", read_only=True)
    assert len(reader.records()) == 1
    writer.remember("b", TEXTS[3])
    writer.remember("b", TEXTS[1])
    assert [r.owners for r in reader.records()] == [("a", "b"), ("b",)]
    assert reader.recall("b", "trunks").hits[0].text == TEXTS[3]
    reader.close()
    writer.close()


def test_a_store_refuses_another_embedder_until_it_is_embedded_anew(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "m.db", embedder="hashing") as memory:
        memory.remember("a", TEXTS[0])
        memory.remember("b", TEXTS[3])
    with pytest.raises(StoreMismatch, match=r"hashing-1-1024.*reembed"):
        Memory.open(tmp_path / "m.db", embedder=HashingEmbedder(64))
    with Memory.open(tmp_path / "m.db") as memory:
        known = [(r.id, r.text, r.owners) for r in memory.records()]
        memory.reembed(HashingEmbedder(64))
        assert memory.recall("a", "ghost on the battlements").hits[0].text == TEXTS[0]
    with Memory.open(tmp_path / "m.db", embedder=HashingEmbedder(64)) as memory:
        assert [(r.id, r.text, r.owners) for r in memory.records()] == known
        assert memory.remember("c", TEXTS[1]).ids
        assert memory.get(known[0][0]).owners == ("a", "c")


def test_other_names_need_reembedding_and_then_join_what_aliases_kept_apart(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "m.db", embedder="hashing") as memory:
        memory.remember("a", "Sherlock searched the study.")
    names = {"holmes": ["Sherlock Holmes", "Sherlock", "Mr. Holmes"]}
    with pytest.raises(StoreMismatch, match="other names"):
        Memory.open(tmp_path / "m.db", names=names)
    with Memory.open(tmp_path / "m.db") as memory:
        memory.reembed("hashing", names=names)
        memory.remember("b", "Mr. Holmes searched the study.")
        assert [r.owners for r in memory.records()] == [("a", "b")]


def test_purging_an_agent_erases_its_words_and_name_from_the_file(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    with Memory.open(path, embedder="hashing") as memory:
        memory.remember("ophelia", "Ophelia drowned in the brook near the willow.", metadata={"secret": "rosemary"})
        memory.remember("gertrude", "Ophelia drowned near the willow in the brook.")
        memory.export(tmp_path / "old.jsonl")
        gone = memory.purge(agent="ophelia")
        assert (gone.wordings, gone.agents, gone.also_in) == (1, ("ophelia",), ("old.jsonl",))
        assert memory.recall("gertrude", "brook").hits[0].text == "Ophelia drowned near the willow in the brook."
        assert memory.records()[0].owners == ("gertrude",)
        assert memory.recall("ophelia", "brook").hits == ()
        memory.remember("laertes", "Laertes wept at the grave.")
    raw = b"".join(file.read_bytes() for file in tmp_path.glob("m.db*"))
    assert b"brook near the willow" not in raw
    assert b"rosemary" not in raw
    assert b"ophelia" not in raw
    assert b"willow in the brook" in raw


def test_purging_a_record_takes_every_wording(tmp_path: Path) -> None:
    memory = Memory.open(tmp_path / "m.db", embedder="hashing")
    memory.remember("a", TEXTS[0])
    record = memory.remember("b", TEXTS[1]).ids[0]
    memory.remember("b", TEXTS[3])
    assert memory.purge(record=record).wordings == 2
    assert [r.text for r in memory.records()] == [TEXTS[3]]
    assert memory.recall("a", "ghost").hits == ()
    again = Memory.open(embedder="hashing")
    again.import_(memory.export(tmp_path / "e.jsonl"))
    assert again.records() == memory.records()
    memory.close()


def test_a_vector_is_never_computed_twice(tmp_path: Path) -> None:
    class Counting(HashingEmbedder):
        seen: list[str] = []

        async def embed(self, texts):  # type: ignore[no-untyped-def]  # only counts
            self.seen += texts
            return await super().embed(texts)

    embedder = Counting()
    with Memory.open(tmp_path / "m.db", embedder=embedder) as memory:
        memory.remember("a", TEXTS[0])
        memory.recall("a", "who?")
        memory.remember("b", TEXTS[0])
        memory.remember("b", TEXTS[3])
    with Memory.open(tmp_path / "m.db", embedder=embedder) as memory:
        memory.recall("a", "who?")
        memory.remember("c", TEXTS[3])
    assert sorted(embedder.seen) == sorted([TEXTS[0], TEXTS[3], "who?", "who?"]), "queries are not stored"


WRONG_ATTRIBUTES = {
    "generative-agents": [
        ("importance", None, "five rule"),
        ("importance", None, "11 rule"),
        ("importance", None, "5 fate"),
        ("importance", "999", "5 rule"),
        ("accessed", None, "soon"),
        ("accumulated", "999", "5"),
        ("depth", None, "٣"),
    ],
    "g-memory": [
        ("score", None, ""),
        ("score", "one", "2"),
        ("distilled", None, "999"),
        ("query", None, "{}"),
        ("query", None, '{"key": "x", "near": [-1], "rows": []}'),
        ("query", None, '{"key": "x", "near": [], "rows": [999]}'),
        ("query", None, "[]"),
    ],
    "collaborative": [
        ("grant", None, "999"),
        ("grant", "999", "0"),
        ("grant", None, "hamlet"),
        ("tier", None, "public"),
        ("agent_open", None, "-1"),
    ],
}


def lived(design: str) -> Memory:
    by_design: dict[str, dict[str, object]] = {
        "generative-agents": {"reflection_threshold": 10},
        "g-memory": {"preset": "original", "batch": 2, "merge_every": 50},
        "collaborative": {"write_policy": "shared"},
    }
    memory = Memory.open(design=design, embedder="hashing", settings=by_design[design])
    for at, text in enumerate(TEXTS[:5], 1):
        memory.remember("horatio", text, at=at)
        memory.recall("horatio", "What happened?")
    if design == "collaborative":
        memory.grant(memory.records()[0].id, "osric", at=6)
        AccessGraph(memory).connect("osric", agent="horatio", at=6)
    memory.advance(7)
    return memory


@pytest.mark.parametrize(
    ("design", "key", "subject", "value"),
    [(design, *wrong) for design, listed in WRONG_ATTRIBUTES.items() for wrong in listed],
)
def test_a_row_that_no_design_could_read_is_refused_before_anything_is_written(
    design: str, key: str, subject: str | None, value: str, tmp_path: Path
) -> None:
    lines = lived(design).export(tmp_path / "good.jsonl").read_text("utf-8").split("\n")
    place = next(n for n, line in enumerate(lines) if f'"key":"{key}"' in line)
    row = json.loads(lines[place])
    lines[place] = json.dumps(row | {"value": value, "subject": subject or row["subject"]})
    (tmp_path / "bad.jsonl").write_text("\n".join(lines), "utf-8")
    into = Memory.open(embedder="hashing")
    before = into.sha256()
    with pytest.raises(InputError, match=rf"bad.jsonl: attributes row \d+ \({key} of ") as error:
        into.import_(tmp_path / "bad.jsonl")
    assert "\n" not in str(error.value)
    assert into.sha256() == before
    into.import_(tmp_path / "good.jsonl")


@pytest.mark.parametrize("table", ["owners", "merges", "retractions", "decisions", "atoms"])
def test_a_row_that_speaks_of_what_came_after_its_round_is_refused(table: str, tmp_path: Path) -> None:
    with Memory.open(embedder="hashing") as memory:
        for at, agent in enumerate(("horatio", "marcellus", "horatio", "marcellus"), 3):
            memory.remember(agent, "Laertes left for France. The ghost walked at midnight.", at=at)
        first = memory.recall("horatio", "ghost").hits[0]
        memory.forget("horatio", first.id, at=8)
        entries = [json.loads(line) for line in memory.export(tmp_path / "good.jsonl").read_text("utf-8").splitlines()]
    earlier = [{**entry, "at": 1} if entry["table"] == table else entry for entry in entries[1:]]
    assert earlier != entries[1:]
    (tmp_path / "bad.jsonl").write_text("\n".join(map(json.dumps, [entries[0], *earlier])), "utf-8")
    into = Memory.open(embedder="hashing")
    with pytest.raises(InputError, match=rf"bad.jsonl: {table} row \d+ refers to"):
        into.import_(tmp_path / "bad.jsonl")
    into.import_(tmp_path / "good.jsonl")
    assert into.as_of(1).records() == []


def test_an_insight_without_a_score_is_refused(tmp_path: Path) -> None:
    lines = lived("g-memory").export(tmp_path / "good.jsonl").read_text("utf-8").split("\n")
    broken = [line.replace('"key":"score"', '"key":"other"') for line in lines]
    (tmp_path / "bad.jsonl").write_text("\n".join(broken), "utf-8")
    with pytest.raises(InputError, match="an insight that has no score"):
        Memory.open(embedder="hashing").import_(tmp_path / "bad.jsonl")


def test_a_damaged_row_in_a_file_is_said_so_in_one_line(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "a.db", design="generative-agents", embedder="hashing") as memory:
        memory.remember("horatio", TEXTS[0])
    with closing(sqlite3.connect(tmp_path / "a.db")) as db:
        db.execute("UPDATE attributes SET value = 'five rule' WHERE key = 'importance'")
        db.commit()
    damaged = pytest.raises(StoreDamaged, match="damaged: row 0 of attributes fails its checksum")
    with Memory.open(tmp_path / "a.db") as memory, damaged:
        memory.recall("horatio", "ghost")


PLACES = Names({"hamlet": ["Hamlet"]}, {"ramparts": ["the ramparts", "the battlements"]})


def test_places_stay_places_when_a_store_is_opened_exported_imported_and_embedded_anew(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "m.db", embedder="hashing", names=PLACES) as memory:
        memory.remember("a", "Hamlet walked on the ramparts.")
        memory.export(tmp_path / "m.jsonl")
    people = Names({**PLACES.as_dict(), **PLACES.places()})
    with pytest.raises(StoreMismatch, match="other names"):
        Memory.open(tmp_path / "m.db", names=people)
    with Memory.open(tmp_path / "again.db", embedder="hashing") as memory:
        memory.import_(tmp_path / "m.jsonl")
    for name in ("m.db", "again.db"):
        with Memory.open(tmp_path / name, names=PLACES) as memory:
            memory.reembed(HashingEmbedder(dim=64))
        with Memory.open(tmp_path / name, embedder=HashingEmbedder(dim=64)) as memory:
            memory.remember("b", "Hamlet walked on the battlements.")
            assert [record.owners for record in memory.records()] == [("a", "b")]
            assert memory.remember("b", "The ramparts shook. He wept.").statements[-1].text == "He wept."
        Memory.open(tmp_path / name, embedder=HashingEmbedder(dim=64), names=PLACES).close()


@pytest.mark.parametrize(
    "name",
    ["", "a\x00b", "x" * 300, "a/" * 3_000, "loop", "loop/memory.db", None, 5, b"memory.db"],
    ids=repr,
)
def test_what_no_file_can_be_called_is_refused_in_one_line(
    name: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "loop").symlink_to("loop")
    with Memory.open(embedder="hashing") as memory:
        memory.remember("horatio", "The ghost walked.")
        for call in (
            lambda: Memory.open(name, embedder="hashing"),
            lambda: Memory.open(name, read_only=True),
            lambda: Memory.open(name, embedder="hashing", shared=False),
            lambda: Memory.spaces(name),
            lambda: memory.fork(name),
            lambda: Memory.open(embedder="hashing").import_(name),
            lambda: read_stream(name),
        ):
            with pytest.raises(AgentsensusError) as refusal:
                call()
            assert "\n" not in str(refusal.value)
    assert [path.name for path in tmp_path.iterdir()] == ["loop"]


def test_in_a_folder_that_is_gone_nothing_is_opened_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    folder.rmdir()
    with pytest.raises(AgentsensusError):
        Memory.open("memory.db", embedder="hashing")


def test_a_name_that_leaves_no_room_for_the_files_beside_a_store_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AgentsensusError):
        Memory.open(tmp_path / ("x" * 252), embedder="hashing")
    assert not list(tmp_path.iterdir())
