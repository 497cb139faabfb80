"""What a store of format 2 keeps beside the statements: originals, stamps, log hashes, whose rows are the author's."""

import json
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from agentsensus import DepositInput, Memory
from agentsensus.errors import InputError, StoreReadOnly
from agentsensus.memory.api import engine_of
from agentsensus.memory.write.history import PastEvent, PastStatement, grouped
from tests.memory.every_design import CONSENSUS, EVERY, Kind, ids

WHOLE = "I hid behind the arras.  Hamlet met Gertrude, and I heard them!"


@pytest.mark.parametrize("kind", EVERY, ids=ids)
def test_a_deposit_is_kept_word_for_word_beside_its_statements(kind: Kind) -> None:
    memory = kind.open()
    receipt = memory.remember_many([DepositInput("polonius", WHOLE, number=3)], at=2)[0]
    given = memory.original(receipt.ids[-1])
    assert given is not None
    assert (given.agent, given.at, given.number, given.text) == ("polonius", 2, 3, WHOLE)
    assert given.was_cut
    assert given.statements == receipt.ids
    assert memory.history(receipt.ids[0])[0].detail["original"] == WHOLE


@pytest.mark.parametrize("text", ["Osric bowed.", "他走了。"])
def test_an_original_that_needed_no_cutting_is_kept_once(text: str) -> None:
    memory = Memory.open(embedder="hashing")
    given = memory.original(memory.remember("osric", text).ids[0])
    assert given is not None
    assert given.text == text
    assert not given.was_cut
    rows = list(engine_of(memory.asynchronous).store.rows("originals"))
    assert [row.text for row in rows] == [""]  # type: ignore[attr-defined]  # rows of originals have texts


@pytest.mark.parametrize("kind", EVERY, ids=ids)
def test_cut_false_keeps_a_deposit_as_one_statement(kind: Kind) -> None:
    memory = kind.open()
    receipt = memory.remember("polonius", WHOLE, cut=False)
    assert [statement.text for statement in receipt.statements] == [WHOLE]
    given = memory.original(receipt.ids[0])
    assert given is not None
    assert (given.text, given.was_cut) == (WHOLE, False)
    assert memory.agent("polonius").remember(WHOLE, cut=False).statements[0].text == WHOLE


def test_a_statement_that_was_not_to_be_cut_says_when_it_is_over_the_cap() -> None:
    memory = Memory.open(embedder="hashing")
    long = "Osric bowed, " * 60
    assert memory.remember("osric", long, cut=False).statements[0].flags == ("over_cap",)
    with pytest.raises(InputError, match="cut is 'no'"):
        memory.remember("osric", "Osric bowed.", cut="no")  # type: ignore[arg-type]  # a mistake


def test_an_event_of_many_witnesses_has_one_original(tmp_path: Path) -> None:
    for kind in EVERY:
        memory = kind.open()
        receipt = memory.remember_event(["horatio", "marcellus"], ["The ghost walked.", "The cock crew."])
        given = memory.original(receipt.ids[-1])
        assert given is not None
        assert (given.agent, given.text) == ("", "The ghost walked.\nThe cock crew.")
        assert set(given.statements) == set(receipt.ids)
        assert len(list(engine_of(memory.asynchronous).store.rows("originals"))) == 1


