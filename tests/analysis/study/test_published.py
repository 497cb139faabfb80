"""The recovered formulas reproduce the paper's numbers from the paper's tables."""

import pytest

from agentsensus.analysis.study.metrics.statistics import (
    amplification_of,
    factor,
    headroom,
    led,
    relative_difference,
    saving,
    spread,
)
from agentsensus.analysis.study.paper.published import published
from agentsensus.analysis.study.paper.tables import published_saving, quality_cells

PAPER = published()


@pytest.mark.parametrize("world", PAPER.savings)
def test_savings_follow_from_the_published_rows(world: str) -> None:
    assert round(published_saving(PAPER, world) or 0) == PAPER.savings[world]


@pytest.mark.parametrize("world", PAPER.footprint)
def test_sediment_and_sim_add_up_to_the_published_total(world: str) -> None:
    assert all(sediment + sim == total for sediment, sim, total in PAPER.footprint[world])


@pytest.mark.parametrize("world", PAPER.costs)
def test_amplification_follows_from_linked_rows_a_call(world: str) -> None:
    structure, costs = PAPER.structure[world], PAPER.costs[world]
    computed = amplification_of(
        costs["hits"], structure["linked_a_call"], int(structure["expanded"]), int(structure["recalls"])
    )
    # Linked rows a call are published as a whole number, so the last digit may differ by one.
    assert computed == pytest.approx(costs["amplification"], abs=0.1)


@pytest.mark.parametrize("world", PAPER.structure)
def test_shares_follow_from_the_published_counts(world: str) -> None:
    structure = PAPER.structure[world]
    assert round(100 * structure["shared"] / structure["sim"]) == structure["shared_share"]
    assert round(100 * structure["linked"] / structure["sim"]) == structure["linked_share"]


def test_headroom_and_spread_follow_from_the_published_scores() -> None:
    cells = quality_cells(PAPER)
    goal = {name: list(values.values()) for name, values in cells.items() if name.endswith("goal")}
    narrative = {name: list(values.values()) for name, values in cells.items() if name.endswith("narrative")}
    assert round(headroom(max(map(max, goal.values())), 1.0)) == 1
    assert round(headroom(max(map(max, narrative.values())), 5.0, 1.0)) == 19
    assert round(spread(goal), 2) == 0.03
    assert round(spread(narrative), 2) == 0.42


def test_the_consensus_design_leads_in_four_of_sixteen_cells() -> None:
    cells = quality_cells(PAPER)
    assert len(cells) == 16
    assert led(cells, "consensus") == [
        "three_kingdoms, narrative",
        "russia_ukraine, trajectory",
        "russia_ukraine, goal",
        "hamlet, trajectory",
    ]


def test_the_factor_of_the_ablation_is_of_the_past_and_half_as_large_in_play() -> None:
    off, on = PAPER.ablation["merge off, fifo"], PAPER.ablation["merge on, fifo"]
    assert round(factor(off[0], on[0]) or 0, 1) == 3.1
    assert round(factor(off[1], on[1]) or 0, 2) == 1.51


def test_merges_seen_by_world_add_up_to_all() -> None:
    assert sum(costs["merges"] for costs in PAPER.costs.values()) == PAPER.all_merges["merges"]
    assert sum(costs["seen"] for costs in PAPER.costs.values()) == PAPER.all_merges["seen"]
    assert round(100 * PAPER.all_merges["lost_name"] / PAPER.all_merges["seen"]) == 30
    assert round(100 * PAPER.all_merges["lost_principal"] / PAPER.all_merges["seen"]) == 12


def test_formulas_of_nothing_are_blank() -> None:
    assert saving(3, []) is None
    assert factor(3, 0) is None
    assert relative_difference(0, 0) is None
    assert relative_difference(99, 100) == pytest.approx(1.0)


def test_every_published_table_names_the_worlds_and_designs_of_the_others() -> None:
    paper = published()
    assert set(paper.screenplays) == set(paper.worlds) == set(paper.sedimentation)
    assert paper.ablation.keys() == paper.ablation_quality.keys()
