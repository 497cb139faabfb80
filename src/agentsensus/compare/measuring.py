"""What is measured of a run, or of a memory that was fed one."""

from dataclasses import asdict, dataclass
from typing import Any

from agentsensus.memory.async_client import AsyncMemory

__all__ = ["Measured", "by_round", "marks"]

STEP = 10
_GROWING = (
    *("sim", "shared", "shared_pct", "three_plus", "max_owners", "linked", "linked_pct", "conflicts", "grown"),
    *("shared_statements", "shared_statements_pct"),
)


@dataclass(frozen=True, slots=True)
class Measured:
    """The statistics of a trial, and how some of them grew."""

    stats: dict[str, Any]
    by_round: dict[str, dict[str, Any]]


def marks(rounds: int) -> list[int]:
    """The rounds at which growth is looked at: every tenth, and the last."""
    return sorted({*range(STEP, rounds + 1, STEP), rounds})


async def by_round(memory: AsyncMemory, rounds: int) -> dict[str, dict[str, Any]]:
    """Rows, sharing and linking as they stood after every tenth round."""
    found = {}
    for at in marks(rounds):
        stats = asdict(await memory.stats(at=min(at, memory.round)))
        found[str(at)] = {name: stats[name] for name in _GROWING}
    return found
