"""Replies of weak models: what can be read is read, what cannot is an answer of its own kind, nothing escapes."""

import asyncio
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from agentsensus.models import Answer, NoAnswer, Reply, as_chat, ask_for
from agentsensus.models.ask import read_as
from agentsensus.models.repair import values
from agentsensus.testing import ScriptedModel
from tests.models.double import SAID, Line, line

GOOD = json.dumps({"number": 7, "words": SAID})
READABLE = {
    "plain": GOOD,
    "fenced": f"```json\n{GOOD}\n```",
    "chatty": f"Certainly! {{not this}} Here it is: {GOOD} Hope that helps {{}} }}",
    "after a thought": f'<think>maybe {{"number": 1, "words": "draft"}}</think>{GOOD}',
    "another object first": f'{{"note": 1}} and then {GOOD}',
    "line break in a string": GOOD.replace("\\n", "\n"),
    "trailing comma": GOOD[:-1] + ",}",
    "in a list": f"[{GOOD}]",
}


@pytest.mark.parametrize("reply", READABLE.values(), ids=READABLE)
def test_dialogue_with_braces_quotes_and_line_breaks_survives_what_models_wrap_it_in(reply: str) -> None:
    found = read_as(Reply(reply), Line)
    assert isinstance(found, Line), found
    assert found == Line(number=7, words=SAID)


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        ('{"number": 7, "words": "He said "no" to {her}."}', 'He said "no" to {her}.'),
        ('{"number": 7, "words": "It\\\'s late",}', "It's late"),
        ('{"words": "“Go”, he said "now"", "number": 7}', '“Go”, he said "now"'),
    ],
)
def test_bare_quotes_and_false_escapes_are_mended(reply: str, words: str) -> None:
    found = read_as(Reply(reply), Line)
    assert isinstance(found, Line), found
    assert found.words == words


class Names(BaseModel):
    """A class whose only field is a list."""

    names: list[str]


@pytest.mark.parametrize(
    "reply",
    [
        '{"names": ["He said "yes", "no", "maybe" to it"]}',
        '{"names": ["Osric", "He said "yes", "no" to it", "Horatio"]}',
        '["He said "yes", "no" to it"]',
        '{"names": ["a nail of 5" and", "one of 6" more"]}',
    ],
)
def test_a_quote_that_can_be_read_two_ways_is_asked_about_and_not_guessed(reply: str) -> None:
    assert read_as(Reply(reply), Names) == "no JSON object in the reply"


def test_quotes_in_the_chatter_after_a_reply_are_no_part_of_it() -> None:
    found = read_as(Reply('{"names": ["He said "no" to her"]} I hope "that", "this" helps'), Names)
    assert found == Names(names=['He said "no" to her'])


WORDS = st.sampled_from(
    ["he", "said", '"yes"', '"no",', '"well, then"', '"so": he', "and,", "left.", '"Go!"', "“so”", "[a]", "{b}", "7"]
)


@given(st.lists(st.lists(WORDS, min_size=1, max_size=6).map(" ".join), min_size=1, max_size=4))
def test_bare_quotations_come_back_as_they_were_said_or_not_at_all(said: list[str]) -> None:
    listed = ", ".join(f'"{one}"' for one in said)
    assert read_as(Reply(f'{{"names": [{listed}]}}'), Names) in ("no JSON object in the reply", Names(names=said))


def test_a_cut_reply_is_never_completed_by_guess() -> None:
    assert read_as(Reply(GOOD[:-5], is_cut=True), Line) == "it was cut off; say it shorter"
    assert read_as(Reply(GOOD[:-5]), Line) == "no JSON object in the reply"


@pytest.mark.parametrize(
    "reply",
    [
        '{"cast": ["Hamlet", "Ghost"], "names": ["one", "tw',
        '{"a": {"names": ["x"]}, "names": ["one", "tw',
        '{"cast": ["Hamlet"], "names": [oops]}',
    ],
)
def test_a_broken_object_is_never_answered_from_what_is_inside_it(reply: str) -> None:
    assert read_as(Reply(reply), Names) == "no JSON object in the reply"


