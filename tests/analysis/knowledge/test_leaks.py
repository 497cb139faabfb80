"""Leaks in hand-made logs, in a players' run, and in a run of a strong model."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from agentsensus.analysis.knowledge.leaks import leaks_of, planted_scores, run_leaks
from agentsensus.analysis.knowledge.leaks.detect import leak_lines
from agentsensus.worlds.events.event import AnyEvent
from agentsensus.worlds.runs.playing import play
from agentsensus.worlds.runs.run import Run
from tests.analysis.study.logs import a_lie_goes_round, kept, read, said
from tests.worlds.minds.mill import BURNT, courtyard, mill


def leaks(*events: AnyEvent) -> list[tuple[int, str, str]]:
    return [(leak.round, leak.agent, leak.ground) for leak in leaks_of(mill(), {}, events)]


def test_who_tells_an_event_that_never_reached_it_leaks_it_and_the_evidence_says_who_has_it() -> None:
    (leak,) = leaks_of(mill(), {}, said(3, "eli", "cat", BURNT, "gossip"))
    assert (leak.round, leak.agent, leak.ground, leak.text) == (3, "eli", "claim", BURNT)
    assert {*leak.owners} >= {"ann", "bob"}
    assert leak.routes == ()


def test_a_lie_a_drift_and_what_one_was_told_are_no_leaks() -> None:
    assert leaks(*a_lie_goes_round()) == []


def test_what_is_told_before_it_is_heard_is_a_leak_and_afterwards_none() -> None:
    told = [*said(1, "ann", "eli", BURNT, "tell"), read(4, "eli", "ann1")]
    assert leaks(told[0], told[1], *said(2, "eli", "cat", BURNT, "gossip"), told[2]) == [(2, "eli", "claim")]
    assert leaks(*told, *said(5, "eli", "cat", BURNT, "gossip")) == []


def test_each_fact_counts_once_for_each_speaker() -> None:
    events = [*said(2, "eli", "cat", BURNT, "gossip"), *said(5, "eli", "dan", BURNT, "gossip")]
    assert leaks(*events) == [(2, "eli", "claim")]


def test_a_route_names_who_has_it_and_spoke_with_the_leaker() -> None:
    events = [*said(1, "ann", "eli", "Good day.", "greet"), read(2, "eli", "ann1"), kept(3, "eli", BURNT, ("x", BURNT))]
    (leak,) = leaks_of(mill(), {}, events)
    assert [(route.owner, route.round) for route in leak.routes] == [("ann", 2)]


@pytest.fixture(scope="module")
def players(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    with play(courtyard(), 10, seed=1, embedder="hashing", out=tmp_path_factory.mktemp("leaks") / "run") as run:
        yield run


def test_players_never_leak(players: Run) -> None:
    assert run_leaks(players) == []


def test_planted_leaks_are_found_and_true_lines_are_left_alone() -> None:
    spoken, kept_back = planted_scores(courtyard(), {}, [], 20)  # before anybody has played, so that no player decides
    assert (spoken.leaks, spoken.others, kept_back.leaks, kept_back.others) == (20, 20, 20, 20)
    assert (spoken.recall, spoken.precision, kept_back.precision) == (1.0, 1.0, 1.0)
    assert kept_back.found >= 8


def test_the_slips_of_a_strong_model_are_found(shared: Path) -> None:
    with Run(shared / "runs" / "hamlet-strong") as run:
        leaked = run_leaks(run)
        lines = list(leak_lines(leaked, run.scenario))
    found = {(leak.agent, leak.round) for leak in leaked}
    assert {("hamlet", 5), ("guildenstern", 7), ("rosencrantz", 7), ("francisco", 1), ("horatio", 6)} <= found
    assert any("Guildenstern: a travelling coat buttoned to the chin" in line for line in lines)
    assert any("what never reached the speaker: blood, sleeve" in line for line in lines), "words, not their stems"
    assert len(leaked) <= 10
