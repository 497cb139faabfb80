"""Shipped worlds are found by name, others by path, and every shipped one can be played."""

import re
from functools import cache
from pathlib import Path

import pytest

from agentsensus.errors import UnknownName
from agentsensus.worlds import repertoire
from agentsensus.worlds.minds.players.player_state import PlayerState, player_states
from agentsensus.worlds.scenario import WorldCheck, check
from tests.paths import ROOT


@cache
def checked(name: str) -> WorldCheck:
    """A shipped world with everything that `agentsensus check` finds in it; read once for all tests."""
    return check(name)


def test_every_shipped_world_is_in_the_table() -> None:
    assert set(repertoire.shipped()) == set(TABLE)


def test_a_folder_of_ones_own_comes_before_a_shipped_world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = tmp_path / "shipped" / "elsinore"
    monkeypatch.setattr(repertoire, "shipped", lambda: {"elsinore": shipped})
    monkeypatch.chdir(tmp_path)
    assert repertoire.find("elsinore") == shipped
    with pytest.raises(UnknownName, match="did you mean 'elsinore'"):
        repertoire.find("elsinor")
    Path("elsinore").mkdir()
    assert repertoire.find("elsinore") == shipped
    Path("elsinore/world.yaml").write_text("name: mine\n")
    assert repertoire.find("elsinore") == Path("elsinore")


TABLE = {
    # world: language, active, archived, places at least, documents, events at least, told otherwise at least
    "hamlet": ("en", 16, 2, 8, 3, 455, 200),
    "three_kingdoms": ("zh", 33, 38, 60, 5, 600, 200),
    "red_chamber": ("zh", 34, 3, 60, 9, 600, 200),
    "russia_ukraine": ("en", 47, 14, 50, 0, 500, 150),
}
OWNERS = {"three_kingdoms": (3.3, 3.9), "red_chamber": (3.9, 4.4), "russia_ukraine": (5.2, 5.8)}


@pytest.mark.parametrize("name", TABLE)
def test_a_shipped_world_is_clean_and_has_the_size_it_is_said_to_have(name: str) -> None:
    world, counts = checked(name).scenario, checked(name).counts()
    language, active, archived, places, documents, events, told = TABLE[name]
    assert checked(name).problems == ()
    assert world.world.language == language
    assert (counts["active"], counts["characters"] - counts["active"]) == (active, archived)
    assert sum(bool(carrier.text) for carrier in world.carriers.values()) == documents
    assert counts["places"] >= places
    assert counts["events"] >= events
    assert sum(bool(event.tellings) for event in world.events) >= told
    assert sum(len(event.kept_back) for event in world.events) >= 100


@pytest.mark.parametrize("name", TABLE)
def test_the_page_on_worlds_says_how_large_a_shipped_world_is(name: str) -> None:
    world, counts = checked(name).scenario, checked(name).counts()
    row = [
        f"`{name}`",
        world.world.language,
        world.world.span.told,
        counts["active"],
        counts["characters"] - counts["active"],
        counts["places"],
        counts["carriers"],
        sum(bool(carrier.text) for carrier in world.carriers.values()),
        counts["events"],
        sum(bool(event.tellings) for event in world.events),
        sum(len(event.kept_back) for event in world.events),
        f"{sum(len(event.owners) for event in world.events) / len(world.events):.1f}",
    ]
    assert f"| {' | '.join(map(str, row))} |" in (ROOT / "docs" / "worlds.md").read_text("utf-8")


@pytest.mark.parametrize("name", OWNERS)
def test_a_new_world_has_what_the_story_needs(name: str) -> None:
    world = checked(name).scenario
    least, most = OWNERS[name]
    assert least <= sum(len(event.owners) for event in world.events) / len(world.events) <= most
    assert len(world.happenings) >= 6
    assert sum(arc.ends_when is not None for arc in world.world.arcs) >= 6
    assert len(world.reference.arcs) == 10
    assert len(world.reference.events) >= 40
    assert all(event.reference for event in world.events)
    assert all(message.tellings for message in world.world.kickoff)


@pytest.mark.parametrize("name", [name for name, row in TABLE.items() if row[0] == "zh"])
def test_a_chinese_world_has_a_romanised_name_for_everything_and_nothing_else_in_latin(name: str) -> None:
    world = checked(name).scenario
    named = [*world.characters.values(), *world.places.values(), *world.carriers.values()]
    assert [entry.id for entry in named if not entry.latin.replace("ü", "u").isascii() or not entry.latin] == []
    spoken = [text for event in world.events for text in (event.text, *event.tellings, *event.kept_back)]
    spoken += [entry.profile for entry in named]
    spoken += [f"{key}{value}" for entry in named for key, value in entry.status.items()]
    spoken += [goal.text + goal.question for person in world.characters.values() for goal in person.goals]
    spoken += [word for person in world.characters.values() for word in (*person.voice.turns, *person.voice.epithets)]
    spoken += [word for person in world.characters.values() for words in person.voice.calls.values() for word in words]
    assert [text for text in spoken if re.search(r"[A-Za-z]|\s", text)] == []


@pytest.mark.parametrize("name", [name for name, row in TABLE.items() if row[0] == "zh"])
def test_a_chinese_turn_says_nothing_of_how_one_knows(name: str) -> None:
    """Players say that themselves, and the two would contradict each other: «我看得清楚。我是听太太说的。»"""
    people = checked(name).scenario.characters.values()
    turns = [turn for person in people for turn in person.voice.turns]
    assert [turn for turn in turns if re.search("看得[清明]|眼见|亲眼|亲耳|听说|打听|见过|才知道", turn)] == []


@pytest.mark.parametrize("name", [name for name, row in TABLE.items() if row[0] == "zh"])
def test_a_chinese_question_speaks_of_nobody_as_the_asker_never_would(name: str) -> None:
    """Kin, and whoever is above the asker and dear, are named in a question by what the asker calls them."""
    world = checked(name).scenario
    parts = player_states(world, 1)
    bare = [
        (person.id, goal.question)
        for person in (world.characters[id_] for id_ in world.active)
        for goal in person.goals
        for id_ in {found for _, found in world.known_names().found_in(goal.question)}
        if id_ in person.voice.calls
        and (id_ in person.kin or (person.trusts.get(id_, 0) >= 2 and world.characters[id_].rank > person.rank))
        and world.characters[id_].name in as_asked(parts[person.id], goal.question)
        and world.characters[id_].name not in person.voice.calls[id_]
    ]
    assert bare == []


def as_asked(part: PlayerState, question: str) -> str:
    """A question with what its asker calls people, as far as it is understood again."""
    script, called = part.script, part.script.calling.said(question, part.id)
    understood = (script.plainly_by_call(called, part.id, part.id), script.by_name(called, part.id, part.id))
    return called if question in understood else question


def test_offices_at_war_are_stamped_and_do_no_harm() -> None:
    world = checked("russia_ukraine").scenario
    assert world.world.stamp == "simulated fiction"
    assert not world.world.person
    assert not any(world.world.players.model_dump().values())
    assert world.world.deeds == {}
    assert not any(event.secret for event in world.events)
    assert not any(
        effect.dies or effect.hurt for happening in world.happenings.values() for effect in happening.effects
    )
