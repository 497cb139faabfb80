"""Usefulness of recall on a few countable questions and answers."""

import pytest

from agentsensus.analysis.study.usefulness import (
    KEPT_BACK,
    MOST_QUESTIONS,
    UNUSED,
    AnswerRow,
    KnownEvent,
    Tellings,
    events_of_rows,
    halved,
    known_events,
    point,
    questions,
    tellings_of,
    within,
)
from agentsensus.worlds.runs.played import Played
from tests.analysis.study.rows import record, wording
from tests.worlds.minds.mill import mill


def row(text: str, *events: str) -> AnswerRow:
    return AnswerRow(text, frozenset(events))


def test_a_row_takes_its_tokens_and_two_for_what_stands_before_it() -> None:
    assert row("one two three").tokens == 3 + 2


def test_rows_are_given_until_the_next_would_not_fit_and_the_first_always() -> None:
    rows = [row("one two three"), row("one two three four"), row("one")]
    assert within(rows, 11) == rows[:2]
    assert within(rows, 10) == rows[:1]
    assert within(rows, 14) == rows
    assert within(rows, 1) == rows[:1]
    assert within([], 100) == []


def test_the_share_answered_and_what_an_answer_takes_as_counted_by_hand() -> None:
    asked = [
        ("fire", [row("one two three"), row("one", "fire")]),  # told in the second row
        ("flood", [row("one two three", "flood")]),
        ("feast", [row("one two three", "flood")]),
        ("frost", []),
    ]
    whole = point(("whole", "ranked", "as it is"), asked, list)
    assert whole is not None
    assert (whole.questions, whole.answered) == (4, 50.0)
    assert (whole.tokens, whole.rows) == ((5 + 3 + 5 + 5 + 0) / 4, (2 + 1 + 1 + 0) / 4)
    first = point(("whole", "ranked", "1 rows"), asked, lambda rows: rows[:1])
    assert first is not None
    assert (first.answered, first.rows) == (25.0, 3 / 4)
    assert point(("whole", "", "as it is"), [], list) is None


@pytest.mark.parametrize(
    ("text", "half"),
    [
        ("Anna set fire to the mill", "Anna set fire"),
        ("Anna set fire to mills", "Anna set fire"),
        ("安娜放火烧了磨坊", "安娜放火"),
        ("short text", "short"),
    ],
)
def test_half_a_telling_is_half_its_words_or_characters(text: str, half: str) -> None:
    assert halved(KnownEvent("anna", "fire", text)).text == half


def test_a_question_for_every_agent_and_event_it_knows_that_has_a_telling() -> None:
    tellings = Tellings(UNUSED, {"fire": ("The mill burned.",), "flood": ("The river rose.",)})
    asked = questions({"ben": {"fire", "feast"}, "anna": {"flood", "fire"}}, tellings, seed=0)
    assert asked == [
        KnownEvent("anna", "fire", "The mill burned."),
        KnownEvent("anna", "flood", "The river rose."),
        KnownEvent("ben", "fire", "The mill burned."),
    ]


def test_of_many_questions_so_many_are_drawn_and_always_the_same() -> None:
    tellings = Tellings(UNUSED, {f"e{n}": (f"Event {n}.",) for n in range(3 * MOST_QUESTIONS)})
    known = {"anna": set(tellings.by_event)}
    asked = questions(known, tellings, seed=0)
    assert len(asked) == MOST_QUESTIONS
    assert asked == questions(known, tellings, seed=0) != questions(known, tellings, seed=1)


def test_what_a_world_keeps_back_is_asked_with_and_else_what_no_row_has() -> None:
    world = mill()
    told = next(event for event in world.events if len(event.tellings) > 1)
    used = {told.tellings[0]}
    unused = tellings_of(world, [], used)
    if unused.sort == KEPT_BACK:
        assert all(event.kept_back == unused.by_event[event.id] for event in world.events if event.kept_back)
    else:
        assert unused.by_event[told.id] == tuple(text for text in told.tellings if text not in used)


def test_an_agent_knows_the_events_that_its_own_rows_tell_of() -> None:
    world = mill()
    first, second = world.events[:2]
    shared = record(wording("r1", 1, "anna", text=first.text), wording("r2", 2, "ben", text=first.text))
    own = record(wording("r3", 1, "anna", text=second.text))
    thought = record(wording("r4", 3, "ben", text=second.text), kind="insight")
    told = events_of_rows(world, Played(world, []), [shared, own, thought])
    assert [told[row] for row in ("r1", "r2", "r3")] == [{first.id}, {first.id}, {second.id}]
    assert told["r4"] == set()  # it cites nothing
    known = known_events([shared, own, thought], told, ["anna", "ben", "cora"])
    assert known == {"anna": {first.id, second.id}, "ben": {first.id}, "cora": set()}
