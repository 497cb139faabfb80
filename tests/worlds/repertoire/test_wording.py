"""The shipped worlds carry facts over from their sources, and no wording."""

import re
from difflib import SequenceMatcher

import pytest

from agentsensus.worlds import repertoire
from agentsensus.worlds.scenario import load
from tests.worlds.repertoire.sources import WORLDS, passage, whole

pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("shared")]

SET_PHRASES = {
    # Names of offices, which have no other wording.
    "coordination headquarters for the treatment of prisoners of war",
    "and the head of the security service of ukraine",
    "head of the office of the president of ukraine",
    # Two countries and a date.
    "by poland and hungary on 15 april 2023",
    # What happened, where, and two small words.
    "a russian air attack on kyiv in the",
}


def runs(world: str, text: str) -> set[str]:
    """Every run of 12 Chinese characters or of 8 English words, punctuation and layout aside: a wording."""
    if world == "russia_ukraine":
        words = re.findall(r"[a-z0-9]+(?:['’][a-z]+)?", text.lower())
        return {" ".join(words[start : start + 8]) for start in range(len(words) - 7)}
    characters = re.sub(r"[^\u4e00-\u9fff]", "", text)
    return {characters[start : start + 12] for start in range(len(characters) - 11)}


def lines(world: str) -> dict[tuple[str, int], str]:
    """Every line of a world's files, by file and number."""
    return {
        (path.name, number): line
        for path in sorted(repertoire.find(world).iterdir())
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
    }


@pytest.mark.parametrize("world", WORLDS)
def test_no_line_of_a_world_has_a_wording_of_its_source(world: str) -> None:
    source = runs(world, whole(world)) - {run for phrase in SET_PHRASES for run in runs(world, phrase)}
    assert {where: carried for where, line in lines(world).items() if (carried := runs(world, line) & source)} == {}


@pytest.mark.parametrize("world", WORLDS)
def test_a_carried_sentence_would_be_found(world: str) -> None:
    passage = whole(world)[5_000:10_000]
    sentence = max(re.split(r"[。.]", passage), key=len)
    assert runs(world, sentence)
    assert runs(world, sentence) <= runs(world, passage)


def test_every_set_phrase_is_used_by_the_world_and_by_its_source() -> None:
    used = {run for line in lines("russia_ukraine").values() for run in runs("russia_ukraine", line)}
    shared = used & runs("russia_ukraine", whole("russia_ukraine"))
    assert [phrase for phrase in sorted(SET_PHRASES) if not runs("russia_ukraine", phrase) & shared] == []


DATE = re.compile(
    r"(?:\b(?:on|of) )?\b\d{1,2} (?:jan|febr|march|apr|may|june|july|aug|sept|oct|nov|dec)[a-z]*(?: \d{4})?,?"
)


def undated(text: str, names: re.Pattern[str]) -> list[str]:
    """The words of a dated statement without its date, the name of an office as one word."""
    return re.findall(r"[a-z0-9@]+(?:['’][a-z]+)?", names.sub("@office", DATE.sub("", text.lower())))


def shared_run(statement: list[str], day: list[str]) -> list[str]:
    """The longest run of words that a statement has from its day in the source."""
    match = SequenceMatcher(None, statement, day, autojunk=False).find_longest_match()
    return statement[match.a : match.a + match.size]


def is_carried(run: list[str], statement: list[str]) -> bool:
    """Whether a run of words is a wording: seven words, or four that are most of what is said."""
    return len(run) >= 7 or (len(run) >= 4 and len(run) >= 0.6 * len(statement))


def test_a_dated_statement_without_its_date_has_no_wording_of_its_day() -> None:
    world = load("russia_ukraine")
    offices = sorted((name for names in world.names().values() for name in names), key=len, reverse=True)
    names = re.compile("|".join(re.escape(name.lower()) for name in offices))
    carried = {}
    for event in world.events:
        day = undated(passage("russia_ukraine", event.reference), names)
        for text in (event.text, *event.tellings, *event.kept_back):
            statement = undated(text, names)
            run = shared_run(statement, day)
            if is_carried(run, statement):
                carried[text] = " ".join(run)
    assert not carried, "\n".join(f"{text} [{run}]" for text, run in carried.items())


def test_a_sentence_that_was_only_dated_would_be_found() -> None:
    names = re.compile("general staff of ukraine")
    statement = undated("Ukrainian forces entered Snihurivka on 9 November 2022.", names)
    run = shared_run(statement, undated(passage("russia_ukraine", "2022-11-09"), names))
    assert is_carried(run, statement)
