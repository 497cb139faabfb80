"""Time a round in which many agents remember and a model decides everything."""

import statistics
import time
from collections.abc import Callable, Sequence

from pydantic import BaseModel, ConfigDict

from agentsensus.base.loop import wait_for
from agentsensus.memory import AsyncMemory, DepositInput, ModelAtomizer, ModelJudge
from agentsensus.testing import SlowModel

SENTENCES = 4
ROUNDS = 5
_PEOPLE = "Osric Barnardo Voltemand Cornelius Reynaldo Francisco Lucianus Gonzago Yorick Lamond Claudio Priam".split()
_DEEDS = "carried guarded praised searched copied sealed hid sold mended counted blessed stole".split()
_THINGS = "the letter, the crown, the lantern, the ledger, the goblet, the banner, the key, the chest".split(", ")
_PLACES = "in the chapel, at the gate, by the moat, in the cellar, on the bridge, in the tower, at the mill".split(", ")

_SETTINGS = {"cut_call": "deposit", "judge_call": "deposit", "verify": "none"}
"""One call to cut and one to judge each deposit, and the model is asked about every pair, whatever a veto says."""


class Round(BaseModel):
    """The median time of one round with this many agents, and its model calls."""

    model_config = ConfigDict(frozen=True)

    agents: int
    seconds: float
    calls: int
    most_at_once: int


def bench_round(agents: Sequence[int], latency: float, note: Callable[[str], None] = lambda _: None) -> list[Round]:
    """Time rounds in which each agent deposits four new sentences, each with candidates in the store."""
    return wait_for(_all(agents, latency, note))


async def _all(agents: Sequence[int], latency: float, note: Callable[[str], None]) -> list[Round]:
    rounds = []
    for count in agents:
        note(f"{count} agents")
        rounds.append(await _timed(count, latency))
    return rounds


async def _timed(agents: int, latency: float) -> Round:
    model = SlowModel(latency)
    memory = AsyncMemory.open(judge=ModelJudge(model), atomizer=ModelAtomizer(model), settings=_SETTINGS)
    await memory.remember_many([_deposit(agent, 0) for agent in range(agents)], at=0)
    seconds, calls = [], []
    for round_ in range(1, ROUNDS + 1):
        deposits = [_deposit(agent, round_) for agent in range(agents)]
        before, started = model.calls, time.perf_counter()
        receipts = await memory.remember_many(deposits, at=round_)
        seconds.append(time.perf_counter() - started)
        calls.append(model.calls - before)
        if any(len(receipt.statements) != SENTENCES or receipt.calls != 2 for receipt in receipts):
            raise AssertionError("a deposit was not cut into four statements with candidates in two calls")
    await memory.close()
    return Round(
        agents=agents, seconds=round(statistics.median(seconds), 3), calls=max(calls), most_at_once=model.most_at_once
    )


def _deposit(agent: int, round_: int) -> DepositInput:
    texts = []
    for place in range(SENTENCES):
        number = (round_ * 1_000 + agent) * SENTENCES + place
        who, deed = _PEOPLE[number % 12], _DEEDS[number // 12 % 12]
        thing, where = _THINGS[number // 144 % 8], _PLACES[number // 1152 % 7]
        texts.append(f"{who} {deed} {thing} {where} for the {number}th time.")
    return DepositInput(f"agent_{agent:02d}", " ".join(texts))
