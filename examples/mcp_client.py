"""An MCP client with `agentsensus serve mcp` in a separate process: remember, recall, and the limits of an agent's
access.

Run it with `python examples/mcp_client.py`; it needs `pip install 'agentsensus[mcp]'`, no key and no network.
"""

import asyncio
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from mcp import Client, StdioServerParameters


def client(store: Path, *options: str) -> Client:
    """Return a client of a server that is started for it."""
    command = ["-c", "from agentsensus.cli import main; main()", "serve", "mcp", "--store", str(store), *options]
    return Client(StdioServerParameters(command=sys.executable, args=command, env=dict(os.environ)))


async def talk(store: Path) -> None:
    """Write as the author, then read as one agent."""
    async with client(store) as author:
        print("tools:", ", ".join(tool.name for tool in (await author.list_tools()).tools))
        for agent, text in (("ana", "The staging database moved to port 5433."), ("ben", "Ben's code is 4417.")):
            await author.call_tool("remember", {"agent": agent, "text": text})
    async with client(store, "--agent", "ana") as ana:
        for query in ("where is the staging database?", "what is Ben's code?"):
            answer = await ana.call_tool("recall", {"query": query})
            print(f"ana asks {query!r}:", (answer.structured_content or {})["text"] or "(nothing)")


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        asyncio.run(talk(Path(folder) / "team.db"))
