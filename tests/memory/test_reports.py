"""Reports to the depositor: the statement is what was told; who told it, where and in which words is provenance."""

import json
import re
from pathlib import Path

import pytest

from agentsensus import Memory
from agentsensus.language.names import Names
from agentsensus.memory.core.atoms import Atom
from agentsensus.memory.inputs import Context
from agentsensus.memory.write.cut.rule import statements
from agentsensus.worlds.scenario import load

LABELS = Path(__file__).parents[1] / "data" / "understanding" / "hamlet_strong.jsonl"
SMALL_WORDS = {"had", "has", "that", "and", "queen", "king", "the", "a"}
CAP = 96


def cut(agent: str, text: str, names: Names | None = None, *, reports: str = "content") -> list[Atom]:
    context = Context.model_validate({"reports": reports})
    return statements(agent, text, context, names or Names(), CAP)


def opened(agent: str, text: str) -> list[tuple[str, str]]:
    """Every statement with its source; without one where it is the depositor's own."""
    return [(atom.text, atom.via.source if atom.via else "") for atom in cut(agent, text)]


@pytest.mark.parametrize(
    ("agent", "text", "expected"),
    [
        ("lena", "Ben told me that the rent is 900 euros.", [("The rent is 900 euros.", "Ben")]),
        (
            "lena",
            "Ben told me that the rent is 900 euros and that the flat is in Gent.",
            [("The rent is 900 euros.", "Ben"), ("The flat is in Gent.", "Ben")],
        ),
        (
            "laertes",
            "Ophelia wrote to Laertes in Paris that Hamlet gave no answer.",
            [("Hamlet gave no answer.", "Ophelia")],
        ),
        (
            "lena",
            "I heard from Tom that Kim was hired. Kim starts on 3 June.",
            [("Kim was hired.", "Tom"), ("Kim starts on 3 June.", "")],
        ),
        (
            "lena",
            "Ana and Tom told me they are moving to Lisbon in May.",
            [("Ana and Tom are moving to Lisbon in May.", "Ana and Tom")],
        ),
        ("lena", "The cooks told me that they were paid.", [("The cooks were paid.", "The cooks")]),
        ("lena", "My boss told me that she had signed.", [("Lena's boss had signed.", "Lena's boss")]),
        ("lena", "Laertes told me that he had sailed.", [("Laertes had sailed.", "Laertes")]),
        ("lena", "陈露和石磊告诉我，他们五月搬到了青岛。", [("陈露和石磊五月搬到了青岛。", "陈露和石磊")]),
        ("lena", "The server is down, Tom told me.", [("The server is down.", "Tom")]),
        ("lena", "According to Tom, the server is down.", [("The server is down.", "Tom")]),
        ("lena", "Per Ana, the vendor needs 3 days.", [("The vendor needs 3 days.", "Ana")]),
        ("lena", "Tom called to say that the train is late.", [("The train is late.", "Tom")]),
        ("lena", "Kim let me know that the parcel arrived.", [("The parcel arrived.", "Kim")]),
        ("lena", "Tom wrote me: the key is under the mat.", [("The key is under the mat.", "Tom")]),
        ("lena", "In her letter Ophelia writes that the roof leaks.", [("The roof leaks.", "Ophelia")]),
        (
            "lena",
            "I heard from Tom that Kim got the job and that she starts in May.",
            [("Kim got the job.", "Tom"), ("Kim starts in May.", "Tom")],
        ),
        (
            "lena",
            "Ben messaged me that CI is red; I am looking into it.",
            [("CI is red.", "Ben"), ("Lena is looking into it.", "")],
        ),
        (
            "lena",
            "Tom wrote that the roof leaks and that he does not know why.",
            [("The roof leaks.", "Tom"), ("Tom does not know why the roof leaks.", "Tom")],
        ),
        ("小林", "据王工说，备份是好的。", [("备份是好的。", "王工")]),
        ("小林", "我听老张说小陈要离职。", [("小陈要离职。", "老张")]),
        ("小林", "听王工说服务器昨晚宕机了。", [("服务器昨晚宕机了。", "王工")]),
        ("小林", "客户来信说合同要推迟到六月。", [("合同要推迟到六月。", "客户")]),
        ("小林", "老板告诉我预算砍了百分之二十。", [("预算砍了百分之二十。", "老板")]),
        ("韩梅", "李雷对我说：“我明天去北京。”", [("李雷明天去北京。", "李雷")]),
    ],
)
def test_what_was_told_to_the_depositor_is_the_statement(
    agent: str, text: str, expected: list[tuple[str, str]]
) -> None:
    assert opened(agent, text) == expected


