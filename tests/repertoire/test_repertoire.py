"""Shipped worlds are found by name, others by path, and every shipped one can be played."""

from pathlib import Path

import pytest

from agentsensus import repertoire
from agentsensus.errors import UnknownName
from agentsensus.world import check


def test_every_shipped_world_has_no_error() -> None:
    wrong = {
        name: [str(one) for one in found.problems] for name in repertoire.shipped() if not (found := check(name)).ok
    }
    assert wrong == {}


def test_a_folder_of_ones_own_comes_before_a_shipped_world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = tmp_path / "shipped" / "elsinore"
    monkeypatch.setattr(repertoire, "shipped", lambda: {"elsinore": shipped})
    monkeypatch.chdir(tmp_path)
    assert repertoire.find("elsinore") == shipped
    with pytest.raises(UnknownName, match="did you mean 'elsinore'"):
        repertoire.find("elsinor")
    Path("elsinore").mkdir()
    assert repertoire.find("elsinore") == shipped
    Path("elsinore/world.yaml").write_text("name: mine\n")
    assert repertoire.find("elsinore") == Path("elsinore")
