"""Strange texts of both languages through every door: nothing crashes, and none costs far more than ordinary text."""

import asyncio
import logging
import sys
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from types import FrameType

from mcp import Client

from agentsensus import AsyncMemory
from agentsensus.base import loop
from agentsensus.errors import AgentsensusError
from agentsensus.integrations.mcp.server import memory_server
from agentsensus.integrations.tools import AsyncMemoryTools
from agentsensus.worlds.scenario import check
from agentsensus.worlds.scenario.template_world import make_world
from tests.memory.hostile import HOSTILE
from tests.prove.campaign import Tally

__all__ = ["drawn_text", "send_strange_texts"]

_TIMES, _TRIES = 10, 3
_TEXTS_PER_MEMORY, _CHECK_EVERY = 25, 20
_ENGLISH = (
    "the does n't not 's ' ’ '' wo ca 5 1/2 3rd 10:30 Monday . , ; : — - ( ) \" “ ” said told that Ana Ben to of by "
    "from was killed death without will if when Mr. U.S. x@y.z 20% $5 №3 James' cannot I'll never asked whether ferry "
    "\n * # | ``` ANA: and than less in since 2016 first dozen buyer landlord <b> {} \\ %s the ghost walked"
).split(" ")
_CHINESE = (
    "被 让 叫 给 把 的 了 过 不 没 没有 将 在 于 比 高于 说 告诉 问 张三 李四 钱袋 偷 走 出来 里 上 三 百 "
    "万 点 半 年 月 今天 第 ， 。 ； ： “ ” 《 》 （ ） 、 先 晚 来 命令 答应 被子 锁进 想 获 得到 输给 接替 "
    "之前 先生 老 小 哈 № 3 A … —— 差点 鬼"
).split(" ")
_ORDINARY = {
    "en": "Worker {n} of Ely painted door {m} on Monday and told Ben about the ferry. ",
    "zh": "第{n}名工人星期一在伊利油漆了{m}号门，然后把渡船的事告诉了老李。",
}
_STRANGE = "\u0000\u200b\u202e\u0301\ufeff\ud7ff\U0001f600\U000e0001ﷺİßſﬁ½Ⅷ①"


def drawn_text(chance: Random) -> str:
    """Return words that rules look for in any order, a mutated ordinary text, any characters, or a hostile shape."""
    match chance.randrange(10):
        case 0 | 1 | 2:
            return chance.choice((" ", " ", "")).join(chance.choices(_ENGLISH, k=chance.randrange(1, 60)))
        case 3 | 4 | 5:
            return chance.choice(("", "", " ")).join(chance.choices(_CHINESE, k=chance.randrange(1, 60)))
        case 6 | 7:
            return _mutated(ordinary_text(chance.choice(("en", "zh")), chance.randrange(40, 600)), chance)
        case 8:
            ranges = ((32, 127), (0x4E00, 0x9FFF), (1, 0x2FF), (0x2000, 0x206F), (0x3000, 0x30FF), (0x1F300, 0x1F6FF))
            return "".join(chr(chance.randrange(*chance.choice(ranges))) for _ in range(chance.randrange(1, 200)))
        case _:
            return HOSTILE[chance.choice(sorted(HOSTILE))](chance.randrange(20, 800))


def ordinary_text(language: str, length: int) -> str:
    """Return about `length` characters of sentences that all differ."""
    text, number = "", 0
    while len(text) < length:
        text += _ORDINARY[language].format(n=number, m=number * 7)
        number += 1
    return text[:length]


def _mutated(text: str, chance: Random) -> str:
    letters = list(text)
    for _ in range(chance.randrange(1, 12)):
        place = chance.randrange(len(letters))
        letters[place : place + chance.randrange(3)] = chance.choice((*_STRANGE, *_ENGLISH, *_CHINESE, ""))
    return "".join(letters) or "x"


class _Steps:
    """Counts the functions that are called in the memory's threads and in this one."""

    def __init__(self, *, is_counting: bool) -> None:
        self.count = 0
        self._is_counting = is_counting

    def step(self, frame: FrameType, event: str, _: object) -> None:
        self.count += event in ("call", "c_call")

    def __enter__(self) -> "_Steps":
        if not self._is_counting:
            return self
        threading.setprofile(self.step)
        loop._reset_after_fork()  # the memory's threads are begun anew, and count
        sys.setprofile(self.step)
        return self

    def __exit__(self, *_: object) -> None:
        if not self._is_counting:
            return
        sys.setprofile(None)
        threading.setprofile(None)
        loop._reset_after_fork()


def send_strange_texts(count: int, seed: int, *, timed: bool = True) -> Tally:
    """Send `count` texts through `remember`, `recall`, tools, MCP and (some) `check`; count crashes and costs.

    A text may take ten times the processor time of an ordinary text of its length. Without `timed`, function calls are
    counted instead, which do not depend on the machine but make everything several times slower.
    """
    tally, chance = Tally("strange texts"), Random(seed)
    texts = [drawn_text(chance) for _ in range(count)]
    unread = _Unread(tally)
    logging.getLogger("agentsensus.memory").addHandler(unread)
    try:
        with _Steps(is_counting=not timed) as steps:
            asyncio.run(_send_all(tally, texts, steps, timed=timed))
    finally:
        logging.getLogger("agentsensus.memory").removeHandler(unread)
    return tally