@pytest.mark.parametrize(
    ("agent", "text"),
    [
        ("ana", "Ana told Tom that the office is closed."),  # a teller does not come to know what it told
        ("ana", "Tom told Eva that the office is closed."),  # what others say to each other stays their talk
        ("ana", "Nobody told Ana that the office is closed."),
        ("ana", "Tom ordered Ana to close the office."),
        ("ana", "According to the plan, the office is closed."),
        ("ana", "Tom may have told Ana that the office is closed."),
        ("韩梅", "李雷告诉王芳办公室关门了。"),
        ("韩梅", "没有人告诉韩梅办公室关门了。"),
        ("韩梅", "李雷让韩梅去开门。"),
    ],
)
def test_what_is_no_report_to_the_depositor_stays_whole(agent: str, text: str) -> None:
    assert opened(agent, text) == [(text, "")]


def test_a_telling_that_is_a_deed_is_kept_beside_what_was_told() -> None:
    atoms = cut("horatio", "Hamlet confessed to Horatio that Hamlet had killed Polonius.")
    assert [(atom.text, atom.via.source if atom.via else "") for atom in atoms] == [
        ("Hamlet confessed to Horatio that Hamlet had killed Polonius.", ""),
        ("Hamlet had killed Polonius.", "Hamlet"),
    ]


def test_under_whole_a_report_stays_a_report() -> None:
    text = "Ben told Lena that the rent is 900 euros."
    assert [(atom.text, atom.via) for atom in cut("lena", text, reports="whole")] == [(text, None)]


def test_a_report_joins_the_record_of_whoever_was_there() -> None:
    with Memory.open(embedder="hashing") as memory:
        memory.remember("tom", "The bridge at Lier fell into the river.", at=1)
        memory.remember("kim", "Tom told me that the bridge at Lier fell into the river.", at=2)
        (record,) = memory.records()
        assert sorted(record.owners) == ["kim", "tom"]
        via = memory.recall("kim", "what fell into the river?").hits[0].via
        assert (via.kind, via.source, via.telling) == ("told", "Tom", "Tom told Kim")


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold())) - SMALL_WORDS


def test_the_reports_of_a_strong_models_run_are_opened_with_their_sources() -> None:
    names = load("hamlet").known_names()
    rows = [json.loads(line) for line in LABELS.read_text("utf-8").splitlines()]
    reports = [row for row in rows if row["class"] == "report"]
    right = 0
    for row in reports:
        told = [atom for atom in cut(row["depositor"], row["statement"], names) if atom.via]
        words = _words(" ".join(atom.text for atom in told))
        sources = {atom.via.source for atom in told if atom.via}
        is_source = sources == {row["source"]} if row["source"] else not sources & load("hamlet").characters.keys()
        right += bool(told) and words == _words(row["content"]) and is_source
    assert len(reports) == 46
    assert right >= 44


def test_what_a_strong_models_run_tells_of_deeds_and_events_is_not_taken_for_a_report() -> None:
    names = load("hamlet").known_names()
    rows = [json.loads(line) for line in LABELS.read_text("utf-8").splitlines()]
    plain = [row for row in rows if row["class"] in ("event", "own_telling")]
    wrong = [row["index"] for row in plain if any(atom.via for atom in cut(row["depositor"], row["statement"], names))]
    assert len(plain) == 33
    assert len(wrong) <= 1
