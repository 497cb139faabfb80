"""Every rule of play and every memory setting can be varied, and each value reaches the run."""

from pathlib import Path
from types import NoneType
from typing import Any, Literal, get_args, get_origin

import pytest
from pydantic.fields import FieldInfo

from agentsensus.analysis.compare import Comparison, Varied, compare
from agentsensus.memory.designs.registry import SETTINGS
from agentsensus.worlds.run_folder import RunFolder
from agentsensus.worlds.runs import Plan
from agentsensus.worlds.scenario.rules import Rules
from tests.worlds.minds.mill import mill

pytestmark = pytest.mark.thorough

SETTINGS_ONCE = {key: design for design, settings in reversed(SETTINGS.items()) for key in settings.model_fields}
"""By setting: the first memory that has it."""


def _values(name: str, field: FieldInfo) -> tuple[Any, ...]:
    """Values other than the default that a rule or setting can take."""
    kind = field.annotation
    if get_origin(kind) is Literal:
        return tuple(value for value in get_args(kind) if value != field.default)
    if kind is bool:
        return (not field.default,)
    if kind is int:
        return (field.default + 1,)
    if kind is float:
        return (round(field.default * 0.9, 4),)
    if NoneType in get_args(kind):
        return (2 if int in get_args(kind) else 0.9,)
    assert kind == dict[str, float], name
    return ({"en": 0.9},)


def _played(design: str, name: str, values: tuple[Any, ...], out: Path) -> list[dict[str, Any]]:
    """The run.json of a run with each value."""
    asked = Comparison(mill(), 1, (1,), (design,), Varied(name, values), plan=Plan(embedder="hashing"))
    assert not compare(asked, out).has_failed
    runs = [RunFolder(path).read() for path in sorted(out.iterdir()) if path.is_dir()]
    return [run.rules | run.settings for run in runs]


@pytest.mark.parametrize("name", Rules.model_fields)
def test_every_rule_can_be_varied(name: str, tmp_path: Path) -> None:
    values = _values(name, Rules.model_fields[name])
    played = [run[name] for run in _played("consensus", name, values, tmp_path / "out")]
    assert sorted(map(str, played)) == sorted(map(str, values))


@pytest.mark.parametrize("name", SETTINGS_ONCE)
def test_every_setting_can_be_varied(name: str, tmp_path: Path) -> None:
    design = SETTINGS_ONCE[name]
    values = tuple(
        value for value in _values(name, SETTINGS[design].model_fields[name]) if value != "oracle"
    )  # `oracle` needs the truth of a play, and is for paired comparisons
    played = [run[name] for run in _played(design, name, values, tmp_path / "out")]
    assert sorted(map(str, played)) == sorted(map(str, values))
