"""Deposits as people and programs write them: chats, Markdown, code, tables, JSON, ids, titles, emoji."""

import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentsensus import Memory
from agentsensus.errors import InputError
from agentsensus.language.names import Names
from agentsensus.memory.core.atoms import Atom
from agentsensus.memory.inputs import Context
from agentsensus.memory.write.cut.rule import statements

CAP = 64


def cut(agent: str, text: str) -> list[Atom]:
    return statements(agent, text, Context(), Names(), CAP)


def plain(agent: str, text: str) -> list[str]:
    return [atom.text for atom in cut(agent, text)]


def test_i_in_a_transcript_is_whoever_speaks() -> None:
    text = "user: I moved to Lisbon in May.\nassistant: Do you still work at Acme?\nuser: No, I left Acme in March."
    assert [(atom.text, atom.via.source if atom.via else "") for atom in cut("dana", text)] == [
        ("The user moved to Lisbon in May.", "user"),
        ("The user left Acme in March.", "user"),
    ]


def test_lines_with_a_time_and_a_name_are_a_chat_in_small_letters_too() -> None:
    text = "[10:02] dana: the deploy failed\n[10:03] eli: I am rolling back to 1.4.2"
    assert [(atom.text, atom.via.source if atom.via else "") for atom in cut("bot", text)] == [
        ("The deploy failed", "dana"),
        ("Eli is rolling back to 1.4.2", "eli"),
    ]


def test_a_day_of_the_week_is_not_taken_for_somebody() -> None:
    assert plain("小林", "王芳负责接口文档，周三前完成。") == ["王芳负责接口文档，周三前完成。"]


def test_a_chinese_transcript_is_taken_the_same_way() -> None:
    text = "用户：我搬到上海了。\n助手：您的新地址是？\n用户：我住在浦东新区3号。"
    assert [(atom.text, atom.via.source if atom.via else "") for atom in cut("小林", text)] == [
        ("用户搬到上海了。", "用户"),
        ("用户住在浦东新区3号。", "用户"),
    ]


def test_of_markdown_prose_is_cut_and_headings_tables_and_code_stay_whole() -> None:
    table = "| host | cpu |\n|---|---|\n| a1 | 90% |"
    code = "```python\nprint('I moved')\n```"
    text = f"# Notes\n\n- Deploy of v2.14.1 failed at 10:32.\n- p95 went up to 340 ms.\n\n{table}\n\n{code}\n"
    assert [(atom.text, atom.flags) for atom in cut("dana", text)] == [
        ("# Notes", ("heading",)),
        ("Deploy of v2.14.1 failed at 10:32.", ()),
        ("p95 went up to 340 ms.", ()),
        (table, ("table",)),
        (code, ("code",)),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Dr. Chen rolled back at 5 p.m. in St. Ives.",
        "Version 3.2.1 fixes bug #4417, e.g. the crash on iOS 17.4.",
        "agent-7f3a restarted at 09:14 🎉.",
        "See https://status.example.com/i/42?x=1&y=2.5 for details.",
        "The invoice of 1,250.50 EUR went to ops@example.com.",
        "服务器agent-7f3a在09:14重启了🎉。",
        "3.5版修复了4417号缺陷。",
    ],
)
def test_ids_versions_titles_and_addresses_are_not_cut(text: str) -> None:
    assert plain("ops", text) == [text]


def test_json_stays_whole_and_is_never_taken_for_an_event() -> None:
    rows = ['{"status": "down", "host": "a1", "load": 7}', '{"status": "down", "host": "a1", "load": 9}']
    assert [atom.flags for atom in cut("ops", rows[0])] == [("data",)]
    with Memory.open(embedder="hashing") as memory:
        for number, row in enumerate(rows, 1):
            memory.remember(f"ops_{number}", row, at=number)
        assert [record.owners for record in memory.records()] == [("ops_1",), ("ops_2",)]


