"""Two small worlds written from the docs alone, one of them Chinese, live for thirty rounds."""

import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from agentsensus import play
from agentsensus.analysis.study.sense import sense_of
from agentsensus.worlds.events.event import Acted, ArcEnded, Sent
from agentsensus.worlds.runs import Plan, RunFolder
from agentsensus.worlds.runs.played import Played
from agentsensus.worlds.runs.playing import PlayOptions, play_plan
from agentsensus.worlds.scenario import check, load
from tests.paths import ROOT

WORLDS = ROOT / "tests" / "data" / "worlds"


@pytest.fixture(scope="module", params=["quarry", "dyeworks"])
def played(request: pytest.FixtureRequest) -> Iterator[Played]:
    with TemporaryDirectory() as folder:
        yield play(WORLDS / request.param, 30, seed=1, embedder="hashing", out=Path(folder) / "run").played


@pytest.mark.parametrize("name", ["quarry", "dyeworks"])
def test_a_small_world_has_no_problem(name: str) -> None:
    assert check(WORLDS / name).problems == ()


def test_the_widow_learns_it_and_the_killer_is_made_to_answer(played: Played) -> None:
    assert played.playbill
    ended = {ending.arc for ending in played.playbill.outcome.endings}
    assert len(ended) == len(played.scenario.world.arcs) == 2
    assert played.playbill.outcome.fates


def test_players_make_sense(played: Played) -> None:
    sense = sense_of(played.scenario, played.events)
    assert sense.lines > 10
    assert sense.empty * 5 <= sense.lines
    assert (sense.ignoring, sense.deaths_unnoticed, sense.unguarded) == (0, 0, 0)
    assert sense.told_witness + sense.told_self <= 1
    assert sense.told_again * 20 <= sense.lines
    assert sense.own_deed_hearsay == 0
    assert sense.answers.unrelated == 0


def test_nothing_of_another_language_is_said(played: Played) -> None:
    lines = [event.content for event in played.events if isinstance(event, Sent)]
    foreign = re.compile("[A-Za-z]" if played.scenario.world.name == "dyeworks" else "[\u4e00-\u9fff]")
    assert [line for line in lines if foreign.search(line)] == []
    assert all(event.ok or event.refusal for event in played.events if isinstance(event, Acted))


def test_a_run_stops_at_an_ending(tmp_path: Path) -> None:
    scenario = load(WORLDS / "quarry")
    run = play_plan(scenario, Plan(seed=1, embedder="hashing"), PlayOptions(30, endings=1), tmp_path / "run")
    ended = [event for event in run.played.events if isinstance(event, ArcEnded)]
    assert len(ended) >= 1
    assert RunFolder(tmp_path / "run").read().stop == "ending"
