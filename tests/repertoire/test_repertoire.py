"""Shipped worlds are found by name, others by path, and every shipped one can be played."""

from pathlib import Path

import pytest

from agentsensus import repertoire
from agentsensus.errors import UnknownName
from agentsensus.world import check, load


def test_every_shipped_world_has_no_error() -> None:
    wrong = {
        name: [str(one) for one in found.problems] for name in repertoire.shipped() if not (found := check(name)).ok
    }
    assert wrong == {}


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
def test_a_shipped_world_has_the_size_it_is_said_to_have(name: str) -> None:
    world = load(name)
    language, active, archived, places, documents, events, told = TABLE[name]
    assert world.world.language == language
    assert (len(world.active), len(world.characters) - len(world.active)) == (active, archived)
    assert sum(bool(carrier.text) for carrier in world.carriers.values()) == documents
    assert len(world.places) >= places
    assert len(world.events) >= events
    assert sum(bool(event.tellings) for event in world.events) >= told


@pytest.mark.parametrize("name", OWNERS)
def test_a_new_world_has_what_the_story_needs(name: str) -> None:
    world = load(name)
    least, most = OWNERS[name]
    assert least <= sum(len(event.owners) for event in world.events) / len(world.events) <= most
    assert sum(len(event.kept_back) for event in world.events) >= 100
    assert len(world.happenings) >= 6
    assert sum(arc.ends_when is not None for arc in world.world.arcs) >= 6
    assert (len(world.reference.arcs), len(world.reference.events) >= 40) == (10, True)
    assert all(event.reference for event in world.events)
    assert check(name).problems == ()
    if world.world.language == "zh":
        named = [*world.characters.values(), *world.places.values(), *world.carriers.values()]
        assert [one.id for one in named if not one.latin.replace("ü", "u").isascii() or not one.latin] == []


def test_offices_at_war_are_stamped_and_do_no_harm() -> None:
    world = load("russia_ukraine")
    assert world.world.stamp == "simulated fiction"
    assert not world.world.person
    assert not any(world.world.players.model_dump().values())
    assert world.world.deeds == {}
    assert not any(event.secret for event in world.events)
    assert not any(
        effect.dies or effect.hurt for happening in world.happenings.values() for effect in happening.effects
    )
