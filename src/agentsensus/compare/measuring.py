"""What is measured of a run, or of a memory that was fed one; kept beside it, so that nothing is done twice."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from agentsensus.errors import InputError
from agentsensus.files import is_there, read_json, reason, replace_text
from agentsensus.memory.async_client import AsyncMemory
from agentsensus.study.stats import in_the_papers_words

__all__ = ["Measured", "TrialFailed", "by_round", "keep_measured", "kept_measured", "marks"]

STEP = 5
_FILE = "measured.json"
_GROWING = (
    *("sim", "shared", "shared_pct", "three_plus", "max_owners", "linked", "linked_pct", "conflicts", "grown"),
    *("shared_statements", "shared_statements_pct"),
)


@dataclass(frozen=True, slots=True)
class Measured:
    """The statistics of a trial, and how some of them grew."""

    stats: dict[str, Any]
    by_round: dict[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class TrialFailed:
    """Why a trial could not be finished, in one line."""

    error: str

    @classmethod
    def of(cls, error: Exception) -> "TrialFailed":
        """The failure that an exception tells of."""
        return cls(f"{type(error).__name__}: {' '.join(str(error).split())}")


def marks(rounds: int) -> list[int]:
    """The rounds at which growth is looked at: every fifth, and the last."""
    return sorted({*range(STEP, rounds + 1, STEP), rounds})


async def by_round(memory: AsyncMemory, rounds: int) -> dict[str, dict[str, Any]]:
    """Rows, sharing and linking as they stood after every fifth round."""
    growth = {}
    for at in marks(rounds):
        stats = in_the_papers_words(await memory.stats(at=min(at, memory.round)))
        growth[str(at)] = {name: stats[name] for name in _GROWING}
    return growth


def keep_measured(folder: Path, measured: Measured) -> Measured:
    """Write what was measured into a trial's folder; a trial that has it is done."""
    replace_text(folder / _FILE, json.dumps(asdict(measured), ensure_ascii=False) + "\n")
    return measured


def kept_measured(folder: Path) -> Measured | None:
    """What was measured in a trial's folder; None where the trial is not done."""
    file = folder / _FILE
    if not is_there(file):
        return None
    try:
        return Measured(**read_json(file))
    except TypeError as error:
        raise InputError(f"{file}: not what a trial has measured ({reason(error)}); remove its folder") from None
