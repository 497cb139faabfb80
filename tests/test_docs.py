"""The code blocks of the docs run, and links between pages work.

The first line of a block names its language and when it runs: `run` (always), `slow` (in `make docs`) or `model` (in
`make live`).
"""

import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from agentsensus.memory.designs.consensus.settings import Settings
from tests.paths import ROOT

README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(.*?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TAGS = {"run", "slow", "model"}


def _fences(page: Path) -> list[tuple[str, str]]:
    return [(head.strip(), body) for head, body in FENCE.findall(page.read_text("utf-8"))]


def _name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_every_code_block_has_a_language_and_a_tag(page: Path) -> None:
    wrong = [head for head, _ in _fences(page) if len(head.split()) != 2 or head.split()[1] not in TAGS]
    assert wrong == []


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, id=_name(page), marks=() if page == README else pytest.mark.thorough) for page in PAGES],
)
def test_the_code_of_a_page_runs_from_top_to_bottom(page: Path, tmp_path: Path, pytestconfig: pytest.Config) -> None:
    _run(page, {"run", "slow"} if pytestconfig.getoption("--slow-docs") else {"run"}, tmp_path)


def test_code_that_asks_a_model_runs(live_model: str, tmp_path: Path) -> None:
    for page in PAGES:
        _run(page, {"model"}, tmp_path, MODEL=live_model)


def _run(page: Path, wanted: set[str], tmp_path: Path, **more: str) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for head, body in _fences(page):
        kind, tag = head.split()
        if tag not in wanted:
            continue
        command = {"python": [sys.executable, "-W", "error", "-c", body], "bash": ["bash", "-euc", body]}[kind]
        done = subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, env={**os.environ, "PATH": path, **more}, check=False
        )
        assert done.returncode == 0, f"{body}\n{done.stderr}"


def test_links_between_pages_lead_somewhere() -> None:
    dead = defaultdict(list)
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", page.read_text("utf-8")):
            if "://" not in target and not (page.parent / target).exists():
                dead[page.name].append(target)
    assert dead == {}


def test_the_page_on_settings_lists_every_difference_between_the_presets() -> None:
    ours, paper = (Settings.presets[name].model_dump() for name in ("ours", "paper"))
    page = (ROOT / "docs" / "settings.md").read_text("utf-8").replace("`", "")
    cells = {
        row[1]: row[2:4] for line in page.splitlines() if len(row := [cell.strip() for cell in line.split("|")]) > 4
    }
    for setting in ours:
        if ours[setting] != paper[setting]:
            listed = cells.get(setting)
            assert listed is not None, setting
            assert [_as_value(cell) for cell in listed] == [ours[setting], paper[setting]], setting


def _as_value(cell: str) -> object:
    return float(cell) if re.fullmatch(r"[0-9.]+", cell) else cell
