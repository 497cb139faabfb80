"""A memory as an MCP server, on the official Python SDK (extra `mcp`)."""

from agentsensus.doors.extras import needing

with needing("mcp"):
    from agentsensus.doors.mcp.http import http_app
    from agentsensus.doors.mcp.server import memory_server
    from agentsensus.doors.mcp.serving import (
        ServedMemory,
        Stopping,
        end_on_interrupt,
        loopback_socket,
        serve_http,
        serve_stdio,
    )
    from agentsensus.doors.mcp.tokens import tokens_for

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
