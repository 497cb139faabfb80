"""A model's scores against the rule scores, over one run and several, computed by hand."""

import pytest

from agentsensus.analysis.study.quality import (
    RuleQuality,
    ScoredOnce,
    Share,
    compare_with_rules,
    rank_correlation,
    summed,
)

PLAIN = RuleQuality(
    grounded=Share(9, 10),
    contradicting=Share(0, 9),
    repeated=Share(1, 4),
    goals=Share(1, 2),
    goalless=Share(0, 8),
    arcs=Share(0, 1),
    reference=Share(0, 0),
    outcomes=(),
)


def test_each_score_has_the_nearest_share_of_the_rules_beside_it() -> None:
    judgements = [
        ScoredOnce("grounding", "log", "plain", 0, 5, ""),
        ScoredOnce("trajectory", "log", "plain", 0, 3, ""),
        ScoredOnce("narrative", "log", "plain", 0, None, "no reply"),
        ScoredOnce("goals", "log", "plain", 0, 2, ""),
    ]
    pairs = compare_with_rules(PLAIN, summed(judgements))
    assert [(pair.dimension, pair.model, pair.rules, pair.apart) for pair in pairs] == [
        ("grounding", 1.0, 0.9, 0.1),
        ("trajectory", 0.5, None, None),
        ("narrative", None, 0.75, None),
        ("goals", 0.25, 0.5, 0.25),
    ]


@pytest.mark.parametrize(
    ("first", "second", "correlation"),
    [
        ((1, 2, 3, 4), (10, 20, 30, 40), 1.0),
        ((1, 2, 3, 4), (4, 3, 2, 1), -1.0),
        ((1, 2, 3, 4), (2, 1, 4, 3), 0.6),  # 1 - 6 * 4 / (4 * 15)
        ((1, 1, 3, 4), (1, 1, 3, 4), 1.0),
        ((1, 1, 1, 1), (1, 2, 3, 4), None),
        ((1, 2, 3), (1, 2, 3), None),
        ((1, 2, 3, None), (1, 2, 3, 4), None),
    ],
)
def test_the_correlation_of_ranks_as_computed_by_hand(
    first: tuple[float, ...], second: tuple[float, ...], correlation: float | None
) -> None:
    assert rank_correlation(list(zip(first, second, strict=True))) == correlation
