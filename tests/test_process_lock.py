"""A fork begins with locks that nobody holds: a thread of the parent that held one is not there to give it back."""

import os
import subprocess
import sys

import pytest

_SCRIPT = """
import os, pkgutil, signal, sys
from contextlib import ExitStack
from importlib import import_module
import agentsensus
from agentsensus.process_lock import ProcessLock

locks, plain = {}, []
for package in ("store", "memory", "models", "text", "world"):
    for module in pkgutil.walk_packages(import_module(f"agentsensus.{package}").__path__, f"agentsensus.{package}."):
        import_module(module.name)
for module in [module for name, module in sys.modules.items() if name.startswith("agentsensus")]:
    for name, value in vars(module).items():
        if isinstance(value, ProcessLock):
            locks[id(value)] = value
        if type(value).__name__ in ("lock", "RLock"):
            plain.append(f"{module.__name__}.{name}")
assert not plain, plain
assert len(locks) >= 4, locks
with ExitStack() as held:
    for lock in locks.values():
        held.enter_context(lock)
    child = os.fork()
    if not child:
        signal.alarm(20)
        for lock in locks.values():
            with lock:
                pass
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_no_lock_of_the_package_is_held_in_a_fork() -> None:
    done = subprocess.run([sys.executable, "-c", _SCRIPT], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
