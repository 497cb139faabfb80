"""Old import paths. They keep working until 0.3 and raise a DeprecationWarning.

Only the paths shown in the 0.1 documentation are kept.
"""

import importlib
import importlib.abc
import importlib.machinery
import sys
import warnings
from collections.abc import Sequence
from types import ModuleType
from typing import Any

__all__ = ["MOVED", "install"]

MOVED = {
    "compare": "analysis.compare",
    "doors": "integrations",
    "doors.langgraph": "integrations.langgraph",
    "doors.pydantic_ai": "integrations.pydantic_ai",
    "doors.telemetry": "integrations.telemetry",
    "doors.tools": "integrations.tools",
    "events": "worlds.events",
    "events.event": "worlds.events.event",
    "events.log": "worlds.events.log",
    "kernel": "worlds.runs",
    "knowledge": "analysis.knowledge",
    "loop": "base.loop",
    "memory.async_client": "memory.api",
    "minds": "worlds.minds",
    "models.embed": "embed",
    "repertoire": "worlds.repertoire",
    "run_folder": "worlds.run_folder",
    "screenplay": "worlds.screenplay",
    "sediment": "worlds.sediment",
    "study": "worlds.runs",
    "world": "worlds.scenario",
    "world.making": "worlds.scenario.template_world",
}
_RENAMED = {("kernel", "open_run"): "open_session"}


class _Alias(ModuleType):
    """A module at an old path that looks every name up in the module that replaced it."""

    def __init__(self, name: str, old: str) -> None:
        super().__init__(name, f"Moved to agentsensus.{MOVED[old]}.")
        self.__path__: list[str] = []
        self._old = old

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        target = importlib.import_module(f"agentsensus.{MOVED[self._old]}")
        return getattr(target, _RENAMED.get((self._old, name), name))


class _MovedFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        package, _, old = fullname.partition(".")
        if package != "agentsensus" or old not in MOVED:
            return None
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        old = spec.name.partition(".")[2]
        warnings.warn(
            f"{spec.name} has moved to agentsensus.{MOVED[old]}; the old path will be removed in 0.3",
            DeprecationWarning,
            stacklevel=2,
        )
        return _Alias(spec.name, old)

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing: `_Alias` looks names up when they are used."""


def install() -> None:
    """Make the old paths importable. Idempotent."""
    if not any(isinstance(finder, _MovedFinder) for finder in sys.meta_path):
        sys.meta_path.append(_MovedFinder())
