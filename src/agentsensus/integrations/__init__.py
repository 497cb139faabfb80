"""Connections from other frameworks to a memory: MCP, LangGraph, tool calling, pydantic-ai, OpenTelemetry.

Each is a package with its own extra, imported only when it is used.
"""