@pytest.mark.parametrize("how", ["agent", "record"])
def test_purge_erases_the_original_too(how: str, tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    with Memory.open(path, embedder="hashing") as memory:
        first = memory.remember("polonius", WHOLE).ids[0]
        if how == "agent":
            memory.purge(agent="polonius")
        else:
            memory.purge(record=first)
        given = memory.original(first)
        assert given is not None
        assert given.text == ""
        memory.export(tmp_path / "e.jsonl")
    raw = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"behind the arras.  Hamlet" not in raw


def test_what_a_design_makes_itself_has_no_original() -> None:
    memory = Memory.open(design="generative-agents", embedder="hashing", settings={"reflection_threshold": 15})
    for at, text in enumerate(["Hamlet killed Polonius.", "Hamlet mourned Polonius.", "Osric bowed."], 1):
        memory.remember("horatio", text, at=at)
    reflections = [record for record in memory.records() if record.kind]
    assert reflections
    assert [memory.original(record.id) for record in reflections] == [None] * len(reflections)


def test_a_deposit_of_the_library_is_stamped_and_one_of_a_world_is_not(tmp_path: Path) -> None:
    before = datetime.now(UTC) - timedelta(seconds=1)
    hashes = []
    for stamps in (True, False):
        memory = Memory.open(embedder="hashing", stamps=stamps)
        given = memory.original(memory.remember("osric", "Osric bowed.").ids[0])
        assert given is not None
        assert (given.stamp is not None) == stamps
        if given.stamp is not None:
            assert before < given.stamp < datetime.now(UTC) + timedelta(seconds=1)
        hashes.append(memory.sha256())
    assert hashes[0] == hashes[1], "a stamp is not part of what a store holds"


def test_stamps_go_with_an_export_and_a_fork(tmp_path: Path) -> None:
    memory = Memory.open(embedder="hashing")
    id_ = memory.remember("osric", "Osric bowed.").ids[0]
    memory.fork(tmp_path / "fork.db")
    again = Memory.open(embedder="hashing")
    again.import_(memory.export(tmp_path / "e.jsonl"))
    with Memory.open(tmp_path / "fork.db") as fork:
        assert fork.original(id_) == memory.original(id_) == again.original(id_)


def test_the_hash_of_a_log_is_durable_with_its_round_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    with Memory.open(path, embedder="hashing") as memory:
        with memory.at_once():
            memory.remember("osric", "Osric bowed.", at=1)
            memory.note_log("aaa", at=1)
        with suppress(RuntimeError), memory.at_once():
            memory.note_log("bbb", at=1)
            raise RuntimeError("the lights went out")
        assert memory.noted_log() == (1, "aaa")
        memory.remember("osric", "Osric left.", at=3)
        memory.note_log("ccc")
        assert memory.noted_log() == (3, "ccc")
        assert memory.noted_log(at=2) == memory.as_of(2).noted_log() == (1, "aaa")
        assert memory.noted_log(at=0) is None
        memory.fork(tmp_path / "fork.db", at=2)
    with Memory.open(tmp_path / "fork.db", read_only=True) as fork:
        assert fork.noted_log() == (1, "aaa")
        with pytest.raises(StoreReadOnly):
            fork.note_log("ddd")


def test_rows_that_the_author_wrote_are_marked_as_such(tmp_path: Path) -> None:
    memory = Memory.open(embedder="hashing")
    first = memory.remember("osric", "Laertes challenged Hamlet to a duel.", at=1).ids[0]
    memory.remember("horatio", "Laertes challenged Hamlet to a duel.", at=1)
    memory.forget("osric", memory.remember("osric", "Osric bowed.", at=2).ids[0], at=2)
    played = memory.sha256()
    memory.split(first, "horatio", at=2)
    memory.purge(record=memory.remember("osric", "Osric left.", at=2).ids[0])
    lines = [json.loads(line) for line in memory.export(tmp_path / "e.jsonl").read_text("utf-8").splitlines()[1:]]
    marked = {(line["table"], line["at"]) for line in lines if line.get("author")}
    assert marked == {("merges", 2), ("retractions", 2)}
    assert sum(line.get("author", 0) for line in lines if line["table"] == "merges") == 1
    assert played != memory.sha256()


GROUP = [
    PastEvent(["bernardo", "horatio"], ["The ghost walked."], {"event": "ghost"}, "ghost"),
    PastEvent(["horatio"], ["Horatio swore to tell Hamlet."], {"event": "oath", "secret": True}, "oath"),
    PastEvent(["bernardo", "horatio", "battlements"], ["The cock crew."], {"event": "cock"}, "cock"),
]


@pytest.mark.parametrize("kind", EVERY, ids=ids)
def test_events_of_a_group_keep_their_own_owners_and_metadata(kind: Kind) -> None:
    together, apart = kind.open(), kind.open()
    together.remember_history([grouped(GROUP)])
    apart.remember_history(GROUP)
    for agent in ("bernardo", "horatio", "battlements"):
        seen = [
            {(hit.text, json.dumps(hit.metadata)) for hit in memory.recall(agent, "ghost", k=9).hits if hit.metadata}
            for memory in (together, apart)
        ]
        assert seen[0] == seen[1]
        assert seen[0]


def test_events_of_a_group_are_linked_for_whoever_owns_both_ends() -> None:
    memory = CONSENSUS.open()
    ghost, oath, cock = memory.remember_history([grouped(GROUP)])[0].ids
    assert [hit.id for hit in memory.links("horatio", ghost)] == [oath, cock]
    assert [hit.id for hit in memory.links("bernardo", ghost)] == [cock]
    assert memory.links("battlements", cock) == []


def test_a_statement_of_the_past_needs_an_owner() -> None:
    memory = CONSENSUS.open()
    with pytest.raises(InputError, match="needs a list of owners"):
        memory.remember_history([PastEvent(["horatio"], [PastStatement("The ghost walked.", [])])])
    assert memory.records() == []


@pytest.mark.parametrize("seconds", [-300_000_000, 253_402_300_000, 569_000_000_000, 9_223_372_036_854])
def test_clock_every_call_works_whatever_the_clock_says(
    seconds: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with Memory.open(tmp_path / "a.db", embedder="hashing") as memory:
        first = memory.remember("ana", "The lamp is lit at seven.").ids[0]
        monkeypatch.setattr(time, "time_ns", lambda: seconds * 10**9)
        second = memory.remember("ana", "The ferry left Ely today.").ids[0]
        assert memory.recall("ana", "ferry", since=datetime(2000, 1, 1, tzinfo=UTC)).text()
        memory.mark("ana", first, expires=datetime.now(UTC) + timedelta(days=1))
        memory.export(tmp_path / "a.jsonl")
        assert memory.stats()
    with Memory.open(tmp_path / "a.db") as memory:
        given = memory.original(second)
        assert given is not None
        assert given.stamp is not None
        assert given.stamp.year == (9999 if seconds > 10**11 else datetime.now(UTC).year)
        assert json.loads(json.dumps(given.to_json()))
