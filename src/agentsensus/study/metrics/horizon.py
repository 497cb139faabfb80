"""How sharing rises with the rounds played, and how it would if witnesses were exchanged among the deposits."""

import random
from collections.abc import Sequence
from dataclasses import replace

from agentsensus.memory.record import Record
from agentsensus.study.metrics.rows import in_play, owners_at
from agentsensus.study.metrics.sharing import shared_at

__all__ = ["HORIZONS", "horizon", "permuted", "permuted_horizon"]

HORIZONS = (10, 20, 40, 60, 80)
"""The rounds at which the paper reads sharing."""


def horizon(records: Sequence[Record], rounds: Sequence[int]) -> dict[int, float | None]:
    """The share of rows of the play with several owners after each of these rounds, in per cent."""
    made = in_play(records)
    return {at: shared_at(made, [owners_at(record, at) for record in made]) for at in rounds}


def permuted_horizon(
    records: Sequence[Record], rounds: Sequence[int], times: int = 200, seed: int = 0
) -> dict[int, tuple[float, float, float] | None]:
    """The same with witnesses exchanged at random: mean, and the 2.5th and 97.5th percentile of so many draws."""
    chance = random.Random(seed)  # noqa: S311 - a null model, no secret
    draws = [horizon(permuted(records, chance), rounds) for _ in range(times)]
    return {at: _spread([share for draw in draws if (share := draw[at]) is not None]) for at in rounds}


def permuted(records: Sequence[Record], chance: random.Random) -> list[Record]:
    """The same rows, wordings and rounds, with the owners of what was deposited in play exchanged at random."""
    made = in_play(records)
    whose = [wording.owners for record in made for wording in record.wordings]
    chance.shuffle(whose)
    owners = iter(whose)
    exchanged = []
    for record in made:
        wordings = tuple(replace(wording, owners=next(owners)) for wording in record.wordings)
        exchanged.append(replace(record, wordings=wordings))
    return exchanged


def _spread(shares: Sequence[float]) -> tuple[float, float, float] | None:
    if not shares:
        return None
    ordered, last = sorted(shares), len(shares) - 1
    return sum(ordered) / len(ordered), ordered[round(0.025 * last)], ordered[round(0.975 * last)]
