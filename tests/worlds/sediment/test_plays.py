"""Plays by their structure: who is on the stage owns what happens there."""

from collections import defaultdict
from pathlib import Path

import pytest

from agentsensus.worlds.sediment import read_source, source_of
from agentsensus.worlds.sediment.account import Account
from agentsensus.worlds.sediment.forms import read_form
from agentsensus.worlds.sediment.parts import StageSpeech, divide
from agentsensus.worlds.sediment.plays.account import account_of_play
from agentsensus.worlds.sediment.sources import SourceText
from tests.worlds.sediment.texts import CHINESE_PLAY, PLAY

pytestmark = pytest.mark.thorough

pytestmark = pytest.mark.thorough


def _account(source: SourceText, until: str | None = None) -> Account:
    script = read_form(source)
    return account_of_play(script, source, divide(script, until), None)


def _on_stage(account: Account) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for statement in account.statements:
        found[statement.part] |= set(statement.owners)
    return found


@pytest.fixture(scope="module")
def lamp() -> Account:
    return _account(source_of(PLAY, "lamp"), "Act II")


def test_owners_are_those_on_the_stage(lamp: Account) -> None:
    owners = {statement.text: set(statement.owners) for statement in lamp.statements}
    by_words = {text.partition("“")[2].partition(" ")[0]: who for text, who in owners.items() if "“" in text}
    assert by_words["I"] in ({"ines"}, {"matteo"}, {"walt", "tobias"})
    assert owners["Ines said: “I shall go down myself and count the cans.”"] == {"ines"}
    assert owners["Walt asked Tobias: “Where is the oil that you have promised me?”"] == {"walt", "tobias"}
    assert owners["Matteo said: “I shall not run away from what I did.”"] == {"matteo"}


def test_an_aside_is_owned_by_who_speaks_it_and_is_secret(lamp: Account) -> None:
    aside = next(statement for statement in lamp.statements if "sold it all" in statement.text)
    assert aside.owners == ("tobias",)
    assert aside.is_secret


def test_the_dead_are_found_with_who_killed_them_and_see_no_more(lamp: Account) -> None:
    assert [(death.who, death.doer) for death in lamp.deaths] == [("walt", "matteo")]
    told = lamp.statements[lamp.deaths[0].statement]
    assert told.text == "Walt died in the lamp room by the hand of Matteo."
    assert all("walt" not in s.owners for s in lamp.statements[lamp.deaths[0].statement + 1 :])


def test_the_same_and_another_part_of_it_are_one_place(lamp: Account) -> None:
    assert {statement.place for statement in lamp.statements} == {"lamp_room", "inn"}


def test_a_bare_title_in_several_scenes_is_somebody_else_in_each(lamp: Account) -> None:
    messengers = [id_ for id_ in lamp.registry.entries if id_.startswith("messenger")]
    assert messengers == ["messenger_i_2", "messenger_ii_2"]
    assert {"first_fisherman", "second_fisherman"} <= set(lamp.registry.entries)


def test_groups_of_the_list_and_narrators_are_nobody(lamp: Account) -> None:
    names = {entry.name.lower() for entry in lamp.registry.entries.values()}
    assert not names & {"villagers", "attendants", "narrator", "two fishermen"}


def test_what_comes_later_is_kept_apart(lamp: Account) -> None:
    assert {statement.part for statement in lamp.later} == {"III.1"}
    assert {statement.part for statement in lamp.statements} == {"I.1", "I.2", "II.1", "II.2"}


def test_a_chinese_play_is_read_as_well() -> None:
    account = _account(source_of(CHINESE_PLAY, "渡口"))
    names = {entry.name for entry in account.registry.of_kind("character").values()}
    assert {"阿贵", "刘三", "小荷"} <= names
    by_name = {entry.name: id_ for id_, entry in account.registry.entries.items()}
    first = next(statement for statement in account.statements if "水涨得很快" in statement.text)
    assert set(first.owners) == {by_name["阿贵"], by_name["小荷"]}
    threat = next(statement for statement in account.statements if "拉走" in statement.text and statement.part == "I.1")
    assert set(threat.owners) == {by_name["阿贵"], by_name["刘三"]}
    assert [account.name(death.who) for death in account.deaths] == ["刘三"]
    assert all(id_.isascii() for id_ in account.registry.entries)