def test_a_footnote_before_a_reply_does_not_keep_it_from_being_mended() -> None:
    found = read_as(Reply('As [1] says: {"number": 7, "words": "he said "hi" there"}'), Line)
    assert found == Line(number=7, words='he said "hi" there')


def test_a_thought_is_dropped_before_the_reply_and_kept_inside_its_strings() -> None:
    said = Line(number=7, words="<think>to be</think> or not")
    assert read_as(Reply(said.model_dump_json()), Line) == said
    assert read_as(Reply('so {"number": 1, "words": "draft"}</think>' + said.model_dump_json()), Line) == said


def test_a_bare_list_is_the_only_field_of_what_has_but_one() -> None:
    found = read_as(Reply('["Osric", "Horatio"]'), Names)
    assert isinstance(found, Names)
    assert found.names == ["Osric", "Horatio"]


@pytest.mark.parametrize(
    "reply", ['{"a":' * 50_000, "{" * 300_000, "[" * 300_000, '{"' * 100_000, '"\\' * 100_000, "<think>" * 57_000]
)
def test_a_hundred_thousand_braces_hold_nobody_up(reply: str) -> None:
    assert list(values(reply)) == []


def test_the_validation_error_is_sent_back_twice_in_the_language_of_the_request() -> None:
    model = ScriptedModel(['{"number": "seven", "words": "x"}', "prose", GOOD])
    found = asyncio.run(ask_for(as_chat(model), line(7, language="zh"), Line))
    assert isinstance(found, Answer)
    assert found.calls == 3
    prompts = [request.prompt for request in model.requests]
    assert "number: Input should be a valid integer" in prompts[1]
    assert "上一次的回复无法使用" in prompts[1]
    assert "no JSON object" in prompts[2]
    assert all(prompt.startswith(line(7).prompt) for prompt in prompts)


def test_after_three_unusable_replies_there_is_no_answer_and_the_reason_is_one_line() -> None:
    model = ScriptedModel(['{"number": 1}\n'])
    found = asyncio.run(ask_for(as_chat(model), line(7), Line))
    assert found == NoAnswer("the reply was unusable: words: Field required", 3)
    assert model.calls == 3


JSONISH = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["number", "words", "x"]), inner),
    max_leaves=8,
)
PIECES = st.sampled_from(
    ['{"number": 7', ', "words": "', '"}', "```json\n", "}", "{", '\\"', "\\u12", "\ud83d", "\x00", GOOD]
)
JUNK = st.one_of(
    st.text(max_size=60),
    st.text(st.characters(categories=["Cs", "Cc", "L", "P"]), max_size=40),
    st.lists(PIECES, max_size=12).map("".join),
    JSONISH.map(lambda value: json.dumps(value)),
    st.integers(0, len(GOOD)).map(lambda cut: GOOD[:cut]),
    st.binary(max_size=40).map(lambda raw: raw.decode("latin-1")),
)


@pytest.mark.thorough
@settings(max_examples=1000)
@given(st.lists(JUNK, min_size=10, max_size=10))
def test_of_10_000_fuzzed_replies_none_escapes_as_an_exception(replies: list[str]) -> None:
    async def ask() -> list[Any]:
        return [await ask_for(as_chat(ScriptedModel([reply])), line(1), Line) for reply in replies]

    for found in asyncio.run(ask()):
        assert isinstance(found, Answer | NoAnswer)
        if isinstance(found, Answer):
            assert isinstance(found.value, Line)
        else:
            assert found.reason
            assert found.why == "unusable"
            assert "\n" not in found.reason


@settings(max_examples=300)
@given(st.integers(), st.text(st.characters(exclude_categories=["Cs"]), max_size=80), st.booleans())
def test_whatever_is_said_comes_back_as_it_was_said(number: int, words: str, is_fenced: bool) -> None:
    said = json.dumps({"number": number, "words": words}, ensure_ascii=False)
    reply = f"Here: ```json\n{said}\n```" if is_fenced else said
    assert read_as(Reply(reply), Line) == Line(number=number, words=words)
