"""A fork waits for whoever holds a lock of ours, and begins with locks that nobody holds."""

import os
import subprocess
import sys

import pytest

_SCRIPT = """
import os, pkgutil, signal, sys
from contextlib import ExitStack
from importlib import import_module
import agentsensus
from agentsensus.base import process_lock
from agentsensus.base.process_lock import ProcessLock

process_lock._PATIENCE = 0.1

locks, plain = {}, []
for package in ("base", "embed", "language", "memory", "models", "store", "worlds"):
    for module in pkgutil.walk_packages(import_module(f"agentsensus.{package}").__path__, f"agentsensus.{package}."):
        import_module(module.name)
for module in [module for name, module in sys.modules.items() if name.startswith("agentsensus")]:
    for name, value in vars(module).items():
        if isinstance(value, ProcessLock):
            locks[id(value)] = value
        if type(value).__name__ in ("lock", "RLock"):
            plain.append(f"{module.__name__}.{name}")
assert set(plain) == {
    "agentsensus.base.loop._opening",
    "agentsensus.store.postgres.connection._guard",
}, plain  # the module's own fork handler makes it anew in the child
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


_WAITING = """
import os, threading, time
from agentsensus.base.process_lock import ProcessLock

lock, begun, done = ProcessLock(), threading.Event(), []

def work():
    with lock:
        begun.set()
        time.sleep(0.5)
        done.append(True)

threading.Thread(target=work).start()
begun.wait()
child = os.fork()
if not child:
    with lock:
        os._exit(0 if done else 1)
assert os.waitpid(child, 0)[1] == 0
with lock:
    pass
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_fork_waits_until_what_is_done_under_a_lock_is_done() -> None:
    done = subprocess.run([sys.executable, "-c", _WAITING], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
