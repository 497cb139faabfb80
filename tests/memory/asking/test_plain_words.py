"""Errors name what was wrong, and the library logs under its own name."""

import logging

import pytest

from agentsensus import AsyncMemory, Memory
from agentsensus.errors import BadText, InputError


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
