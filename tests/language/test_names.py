"""The registry of names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentsensus.errors import InputError
from agentsensus.language.names import Names
from agentsensus.language.reading import people_in, persons_in, read

ELSINORE = Names({"hamlet": ["Hamlet", "the prince"], "ghost": ["the Ghost", "King Hamlet"], "guard_2": []})
SHU = Names({"liu": ["刘备", "玄德"], "son": ["刘备之子", "阿斗"], "guan": ["关羽", "云长"]})


@pytest.mark.parametrize(
    ("names", "text", "expected"),
    [
        (ELSINORE, "The prince saw King Hamlet.", "Hamlet saw the Ghost."),
        (ELSINORE, "King Hamlet saw the prince.", "The Ghost saw Hamlet."),
        (ELSINORE, "King  Hamlet saw the\nprince.", "The Ghost saw Hamlet."),
        (ELSINORE, "The princess saw a hamlet.", "The princess saw a hamlet."),
        (ELSINORE, "The prince's sword", "Hamlet's sword"),
        (SHU, "玄德见云长。", "刘备见关羽。"),
        (SHU, "阿斗哭了，刘备之子哭了。", "刘备之子哭了，刘备之子哭了。"),
        (SHU, "玄德之子哭了。", "刘备之子哭了。"),
        (Names(), "The prince saw 刘备.", "The prince saw 刘备."),
    ],
)
def test_the_longest_name_wins_and_becomes_the_canonical_one(names: Names, text: str, expected: str) -> None:
    assert names.canonical(text) == expected


def test_a_latin_name_is_found_between_chinese_characters() -> None:
    assert Names({"tom": ["Tom"]}).mentioned("我见Tom来了") == ("tom",)


def test_a_name_in_small_letters_is_still_known_after_it_opened_a_sentence() -> None:
    names = Names({"g": ["ghoul"]})
    assert names.mentioned(names.canonical("ghoul came")) == ("g",)


def test_an_alias_that_two_claim_counts_for_neither() -> None:
    names = Names({"ann": ["Ann", "the boss"], "bob": ["Bob", "The boss"]})
    assert names.canonical("The boss left.") == "The boss left."
    assert names.mentioned("the boss left") == ()


def test_a_canonical_name_that_another_claims_as_alias_stays_with_its_owner() -> None:
    assert Names({"hamlet": ["Hamlet"], "ghost": ["Ghost", "Hamlet"]}).mentioned("Hamlet came") == ("hamlet",)


def test_two_agents_may_not_share_a_canonical_name() -> None:
    with pytest.raises(InputError, match="'Hamlet'"):
        Names({"a": ["Hamlet"], "b": ["Hamlet"]})


def test_agents_are_mentioned_in_the_order_of_their_first_mention() -> None:
    assert SHU.mentioned("云长见玄德，关羽拜刘备。") == ("guan", "liu")
    assert SHU.found_in("云长见玄德") == [(0, "guan"), (3, "liu")]


@pytest.mark.parametrize(
    ("agent", "expected"), [("hamlet", "Hamlet"), ("old_man", "Old Man"), ("曹操", "曹操"), ("guard_2", "guard_2")]
)
def test_an_agent_without_names_is_called_by_its_id(agent: str, expected: str) -> None:
    assert ELSINORE.display(agent) == expected


def test_registries_of_the_same_names_are_equal() -> None:
    one, other = Names({"a": "Ann", "b": ["Bob"]}), Names({"b": ["Bob"], "a": ["Ann"]})
    assert one == other
    assert hash(one) == hash(other)
    assert one != Names()
    assert not Names()
    assert one.as_dict() == {"a": ("Ann",), "b": ("Bob",)}


@given(st.lists(st.sampled_from("玄德 刘备 之子 阿斗 云长 King Hamlet the prince The Ghost , 。 见".split())))
def test_canonical_is_idempotent(words: list[str]) -> None:
    both = Names(ELSINORE.as_dict() | SHU.as_dict())
    once = both.canonical(" ".join(words))
    assert both.canonical(once) == once


@given(
    st.dictionaries(st.text(min_size=1, max_size=5), st.lists(st.text(max_size=6), max_size=3), max_size=4), st.text()
)
def test_any_registry_reads_any_text(given_names: dict[str, list[str]], text: str) -> None:
    try:
        names = Names(given_names)
    except InputError:
        return
    whole = text + "".join(name for listed in given_names.values() for name in listed)
    assert isinstance(names.canonical(whole), str)
    assert set(names.mentioned(whole)) <= set(given_names)


CASTLE = Names(
    {"hamlet": ["Hamlet"]}, {"ramparts": ["the ramparts", "the battlements", "the walls"], "lobby": "the lobby"}
)


def test_a_place_has_one_name_and_is_nobody() -> None:
    assert CASTLE.canonical("Hamlet stood on the battlements.") == "Hamlet stood on the ramparts."
    assert CASTLE.is_place("the ramparts")
    assert not CASTLE.is_place("Hamlet")
    assert not CASTLE.is_place("the moon")
    assert CASTLE.as_dict() == {"hamlet": ("Hamlet",)}
    assert CASTLE.places() == {
        "lobby": ("the lobby",),
        "ramparts": ("the ramparts", "the battlements", "the walls"),
    }
    assert read("Hamlet left the lobby.", CASTLE).known == {"Hamlet", "the lobby"}


def test_the_same_names_as_people_are_another_registry() -> None:
    people = Names({**CASTLE.as_dict(), **CASTLE.places()})
    assert people != CASTLE
    assert Names(CASTLE.as_dict(), CASTLE.places()) == CASTLE
    assert hash(Names(CASTLE.as_dict(), CASTLE.places())) == hash(CASTLE)


def test_a_place_and_a_person_may_not_share_a_canonical_name() -> None:
    with pytest.raises(InputError, match="same canonical name"):
        Names({"hamlet": ["Hamlet"]}, {"village": ["Hamlet"]})


def test_only_people_are_people() -> None:
    said = "Hamlet walked from the lobby to the ramparts with Horatio."
    assert persons_in(said, CASTLE) == ("Hamlet", "the lobby", "the ramparts", "Horatio")
    assert people_in(said, CASTLE) == ("Hamlet", "Horatio")


ROOMS = Names(
    {"hamlet": ["Hamlet"], "gertrude": ["Gertrude", "Queen Gertrude", "the queen"]},
    {"rooms": ["the royal apartments", "the private wing"], "lobby": "the lobby"},
    {"rooms": ["the queen's closet", "the chapel"], "lobby": ["the stairs"], "nowhere": ["the attic"]},
)


@pytest.mark.parametrize(
    ("text", "expected", "mentioned"),
    [
        ("Hamlet went to the queen's closet.", "Hamlet went to Gertrude's closet.", ("hamlet", "rooms")),
        ("Hamlet went to Queen Gertrude's closet.", "Hamlet went to Gertrude's closet.", ("hamlet", "rooms")),
        ("Hamlet went to the private wing.", "Hamlet went to the royal apartments.", ("hamlet", "rooms")),
        ("The chapel was dark.", "The chapel was dark.", ("rooms",)),
        ("Hamlet went to the attic.", "Hamlet went to the attic.", ("hamlet",)),
    ],
)
def test_a_part_is_known_to_be_in_its_place_and_never_written_as_the_whole(
    text: str, expected: str, mentioned: tuple[str, ...]
) -> None:
    canonical = ROOMS.canonical(text)
    assert canonical == expected
    assert ROOMS.mentioned(canonical) == mentioned
    assert ROOMS.canonical(canonical) == canonical


def test_registries_that_differ_in_parts_are_not_equal() -> None:
    assert ROOMS.parts() == {"lobby": ("the stairs",), "rooms": ("the queen's closet", "the chapel")}
    assert Names(ROOMS.as_dict(), ROOMS.places(), ROOMS.parts()) == ROOMS
    assert Names(ROOMS.as_dict(), ROOMS.places()) != ROOMS
    assert hash(Names(ROOMS.as_dict(), ROOMS.places())) != hash(ROOMS)


def test_a_part_that_two_places_have_is_in_neither() -> None:
    wings = {"north": "the north wing", "south": "the south wing"}
    names = Names({}, wings, {"north": "the stairs", "south": "The stairs"})
    assert names.mentioned("They met on the stairs.") == ()
