"""Errors name what was wrong, and the library logs under its own name."""

import logging
from collections.abc import Callable
from pathlib import Path

import pytest

from agentsensus import AsyncMemory, Memory
from agentsensus.errors import BadText, InputError, UnknownName
from agentsensus.memory.answers import Contradiction


@pytest.mark.parametrize("query", ["", "  ", "?!"])
def test_an_empty_query_is_called_a_query(query: str) -> None:
    with Memory.open(embedder="hashing") as memory:
        for ask in (memory.search, memory.who_knows, lambda query: memory.recall("ana", query)):
            with pytest.raises(BadText, match=r"^query .*; say what is asked for$"):
                ask(query)
        with pytest.raises(BadText, match="nothing to remember"):
            memory.remember("ana", query)


@pytest.mark.parametrize("client", [Memory, AsyncMemory])
def test_a_memory_that_is_not_opened_says_how_it_is(client: type) -> None:
    with pytest.raises(InputError, match=rf"{client.__name__}\.open\('x\.db'\)"):
        client("x.db")


def test_commits_are_logged_without_a_word_of_what_was_said(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, "agentsensus"), Memory.open(embedder="hashing") as memory:
        memory.remember("ana", "The door code is 4417.", at=3)
    assert [record.name for record in caplog.records] == ["agentsensus.memory"]
    assert "round 3: 1 statements" in caplog.text
    assert "4417" not in caplog.text


@pytest.mark.parametrize("client", [Memory, AsyncMemory])
def test_a_memory_that_is_made_of_nothing_says_so_too(client: type) -> None:
    with pytest.raises(InputError, match=rf"{client.__name__}\.open\(\), not made with {client.__name__}\(\)"):
        client()


@pytest.mark.parametrize("name", ["add", "get_all", "update", "delete", "delete_all", "get_user_context"])
def test_names_of_other_memories_lead_to_ours(name: str) -> None:
    with Memory.open(embedder="hashing") as memory:
        for client in (memory, memory.asynchronous):
            with pytest.raises(AttributeError, match=f"{name!r}; here it is ") as raised:
                getattr(client, name)
            method = str(raised.value).partition("here it is ")[2].partition("(")[0]
            assert callable(getattr(client, method))
        assert not hasattr(memory, "nonsense")


def test_a_conversation_that_is_given_as_a_text_is_told_where_it_goes() -> None:
    with Memory.open(embedder="hashing") as memory, pytest.raises(BadText, match="remember_messages"):
        memory.remember("ana", [{"role": "user", "content": "I live in Lisbon."}])  # type: ignore[arg-type]


