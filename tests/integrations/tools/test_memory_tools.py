"""Tool schemas and the dispatcher, with replies in the shapes that the providers' APIs give."""

import json
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from anthropic.types import Message, ToolParam, ToolResultBlockParam
from hypothesis import given, settings
from hypothesis import strategies as st
from openai.types.chat import (
    ChatCompletion,
    ChatCompletionFunctionToolParam,
    ChatCompletionToolMessageParam,
)
from openai.types.responses import FunctionToolParam, ResponseFunctionToolCall
from openai.types.responses.response_input_param import FunctionCallOutput
from pydantic import TypeAdapter

from agentsensus import Memory
from agentsensus.errors import InputError, UnknownName
from agentsensus.integrations.tools import MemoryTools
from tests.memory.every_design import EVERY, Kind, ids

FACT = "The staging database moved to port 5433."
ARGUMENTS = json.dumps({"text": FACT})
SHARING = ("g-memory", "g-memory with queries", "collaborative shared")
"""Designs in which agents are meant to be shown what others learned."""


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
    assert "not valid JSON" in json.loads(second["content"])["error"]


def test_a_reply_of_words_alone_has_no_calls_to_answer(memory: Memory) -> None:
    tools, words = MemoryTools(memory, "ana"), {"role": "assistant", "content": "Staging is on port 5433."}
    assert tools.answer_openai(SimpleNamespace(tool_calls=None)) == []
    assert tools.answer_openai({"choices": [{"message": words, "finish_reason": "stop"}]}) == []
    assert tools.answer_openai(words) == tools.answer_anthropic(words) == []
    assert tools.answer_anthropic({**words, "content": [{"type": "text", "text": "Done."}]}) == []
    assert tools.answer_openai_responses({"output": [{"type": "message", "content": []}]}) == []


def test_calls_of_another_style_are_never_silently_left_unanswered(memory: Memory) -> None:
    tools = MemoryTools(memory, "ana")
    call = {"id": "c1", "type": "function", "function": {"name": "remember", "arguments": ARGUMENTS}}
    with pytest.raises(InputError, match="use answer_openai"):
        tools.answer_anthropic({"role": "assistant", "content": "One moment.", "tool_calls": [call]})
    block = {"type": "tool_use", "id": "t1", "name": "remember", "input": {"text": FACT}}
    with pytest.raises(InputError, match="use answer_anthropic"):
        tools.answer_openai({"role": "assistant", "content": [block]})


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
    with pytest.raises(InputError, match="str holds no tool calls"):
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
        if kind.name not in SHARING:
            assert "vault" not in text
        hidden = [record.id for record in memory.records(agent="ben")]
        for record in hidden:
            with pytest.raises(InputError):
                own.call("history", {"record": record})


def test_an_agent_that_knows_nothing_of_it_is_not_told_that_it_does() -> None:
    with Memory.open() as memory:
        for text in (FACT, "Lunch is at noon on Fridays.", "Ben lost his badge."):
            memory.remember("ana", text)
        tools = MemoryTools(memory, "ana")
        (knower,) = tools.call("who_knows", {"query": "staging database port"})["knowers"]
        assert (knower["agent"], knower["text"]) == ("ana", FACT)
        assert tools.call("who_knows", {"query": "price of tea in Antarctica"}) == {"knowers": []}
        assert memory.agent("ana").knows("price of tea in Antarctica") == memory.agent("zed").knows(FACT) == []
        assert memory.agent("ana").knows("staging database port", at=0) == memory.agent("ana").knows(
            "staging database port"
        )


