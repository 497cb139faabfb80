"""Sense over several seeds: players make sense, random agents do not."""

from collections.abc import Callable
from functools import partial

import pytest

from agentsensus.analysis.bench.sense import bench_sense
from agentsensus.errors import UnknownName
from agentsensus.worlds.scenario import Scenario, load
from tests.worlds.minds.mill import mill

pytestmark = pytest.mark.thorough


@pytest.mark.parametrize("world", [mill, partial(load, "hamlet")], ids=["mill", "hamlet"])
def test_players_reach_goals_and_those_who_act_at_random_do_not(world: Callable[[], Scenario]) -> None:
    players, null = (bench_sense(world(), [1, 2], 8, company=company) for company in (None, "null"))
    assert players.goals["reached"] > null.goals["reached"] == 0
    assert players.turns["upkeep"] < null.turns["upkeep"]


def test_players_of_a_story_talk_and_answer_and_those_who_act_at_random_hardly_do() -> None:
    players, null = (bench_sense(load("hamlet"), [1], 8, company=company) for company in (None, "null"))
    assert players.lines > 2 * null.lines > 0
    assert players.answers["hit"] > null.answers["hit"]


def test_the_same_seeds_give_the_same_figures() -> None:
    assert bench_sense(mill(), [1, 2], 8) == bench_sense(mill(), [1, 2], 8)


def test_a_company_that_nobody_knows_is_refused() -> None:
    with pytest.raises(UnknownName, match="known: null, players"):
        bench_sense(mill(), [1], 1, company="nobody")
