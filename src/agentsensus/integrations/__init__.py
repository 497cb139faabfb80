"""Adapters that connect a memory to other frameworks: MCP, HTTP, LangGraph, tool calling, pydantic-ai, OpenTelemetry.

Each is a package with its own extra, imported only when it is used.
"""
