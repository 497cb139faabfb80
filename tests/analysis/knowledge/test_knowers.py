"""Who knew what at a round."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentsensus import Run, play
from agentsensus.analysis.knowledge import knows, matching, trace
from agentsensus.errors import InputError
from tests.analysis.knowledge.conftest import LAST, STOPS
from tests.worlds.minds.mill import BRIDGE, MILL
from tests.worlds.scenario.worlds import written


@settings(max_examples=20)
@given(data=st.data())
def test_the_past_is_what_a_run_stopped_there_answers(stopped: dict[int, Run], data: st.DataObject) -> None:
    whole, stop = stopped[LAST], data.draw(st.sampled_from(STOPS))
    record = data.draw(st.sampled_from(whole.memory.records()))
    agent = data.draw(st.sampled_from([None, *whole.scenario.active]))
    then = knows(whole, record.text, agent=agent, at=stop, heard=True)
    assert then == knows(stopped[stop], record.text, agent=agent, heard=True)
    if record.created <= stop and agent is None:
        assert trace(whole, record.id, at=stop).as_json() == trace(stopped[stop], record.id).as_json()


def test_a_record_of_a_later_round_is_not_there_yet(run: Run) -> None:
    later = next(record for record in run.memory.records() if record.created > 5)
    assert any(entry.record == later.id for entry in knows(run, later.text))
    assert all(entry.record != later.id for entry in knows(run, later.text, at=later.created - 1))


def test_it_says_since_when_how_and_from_whom(run: Run) -> None:
    told = next(
        knower
        for record in run.memory.records()
        for knower in run.memory.knowers(record.id)
        if knower.via == "told" and knower.since
    )
    (entry,) = [each for each in knows(run, told.text, agent=told.agent) if each.record == told.record]
    heard = next(event for event in run.log if event.kind == "delivered" and event.message == entry.message)
    assert entry.via in ("told", "overheard")
    assert entry.since <= told.since
    assert (entry.since, entry.source) == (heard.round, heard.sender)
    assert entry.as_json()["from"] == entry.source
    names = run.scenario.characters[told.agent].called
    assert knows(run, told.text, agent=names[0]) == knows(run, told.text, agent=told.agent)


def test_who_heard_and_never_kept_is_no_owner_and_got_such_a_message(tmp_path: Path) -> None:
    run = play(written(tmp_path / "mill", MILL), 3, embedder="hashing", company="null", out=tmp_path / "run")
    delivered = {(event.recipient, event.message) for event in run.log if event.kind == "delivered"}
    heard = [entry for entry in knows(run, BRIDGE, heard=True) if entry.heard]
    assert {entry.agent for entry in heard} == {"ann", "eli"}
    for entry in heard:
        assert (entry.agent, entry.message) in delivered
        assert entry.agent not in run.memory.get(entry.record).owners
    assert not any(entry.heard for entry in knows(run, BRIDGE))


def test_nothing_near_gives_nothing_and_a_round_not_played_is_refused(run: Run) -> None:
    assert knows(run, "quarterly tax invoice xq7") == []
    with pytest.raises(InputError, match="round 99 was not played"):
        knows(run, "the ghost", at=99)
    with pytest.raises(InputError, match="called 'horatoi'; did you mean"):
        knows(run, "the ghost", agent="horatoi")


def test_words_alone_find_what_an_embedder_does_not_know(run: Run) -> None:
    matches = matching(run.memory, "poison")
    assert matches
    assert all("poison" in match.wording.text.lower() for match in matches)
    assert [match.score for match in matches] == sorted((match.score for match in matches), reverse=True)


def test_a_trace_has_every_owner_once_below_whoever_told_it(run: Run) -> None:
    for record in run.memory.records()[-60:]:
        path = trace(run, record.id)
        agents = [node.agent for node in path.nodes if node.known]
        assert len(agents) == len(set(agents))
        assert {*record.owners} <= {*agents}
        for node in path.nodes:
            for below in node.to:
                assert below.known is not None
                assert below.known.source == node.agent
