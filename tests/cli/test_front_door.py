"""What somebody meets first: the greeting, the demo, completion, and the pages that are made of the code."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentsensus.cli.main import app
from agentsensus.cli.reference import PAGES
from agentsensus.worlds.scenario.template_world import make_world
from tests.paths import ROOT


def _call(*words: str) -> str:
    result = CliRunner().invoke(app, [*words], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_alone_it_greets_with_the_worlds_and_what_to_type_next() -> None:
    greeting = _call()
    assert "who learned what, when, and from whom" in greeting
    assert all(world in greeting for world in ("hamlet", "three_kingdoms", "red_chamber", "russia_ukraine"))
    assert "demo " in greeting.partition("Next steps")[2]
    assert "…" not in greeting


def test_hints_name_the_program_as_this_shell_finds_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "bin" / "agentsensus"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n", "utf-8")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "argv", [str(program)])
    monkeypatch.setenv("PATH", str(tmp_path))
    assert f"\n  {program} demo " in _call()
    monkeypatch.setenv("PATH", str(program.parent))
    assert "\n  agentsensus demo " in _call()


def test_the_demo_of_make_prints_hints_that_work_without_its_environment() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert "\n\t$(RUN)agentsensus demo " in makefile  # called by its path, it names itself by its path


def test_the_demo_of_a_world_without_a_recording_is_played_by_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    make_world("lighthouse", "en", tmp_path)
    printed = _call("demo", "lighthouse", "--rounds", "4", "--embedder", "hashing")
    assert "recorded run" not in printed
    assert ("how it got out" in printed) == bool(re.search(r"^  round \d+ +\S.* told ", printed, re.MULTILINE))


@pytest.mark.thorough
def test_the_demo_says_four_things_to_try_and_each_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    printed = _call("demo", "hamlet", "--rounds", "6", "--embedder", "hashing")
    assert (tmp_path / "runs" / "hamlet-1" / "report.html").stat().st_size < 8_000_000
    assert (tmp_path / "runs" / "hamlet-1" / "screenplay.html").read_text("utf-8").startswith("<!doctype html>")
    hints = re.findall(r"^  \d\. .+\?.*\n     (.+)$", printed, re.MULTILINE)
    assert len(hints) == 4
    assert "recorded run by a language model" in printed
    assert ("News that went round" in printed) == bool(re.search(r"^  round \d+ +\S.* told ", printed, re.MULTILINE))
    assert len(printed.splitlines()) <= 45
    playing = re.findall(r"^  (agentsensus run hamlet.*)$", printed, re.MULTILINE)
    assert [words.split()[3:4] for words in playing] == [[], ["--model"], ["--as"]]
    assert playing[-1].endswith("--as horatio")
    for hint in hints:
        for command in hint.split(" && "):
            assert _call(*shlex.split(command)[1:]) != ""
    assert (tmp_path / "runs" / "hamlet-1" / "road.svg").is_file()


@pytest.mark.parametrize(("words", "wanted"), [("agentsensus rep", "report"), ("agentsensus run ham", "hamlet")])
def test_the_shell_completes_commands_and_worlds(words: str, wanted: str) -> None:
    asked = {"_AGENTSENSUS_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
    code = "import sys; sys.argv = ['agentsensus']; from agentsensus.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | asked, capture_output=True, text=True, check=False
    )
    assert wanted in done.stdout.split()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_that_is_made_of_the_code_is_current(name: str) -> None:
    written = (ROOT / "docs" / name).read_text("utf-8")
    assert written == PAGES[name](), "run: python -m agentsensus.cli.reference docs"
