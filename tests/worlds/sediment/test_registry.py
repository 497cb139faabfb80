"""The registry made safe: what once broke a sedimentation after an hour and a half is mended before it begins."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentsensus.errors import InputError
from agentsensus.worlds.sediment.registry import EntryKind, RegistryEntry, read_registry, sanitized, write_registry


def _entry(id_: str, name: str, kind: EntryKind = "place", *aliases: str) -> RegistryEntry:
    return RegistryEntry(id_, name, kind, aliases)


def test_two_places_with_the_same_id_are_two() -> None:
    registry = sanitized([_entry("hall", "Great Hall"), _entry("hall", "Hall of Mirrors")])
    assert [(id_, entry.name) for id_, entry in registry.entries.items()] == [
        ("hall", "Great Hall"),
        ("hall_2", "Hall of Mirrors"),
    ]
    assert "taken" in registry.warnings[0]


def test_the_same_place_twice_is_one_with_all_its_aliases() -> None:
    registry = sanitized([_entry("hall", "Hall", "place", "a"), _entry("hall", "Hall", "place", "b")])
    assert registry.entries["hall"].aliases == ("a", "b")
    assert len(registry.entries) == 1


def test_a_household_does_not_own_the_names_of_its_mansions() -> None:
    registry = sanitized(
        [
            _entry("jia", "贾府", "place", "荣国府", "宁国府"),
            _entry("rongguo", "荣国府", "place", "荣府"),
            _entry("ningguo", "宁国府"),
        ]
    )
    assert registry.entries["jia"].aliases == ()
    assert registry.entries["rongguo"].called == ("荣国府", "荣府")
    assert len(registry.warnings) == 2


def test_an_alias_of_several_belongs_to_the_first_who_claims_it() -> None:
    registry = sanitized(
        [_entry("a", "Anna", "character", "the queen"), _entry("b", "Berta", "character", "the queen")]
    )
    assert registry.entries["a"].aliases == ("the queen",)
    assert registry.entries["b"].aliases == ()


def test_ids_are_made_of_latin_letters_and_the_old_one_is_kept_as_a_name() -> None:
    registry = sanitized(
        [RegistryEntry("桃园", "桃花园", "place", (), "Peach Garden"), RegistryEntry("", "无名村", "place")]
    )
    assert list(registry.entries) == ["peach_garden", "place_1"]
    assert "桃园" in registry.entries["peach_garden"].aliases


@pytest.mark.parametrize("name", ["narrator", "The Narrator", "叙述者", "旁白"])
def test_a_narrator_is_nobody(name: str) -> None:
    registry = sanitized([_entry("narrator", name, "character"), _entry("ines", "Ines", "character")])
    assert list(registry.entries) == ["ines"]


def test_names_of_different_persons_are_told_apart() -> None:
    registry = sanitized([_entry("john_a", "John", "character"), _entry("john_b", "John", "character")])
    assert [entry.name for entry in registry.entries.values()] == ["John", "John 2"]


@given(
    st.lists(
        st.builds(
            RegistryEntry,
            st.text("ab桃_ ", max_size=3),
            st.text("AB 园村,:", min_size=1, max_size=4),
            st.sampled_from(["character", "place", "carrier"]),
            st.lists(st.text("AB园", min_size=1, max_size=2), max_size=3).map(tuple),
        ),
        max_size=8,
    )
)
def test_whatever_comes_in_ids_are_ascii_and_names_have_one_owner(entries: list[RegistryEntry]) -> None:
    registry = sanitized(entries)
    assert all(id_.isascii() and id_ for id_ in registry.entries)
    people = [name for entry in registry.of_kind("character").values() for name in {n.casefold() for n in entry.called}]
    assert len(people) == len(set(people))
    for kind in ("character", "place", "carrier"):
        names = [entry.name.casefold() for entry in registry.of_kind(kind).values()]
        assert len(names) == len(set(names))


def test_a_registry_comes_back_from_its_file_as_it_went(tmp_path: Path) -> None:
    registry = read_registry("three_kingdoms").registry
    write_registry(registry, tmp_path / "registry.yaml")
    assert read_registry(str(tmp_path / "registry.yaml")).registry.entries == registry.entries


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "by id"),
        ("- a\n- b\n", "by id"),
        ("a: [", "not valid YAML"),
        ("a: {name: A, kind: king}", "a.kind"),
        ("a: {name: []}", "a.name"),
    ],
)
def test_a_registry_that_cannot_be_read_says_where(content: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "registry.yaml"
    path.write_text(content)
    with pytest.raises(InputError, match="--registry") as raised:
        read_registry(str(path))
    assert said in str(raised.value)
