"""knows, trace, road, ask, playbill, report and demo give one answer to who knew what, when and from whom."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from agentsensus import Run, open_run, play
from agentsensus.analysis.knowledge import knowers, tracing
from agentsensus.cli.demo import LastScreen, ToldStep
from tests.prove import agreement
from tests.prove.agreement import WORLDS, disagreements


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("world", WORLDS)
def test_every_answer_agrees_with_the_others_and_with_the_log(world: str, seed: int, tmp_path: Path) -> None:
    with open_run(play(world, 10, seed=seed, embedder="hashing", out=tmp_path / world).folder) as run:
        assert disagreements(run) == []


def test_the_answers_of_a_run_agree(run: Run) -> None:
    assert disagreements(run) == []


@pytest.mark.thorough
def test_the_front_page_of_the_demo_tells_what_the_log_tells(tmp_path: Path) -> None:
    """The demo plays the recorded run of a model; its page names a message of the log in every line."""
    with open_run(play("hamlet", 14, company="recorded", embedder="hashing", out=tmp_path / "demo").folder) as run:
        assert LastScreen(run).tellings()
        assert disagreements(run) == []


def _one_round_late(read: Callable[..., object]) -> Callable[..., object]:
    """A source of answers that is wrong by one round."""

    def late(*args: object, **options: object) -> object:
        found = read(*args, **options)
        assert isinstance(found, tuple)
        return tuple(replace(each, since=each.since + 1) for each in found)

    return late


@pytest.mark.thorough
@pytest.mark.parametrize("module", [knowers, tracing], ids=["knows", "trace"])
def test_the_check_notices_an_answer_that_has_its_own_source(
    run: Run, module: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "acquisitions", _one_round_late(module.acquisitions))  # type: ignore[attr-defined]
    assert disagreements(run)


@pytest.mark.thorough
def test_the_check_notices_a_telling_on_the_page_that_never_was(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    before = LastScreen.__init__

    def invented(self: LastScreen, *args: object) -> None:
        before(self, *args)  # type: ignore[arg-type]
        self._way = (*self._way, ToldStep(run.rounds + 1, "hamlet", "gertrude"))

    monkeypatch.setattr(LastScreen, "__init__", invented)
    assert [wrong for wrong in agreement.disagreements(run) if wrong.startswith("demo:")]
