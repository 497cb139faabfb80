"""Doors from other people's frameworks into a memory: MCP, LangGraph, tool calling, pydantic-ai.

Each has its own module, which is imported only when it is used, and its own extra.
"""
