"""What a question is limited to: metadata, rounds or times, and how near an answer must be."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeAlias

from agentsensus.errors import InputError
from agentsensus.memory.asking.filters import Where, checked_where, fits
from agentsensus.memory.core.engine import Engine

When: TypeAlias = int | datetime
"""A round, or a time: of a time without a zone it is said that it is UTC."""


@dataclass(frozen=True, slots=True)
class AskLimits:
    """Conditions on the wordings that may answer a question; all of them must hold."""

    where: Where | None = None
    since: When | None = None
    until: When | None = None

    def allows(self, engine: Engine, atom: int) -> bool:
        """Whether a wording meets the conditions."""
        if self.where is not None and not fits(self.where, engine.metadata(atom)):
            return False
        return _not_before(engine, atom, self.since) and _not_after(engine, atom, self.until)


def checked_limits(where: object, since: object, until: object) -> AskLimits | None:
    """Conditions after all checks; None where there are none."""
    checked_where(where)
    if where is None and since is None and until is None:
        return None
    return AskLimits(where, _checked_when(since, "since"), _checked_when(until, "until"))  # type: ignore[arg-type]


def checked_score(score: object) -> float | None:
    """A least score; None where there is none. Some designs add up scores to more than 1."""
    if score is None:
        return None
    if isinstance(score, bool) or not isinstance(score, int | float) or not math.isfinite(score):
        raise InputError(f"min_score is {score!r}: give a number, for example 0.3")
    return float(score)


def _checked_when(when: object, what: str) -> When | None:
    if isinstance(when, datetime):
        return when.replace(tzinfo=UTC) if when.tzinfo is None else when
    if when is None or (isinstance(when, int) and not isinstance(when, bool)):
        return when
    raise InputError(f"{what} is {when!r}: give a round (a whole number) or a datetime")


def _not_before(engine: Engine, atom: int, since: When | None) -> bool:
    if isinstance(since, datetime):
        return _stamp(engine, atom) >= _microseconds(since)
    return since is None or int(engine.columns.of("atoms", "at")[atom]) >= since


def _not_after(engine: Engine, atom: int, until: When | None) -> bool:
    if isinstance(until, datetime):
        return 0 < _stamp(engine, atom) <= _microseconds(until)
    return until is None or int(engine.columns.of("atoms", "at")[atom]) <= until


def _stamp(engine: Engine, atom: int) -> int:
    """When a wording was written, in microseconds; 0 where nobody looked at a clock."""
    return int(engine.columns.of("deposits", "stamp")[engine.columns.of("atoms", "deposit")[atom]])


def _microseconds(when: datetime) -> int:
    return int(when.timestamp() * 1_000_000)


def metadata_meets(where: Where | None, metadata: Mapping[str, Any]) -> bool:
    """Whether metadata meets a condition, if there is one."""
    return where is None or fits(where, metadata)
