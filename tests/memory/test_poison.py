"""No text of one agent makes another agent's call fail: reading, cutting and judging accept every text."""

import asyncio
import logging
from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agentsensus import Memory
from agentsensus.embed import by_name
from agentsensus.integrations.tools import MemoryTools
from agentsensus.language.names import Names
from agentsensus.language.reading import Reading, read
from agentsensus.memory.designs.consensus import guard
from agentsensus.memory.inputs import Context
from agentsensus.memory.judge import Candidate, Judged, LearnedJudge, Question, Relation, RuleJudge, Verdict, Veto
from agentsensus.memory.write.cut.rule import statements

PAIRS = [
    ("The ferry left Ely on Monday.", "The ferry did n't leave Ely on Monday."),
    ("She likes the red house.", "She does n't like the red house."),
    ("It is cold in Ely.", "It is n't cold in Ely ."),
    ("他盖着被子睡着了。", "他被被子盖住了。"),
    ("小猫被被褥压住了。", "小猫被被褥压着。"),
    ("被被", "被"),
    ("上№被子", "被"),
]
ENGLISH = (
    "the does n't not 's ' ’ '' wo ca 5 1/2 3rd 10:30 Monday . , ; : — - ( ) \" “ ” said told that Ana Ben to of by "
    "from was killed death without will if when Mr. U.S. x@y.z 20% $5 №3 № James' cannot I'll 'd never asked whether "
    "\n * # | ``` ANA: and than less in since 2016 first dozen buyer landlord"
).split(" ")
CHINESE = (
    "被 让 叫 给 把 的 了 过 不 没 没有 将 在 于 比 高于 说 告诉 问 张三 李四 钱袋 偷 走 出来 里 上 三 百 "
    "万 点 半 年 月 今天 第 ， 。 ； ： “ ” 《 》 （ ） 、 先 晚 来 命令 "
    "答应 被子 锁进 想 获 得到 输给 接替 之前 先生 老 小 哈 № 3 A … —— 差点"
).split(" ")
EMBEDDER = by_name("hashing")
NAMES = Names({"ana": ["Ana", "张三"]})


def texts() -> st.SearchStrategy[str]:
    """Arbitrary text, and the words that rules look for in an arbitrary order, with and without spaces."""
    words = [
        st.lists(st.sampled_from(pool), min_size=1, max_size=14).map(joiner.join)
        for pool in (ENGLISH, CHINESE, ENGLISH + CHINESE)
        for joiner in (" ", "")
    ]
    return st.one_of(st.text(max_size=60), *words)


@given(texts(), texts(), st.integers(0, 20), st.integers(0, 20))
@settings(max_examples=300, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_every_text_is_read_cut_and_judged(text: str, other: str, first: int, length: int) -> None:
    alike = text[:first] + text[first + length :]  # nearly the same text, which vetoes look at most closely
    for known in (other, alike):
        a, b = read(text, NAMES), read(known, NAMES)
        for name in (name for name in vars(Reading) if not name.startswith("_")):
            getattr(a, name)
        RuleJudge(EMBEDDER).compare(a, Candidate(b, 0.9))
        _LEARNED.compare(a, Candidate(b, 0.9))
    for reports in ("content", "whole"):
        statements("ana", text, Context(reports=reports), NAMES, 64)


_LEARNED = LearnedJudge(by_name("universal"))


@pytest.mark.parametrize("embedder", ["universal", "hashing"])
@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_poison(first: str, second: str, embedder: str) -> None:
    with Memory.open(embedder=embedder) as memory:
        for agent, text in (("mallory", second), ("ben", first), ("ana", second)):
            memory.remember(agent, text)
            assert memory.recall(agent, text).hits
        assert memory.why(first, second).relation in Relation


def test_poison_mcp() -> None:
    with Memory.open() as memory:
        MemoryTools(memory, "mallory").call(
            "remember", {"text": "The customer does n't want a refund for the order of Monday."}
        )
        tools = MemoryTools(memory, "ana")
        for text in (
            "The customer wants a refund for the order of Monday.",
            "A customer ordered on Monday.",
            "The customer called about the order.",
            "The order of Monday is late.",
        ):
            assert tools.call("remember", {"text": text})["statements"]


class _FailingJudge:
    """The rule judge with a mistake in it: it fails on every text that holds a «#»."""

    def __init__(self) -> None:
        self.id = "rule"
        self._rule = RuleJudge(EMBEDDER)

    def compare(self, statement: Reading, candidate: Candidate) -> Verdict:
        if "#" in statement.text + candidate.reading.text:
            raise IndexError(f"cannot read {statement.text}")
        return self._rule.compare(statement, candidate)

    async def judge(self, questions: Sequence[Question]) -> Judged:
        return Judged(tuple(tuple(self.compare(q.statement, c) for c in q.candidates) for q in questions))


def test_a_failure_inside_the_judge_is_not_the_same_and_is_logged_once_without_the_text(
    caplog: pytest.LogCaptureFixture,
) -> None:
    guard._reported.clear()
    statement = read("The ferry left Ely.", NAMES)
    same, secret = Candidate(read("The ferry left Ely.", NAMES), 1.0), Candidate(read("The code is #4417.", NAMES), 0.9)
    judge = guard.GuardedJudge(_FailingJudge())
    with caplog.at_level(logging.WARNING, "agentsensus.memory"):
        for _ in range(3):
            judged = asyncio.run(judge.judge([Question(statement, (secret, same))]))
            assert [verdict.relation for verdict in judged.verdicts[0]] == [Relation.DIFFERENT, Relation.SAME]
    (record,) = caplog.records
    assert "IndexError" in record.getMessage()
    assert not any(word in record.getMessage() for word in ("4417", "ferry"))


def test_a_failure_inside_the_vetoes_forbids_the_merge() -> None:
    def fails(a: Reading, b: Reading) -> dict[str, Veto]:
        raise ValueError

    found = guard.guarded_vetoes(fails)
    assert found(read("Ana left.", NAMES), read("Ben left.", NAMES))
    assert not found(read("Ana left.", NAMES), read("Ana  left.", NAMES))


def test_texts_over_the_judged_length_merge_in_equal_words_only() -> None:
    long = "Ana told Ben about the ferry and the red door. " * 40
    with Memory.open(embedder="hashing") as memory:
        for agent, text in (("ana", long), ("ben", long), ("cleo", f"{long}Really.")):
            memory.remember(agent, text, cut=False)
        assert [sorted(record.owners) for record in memory.records()] == [["ana", "ben"], ["cleo"]]
        assert memory.recall("cleo", "the red door").hits
