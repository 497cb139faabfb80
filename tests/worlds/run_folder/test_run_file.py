"""run.json: everything that a run was made with, so that it can be understood without the defaults of a version."""

import hashlib
import json
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

import agentsensus
from agentsensus.memory.designs.registry import DESIGNS, SETTINGS, as_settings
from agentsensus.worlds.run_folder import RunFile, RunFolder
from agentsensus.worlds.runs import Plan
from agentsensus.worlds.runs.session import prepare
from agentsensus.worlds.scenario.rules import Rules
from tests.paths import ROOT
from tests.worlds.kernel.runs import Run, six
from tests.worlds.minds.mill import mill


def _described(path: Path, plan: Plan) -> dict[str, object]:
    path.mkdir()
    prepare(RunFolder(path), mill(), plan)
    described: dict[str, object] = json.loads((path / "run.json").read_text("utf-8"))
    return described


@pytest.mark.parametrize("design", DESIGNS)
def test_all_settings_and_rules_are_there_with_their_values(tmp_path: Path, design: str) -> None:
    plan = Plan(design, changes={"recall_k": 3, "cache": "fifo"})
    described = _described(tmp_path / "run", plan)
    settings, rules = described["settings"], described["rules"]
    assert isinstance(settings, dict)
    assert isinstance(rules, dict)
    assert set(settings) == set(SETTINGS[design].model_fields)
    assert set(rules) == set(Rules.model_fields)
    assert (settings["recall_k"], rules["cache"]) == (3, "fifo")
    assert as_settings(settings, design) == as_settings(plan.settings(), design)


def test_the_version_is_that_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["version"] == agentsensus.__version__


def test_a_preset_is_written_out(tmp_path: Path) -> None:
    described = _described(tmp_path / "run", Plan(preset="paper"))
    assert described["preset"] == "paper"
    assert described["settings"] == SETTINGS["consensus"].preset("paper").model_dump(mode="json")
    assert described["rules"] == Rules.preset("paper").model_dump(mode="json")


def test_version_embedder_and_the_weights_of_the_judge_are_named(tmp_path: Path) -> None:
    weights = files("agentsensus.embed").joinpath("universal.weights.json").read_bytes()
    learned = _described(tmp_path / "learned", Plan())["made_with"]
    assert learned == {
        "version": agentsensus.__version__,
        "embedder": "universal-0.2.1",
        "judge": "learned",
        "judge_sha256": hashlib.sha256(weights).hexdigest(),
    }
    ruled = RunFile.model_validate(_described(tmp_path / "ruled", Plan(embedder="hashing"))).made_with
    assert ruled is not None
    assert (ruled.judge, ruled.judge_sha256) != (learned["judge"], learned["judge_sha256"])
    unjudged = RunFile.model_validate(_described(tmp_path / "unjudged", Plan("g-memory"))).made_with
    assert unjudged is not None
    assert (unjudged.judge, unjudged.judge_sha256) == (None, None)


def test_a_run_that_kept_only_its_changes_is_gone_on_with(tmp_path: Path) -> None:
    world = six(tmp_path)
    whole, older = (Run(tmp_path / name, world, preset="paper", changes={"recall_k": 3}) for name in ("whole", "older"))
    path = older.folder.path / "run.json"
    described = json.loads(path.read_text("utf-8"))
    del described["made_with"]
    path.write_text(json.dumps(described | {"settings": {"preset": "paper", "recall_k": 3}}))
    for run in (whole, older):
        run.script(2)
    ends = [run.play(run.script(1), 1)["store_sha256"] for run in (whole, older)]
    assert ends[0] == ends[1]
