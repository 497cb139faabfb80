"""Reviews of close verdicts: a person's decisions, stored as dated rows, and the resulting splits."""

import json
from dataclasses import dataclass

from agentsensus.memory.answers import Close
from agentsensus.memory.api import AsyncMemory
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.ledger import attribute_rows
from agentsensus.memory.designs.consensus.commit import REVIEWED
from agentsensus.store.rows import AttributeRow

__all__ = ["ReviewedCall", "decide", "reviewed_calls"]


@dataclass(frozen=True, slots=True)
class ReviewedCall:
    """A close verdict and its review in round `at`: the same event or not; None if it is not reviewed yet."""

    call: Close
    same: bool | None = None
    at: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether it is not reviewed yet."""
        return self.same is None


async def reviewed_calls(memory: AsyncMemory) -> list[ReviewedCall]:
    """Every close verdict with its last review, the closest first."""
    engine = memory.session.engine
    decided: dict[tuple[str, str], tuple[bool, int]] = {}
    for row in attribute_rows(engine):
        if row.key == REVIEWED:
            value = json.loads(row.value)
            ids = engine.atom(int(row.subject)).id, engine.atom(int(value["atom"])).id
            decided[ids] = bool(value["same"]), row.at
    calls = sorted(await memory.close_calls(), key=lambda call: abs(call.score - call.threshold))
    return [ReviewedCall(call, *decided.get((call.wording, call.other), (None, None))) for call in calls]


async def decide(memory: AsyncMemory, call: Close, *, same: bool) -> tuple[str, str] | None:
    """Store the decision whether the two tell the same event; a merged pair that does not is split.

    Returns the ids of the two records after a split, else None.
    """
    together = memory.session.turn(lambda: _note(memory.session.engine, call, same=same))
    return await memory.split(call.wording, call.wording) if together and not same else None


def _note(engine: Engine, call: Close, *, same: bool) -> bool:
    """Store the decision; return whether the two are one record."""
    numbers = engine.store.find([call.wording, call.other])
    view = engine.view()
    writer = engine.writer(engine.round)
    value = json.dumps({"atom": numbers[call.other], "same": same}, sort_keys=True)
    writer.batch.attributes.append(AttributeRow(engine.round, str(numbers[call.wording]), REVIEWED, value))
    writer.mark_as_application()
    together = int(view.roots[numbers[call.wording]]) == int(view.roots[numbers[call.other]])
    engine.commit(writer)
    return together
