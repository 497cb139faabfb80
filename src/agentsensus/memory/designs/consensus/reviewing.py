"""What the author decides on close verdicts: dated rows of the author's own, and the splits that follow from them."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from agentsensus.memory.async_client import AsyncMemory
from agentsensus.memory.async_reading import engine_of
from agentsensus.memory.designs.consensus.commit import REVIEWED
from agentsensus.memory.record import Close
from agentsensus.store.rows import AttributeRow

__all__ = ["ReviewedCall", "decide", "reviewed_calls"]


@dataclass(frozen=True, slots=True)
class ReviewedCall:
    """A close verdict, and what the author said of it in round `at`: the same, or not; None until then."""

    call: Close
    same: bool | None = None
    at: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether the author has not decided on it."""
        return self.same is None


async def reviewed_calls(memory: AsyncMemory) -> list[ReviewedCall]:
    """Every close verdict, the closest first, with the author's last decision on it."""
    engine = engine_of(memory)
    decided: dict[tuple[str, str], tuple[bool, int]] = {}
    for row in cast("Iterator[AttributeRow]", engine.store.rows("attributes")):
        if row.key == REVIEWED:
            value = json.loads(row.value)
            ids = engine.atom(int(row.subject)).id, engine.atom(int(value["atom"])).id
            decided[ids] = bool(value["same"]), row.at
    calls = sorted(await memory.close_calls(), key=lambda call: abs(call.score - call.threshold))
    return [ReviewedCall(call, *decided.get((call.wording, call.other), (None, None))) for call in calls]


async def decide(memory: AsyncMemory, call: Close, *, same: bool) -> tuple[str, str] | None:
    """Write down whether the two tell the same event. What is merged and is not the same is split.

    Returns the ids of the two records after a split, None where nothing had to be split.
    """
    engine = engine_of(memory)
    numbers = engine.store.find([call.wording, call.other])
    view = engine.view()
    writer = engine.writer(engine.round)
    value = json.dumps({"atom": numbers[call.other], "same": same}, sort_keys=True)
    writer.batch.attributes.append(AttributeRow(engine.round, str(numbers[call.wording]), REVIEWED, value))
    writer.mark_as_the_authors()
    together = int(view.roots[numbers[call.wording]]) == int(view.roots[numbers[call.other]])
    engine.commit(writer)
    return await memory.split(call.wording, call.wording) if together and not same else None