@settings(max_examples=15, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["say", "grant", "revoke"]), st.integers(0, 4)), min_size=3, max_size=15))
def test_an_agents_tools_show_what_is_granted_to_it_now_and_nothing_else(plan: list[tuple[str, int]]) -> None:
    with Memory.open(embedder="hashing") as memory:
        said, granted, ben = dict[int, str](), set[int](), memory.agent("ben")
        memory.remember("ana", "Ana painted the door green.")
        for deed, number in plan:
            if deed == "say" and number not in said:
                said[number] = ben.remember(f"Ben hid {number} coins in vault {number * 7}.", via="told:dora").ids[0]
                memory.remember("cleo", f"Ben hid {number} coins in vault {number * 7}.")
            elif deed == "grant" and number in said:
                ben.grant(said[number], "ana")
                granted.add(number)
            elif deed == "revoke" and number in granted:
                ben.revoke(said[number], "ana")
                granted.discard(number)
        tools = MemoryTools(memory, "ana")
        for tool, key in (("recall", "hits"), ("search", "results")):
            rows = tools.call(tool, {"query": "coins in the vault", "k": 50})[key]
            lent = {row["id"]: row["shared_by"] for row in rows if "shared_by" in row}
            assert lent == {said[number]: "ben" for number in granted}
            assert len(rows) == len(granted) + 1
            assert not any(name in json.dumps(rows) for name in ("cleo", "dora"))
        assert "vault" not in json.dumps(tools.call("who_knows", {"query": "coins in the vault", "k": 50}))
        for number in said:
            for tool in ("history", "forget"):
                with pytest.raises(InputError):
                    tools.call(tool, {"record": said[number]})


def test_the_providers_own_types_are_read_and_their_requests_take_the_schemas(memory: Memory) -> None:
    tools = MemoryTools(memory, "ana")
    for schema in tools.openai():
        validate_type(ChatCompletionFunctionToolParam, schema)
    for schema in tools.openai_responses():
        validate_type(FunctionToolParam, schema)
    for schema in tools.anthropic():
        validate_type(ToolParam, schema)
    call = {"id": "c1", "type": "function", "function": {"name": "remember", "arguments": ARGUMENTS}}
    choice = {"index": 0, "finish_reason": "tool_calls", "message": {"role": "assistant", "tool_calls": [call]}}
    completion = ChatCompletion.model_validate(
        {"id": "1", "created": 0, "model": "m", "object": "chat.completion", "choices": [choice]}
    )
    (answer,) = tools.answer_openai(completion)
    validate_type(ChatCompletionToolMessageParam, answer)
    item = ResponseFunctionToolCall(
        type="function_call", call_id="r1", name="recall", arguments='{"query": "database"}'
    )
    (output,) = tools.answer_openai_responses([item])
    validate_type(FunctionCallOutput, output)
    assert FACT in output["output"]
    content = [{"type": "tool_use", "id": "t1", "name": "recall", "input": {"query": "database"}}]
    usage = {"input_tokens": 1, "output_tokens": 1}
    base = {"id": "1", "type": "message", "role": "assistant", "model": "m", "stop_reason": "tool_use"}
    message = Message.model_validate({**base, "content": content, "usage": usage, "stop_sequence": None})
    (block,) = tools.answer_anthropic(message)
    validate_type(ToolResultBlockParam, block)
    assert FACT in block["content"]


def validate_type(expected: Any, value: object) -> None:
    """Check a dict against the type that a provider's SDK declares for it."""
    TypeAdapter(expected).validate_python(value)


DEEP = [
    ("recall", "[" * 200_000),
    ("recall", '{"a":' * 100_000),
    ("recall", '{"query": "x", "where": ' + '{"$not":' * 5_000 + '{"a": 1}' + "}" * 5_001),
    ("recall", '{"query": "x", "where": ' + '{"$not":' * 300 + '{"a": 1}' + "}" * 301),
    ("remember", '{"text": "hi there", "metadata": {"a":' + "[" * 5_000 + "]" * 5_000 + "}}"),
    ("remember", '{"text": "hi there", "metadata": {"a":' + "[" * 300 + "]" * 300 + "}}"),
    (["recall"], "{}"),
    ({"name": "recall"}, "{}"),
    (None, "{}"),
]


@pytest.mark.parametrize(("name", "arguments"), DEEP, ids=range(len(DEEP)))
def test_tools_crash(memory: Memory, name: Any, arguments: str) -> None:
    """A call nested without end, or with a list as its name, is refused in one line."""
    call = {"id": "c1", "type": "function", "function": {"name": name, "arguments": arguments}}
    (answer,) = MemoryTools(memory, "ana").answer_openai([call])
    error = json.loads(answer["content"])["error"]
    assert "nested" in error or "there is no tool" in error
    assert "\n" not in error
    assert len(error) < 300