def test_messages_are_kept_with_who_said_them() -> None:
    messages: list[dict[str, object]] = [
        {"role": "user", "name": "Dana", "content": "I moved to Lisbon."},
        {"role": "assistant", "content": [{"type": "text", "text": "Where do you work?"}]},
        {"role": "user", "name": "Dana", "content": None},
    ]
    with Memory.open(embedder="hashing") as memory:
        memory.remember_messages("helper", messages, at=1)
        hits = memory.recall("helper", "who moved to Lisbon?").hits
        assert (hits[0].text, hits[0].via.kind, hits[0].via.source) == ("Dana moved to Lisbon.", "told", "Dana")
        assert memory.stats().total == 1


@pytest.mark.parametrize(
    "messages", [["hello"], [{"content": "hello"}], [{"role": "user"}], [{"role": "user", "content": 3}]]
)
def test_messages_that_say_not_who_or_what_are_refused(messages: Sequence[object]) -> None:
    with Memory.open(embedder="hashing") as memory:
        with pytest.raises(InputError, match=r"messages\[0\]"):
            memory.remember_messages("helper", messages)  # type: ignore[arg-type]
        assert memory.stats().total == 0


ALLERGIC = [{"role": "user", "content": "I'm allergic to peanuts."}, {"role": "assistant", "content": "You eat none?"}]
ALLERGIC_IN_CHINESE = [
    {"role": "user", "content": "我对花生过敏。"},
    {"role": "assistant", "content": "您不吃花生吗？"},
]


@pytest.mark.parametrize("messages", [ALLERGIC, ALLERGIC_IN_CHINESE], ids=["en", "zh"])
def test_the_user_of_one_agents_conversation_is_nobody_elses_user(messages: list[dict[str, str]]) -> None:
    with Memory.open(embedder="hashing") as memory:
        for agent in ("desk 1", "desk 2", "desk 1"):
            memory.remember_messages(agent, messages)
        assert sorted(record.owners for record in memory.records()) == [("desk 1",), ("desk 2",)]
        assert not memory.conflicts()


def test_what_a_user_says_of_other_things_still_merges() -> None:
    with Memory.open(embedder="hashing") as memory:
        for agent in ("desk 1", "desk 2"):
            memory.remember_messages(agent, [{"role": "user", "content": "The power users left on Monday."}])
        assert [record.owners for record in memory.records()] == [("desk 1", "desk 2")]


def test_roles_are_given_names_and_a_name_in_a_message_stands_above_that() -> None:
    with Memory.open(embedder="hashing") as memory:
        named = {"user": "Alice", "assistant": "desk 1"}
        for agent in ("desk 1", "desk 2"):
            memory.remember_messages(agent, ALLERGIC, speakers=named)
        shared = memory.search("who is allergic to peanuts?", k=1)[0]
        assert (shared.text, shared.owners) == ("Alice is allergic to peanuts.", ("desk 1", "desk 2"))
        assert [via.source for via in map(memory.via_of, ("desk 2",), (shared.record,))] == ["Alice"]
        memory.agent("alice").remember_messages(ALLERGIC[:1], speakers={"user": "alice"})
        assert memory.via_of("alice", memory.recall("alice", "peanuts")[0].id).kind == "witnessed"
        memory.remember_messages("desk 1", [{"role": "user", "name": "Tom", "content": "I like tea."}], speakers=named)
        assert memory.recall("desk 1", "who likes tea?")[0].text == "Tom likes tea."


@pytest.mark.parametrize("named", ["Alice", {"user": ""}, {"user": None}, {3: "Alice"}])
def test_names_of_roles_that_are_none_are_refused(named: object) -> None:
    with Memory.open(embedder="hashing") as memory, pytest.raises(InputError, match=r"speakers|role is"):
        memory.remember_messages("desk 1", ALLERGIC, speakers=named)  # type: ignore[arg-type]


