"""Novels and timelines by rule: who goes on unnamed, two by their surnames, verses, and whose office is meant."""

import asyncio
from pathlib import Path

from agentsensus.worlds.scenario import check, load
from agentsensus.worlds.sediment import Sedimentation, sediment, source_of
from agentsensus.worlds.sediment.account import Account
from agentsensus.worlds.sediment.forms import read_form
from agentsensus.worlds.sediment.parts import divide
from agentsensus.worlds.sediment.prose.account import account_of_prose
from agentsensus.worlds.sediment.registry import RegistryEntry, sanitized

ENGLISH_NOVEL = """The Ferry House

Chapter 1. A debt

Martin Hale came to the Ferry House with the rent in a tin box. He put it on the table before Mrs Orde. Mrs Orde said to
Martin, “You are four days late, and the boat is already sold.” Then he asked who had bought it.

Ruth Orde told Martin that Silas Pike had bought the boat. She promised to speak with Silas.

Chapter II

Silas Pike was in Low Harbour, painting the boat. Ruth Orde reached Low Harbour at noon. Her hands were shaking. Silas
and Ruth quarrelled over the price until dark. At last the two of them agreed to meet Martin Hale.

Chapter III

Martin Hale waited in Low Harbour, but Silas Pike was dead by then.
"""
ENGLISH_REGISTRY = """martin: {name: Martin Hale, aliases: [Martin]}
mrs_orde: {name: Mrs Orde}
ruth: {name: Ruth Orde, aliases: [Ruth]}
silas: {name: Silas Pike, aliases: [Silas]}
ferry_house: {name: Ferry House, kind: place, aliases: [the Ferry House]}
low_harbour: {name: Low Harbour, kind: place}
"""


def _account(text: str, *entries: RegistryEntry) -> Account:
    source = source_of(text, "text")
    script = read_form(source)
    return account_of_prose(script, source, divide(script, None), sanitized(entries))


def _owners(account: Account) -> dict[str, set[str]]:
    return {statement.text: set(statement.owners) for statement in account.statements}


def test_an_english_novel_becomes_a_world_in_which_pronouns_are_names(tmp_path: Path) -> None:
    (tmp_path / "names.yaml").write_text(ENGLISH_REGISTRY, "utf-8")
    asked = Sedimentation(tmp_path / "ferry", until="2", registry=str(tmp_path / "names.yaml"), more_than=0)
    made = asyncio.run(sediment(source_of(ENGLISH_NOVEL, "ferry"), asked))
    assert check(made.folder).ok
    world = load(made.folder)
    owners = {event.text: set(event.witnesses) for event in world.events}
    assert owners["Martin Hale put it on the table before Mrs Orde."] == {"martin", "mrs_orde"}
    assert owners["Ruth Orde promised to speak with Silas."] >= {"ruth"}
    assert owners["Ruth Orde's hands were shaking."] == {"ruth", "silas"}
    assert {event.place for event in world.events} == {"ferry_house", "low_harbour"}
    assert world.characters["silas"].at == "low_harbour"
    assert {event.reference for event in world.reference.events} <= {"3"}


PEOPLE = (
    RegistryEntry("liu", "刘备", aliases=("玄德",)),
    RegistryEntry("guan", "关羽"),
    RegistryEntry("zhang", "张飞"),
    RegistryEntry("zhang_bao", "张宝"),
    RegistryEntry("garden", "桃园", "place"),
)


def test_two_are_known_by_their_surnames_and_the_two_of_them_are_those_who_were_there() -> None:
    text = "第一回 结义\n　　刘备、关羽、张飞在桃园。张飞见关羽。关、张二人曰：“兄长何不出战？”次日，二人去了。\n"
    owners = list(_owners(_account(text, *PEOPLE)).values())
    assert owners[2] >= {"guan", "zhang"}
    assert owners[3] == {"guan", "zhang"}


def test_a_sentence_that_names_nobody_goes_on_about_the_one_before() -> None:
    owners = _owners(_account("第一回 行路\n　　刘备在桃园歇马。遂上马望北而行。\n", *PEOPLE))
    assert owners["刘备遂上马望北而行。"] == {"liu"}


def test_lines_of_equal_length_are_verses_and_no_memories() -> None:
    text = "第一回 诗\n　　刘备在桃园种菜。\n　　刘备英雄志，关羽万古名。\n　　桃园三结义，青史一书生。\n"
    assert [statement.text for statement in _account(text, *PEOPLE).statements] == ["刘备在桃园种菜。"]


OFFICES = (
    RegistryEntry("defence", "Ministry of Defence of Norway", office="commands the forces of Norway"),
    RegistryEntry("foreign", "Ministry of Foreign Affairs of Norway"),
    RegistryEntry("government_chile", "Government of Chile", office="decides for Chile"),
    RegistryEntry("north", "Tromsland Administration", office="administers Tromsland"),
    RegistryEntry("oslo", "Oslo", "place"),
    RegistryEntry("tromsland", "Tromsland", "place"),
)


def test_offices_are_found_by_country_and_field_by_region_and_by_who_holds_them() -> None:
    text = """2031-01-02: Norwegian Foreign Minister Kari Moen said in Oslo that the talks had failed.
2031-01-03: Norwegian forces left the harbour of Oslo.
2031-01-04: Moen visited Tromsland. Two houses in the town were flooded later that day.
2031-01-05: Danish officials came to Oslo.
2031-01-06: Tromsland governor Per Lie said that the road was open. Lie thanked the Norwegian Defence Minister.
"""
    owners = [set(statement.owners) for statement in _account(text, *OFFICES).statements]
    assert owners == [{"foreign"}, {"defence"}, {"foreign", "north"}, {"north"}, set(), {"north"}, {"north", "defence"}]


def test_chinese_offices_are_found_by_country_too() -> None:
    offices = (
        RegistryEntry("mod", "法国国防部", office="统率法国军队"),
        RegistryEntry("mfa", "法国外交部"),
        RegistryEntry("paris", "巴黎", "place"),
    )
    text = "2031年1月2日：法国军队离开巴黎。\n2031年1月3日：法国外交部长马丁在巴黎说会谈失败。\n"
    owners = [set(statement.owners) for statement in _account(text, *offices).statements]
    assert owners == [{"mod"}, {"mfa"}]