class _Unread(logging.Handler):
    """Counts a failure inside reading or judging as a violation, although the memory survives it."""

    def __init__(self, tally: Tally) -> None:
        super().__init__()
        self._tally = tally

    def emit(self, record: logging.LogRecord) -> None:
        self._tally.violations.append(record.getMessage())


async def _send_all(tally: Tally, texts: list[str], steps: _Steps, *, timed: bool) -> None:
    costs = _OrdinaryCosts(steps)
    await costs.measure()
    for start in range(0, len(texts), _TEXTS_PER_MEMORY):
        async with AsyncMemory.open(embedder="hashing") as memory:
            for place, text in enumerate(texts[start : start + _TEXTS_PER_MEMORY], start):
                tally.attempts += 1
                calls, seconds = await _cost(memory, text, steps, tally)
                usual_calls, usual_seconds = costs.of(len(text))
                if timed:
                    for _ in range(_TRIES):
                        if seconds > _TIMES * usual_seconds:
                            seconds = min(seconds, await costs.seconds_again(text))
                    cost, usual, what = seconds, usual_seconds, "seconds of processor time"
                else:
                    cost, usual, what = calls, usual_calls, "calls"
                tally.measure(f"times the {what} of an ordinary text", round(cost / usual, 1))
                if cost > _TIMES * usual:
                    tally.violations.append(f"{cost:g} {what}, usual {usual:g}: {text[:60]!r}")
                if place % _CHECK_EVERY == 0:
                    _check_world(tally, text)


async def _cost(memory: AsyncMemory, text: str, steps: _Steps, tally: Tally) -> tuple[int, float]:
    """Send a text through every door; return the function calls and the processor time."""
    before, began = steps.count, time.process_time()
    tools = AsyncMemoryTools(memory, "ben")
    for name, send in _DOORS.items():
        try:
            await send(memory, tools, text)
        except AgentsensusError as error:
            if "\n" in str(error):
                tally.violations.append(f"{name}: an error of several lines: {text[:60]!r}")
        except Exception as error:  # noqa: BLE001
            tally.violations.append(f"{name}: {type(error).__name__} {str(error)[:60]}: {text[:60]!r}")
    return steps.count - before, time.process_time() - began


async def _over_mcp(memory: AsyncMemory, tools: AsyncMemoryTools, text: str) -> None:
    async with Client(memory_server(lambda _: tools, tools.instructions)) as client:
        for name, arguments in (("remember", {"text": text}), ("recall", {"query": text})):
            done = await client.call_tool(name, arguments)
            said = " ".join(getattr(part, "text", "") for part in done.content)
            if done.is_error and "Traceback" in said:
                raise AssertionError(said[-60:])


_Door = Callable[[AsyncMemory, AsyncMemoryTools, str], Awaitable[object]]
_DOORS: dict[str, _Door] = {
    "remember": lambda memory, tools, text: memory.remember("ana", text),
    "remember alike": lambda memory, tools, text: memory.remember("cleo", f"{text} today"),
    "remember whole": lambda memory, tools, text: memory.remember("ben", text, cut=False),
    "recall": lambda memory, tools, text: memory.recall("ana", text),
    "tools": lambda memory, tools, text: tools.call("remember", {"text": text}),
    "tool calls": lambda memory, tools, text: tools.call("recall", {"query": text}),
    "MCP": _over_mcp,
}


class _OrdinaryCosts:
    """The cost of ordinary texts, by length: the cheaper of both languages, measured after a warm-up."""

    _LENGTHS = (40, 100, 250, 600, 1_500)

    def __init__(self, steps: _Steps) -> None:
        self._steps = steps
        self._costs: dict[int, tuple[int, float]] = {}

    async def measure(self) -> None:
        for is_warm in (False, True):
            for length in self._LENGTHS:
                costs = [await self._of_ordinary(language, length) for language in _ORDINARY]
                if is_warm:
                    self._costs[length] = min(calls for calls, _ in costs), min(seconds for _, seconds in costs)

    async def _of_ordinary(self, language: str, length: int) -> tuple[int, float]:
        async with AsyncMemory.open(embedder="hashing") as memory:
            await memory.remember("ana", ordinary_text(language, length))
            return await _cost(memory, ordinary_text(language, length), self._steps, Tally("ordinary"))

    async def seconds_again(self, text: str) -> float:
        """Return the processor time of a text in a new memory: a pause of the machine does not happen twice."""
        async with AsyncMemory.open(embedder="hashing") as memory:
            await memory.remember("ana", text)
            return (await _cost(memory, text, self._steps, Tally("again")))[1]

    def of(self, length: int) -> tuple[int, float]:
        """Return the cost of the next longer ordinary text that was measured."""
        return self._costs[next((each for each in self._LENGTHS if each >= length), self._LENGTHS[-1])]


def _check_world(tally: Tally, text: str) -> None:
    """Check a world in which the text is a line of a scene."""
    with tempfile.TemporaryDirectory() as place:
        world = make_world("strange", "en", Path(place))
        with (world / "scenes.md").open("a", encoding="utf-8") as scenes:
            scenes.write(f"\n\n- {text}\n")
        tally.count("worlds checked")
        try:
            check(str(world))
        except AgentsensusError:
            pass
        except Exception as error:  # noqa: BLE001
            tally.violations.append(f"check: {type(error).__name__} {str(error)[:60]}: {text[:60]!r}")
