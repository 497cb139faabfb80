"""The SDK's own client against the server in a process of its own, over standard input and output."""

import asyncio
import json
from pathlib import Path

import pytest
from mcp import Client, MCPError

from agentsensus import Memory
from tests.integrations.mcp.serving import answer, complaint, over_stdio, serve_alone

TOOLS = ["remember", "recall", "search", "who_knows", "history", "conflicts", "forget"]
AUTHORS_TOOLS = [*TOOLS[:-1], "resolve", "dismiss", "merge", "forget"]
PORT = "The staging database moved to port 5433."


def test_every_tool_of_the_author_answers_a_real_client(tmp_path: Path) -> None:
    async def talk() -> None:
        async with over_stdio(tmp_path / "team.db") as client:
            listed = (await client.list_tools()).tools
            assert [tool.name for tool in listed] == AUTHORS_TOOLS
            assert all(tool.description and tool.input_schema["additionalProperties"] is False for tool in listed)
            told = answer(await client.call_tool("remember", {"agent": "ana", "text": PORT, "at": 1}))
            answer(await client.call_tool("remember", {"agent": "ben", "text": PORT, "metadata": {"area": "db"}}))
            recalled = answer(await client.call_tool("recall", {"agent": "ana", "query": "staging database"}))
            assert recalled["text"] == f"- {PORT}"
            assert recalled["hits"][0]["id"] == told["statements"][0]["id"]
            (result,) = answer(await client.call_tool("search", {"query": "database port"}))["results"]
            assert result["owners"] == ["ana", "ben"]
            knowers = answer(await client.call_tool("who_knows", {"query": "staging database port 5433"}))["knowers"]
            assert {knower["agent"] for knower in knowers} == {"ana", "ben"}
            changes = answer(await client.call_tool("history", {"record": result["record"]}))["changes"]
            assert [change["who"] for change in changes if change["kind"] == "said"] == ["ana", "ben"]
            assert answer(await client.call_tool("conflicts", {})) == {"conflicts": []}
            answer(await client.call_tool("forget", {"agent": "ana", "record": result["record"]}))
            (result,) = answer(await client.call_tool("search", {"query": "database port"}))["results"]
            assert result["owners"] == ["ben"]
            await _check_resources(client, result["record"])

    asyncio.run(talk())
    with Memory.open(tmp_path / "team.db", read_only=True) as memory:
        assert [record.owners for record in memory.records()] == [("ben",)]


async def _check_resources(client: Client, record: str) -> None:
    (resource,) = (await client.list_resources()).resources
    contents = (await client.read_resource(str(resource.uri))).contents[0]
    assert json.loads(contents.text)["id"] == record  # type: ignore[union-attr]  # records are text
    assert (await client.list_resource_templates()).resource_templates[0].uri_template.endswith("{id}")
    with pytest.raises(MCPError, match="nothing"):
        await client.read_resource("agentsensus://records/nothing")


@pytest.mark.parametrize(
    ("tool", "arguments", "why"),
    [
        ("remember", {}, "text is missing; agent is missing"),
        ("remember", {"agent": "ana", "text": "   "}, "empty"),
        ("remember", {"agent": "ana", "text": PORT, "shout": True}, "shout is not an argument"),
        ("recall", {"agent": "ana", "query": PORT, "k": 0}, "k: "),
        ("recall", {"agent": "ana", "query": PORT, "k": "many"}, "k: "),
        ("recall", {"agent": "ana", "query": PORT, "where": {"area": {"$near": 1}}}, "$near"),
        ("who_knows", {"query": ["a"]}, "query: "),
        ("history", {"record": "nothing"}, "nothing"),
        ("forget", {"agent": "ana", "record": "nothing"}, "nothing"),
    ],
)
def test_wrong_input_comes_back_in_one_line(
    tool: str, arguments: dict[str, object], why: str, clients: "asyncio.Runner", author: Client
) -> None:
    said = complaint(clients.run(author.call_tool(tool, arguments)))
    assert why in said
    assert "\n" not in said


def test_a_tool_that_is_not_there_is_an_error_of_the_protocol(clients: "asyncio.Runner", author: Client) -> None:
    with pytest.raises(MCPError, match="there is no tool 'recal'; did you mean 'recall'"):
        clients.run(author.call_tool("recal", {}))
    clients.run(author.list_tools())


def test_an_agents_door_has_no_place_for_another_name(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "team.db", embedder="hashing") as memory:
        other = memory.remember("ben", "Ben keeps the spare key under the mat.").ids[0]

    async def talk() -> None:
        async with over_stdio(tmp_path / "team.db", "--agent", "ana", "--language", "zh") as client:
            tools = (await client.list_tools()).tools
            assert [tool.name for tool in tools] == TOOLS
            assert all("agent" not in tool.input_schema["properties"] for tool in tools)
            assert "记忆" in (client.instructions or "")
            assert answer(await client.call_tool("recall", {"query": "spare key"}))["hits"] == []
            assert "agent is not an argument" in complaint(
                await client.call_tool("recall", {"query": "spare key", "agent": "ben"})
            )
            refused = complaint(await client.call_tool("history", {"record": other}))
            unknown = complaint(await client.call_tool("history", {"record": "a" * len(other)}))
            assert refused.replace(other, "") == unknown.replace("a" * len(other), "")

    asyncio.run(talk())


def test_a_second_server_on_the_file_is_refused_in_one_line_and_a_reader_is_welcome(tmp_path: Path) -> None:
    store = tmp_path / "team.db"
    with Memory.open(store, embedder="hashing") as memory:
        memory.remember("ana", PORT)
        second = serve_alone(store, "--wait", "0.4")
        assert (second.returncode, second.stdout) == (2, "")
        assert second.stderr.startswith("StoreBusy: ")
        assert second.stderr.count("\n") == 1

        async def read() -> None:
            async with over_stdio(store, "--read-only") as client:
                assert "remember" not in [tool.name for tool in (await client.list_tools()).tools]
                assert answer(await client.call_tool("search", {"query": "port"}))["results"]

        asyncio.run(read())
