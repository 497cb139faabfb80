"""Scores by a model double: requests, results, and the faults a judge sees."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from agentsensus.analysis.study.quality import FAULTS, Judging, ScoredOnce, compare_judges, judge_run, summed
from agentsensus.base.loop import wait_for
from agentsensus.errors import ModelUnreachable
from agentsensus.models.tokens import tokens
from agentsensus.testing import FailingModel, ScoringModel
from agentsensus.worlds.run_folder import Allowance
from agentsensus.worlds.runs.run import Run
from tests.analysis.study.logs import a_lie_goes_round
from tests.analysis.study.runs_of_logs import run_of


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    with run_of(tmp_path / "run", a_lie_goes_round()) as opened:
        yield opened


def once(prompt: str, repeat: int, score: int | None) -> ScoredOnce:
    return ScoredOnce("narrative", "log", prompt, repeat, score, "")


def test_mean_deviation_and_spread_as_computed_by_hand() -> None:
    (score,) = summed([once("a", 0, 4), once("a", 1, 2), once("b", 0, 3), once("b", 1, None)])
    assert (score.mean, score.share, score.scored, score.unscored) == (3.0, 0.5, 3, 1)
    assert score.deviation == 0.8165  # the square root of two thirds
    assert (score.by_prompt, score.spread) == ({"a": 3.0, "b": 3.0}, 0.0)


def test_nothing_scored_is_no_number() -> None:
    (score,) = summed([once("a", 0, None)])
    assert (score.mean, score.deviation, score.spread, score.share, score.unscored) == (None, None, None, None, 1)
    assert compare_judges([score], [score]) == {"narrative/log": None}


def test_two_judges_are_compared_dimension_by_dimension() -> None:
    assert compare_judges(summed([once("a", 0, 5)]), summed([once("a", 0, 2)])) == {"narrative/log": 3.0}


def test_each_dimension_is_asked_by_three_prompts_three_times_in_few_tokens(run: Run, tmp_path: Path) -> None:
    model = ScoringModel(4)
    judged = wait_for(judge_run(run, Judging(model, tmp_path / "tape", ("log", "play"))))
    assert model.calls == len(judged.judgements) == 4 * 3 * 3 * 2
    assert all(tokens(request.prompt) <= 1_500 for request in model.requests)
    assert all(request.temperature and request.temperature > 0 for request in model.requests)
    assert {(score.mean, score.deviation, score.unscored) for score in judged.scores} == {(4.0, 0.0, 0)}
    assert len({request.prompt for request in model.requests}) == 4 * 3 * 2


def test_scoring_goes_on_from_its_tape_and_asks_nothing_twice(run: Run, tmp_path: Path) -> None:
    first, second = ScoringModel(4), ScoringModel(4)
    part = wait_for(judge_run(run, Judging(first, tmp_path / "tape", allowance=Allowance(calls=10))))
    assert first.calls == 10
    assert sum(judgement.score is None for judgement in part.judgements) == 26
    whole = wait_for(judge_run(run, Judging(second, tmp_path / "tape")))
    assert second.calls == 26
    assert all(judgement.score == 4 for judgement in whole.judgements)


def test_what_cannot_be_read_is_unscored_and_counted_never_nought(run: Run, tmp_path: Path) -> None:
    judged = wait_for(judge_run(run, Judging(ScoringModel(4, refuses="exacting editor"), tmp_path / "tape")))
    assert [(score.mean, score.unscored, score.by_prompt["strict"]) for score in judged.scores] == [(4.0, 3, None)] * 4


def test_a_model_that_does_not_answer_is_said_to_be_unreachable(run: Run, tmp_path: Path) -> None:
    with pytest.raises(ModelUnreachable):
        wait_for(judge_run(run, Judging(FailingModel(), tmp_path / "tape")))


def test_a_judge_is_blind_to_the_faults_that_it_does_not_see(run: Run, tmp_path: Path) -> None:
    sees = ScoringModel(4, sees=("talk of the weather",))
    judged = wait_for(judge_run(run, Judging(sees, tmp_path / "tape", repeats=1, with_faults=True)))
    seen = {fault.fault: fault.is_seen for fault in judged.faults}
    assert set(seen) == {fault.name for fault in FAULTS}
    assert {name for name, is_seen in seen.items() if is_seen} == {"goals forgotten"}
