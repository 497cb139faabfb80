"""A memory as an MCP server, on the official Python SDK (extra `mcp`)."""

from agentsensus.integrations.common import needing

with needing("mcp"):
    from agentsensus.integrations.mcp.server import memory_server
    from agentsensus.integrations.mcp.serving import (
        ServedMemory,
        Stopping,
        end_on_interrupt,
        http_app,
        loopback_socket,
        serve_http,
        serve_stdio,
        tokens_for,
    )

__all__ = [
    "ServedMemory",
    "Stopping",
    "end_on_interrupt",
    "http_app",
    "loopback_socket",
    "memory_server",
    "serve_http",
    "serve_stdio",
    "tokens_for",
]
