"""The paper's measures of a continuation, computed by hand from the replies of a double."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from agentsensus.analysis.study.quality import Continuation, Judging, measure_run
from agentsensus.base.loop import wait_for
from agentsensus.models.tokens import tokens
from agentsensus.testing.quality import ScoringModel
from agentsensus.worlds.events.event import Acted
from agentsensus.worlds.runs import Run, play

ROOM = 600


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    out = tmp_path_factory.mktemp("continuation") / "run"
    with play("hamlet", 2, seed=3, company="recorded", embedder="hashing", out=out) as played:
        yield played


def test_the_whole_screenplay_is_read_in_passages(run: Run) -> None:
    passages = Continuation(run, ROOM).passages()
    assert len(passages) > 3
    assert all(tokens(passage) <= ROOM for passage in passages[:-1])
    said = [event.params["content"] for event in run.log if isinstance(event, Acted) and event.action == "say"]
    whole = "\n".join(passages)
    assert sum(words[:40] in whole for words in said) >= 0.9 * len(said)


def test_the_principals_are_those_with_most_rows_of_whom_the_held_out_part_tells(run: Run) -> None:
    principals = Continuation(run, ROOM).principals()
    assert len(principals) == 9  # the rest of Hamlet tells of nine of those who play
    assert {"hamlet", "claudius", "gertrude"} <= {each.id for each in principals}
    assert all(each.held_out for each in principals)


def test_only_goals_that_an_agent_pushed_itself_count(run: Run) -> None:
    pursuits = Continuation(run, ROOM).pursuits()
    given = {goal.text for goal in run.scenario.characters["hamlet"].goals}
    pushed = [goals for _, goals in pursuits["hamlet"]]
    assert not given & {goal for goals in pushed for goal in goals}
    assert pushed[0] == (), "before its first turn nobody has pushed a goal"


def test_measures_are_shares_over_three_scorings_and_say_what_was_unscored(run: Run, tmp_path: Path) -> None:
    model = ScoringModel(4)
    judging = Judging(model, tmp_path / "tape", repeats=3, room=ROOM)
    scores = {score.dimension: score for score in wait_for(measure_run(run, judging))}
    assert scores["grounding"].values == (0.75, 0.75, 0.75)
    assert scores["trajectory"].mean == 0.5
    assert (scores["narrative"].mean, scores["narrative"].deviation) == (4.0, 0.0)
    pursuits = Continuation(run, ROOM).pursuits()
    actions = sum(map(len, pursuits.values()))
    by_agent = [sum(bool(goals) for _, goals in turns) for turns in pursuits.values()]
    assert scores["goals"].mean == pytest.approx(sum((n + 1) // 2 for n in by_agent) / actions, abs=1e-4)
    assert model.calls == Continuation(run, ROOM).estimate(3)[0]
    wait_for(measure_run(run, judging))
    assert model.calls == Continuation(run, ROOM).estimate(3)[0], "the second time everything is on the tape"


def test_an_unusable_reply_is_unscored_and_not_zero(run: Run, tmp_path: Path) -> None:
    model = ScoringModel(4, refuses='{"agreement": ')
    scores = {s.dimension: s for s in wait_for(measure_run(run, Judging(model, tmp_path / "t", repeats=1, room=ROOM)))}
    assert scores["trajectory"].mean is None
    assert scores["trajectory"].unscored == 9
    assert scores["grounding"].mean == 0.75


def test_prompts_are_in_the_language_of_the_world(tmp_path: Path) -> None:
    with play("red_chamber", 1, embedder="hashing", out=tmp_path / "run") as run:
        prompts = [question.prompt for question in Continuation(run, ROOM).questions()]
    assert prompts
    assert all("JSON 对象" in prompt for prompt in prompts)
    assert json.dumps(prompts)  # plain text
