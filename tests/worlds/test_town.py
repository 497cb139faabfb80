"""A town of any size can be made and played, and no work is done once per pair of its people."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

import agentsensus
from agentsensus.worlds.minds.players import chores
from agentsensus.worlds.minds.players.situation import Situation
from agentsensus.worlds.scenario import check

_PEOPLE = 120


@pytest.fixture(scope="module")
def town() -> ModuleType:
    path = Path(__file__).parents[2] / "bench" / "town.py"
    spec = importlib.util.spec_from_file_location("town", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_made_town_has_no_mistakes_and_is_the_same_for_the_same_seed(town: ModuleType, tmp_path: Path) -> None:
    for name in ("one", "other"):
        town.make_town(tmp_path / name, _PEOPLE, seed=3)
    assert check(tmp_path / "one").problems == ()
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "other" / path.name).read_bytes()


def test_trust_is_computed_only_for_characters_who_gave_cause(
    town: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed = 0
    earned_trust = chores.earned_trust

    def counted(situation: Situation, other: str) -> int:
        nonlocal computed
        computed += 1
        return earned_trust(situation, other)

    monkeypatch.setattr(chores, "earned_trust", counted)
    town.make_town(tmp_path / "town", _PEOPLE)
    agentsensus.play(tmp_path / "town", rounds=3, embedder="hashing", out=tmp_path / "run")
    assert 0 < computed < 3 * _PEOPLE * 12  # each of 120 people, three times, of the 119 others