HAMLET_SCENES = {
    "I.1": "francisco bernardo horatio marcellus ghost_of_hamlet_father",
    "I.2": "claudius gertrude hamlet polonius laertes voltimand cornelius horatio marcellus bernardo",
    "I.3": "laertes ophelia polonius",
    "I.4": "hamlet horatio marcellus ghost_of_hamlet_father",
    "I.5": "ghost_of_hamlet_father hamlet horatio marcellus",
    "II.1": "polonius reynaldo ophelia",
    "III.1": "claudius gertrude polonius ophelia rosencrantz guildenstern hamlet",
    "III.3": "claudius rosencrantz guildenstern polonius hamlet",
    "III.4": "gertrude polonius hamlet ghost_of_hamlet_father",
}
MACBETH_SCENES = {
    "I.1": "first_witch second_witch third_witch",
    "I.7": "macbeth lady_macbeth",
    "II.2": "macbeth lady_macbeth",
    "III.3": "first_murderer second_murderer third_murderer banquo fleance",
}


@pytest.fixture(scope="module")
def hamlet(shared: Path) -> Account:
    return _account(read_source(shared / "sources" / "hamlet.txt"), "Act III")


@pytest.fixture(scope="module")
def macbeth(shared: Path) -> Account:
    return _account(read_source(shared / "sources" / "macbeth.txt"))


@pytest.mark.parametrize("scene", HAMLET_SCENES)
def test_hamlets_scenes_are_owned_by_those_on_the_stage(scene: str, hamlet: Account) -> None:
    assert _on_stage(hamlet)[scene] == set(HAMLET_SCENES[scene].split())


@pytest.mark.parametrize("scene", MACBETH_SCENES)
def test_macbeths_scenes_are_owned_by_those_on_the_stage(scene: str, macbeth: Account) -> None:
    assert _on_stage(macbeth)[scene] == set(MACBETH_SCENES[scene].split())


def test_what_hamlet_and_ophelia_say_alone_is_theirs_alone(hamlet: Account) -> None:
    alone = [s for s in hamlet.statements if s.part == "III.1" and {s.speaker, *s.hearers} == {"hamlet", "ophelia"}]
    assert len(alone) > 20
    assert {s.owners for s in alone} == {("hamlet", "ophelia")}


def test_polonius_is_dead_at_the_end_of_the_third_act_by_hamlets_hand(hamlet: Account) -> None:
    assert [(death.who, death.doer) for death in hamlet.deaths] == [("polonius", "hamlet")]
    told = hamlet.statements[hamlet.deaths[0].statement]
    assert set(told.owners) == {"gertrude", "hamlet", "polonius"}


@pytest.mark.parametrize("name", ["hamlet.txt", "macbeth.txt"])
def test_everybody_who_speaks_is_in_the_registry(name: str, shared: Path) -> None:
    source = read_source(shared / "sources" / name)
    script = read_form(source)
    account = account_of_play(script, source, divide(script, None), None)
    spoken = {p.cue for part in script.parts for p in part.passages if isinstance(p, StageSpeech)}
    called = {alias.casefold() for entry in account.registry.entries.values() for alias in entry.called}
    called |= {alias.rpartition(" ")[0] for alias in called}
    whole = {cue.casefold() for cue in spoken if " and " not in cue and not cue.lower().startswith(("all", "both"))}
    assert {cue for cue in whole if cue not in called} <= {"first priest"}


def test_duncan_whose_death_is_only_spoken_of_is_dead(macbeth: Account) -> None:
    assert {"duncan", "banquo", "macbeth", "young_siward"} <= {death.who for death in macbeth.deaths}
