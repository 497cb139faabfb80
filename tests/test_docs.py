"""Every fence in the docs runs; every command that exists is shown by --help; the README's lines work."""

import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(.*?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TAGS = {"run", "slow", "model"}


def _fences(page: Path) -> list[tuple[str, str]]:
    return [(head.strip(), body) for head, body in FENCE.findall(page.read_text("utf-8"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_fence_says_what_it_is_and_how_it_is_run(page: Path) -> None:
    wrong = [head for head, _ in _fences(page) if len(head.split()) != 2 or head.split()[1] not in TAGS]
    assert wrong == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_code_of_a_page_runs_from_top_to_bottom(page: Path, tmp_path: Path, pytestconfig: pytest.Config) -> None:
    _run(page, {"run", "slow"} if pytestconfig.getoption("--slow-docs") else {"run"}, tmp_path)


@pytest.mark.live
def test_the_code_that_asks_a_model_runs(live_model: str, tmp_path: Path) -> None:
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
