"""Agentsensus: story worlds and the shared memory that tells who learned what, when, and from whom.

>>> from agentsensus import Memory
>>> memory = Memory.open()
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from agentsensus.memory import (
        Agent,
        AsyncAgent,
        AsyncMemory,
        Context,
        Memory,
        ModelAtomizer,
        ModelJudge,
        Names,
        Said,
        Settings,
        Via,
    )

__version__ = "0.1.0"
__all__ = [
    "Agent",
    "AsyncAgent",
    "AsyncMemory",
    "Context",
    "Memory",
    "ModelAtomizer",
    "ModelJudge",
    "Names",
    "Said",
    "Settings",
    "Via",
]


def __getattr__(name: str) -> Any:
    # Names are fetched when first used, so that `agentsensus --help` need not load numpy.
    if name in __all__:
        return getattr(import_module("agentsensus.memory"), name)
    raise AttributeError(f"module 'agentsensus' has no attribute {name!r}")
