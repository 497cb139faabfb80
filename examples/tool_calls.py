"""Tool schemas for models of OpenAI's and Anthropic's kind, and the dispatcher that answers their calls.

Run it with `python examples/tool_calls.py`; the model's reply is written down here, so it needs no key.
"""

import json

from agentsensus import Memory
from agentsensus.integrations.tools import MemoryTools

REPLY = {
    "role": "assistant",
    "tool_calls": [
        {
            "id": "call_1",
            "type": "function",
            "function": {"name": "recall", "arguments": json.dumps({"query": "staging database port"})},
        }
    ],
}


def main() -> None:
    """Show the schemas to a model, and answer its calls."""
    with Memory.open() as memory:
        memory.remember("ana", "The staging database moved to port 5433.")
        tools = MemoryTools(memory, "ana")
        print("for chat completions:", [tool["function"]["name"] for tool in tools.openai()])
        print("for messages:", [tool["name"] for tool in tools.anthropic()])
        (message,) = tools.answer_openai(REPLY)
        print(message["role"], message["tool_call_id"], json.loads(message["content"])["text"])


if __name__ == "__main__":
    main()
