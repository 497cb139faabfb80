"""Labelled pairs from a world's tellings, and weights trained on them."""

from collections import defaultdict

from agentsensus.analysis.bench.pairs import EXCHANGED, topic_of, world_pairs
from agentsensus.worlds.minds.players.claims import script_of
from tests.worlds.minds.mill import COINS, COINS_OTHERWISE, mill


def test_a_pair_is_the_same_exactly_when_both_sentences_make_the_same_claim() -> None:
    script = script_of(mill())
    pairs = world_pairs(mill())
    assert len(pairs) > 40
    assert pairs == world_pairs(mill())
    for pair in pairs:
        a, b = script.claim(pair.a), script.claim(pair.b)
        assert a is not None, pair
        assert b is not None, pair
        assert pair.same == (a == b), pair


def test_there_are_tellings_versions_reports_deeds_and_exchanges() -> None:
    kinds, pairs = defaultdict(set), world_pairs(mill())
    for pair in pairs:
        kinds[pair.kind].add(pair.same)
    assert kinds["telling"] == kinds["telling of a version"] == kinds["telling of a report"] == kinds["deed"] == {True}
    assert kinds["person"] == kinds["place"] == kinds["number"] == kinds["told"] == kinds["plan"] == {False}
    assert kinds["other deed"] == kinds[EXCHANGED] == {False}
    tellings = [{pair.a, pair.b} for pair in pairs if pair.kind == "telling"]
    assert {COINS, COINS_OTHERWISE} in tellings


def test_a_topic_is_a_scene_and_a_report_belongs_to_what_it_reports() -> None:
    scenario = mill()
    assert topic_of(scenario, "coins") == "tavern noon"
    assert topic_of(scenario, "told:ann:bob:coins") == "tavern noon"
    assert topic_of(scenario, "seen") == topic_of(scenario, "bell")
    assert topic_of(scenario, "kickoff/1/1") == "kickoff/1"
    assert topic_of(scenario, "came:ann:mill") == topic_of(scenario, "going:bob:mill") == "deeds mill"
