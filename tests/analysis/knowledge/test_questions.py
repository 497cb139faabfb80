"""`ask` over played runs: questions with their answers, and questions that the asked character cannot answer."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from agentsensus import Run, open_run, play
from agentsensus.analysis.knowledge import ask
from agentsensus.analysis.knowledge.answering import blank_of, ranked
from agentsensus.worlds.runs.subjects import WorldWords
from tests.worlds.minds.mill import mill

QUESTIONS = Path(__file__).parents[2] / "data" / "questions"
WORLDS = ("hamlet", "red_chamber", "three_kingdoms")
SETS = ("en", "zh", "fresh_en", "fresh_zh")
"""The fresh sets were written from the worlds' files and a played log, without knowledge of `ask`."""


def lines(name: str) -> list[list[str]]:
    return [line.split("\t") for line in (QUESTIONS / f"{name}.tsv").read_text("utf-8").splitlines()]


def _holds(text: str, answers: str) -> bool:
    """Whether a text has one of the answers; the parts of an answer are joined by «+»."""
    return any(all(part in text for part in answer.split("+")) for answer in answers.split("|"))


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Run]]:
    folder = tmp_path_factory.mktemp("questions")
    opened = {world: open_run(play(world, 10, seed=1, out=folder / world).folder) for world in WORLDS}
    yield opened
    for run in opened.values():
        run.close()


@pytest.mark.thorough
@pytest.mark.parametrize("code", SETS)
def test_the_first_row_answers_at_least_50_of_60_questions(runs: dict[str, Run], code: str) -> None:
    missed = []
    for world, agent, question, answers in lines(code):
        said = ask(runs[world], agent, question).sentences
        if not said or not _holds(said[0].text, answers):
            missed.append((agent, question, said[:1]))
    assert len(lines(code)) == 60
    assert len(missed) <= 10, missed


@pytest.mark.thorough
@pytest.mark.parametrize("code", SETS)
def test_whoever_owns_no_answer_says_so(runs: dict[str, Run], code: str) -> None:
    unknown = lines(f"{code}_unknown")
    answered = [
        (agent, question, said[0].text)
        for world, agent, question in unknown
        if (said := ask(runs[world], agent, question).sentences)
    ]
    assert len(unknown) == 15
    assert answered == []


ROWS = {
    "Who took the cup?": ("Somebody has taken the silver harvest cup.", "Ann took the silver harvest cup."),
    "谁拿走了银杯？": ("有人拿走了银杯。", "小石头拿走了银杯。"),
    "Who hit Bob?": ("Bob hit Ann in the mill.", "Ann hit Bob in the mill."),
}


@pytest.mark.parametrize("question", ROWS)
def test_a_row_that_fills_the_blank_comes_before_one_that_repeats_the_question(question: str) -> None:
    blank = blank_of(question, WorldWords.of(mill()))
    assert blank is not None
    repeats, fills = ROWS[question]
    order, answering = ranked(blank, [(repeats, 1.2), (fills, 0.9)], 0.5)
    assert order[0] == 1
    assert answering == 1


COUNTS = {
    "How many crates did Ann carry?": ("Ann carried many heavy sacks.", "Ann carried three crates."),
    "安娜搬了几个箱子？": ("安娜搬了箱子。", "安娜搬了三个箱子。"),
}


@pytest.mark.parametrize("question", COUNTS)
def test_how_many_is_answered_by_a_row_with_a_number(question: str) -> None:
    blank = blank_of(question, WorldWords.of(mill()))
    assert blank is not None
    order, answering = ranked(blank, [(row, 0.9) for row in COUNTS[question]], 0.5)
    assert (order[0], answering >= 1) == (1, True)


def test_a_far_row_with_one_word_of_the_question_does_not_answer_it() -> None:
    blank = blank_of("Who carried a vial into the orchard?", WorldWords.of(mill()))
    assert blank is not None
    far = "Ann promised to carry out the order."
    assert ranked(blank, [(far, 0.3)], 0.5)[1] == 0


def test_the_clause_that_tells_the_deed_decides_who_did_it() -> None:
    """The first person of a row need not be the doer of each of its clauses."""
    blank = blank_of("Who scolded Bob?", WorldWords.of(mill()))
    assert blank is not None
    assert ranked(blank, [("Bob beat the miller, and Ann scolded Bob.", 0.9)], 0.5)[1] == 1
    assert ranked(blank, [("Bob scolded Ann.", 0.9)], 0.5)[1] == 0


def test_a_statement_and_a_question_why_have_no_blank() -> None:
    words = WorldWords.of(mill())
    assert blank_of("Ann knows who took the cup.", words) is None
    assert blank_of("Why did Ann go?", words) is None
    assert blank_of("为什么小石头走了？", words) is None
