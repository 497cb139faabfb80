"""Asking an agent of a run."""

import hashlib
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentsensus import Run
from agentsensus.analysis.knowledge import CitedAnswer, ask
from agentsensus.errors import ModelUnreachable
from tests.analysis.knowledge.conftest import LAST, STOPS

QUESTION = "What did the Ghost say on the battlements?"


def _files(run: Run) -> dict[str, str]:
    wanted = [
        path for path in Path(run.folder).rglob("*") if path.is_file() and path.suffix not in (".db-shm", ".lock")
    ]
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in wanted}


def _cited(answer: CitedAnswer) -> set[str]:
    return {record for sentence in answer.sentences for record in sentence.cites}


@settings(max_examples=25)
@given(data=st.data())
def test_an_answer_never_uses_a_record_that_was_not_owned(run: Run, data: st.DataObject) -> None:
    agent, at = data.draw(st.sampled_from(run.scenario.active)), data.draw(st.integers(0, LAST))
    question = data.draw(st.sampled_from(run.memory.records())).text
    answer = ask(run, agent, question, at=at)
    owned = {record.id: record for record in run.memory.records(agent=agent, at=at)}
    assert _cited(answer) <= set(owned)
    for known in answer.records:
        own = {wording.text for wording in owned[known.record].wordings if agent in wording.owners}
        assert known.text in own
        assert known.since <= at


@settings(max_examples=8)
@given(data=st.data())
def test_an_answer_of_the_past_is_that_of_a_run_stopped_there(stopped: dict[int, Run], data: st.DataObject) -> None:
    whole, stop = stopped[LAST], data.draw(st.sampled_from(STOPS))
    agent = data.draw(st.sampled_from(whole.scenario.active))
    question = data.draw(st.sampled_from(whole.memory.records())).text
    assert ask(whole, agent, question, at=stop) == ask(stopped[stop], agent, question, at=stop)


def test_a_model_is_shown_nothing_that_the_agent_did_not_own(run: Run) -> None:
    shown: list[str] = []

    def model(prompt: str) -> str:
        shown.append(prompt)
        return json.dumps({"sentences": [{"text": "So it was.", "cites": [1]}]})

    for agent in run.scenario.active[:6]:
        shown.clear()
        answer = ask(run, agent, QUESTION, at=8, model=model)
        owned = {wording.text for record in run.memory.records(agent=agent, at=8) for wording in record.wordings}
        others = {record.text for record in run.memory.records()} - owned
        assert {known.text for known in answer.records} <= owned
        assert [text for text in others for prompt in shown if text in prompt] == []


def test_without_a_model_the_nearest_records_answer_and_nothing_changes(run: Run) -> None:
    before = _files(run)
    answer = ask(run, "Horatio", QUESTION, at=10)
    assert answer.agent == "horatio"
    assert answer.sentences
    assert all("ghost" in sentence.text.lower() for sentence in answer.sentences[:3])
    assert _files(run) == before


def test_with_a_model_every_sentence_cites_and_what_it_was_not_shown_is_asked_again(run: Run) -> None:
    prompts: list[str] = []

    def model(prompt: str) -> str:
        prompts.append(prompt)
        cites = [99] if len(prompts) == 1 else [1, 2]
        return json.dumps({"sentences": [{"text": "It would not speak, my lord.", "cites": cites}]})

    answer = ask(run, "horatio", QUESTION, at=10, model=model)
    assert len(prompts) == 2
    assert _cited(answer) == {known.record for known in answer.records[:2]}
    assert answer.sentences[0].text == "It would not speak, my lord."
    assert "there is no memory 99" in prompts[1]
    assert all(known.text in prompts[0] for known in answer.records)


def test_a_model_that_never_cites_gives_no_answer(run: Run) -> None:
    reply = json.dumps({"sentences": [{"text": "I know it all.", "cites": []}]})
    with pytest.raises(ModelUnreachable, match="gave no answer that cites its records"):
        ask(run, "horatio", QUESTION, model=lambda prompt: reply)


def test_who_owns_nothing_near_answers_nothing_and_no_model_is_asked(run: Run) -> None:
    def model(prompt: str) -> str:
        raise AssertionError("nothing to ask about")

    answer = ask(run, "horatio", "quarterly tax invoice xq7", model=model)
    assert (answer.sentences, answer.records) == ((), ())
