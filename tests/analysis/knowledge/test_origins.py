"""Accuracy of recorded origins against the known truth."""

import pytest

from agentsensus import Run
from agentsensus.analysis.knowledge import origin_truth
from agentsensus.analysis.knowledge.origins import kept_statements
from agentsensus.errors import InputError
from agentsensus.worlds.events.event import Delivered, Sent
from agentsensus.worlds.runs import Played


def test_the_recorded_teller_is_nearly_always_one_who_said_it(run: Run) -> None:
    figures = origin_truth(run.played)
    assert figures.recorded > 20
    assert figures.precision is not None
    assert figures.recall is not None
    assert figures.precision >= 0.8
    assert figures.recall >= 0.8


def test_a_teller_really_sent_word_to_the_agent_before(run: Run) -> None:
    assert run.played.truth is not None
    reached = {
        (event.recipient, event.sender): event.round for event in reversed(run.log) if isinstance(event, Delivered)
    }
    for statement in kept_statements(run.log, run.played.truth):
        for teller in statement.tellers:
            assert reached[statement.agent, teller] <= statement.round


def test_a_wrong_teller_lowers_precision_and_a_missing_one_recall(run: Run) -> None:
    right = origin_truth(run.played)
    wrong = [
        event.model_copy(update={"source": "nobody"}) if event.kind == "remembered" else event for event in run.log
    ]
    assert origin_truth(Played(run.scenario, wrong)).precision == 0
    assert origin_truth(Played(run.scenario, wrong)).recorded == right.recorded
    untold = [
        event.model_copy(update={"via": "inferred"}) if event.kind == "remembered" else event for event in run.log
    ]
    assert origin_truth(Played(run.scenario, untold)).recall == 0


def test_a_run_without_players_has_no_known_truth(run: Run) -> None:
    silent = [event for event in run.log if isinstance(event, Sent)]
    with pytest.raises(InputError, match="only players' runs"):
        origin_truth(Played(run.scenario, silent))
