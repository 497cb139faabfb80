"""What is shown of a run: lines as they come, a panel on a terminal, and nothing that steers a terminal."""

import io
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console

from agentsensus.cli.watching import SittingCounts, SpentSoFar, Watch, latest
from agentsensus.testing import scripted_company
from agentsensus.worlds.minds import Decision
from agentsensus.worlds.scenario import load
from agentsensus.worlds.telling import Teller
from tests.worlds.kernel.runs import Run, six
from tests.worlds.scenario.worlds import TEMPLATES


def _do(action: str, because: str = "", **params: object) -> Decision:
    return Decision(action=action, params=params, because=because)


@pytest.fixture
def run(tmp_path: Path) -> Run:
    run = Run(tmp_path / "run", six(tmp_path))
    text = "Eve Lark found a coin in the hall."
    script = {
        "ada": {1: _do("remember", text=text), 2: _do("say", "a whim", targets=["ben"], content="\x1b[2J[red]Boo")},
        "eve": {1: _do("remember", text=text)},
        "ben": {1: _do("move", destination="moon")},
        "cy": {1: _do("move", destination="hall")},
    }
    run.play(scripted_company(run.world, script), 2)
    return run


def _shown(run: Run, **options: object) -> str:
    out = io.StringIO()
    console = Console(file=out, width=60, height=12, force_terminal=bool(options.pop("live", False)))
    with Watch(run.world, 2, console=console, **options) as watch:  # type: ignore[arg-type]  # a test's options
        for round_ in (1, 2):
            watch.heard(round_, [event for event in run.events() if event.round == round_])
    return out.getvalue()


def test_counts_are_read_from_events(run: Run) -> None:
    counts = SittingCounts()
    for round_ in (1, 2):
        counts.take(round_, [event for event in run.events() if event.round == round_])
    assert counts == SittingCounts(round=2, awake=1, records=1, merges=1)


def test_elsewhere_than_on_a_terminal_a_round_is_a_line_and_so_is_what_was_done(run: Run) -> None:
    assert _shown(run, spent=lambda: SpentSoFar(7, 0.5)) == (
        "round 1 of 2 · 6 awake · 7 calls · $0.5000 · 1 records · 1 merges\n"
        "  Cy Moor sets out for the hall\n"
        "round 2 of 2 · 1 awake · 7 calls · $0.5000 · 1 records · 1 merges\n"
        "  Ada Quill says to Ben Fox: “[2J[red]Boo” [a whim]\n"
    )


def test_on_a_terminal_the_lines_and_why_come_above_one_panel_with_the_numbers(run: Run) -> None:
    shown = _shown(run, live=True)
    assert "round 2 of 2" in shown
    assert shown.index("Ada Quill says to Ben Fox") < shown.index("a whim") < shown.rindex("round 2 of 2")
    assert "\x1b[2J" not in shown


def test_whoever_plays_one_character_is_shown_nothing_of_the_others(run: Run) -> None:
    assert _shown(run, is_private=True) == _shown(run, is_private=True, live=True) == ""


def test_a_panel_of_chinese_is_as_wide_as_the_terminal(tmp_path: Path) -> None:
    world = load(TEMPLATES / "zh")
    run = Run(tmp_path / "run", world)
    long = "茶方不见了，这件事我想了一夜，你可曾在后院里看见什么人？请务必如实相告。"
    run.play(scripted_company(world, {"shen_lan": {1: _do("say", "疑心", targets=["阿贵"], content=long)}}), 1)
    console = Console(file=io.StringIO(), width=50, height=12)
    with Watch(world, 3, console=console) as watch:
        watch.heard(1, run.events())
        console.print(watch.panel())
    assert isinstance(console.file, io.StringIO)
    lines = [line for line in console.file.getvalue().splitlines() if line[0] in "╭│╰"]
    assert len(lines) == 4
    assert {cell_len(line) for line in lines} == {50}
    assert "第1轮，共3轮" in lines[1]
    assert f"沈兰对阿贵说：“{long}” [疑心]" in console.file.getvalue()
    assert latest(Teller(world), run.events())[0].because == "疑心"
