"""The truth of a run, read from a hand-made log."""

from agentsensus.worlds.minds.players.claims import Claim
from agentsensus.worlds.runs import truth_of
from agentsensus.worlds.runs.truth import Fact, Version
from tests.analysis.study.logs import DAN_BURNT, DAN_BURNT_AT_CHURCH, a_lie_goes_round, claim, kept, said
from tests.worlds.minds.mill import BURNT, COINS, SEEN, courtyard, mill


def test_every_version_has_its_parent_its_maker_and_its_kind() -> None:
    truth = truth_of(mill(), a_lie_goes_round())
    lie, drift = claim(DAN_BURNT), claim(DAN_BURNT_AT_CHURCH)
    assert truth.versions == {
        lie: Version(lie, claim(BURNT), "bob", 1, "lie"),
        drift: Version(drift, lie, "cat", 4, "drift"),
    }
    assert [truth.kind(one) for one in (claim(BURNT), lie, drift)] == ["original", "lie", "drift"]


def test_every_kept_statement_has_its_fact() -> None:
    truth = truth_of(mill(), a_lie_goes_round())
    assert truth.facts == {
        "a": Fact(claim(DAN_BURNT)),
        "b": Fact(claim(DAN_BURNT_AT_CHURCH)),
        "c": Fact(claim(BURNT)),
    }


def test_the_lines_name_what_a_version_changes() -> None:
    lines = list(truth_of(mill(), a_lie_goes_round()).lines())
    assert [line["round"] for line in lines] == [1, 3, 4, 6, 9]
    assert lines[2] == {
        "round": 4,
        "version": "person:bob>dan,place:mill>church",
        "event": "burnt",
        "parent": "person:bob>dan",
        "by": "cat",
        "kind": "drift",
        "text": DAN_BURNT_AT_CHURCH,
    }
    assert lines[-1] == {"round": 9, "statement": "c", "event": "burnt", "fact": 0, "version": ""}


def test_statements_cut_out_of_one_sentence_are_its_parts() -> None:
    cut = kept(
        2, "ann", f"{COINS} {SEEN}", ("x", "Cat lost three coins"), ("y", "lost to Bob in the tavern"), ("z", SEEN)
    )
    assert truth_of(mill(), [cut]).facts == {
        "x": Fact(claim(COINS), 1),
        "y": Fact(claim(COINS), 2),
        "z": Fact(claim(SEEN)),
    }


def test_a_part_of_a_chinese_sentence_belongs_to_it() -> None:
    whole = "银箱里缺了三十两银子，沈老太太在账房里发现了。"
    cut = kept(2, "shen", f"{whole}阿杏在前院替小满求了情。", ("x", "银箱里缺了三十两银子。"))
    assert [fact.claim.event for fact in truth_of(courtyard(), [cut]).facts.values()] == ["silver_missed"]


def test_what_is_no_sentence_of_the_world_has_no_truth() -> None:
    log = [*said(1, "ann", "bob", "What news, Bob?", "news"), kept(2, "ann", "It rained.", ("x", "It rained."))]
    truth = truth_of(mill(), log)
    assert (truth.facts, truth.versions, list(truth.lines())) == ({}, {}, [])


def test_what_was_told_is_a_fact_of_its_own() -> None:
    told = f"Bob told Cat that {COINS}"
    truth = truth_of(mill(), [kept(2, "cat", told, ("x", told))])
    assert truth.facts == {"x": Fact(Claim("told:bob:cat:coins", claim(COINS).filling))}
