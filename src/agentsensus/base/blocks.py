"""The block of writes that the running task or thread is in."""

from contextvars import ContextVar

__all__ = ["current_block"]

current_block: ContextVar[object | None] = ContextVar("current_block", default=None)
"""Names the block (`at_once`) that the current context is in; work handed to the background keeps it."""
