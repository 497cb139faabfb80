"""The shipped worlds carry facts over from their sources, and no wording."""

import re

import pytest

from agentsensus import repertoire
from tests.repertoire.sources import WORLDS, is_absent, whole

pytestmark = is_absent

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
