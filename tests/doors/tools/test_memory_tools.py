"""Tool schemas and the dispatcher, with replies in the shapes that the providers' APIs give."""

import json
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from agentsensus import Memory
from agentsensus.doors.tools import MemoryTools
from agentsensus.errors import InputError, UnknownName
from tests.memory.every_design import EVERY, Kind, ids

FACT = "The staging database moved to port 5433."
ARGUMENTS = json.dumps({"text": FACT})


@pytest.fixture
def memory() -> Iterator[Memory]:
    with Memory.open(embedder="hashing") as memory:
        yield memory


def test_chat_completions_are_answered_call_by_call(memory: Memory) -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "remember", "arguments": ARGUMENTS}}
    wrong = {"id": "c2", "type": "function", "function": {"name": "recall", "arguments": "{"}}
    tools = MemoryTools(memory, "ana")
    first, second = tools.answer_openai({"choices": [{"message": {"tool_calls": [call, wrong]}}]})
    assert (first["role"], first["tool_call_id"]) == ("tool", "c1")
    assert json.loads(first["content"])["statements"][0]["text"] == FACT
    assert "no JSON" in json.loads(second["content"])["error"]


def test_a_reply_of_words_alone_has_no_calls_to_answer(memory: Memory) -> None:
    tools, words = MemoryTools(memory, "ana"), {"role": "assistant", "content": "Staging is on port 5433."}
    assert tools.answer_openai(SimpleNamespace(tool_calls=None)) == []
    assert tools.answer_openai({"choices": [{"message": words, "finish_reason": "stop"}]}) == []
    assert tools.answer_openai(words) == tools.answer_anthropic(words) == []
    assert tools.answer_anthropic({**words, "content": [{"type": "text", "text": "Done."}]}) == []
    assert tools.answer_openai_responses({"output": [{"type": "message", "content": []}]}) == []


def test_responses_are_answered_with_function_call_outputs(memory: Memory) -> None:
    output = [
        SimpleNamespace(type="reasoning"),
        SimpleNamespace(type="function_call", call_id="r1", name="remember", arguments=ARGUMENTS),
    ]
    (item,) = MemoryTools(memory, "ana").answer_openai_responses(SimpleNamespace(output=output))
    assert (item["type"], item["call_id"]) == ("function_call_output", "r1")
    assert memory.recall("ana", "database").text() == f"- {FACT}"


def test_messages_of_anthropics_kind_are_answered_with_tool_results(memory: Memory) -> None:
    content = [
        {"type": "text", "text": "Let me keep that."},
        {"type": "tool_use", "id": "t1", "name": "remember", "input": {"text": FACT}},
        {"type": "tool_use", "id": "t2", "name": "forgive", "input": {}},
    ]
    kept, unknown = MemoryTools(memory, "ana").answer_anthropic({"content": content})
    assert (kept["type"], kept["tool_use_id"], kept["is_error"]) == ("tool_result", "t1", False)
    assert unknown["is_error"]
    assert "did you mean 'forget'" in unknown["content"]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("agent", ["ana", None])
def test_every_tool_and_argument_is_described_in_both_languages(
    memory: Memory, agent: str | None, language: str
) -> None:
    tools = MemoryTools(memory, agent, language=language)
    for schema in tools.schemas:
        assert schema.description
        assert all(part["description"] for part in schema.parameters["properties"].values())
        assert set(schema.parameters["required"]) <= set(schema.parameters["properties"])
    named = [schema.name for schema in tools.schemas]
    assert named == [tool["function"]["name"] for tool in tools.openai()]
    assert named == [tool["name"] for tool in tools.openai_responses()]
    assert named == [tool["name"] for tool in tools.anthropic()]


def test_what_is_no_reply_is_refused(memory: Memory) -> None:
    with pytest.raises(InputError, match="str holds no calls of tools"):
        MemoryTools(memory).answer_openai("remember this")
    with pytest.raises(UnknownName, match="there is no tool 'recal'"):
        MemoryTools(memory).call("recal", {})
    with pytest.raises(InputError, match="language is 'fr'"):
        MemoryTools(memory, language="fr")


@pytest.mark.parametrize("kind", EVERY, ids=ids)
def test_an_agents_tools_show_only_its_own_rows_in_every_design(kind: Kind) -> None:
    with kind.open() as memory:
        for number in range(4):
            memory.remember("ben", f"Ben hid {number} coins in vault {number * 7}.")
            memory.remember("ana", f"Ana painted door {number} green.")
        own, shown = MemoryTools(memory, "ana"), list[Any]()
        for tool in ("recall", "search", "who_knows"):
            shown += [own.call(tool, {"query": query, "k": 50}) for query in ("coins in the vault", "green door")]
        shown.append(own.call("conflicts", {}))
        text = json.dumps(shown)
        assert "green" in text
        if kind.design == "consensus":
            assert "vault" not in text
        hidden = [record.id for record in memory.records(agent="ben")]
        for record in hidden:
            with pytest.raises(InputError):
                own.call("history", {"record": record})
