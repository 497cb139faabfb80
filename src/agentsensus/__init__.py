"""Agentsensus: a shared memory for many agents, story worlds played over it, and their analysis.

>>> from agentsensus import Memory
>>> memory = Memory.open()

`play("hamlet", rounds=3)` plays a world and returns its run; `open_run(folder)` opens an earlier one.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from agentsensus.base.version import VERSION
from agentsensus.moved import install as _install_moved

if TYPE_CHECKING:
    from agentsensus.memory import (
        Agent,
        AsyncAgent,
        AsyncMemory,
        Context,
        DepositInput,
        Memory,
        ModelAtomizer,
        ModelJudge,
        Names,
        Settings,
        Via,
        to_dataframe,
    )
    from agentsensus.worlds.runs import Run, open_run
    from agentsensus.worlds.runs.playing import play, resume

_install_moved()

__version__ = VERSION
__all__ = [
    "Agent",
    "AsyncAgent",
    "AsyncMemory",
    "Context",
    "DepositInput",
    "Memory",
    "ModelAtomizer",
    "ModelJudge",
    "Names",
    "Run",
    "Settings",
    "Via",
    "open_run",
    "play",
    "resume",
    "to_dataframe",
]
_MODULES = {
    "Run": "agentsensus.worlds.runs",
    "open_run": "agentsensus.worlds.runs",
    "play": "agentsensus.worlds.runs.playing",
    "resume": "agentsensus.worlds.runs.playing",
}


def __getattr__(name: str) -> Any:
    # Names are imported on first use, so that `agentsensus --help` need not load numpy.
    if name == "Said":  # renamed; `agentsensus.memory` warns
        return import_module("agentsensus.memory").Said
    if name in __all__:
        return getattr(import_module(_MODULES.get(name, "agentsensus.memory")), name)
    raise AttributeError(f"module 'agentsensus' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