def test_an_uncut_deposit_is_one_statement() -> None:
    with Memory.open(embedder="hashing") as memory:
        receipt = memory.remember("dana", "I moved. Tom stayed.", cut=False)
        assert [statement.text for statement in receipt.statements] == ["I moved. Tom stayed."]


NAMES = ("Dana", "Tom", "agent-7f3a", "Dr. Chen", "v2.14.1")
SENTENCES = st.sampled_from(
    [
        "{name} moved {number} boxes to the harbour.",
        "I heard from {name} that {number} boxes are missing.",
        "{name} told me that the {number} boxes came back.",
        "user: I saw {name} with {number} boxes.",
        "- {name} closed ticket {number}.",
        "| {name} | {number} |",
        "`{name}({number})`",
        '{{"owner": "{name}", "boxes": {number}}}',
        "According to {name}, {number} boxes are wet.",
        "{name} called to say that box {number} is lost.",
        "{name} let me know that {number} boxes fit and that the lift does not.",
        "[10:02] {name}: {number} boxes left",
        "After {name} left, we counted {number} boxes; I wrote it down.",
        "1. {name} pays {number} euros, but nobody else does.",
        "“Box {number} is mine,” said {name}.",
        "> {name} wrote: {number} boxes 🎉",
        "https://example.com/{number}?by={name}",
    ]
)
CHINESE_NAMES = ("王芳", "老张", "欧阳雪", "agent-7f3a", "v2.14.1")
CHINESE = st.sampled_from(
    [
        "{name}把{number}箱货搬到了码头。",
        "听{name}说少了{number}箱货。",
        "{name}告诉我，{number}箱货都回来了。",
        "据{name}说，{number}箱货湿了，明天才能晾干。",
        "{name}来信说要付{number}元。",
        "用户：我看见{name}拿了{number}箱。",
        "{name}：我要{number}箱。",
        "- {name}关闭了{number}号工单，周三前复查。",
        "| {name} | {number} |",
        "【纪要】{name}负责{number}号接口；我来写文档。",
        "{name}走后，我们又数了一遍，一共{number}箱！",
        "“{number}号箱是我的。”{name}说。",
    ]
)


@given(st.lists(st.tuples(CHINESE, st.sampled_from(CHINESE_NAMES), st.integers(2, 9999)), min_size=1, max_size=5))
def test_every_name_and_number_of_a_chinese_deposit_is_in_a_statement_or_its_provenance(
    parts: list[tuple[str, str, int]],
) -> None:
    _assert_nothing_is_lost("小林", parts)


@given(st.lists(st.tuples(SENTENCES, st.sampled_from(NAMES), st.integers(2, 9999)), min_size=1, max_size=5))
def test_every_name_and_number_of_a_deposit_is_in_a_statement_or_its_provenance(
    parts: list[tuple[str, str, int]],
) -> None:
    _assert_nothing_is_lost("lena", parts)


def _assert_nothing_is_lost(agent: str, parts: list[tuple[str, str, int]]) -> None:
    text = "\n".join(form.format(name=name, number=number) for form, name, number in parts)
    atoms = cut(agent, text)
    kept = " ".join(f"{atom.text} {atom.via.source} {atom.via.telling}" if atom.via else atom.text for atom in atoms)
    for _, name, number in parts:
        assert name.casefold() in kept.casefold()
        assert re.search(rf"(?<!\d){number}(?!\d)", kept)


@given(st.text(min_size=1, max_size=200).filter(lambda text: any(char.isalnum() for char in text)))
def test_every_character_of_a_deposit_is_in_its_original(text: str) -> None:
    if "\x00" in text or any("\ud800" <= char <= "\udfff" for char in text):
        return
    with Memory.open(embedder="hashing") as memory:
        receipt = memory.remember("lena", text)
        original = memory.original(receipt.ids[0])
        assert original is not None
        assert original.text == text
