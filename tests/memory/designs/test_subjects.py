"""What rows have in common, said in one statement: of a person, a place or a theme, in both languages."""

import pytest

from agentsensus import Memory
from agentsensus.language.names import Names
from agentsensus.language.reading import read
from agentsensus.memory.designs.subjects import generalised, subjects

NAMES = Names(
    {
        "hamlet": ["Hamlet"],
        "polonius": ["Polonius"],
        "gertrude": ["Gertrude"],
        "guan_yu": ["关羽"],
        "cao_cao": ["曹操"],
    },
    {"lobby": ["the lobby"], "xu": ["许都"]},
)
ENGLISH = ["Hamlet met Polonius in the lobby.", "Hamlet mocked Polonius in the lobby.", "Gertrude slept."]
CHINESE = ["关羽在许都见了曹操。", "关羽在许都辞别曹操。", "天亮了。"]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (
            ENGLISH,
            [
                "Hamlet has much to do with Polonius, mostly in the lobby.",
                "The lobby is where Hamlet, Polonius are met.",
            ],
        ),
        (CHINESE, ["关羽与曹操往来很多，多在许都。", "许都常有关羽、曹操在。"]),
    ],
)
def test_a_person_and_a_place_that_rows_share_are_said_with_whom(rows: list[str], expected: list[str]) -> None:
    readings = [read(text, NAMES) for text in rows]
    said = [generalised(subject, readings, NAMES, 64) for subject in subjects(readings, NAMES)]
    assert [text for text in expected if text not in said] == []
    assert all(0 in subject.of and 2 not in subject.of for subject in subjects(readings, NAMES))


def test_a_theme_is_a_word_that_rows_share_as_it_stands_in_them() -> None:
    readings = [read(text, NAMES) for text in ("A messenger brought letters.", "The letters were burnt.")]
    (theme,) = subjects(readings, NAMES)
    assert (theme.kind, theme.of) == ("theme", (0, 1))
    assert generalised(theme, readings, NAMES, 64) == "Again and again it is about letters."


def test_a_country_that_no_registry_knows_is_a_theme_and_no_person() -> None:
    readings = [read(text, NAMES) for text in ("Hamlet wrote to Norway.", "Norway threatened Polonius.")]
    (theme,) = subjects(readings, NAMES)
    assert (theme.kind, theme.name) == ("theme", "Norway")
    assert generalised(theme, readings, NAMES, 64) == "Again and again it is about Norway, with Hamlet, Polonius."
    unknown = subjects([read(text, Names()) for text in ("Ann wrote to Bob.", "Bob met Cat.")], Names())
    assert [(subject.kind, subject.name) for subject in unknown] == [("person", "Bob")]


@pytest.mark.parametrize("rows", [("Hamlet told nothing.", "Polonius told nothing."), ("关羽没有。", "曹操没有。")])
def test_words_that_say_nothing_of_what_it_is_about_are_no_theme(rows: tuple[str, ...]) -> None:
    assert subjects([read(text, NAMES) for text in rows], NAMES) == []


def test_a_chinese_theme_is_a_whole_word_and_no_two_characters_of_one() -> None:
    readings = [read(text, NAMES) for text in ("关羽捡到一只金麒麟。", "曹操丢了金麒麟。")]
    said = {generalised(subject, readings, NAMES, 64) for subject in subjects(readings, NAMES)}
    assert said == {"屡次说到金麒麟，牵涉关羽、曹操。"}


def test_what_does_not_fit_the_cap_is_left_out() -> None:
    readings = [read(text, NAMES) for text in ENGLISH]
    person = subjects(readings, NAMES)[0]
    assert generalised(person, readings, NAMES, 11) == "Hamlet has much to do with Polonius."
    assert generalised(person, readings, NAMES, 3) == ""


def test_rows_that_share_nothing_have_no_subject() -> None:
    assert subjects([read(text, NAMES) for text in ("Hamlet slept.", "关羽走了。")], NAMES) == []


def test_g_memory_says_of_each_batch_what_its_rows_share_and_agrees_with_it_when_it_comes_again() -> None:
    memory = Memory.open(
        design="g-memory", embedder="hashing", names=NAMES.as_dict(), settings={"batch": 2, "near": 1.0}
    )
    for at in range(1, 5):
        memory.remember("gertrude", f"Hamlet quarrelled with Polonius on day {at}.", at=at)
    made = [record for record in memory.records() if record.kind]
    assert "Hamlet has much to do with Polonius, again about quarrelled, day." in [record.text for record in made]
    assert all(len(record.links) >= 2 for record in made)
    assert len(made) == len({record.text for record in made})


def test_a_thought_of_generative_agents_says_what_rows_share_and_cites_them() -> None:
    settings = {"reflection_threshold": 13}
    memory = Memory.open(design="generative-agents", embedder="hashing", names=NAMES.as_dict(), settings=settings)
    for at, text in enumerate(["Hamlet killed Polonius.", "Hamlet mourned Polonius.", "Osric bowed."], 1):
        memory.remember("gertrude", text, at=at)
    (thought,) = [record for record in memory.records() if record.kind]
    assert thought.text == "Hamlet has much to do with Polonius."
    assert {memory.get(id_).text for id_, _ in thought.links} == {"Hamlet killed Polonius.", "Hamlet mourned Polonius."}
