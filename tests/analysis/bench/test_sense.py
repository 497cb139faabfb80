"""Sense over several seeds: players make sense, random agents do not."""

import pytest

from agentsensus.analysis.bench.sense import bench_sense
from agentsensus.errors import UnknownName
from tests.worlds.minds.mill import mill

pytestmark = pytest.mark.thorough


def test_players_reach_goals_and_those_who_act_at_random_do_not() -> None:
    players, null = (bench_sense(mill(), [1, 2], 8, company=company) for company in (None, "null"))
    assert players.goals["reached"] > null.goals["reached"]
    assert players.turns["upkeep"] < null.turns["upkeep"]
    assert players.lines > null.lines
    assert players == bench_sense(mill(), [1, 2], 8)


def test_a_company_that_nobody_knows_is_refused() -> None:
    with pytest.raises(UnknownName, match="known: null, players"):
        bench_sense(mill(), [1], 1, company="nobody")
