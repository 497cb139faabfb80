"""Every fact of the shipped worlds against its source: who and what it names is named in that chapter, on that day."""

import re
from functools import cache

import pytest

from agentsensus.worlds.scenario import load as load_anew
from agentsensus.worlds.scenario.scenario import Scenario, SceneEvent
from tests.worlds.repertoire.sources import passage

pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("shared")]
CHINESE = {"three_kingdoms": 40, "red_chamber": 40}
SPOKEN_OF: dict[str, dict[str, tuple[str, ...]]] = {
    # What the novels call somebody where the name is not used; in a registry such words would be anybody's.
    "three_kingdoms": {
        "lady_gan": ("二夫人", "二嫂", "家眷", "老小", "家小", "妻小", "家属"),
        "mi_furen": ("二夫人", "二嫂"),
        "xian_di": ("帝", "天子", "陛下", "车驾"),
        "shao_di": ("皇子辩", "太子辩"),
        "zhang_fei": ("关、张",),
        "chen_deng": ("陈珪父子",),
        "zhang_liang_han": ("子房",),
    },
    "red_chamber": {
        "jia_zheng": ("老爷",),
        "jia_jing": ("太爷",),
        "jia_zhen": ("我父亲",),
        "jia_zhu": ("你大爷",),
        "xue_pan": ("我哥哥",),
        "zhao_yiniang": ("我母亲",),
    },
}


@cache
def load(name: str) -> Scenario:
    """A shipped world; read once for all tests."""
    return load_anew(name)


def elsewhere(name: str, world: Scenario, event: SceneEvent) -> list[str]:
    """The people whom a fact or one of its tellings names and whom the chapter it is said to be from does not."""
    chapter, names = passage(name, event.reference), world.names()
    told = " ".join((event.text, *event.tellings, *event.kept_back))
    named = {person for _, person in world.known_names().found_in(told) if person in names}
    return [
        names[person][0]
        for person in sorted(named)
        if not any(word in chapter for word in (*names[person], *SPOKEN_OF[name].get(person, ())))
    ]


@pytest.mark.parametrize("name", CHINESE)
def test_a_fact_names_people_who_are_in_the_chapter_it_is_said_to_be_from(name: str) -> None:
    world = load(name)
    assert {event.id: away for event in world.events if (away := elsewhere(name, world, event))} == {}


@pytest.mark.parametrize("name", CHINESE)
def test_nothing_is_told_after_the_span(name: str) -> None:
    told = {int(number) for event in load(name).events for number in re.findall(r"\d+", event.reference)}
    assert (min(told), max(told)) == (1, CHINESE[name])


# A country or a union has several words; the timeline uses another of them than the world does.
SAME = {
    "European": ("EU",),
    "Union": ("EU",),
    "United": ("US", "UK", "UN", "Biden", "British"),
    "Kingdom": ("UK", "British"),
    "States": ("US", "Biden", "Pentagon"),
    "Nations": ("UN",),
    "Department": ("Pentagon",),
    "Defense": ("Pentagon",),
    "Western": ("West",),
    "Polish": ("Poland",),
    "Poland": ("Warsaw", "Polish"),
    "Washington": ("US Congress",),
    "Moscow": ("Russia",),
    "Kyiv": ("Zelenskyy",),
    "British": ("The Economist",),
    "Saint": ("St ",),
    "Plant": ("nuclear", "Nuclear", "NPP"),
    "People": ("DPR",),
    "Kinzhals": ("kinzhal",),
    "Bridge": ("bridge",),
    "China": ("Chinese",),
    "Works": ("plant",),
    "Base": ("base",),
    "Dnipro": ("Dniepro",),
    "General": ("Gerasimov",),
    "Staff": ("Gerasimov",),
    "130": ("one hundred and thirty",),
    "10,000": ("10–13,000",),
}
CUT_OFF = {"d2023_05_23_handover": {"Bakhmut"}}
"""What stood in the part of a day that the timeline leaves out with dots."""
_PROPER = re.compile(r"(?<=[a-z,] )[A-Z][\w-]*[a-z]|\d[\d,.]*\d|\d")
_MONTHS = "January February March April May June July August September October November December".split()


def unnamed(world: Scenario, event: SceneEvent) -> set[str]:
    """The proper names and figures of a dated fact, offices and dates aside, that its day does not have."""
    day, text = passage("russia_ukraine", event.reference), event.text
    offices = {word for names in world.names().values() for name in names for word in name.split()}
    text = re.sub(rf"\b\d{{1,2}} (?:{'|'.join(_MONTHS)})(?: \d{{4}})?", "", text)
    found = {word for word in _PROPER.findall(text) if word not in _MONTHS}
    return {
        word
        for word in found - offices - CUT_OFF.get(event.id, set())
        if not any(same in day for same in (word, word[:5], *SAME.get(word, ())))
    }


def test_a_dated_fact_has_the_names_and_figures_of_its_day() -> None:
    world = load("russia_ukraine")
    assert {event.id: away for event in world.events if (away := unnamed(world, event))} == {}


def test_every_dated_fact_says_a_date_and_none_is_after_april_2024() -> None:
    events = load("russia_ukraine").events
    undated = [
        event.id
        for event in events
        if not re.search(
            r"\b(?:January|February|March|April|May|June|July|August"
            r"|September|October|November|December) \d{4}\b",
            event.text,
        )
    ]
    assert undated == []
    assert (
        min(event.reference for event in events),
        max(event.reference for event in events) < "2024-05",
    ) == ("2022-02-24", True)
