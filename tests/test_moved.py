"""Old import paths still work: each gives one DeprecationWarning and the same objects as the new path."""

import importlib
import sys
import warnings
from collections.abc import Iterator

import pytest

from agentsensus.moved import MOVED, install


@pytest.fixture(autouse=True)
def _fresh_aliases() -> Iterator[None]:
    """Forget aliases that other tests have imported, so that each import warns."""
    install()
    names = {f"agentsensus.{old}" for old in MOVED}
    kept = {name: sys.modules.pop(name) for name in names & set(sys.modules)}
    yield
    for name in names & set(sys.modules):
        del sys.modules[name]
    sys.modules.update(kept)


@pytest.mark.parametrize("old", MOVED)
def test_an_old_path_imports_with_one_warning_that_names_the_new_path(old: str) -> None:
    parent = f"agentsensus.{old}".rpartition(".")[0]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        importlib.import_module(parent)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        importlib.import_module(f"agentsensus.{old}")
    (warning,) = [each for each in caught if issubclass(each.category, DeprecationWarning)]
    assert f"agentsensus.{MOVED[old]}" in str(warning.message)


@pytest.mark.parametrize("old", MOVED)
def test_an_old_path_gives_the_same_objects_as_the_new_path(old: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        moved = importlib.import_module(f"agentsensus.{old}")
    target = importlib.import_module(f"agentsensus.{MOVED[old]}")
    names = [name for name in getattr(target, "__all__", vars(target)) if not name.startswith("_")]
    # `agentsensus.kernel.open_run` became `open_session`; the new `open_run` came from another module.
    same = [name for name in names if (old, name) != ("kernel", "open_run")]
    assert all(getattr(moved, name) is getattr(target, name) for name in same)


def test_a_name_that_was_renamed_is_found_under_its_old_name() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        kernel = importlib.import_module("agentsensus.kernel")
    runs = importlib.import_module("agentsensus.worlds.runs")
    assert kernel.open_run is runs.open_session


def test_a_name_that_never_existed_is_still_an_import_error() -> None:
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("agentsensus.nosuch")