def test_every_method_of_a_memory_works_in_the_default_design(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "a.db", embedder="hashing") as memory:
        first, second = (memory.remember("ana", text).ids[0] for text in ("The disk is full.", "Ben lost his badge."))
        calls: dict[str, Callable[[], object]] = {
            "add_names": lambda: memory.add_names({"ben": ["Ben"]}),
            "advance": lambda: memory.advance(1),
            "agent": lambda: memory.agent("ana"),
            "as_of": lambda: memory.as_of(0),
            "at_once": lambda: memory.at_once(),
            "backup": lambda: memory.backup(tmp_path / "backup.db"),
            "delete_space": lambda: memory.delete_space(tmp_path / "backup.db", "main"),
            "expire": memory.expire,
            "dismiss": lambda: memory.dismiss(_contradicted(memory, "The north gate")),
            "resolve": lambda: _resolve(memory, _contradicted(memory, "The south gate")),
            "merge": lambda: memory.merge(first, memory.remember("ben", "A herring swims.").ids[0]),
            "byproducts": lambda: memory.byproducts(0),
            "close_calls": memory.close_calls,
            "conflicts": memory.conflicts,
            "decided": memory.decided,
            "discard_reads": memory.discard_reads,
            "edit": lambda: memory.edit("link", "ana", first, [second]),
            "export": lambda: memory.export(tmp_path / "a.jsonl"),
            "fork": lambda: memory.fork(tmp_path / "b.db"),
            "get": lambda: memory.get(first),
            "group": lambda: memory.group("team", ["ben"]),
            "groups": memory.groups,
            "grant": lambda: memory.grant(first, "ben"),
            "revoke": lambda: memory.revoke(first, "ben"),
            "history": lambda: memory.history(first),
            "knowers": lambda: memory.knowers(first),
            "latest": lambda: memory.latest("ana", 1),
            "link": lambda: memory.link("ana", first, [second]),
            "links": lambda: memory.links("ana", first),
            "mark": lambda: memory.mark("ana", first, pinned=True),
            "note_log": lambda: memory.note_log("a" * 64),
            "noted_log": memory.noted_log,
            "on_timing": lambda: memory.on_timing(print),
            "original": lambda: memory.original(first),
            "owns": lambda: memory.owns("ana", first),
            "recall": lambda: memory.recall("ana", "disk"),
            "prepare_recalls": lambda: memory.prepare_recalls([("ana", "disk")]),
            "record_ids": lambda: memory.record_ids([first]),
            "records": memory.records,
            "remember": lambda: memory.remember("ana", "Lunch is at noon."),
            "remember_event": lambda: memory.remember_event(["ana", "ben"], "The bell rang."),
            "remember_history": lambda: memory.remember_history([], at=1),
            "remember_many": lambda: memory.remember_many([("ana", "The pump is loud.")]),
            "remember_messages": lambda: memory.remember_messages("ana", [{"role": "user", "content": "Hello there."}]),
            "review": lambda: _refused(memory, first, second),
            "revise": lambda: memory.revise("ana", second, "Ben found his badge."),
            "search": lambda: memory.search("disk"),
            "set_stamp": lambda: memory.set_stamp("a test"),
            "sha256": memory.sha256,
            "spaces": lambda: memory.spaces(tmp_path / "a.db"),
            "split": lambda: memory.split(_merged(memory), "ben"),
            "stats": memory.stats,
            "stored_embedder": memory.stored_embedder,
            "subscribe": lambda: memory.subscribe(lambda commit: None),
            "unlink": lambda: memory.unlink("ana", first),
            "vectors": lambda: memory.vectors(["disk"]),
            "via_of": lambda: memory.via_of("ana", first),
            "who_knows": lambda: memory.who_knows("disk"),
            "why": lambda: memory.why("The disk is full.", "The disk was full."),
            "forget_about": lambda: memory.forget_about("ana", "lunch"),
            "forget": lambda: memory.forget("ana", first),
            "reembed": lambda: memory.reembed("hashing"),
            "commits_since": lambda: memory.commits_since(),
            "fork_space": lambda: memory.fork_space("copy"),
            "purge": lambda: memory.purge(agent="ana"),
        }
        with Memory.open(tmp_path / "c.db", embedder="hashing") as other:
            calls["import_"] = lambda: other.import_(tmp_path / "a.jsonl")
            for call in calls.values():
                call()
        values = {name for name in dir(Memory) if isinstance(getattr(Memory, name), property)}
        public = {name for name in dir(Memory) if not name.startswith("_")} - values
        assert public - set(calls) == {"open", "close", "wait_for"}


def _refused(memory: Memory, first: str, second: str) -> None:
    with pytest.raises(UnknownName):  # the two have no close verdict
        memory.review(first, second, same=True)


def _contradicted(memory: Memory, thing: str) -> Contradiction:
    memory.remember("ana", f"{thing} of the castle is open.")
    memory.remember("ben", f"{thing} of the castle is not open.")
    return memory.conflicts()[-1]


def _resolve(memory: Memory, conflict: Contradiction) -> None:
    memory.resolve(conflict, keep=conflict.records[0])


def _merged(memory: Memory) -> str:
    for agent in ("ana", "ben"):
        merged = memory.remember(agent, "The wiki moved on Monday.").ids[0]
    return memory.record_ids([merged])[merged]


def test_the_counts_of_a_memory_are_in_plain_words() -> None:
    with Memory.open(embedder="hashing") as memory:
        memory.remember("ana", "The disk is full.")
        counts = memory.stats().to_dict()
        names = {*counts, *counts["merges"], *counts["recalls"], *counts["byproducts"]}
        assert not {part for name in names for part in name.split("_")} & {"sediment", "sim", "plus"}
        assert (counts["since"], counts["three_owners"]) == (1, 0)
