"""Agentsensus: story worlds and the shared memory that tells who learned what, when, and from whom.

>>> from agentsensus import Memory
>>> memory = Memory.open()

`play("hamlet", rounds=3)` plays a world and gives its run; `open_run(folder)` reads one that was played before.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from agentsensus.version import VERSION

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
    from agentsensus.playing import play, resume
    from agentsensus.study import Run, open_run

__version__ = VERSION
__all__ = [
    "Agent",
    "AsyncAgent",
    "AsyncMemory",
    "Context",
    "Memory",
    "ModelAtomizer",
    "ModelJudge",
    "Names",
    "Run",
    "Said",
    "Settings",
    "Via",
    "open_run",
    "play",
    "resume",
]
_ELSEWHERE = {
    "Run": "agentsensus.study",
    "open_run": "agentsensus.study",
    "play": "agentsensus.playing",
    "resume": "agentsensus.playing",
}


def __getattr__(name: str) -> Any:
    # Names are fetched when first used, so that `agentsensus --help` need not load numpy.
    if name in __all__:
        return getattr(import_module(_ELSEWHERE.get(name, "agentsensus.memory")), name)
    raise AttributeError(f"module 'agentsensus' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
