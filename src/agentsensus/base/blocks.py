"""The block of writes (`memory.at_once`) that the current task or thread is in."""

from contextvars import ContextVar

__all__ = ["current_block"]

current_block: ContextVar[object | None] = ContextVar("current_block", default=None)
"""Identifies the block, or is None outside a block. Work that is handed to the background loop keeps the value."""
