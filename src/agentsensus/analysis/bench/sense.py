"""How much sense the players of a world make, over several seeds."""

import tempfile
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from agentsensus.analysis.study.sense import Sense, moves_of, sense_of, shared_prefix
from agentsensus.worlds.runs.playing import play
from agentsensus.worlds.runs.run import Run
from agentsensus.worlds.scenario.scenario import Scenario

__all__ = ["SenseFigures", "bench_sense", "figures_of"]

_PREFIX = 15
"""Number of rounds in which the moves of two seeds are compared."""


class SenseFigures(BaseModel):
    """The figures of all runs together, as percentages of lines; `shared` is a percentage of moves.

    ignoring: lines of witnesses within two rounds of a death, an attack or an arrest that are about something else
    deaths_unnoticed: witnesses of a death who did nothing about it within two rounds
    """

    world: str
    stamp: str = ""
    rounds: int
    seeds: list[int]
    lines: int
    told_witness_pct: float
    told_self_pct: float
    told_again_pct: float
    own_deed_hearsay: int
    empty_pct: float
    ignoring_pct: float
    deaths_unnoticed: int
    unguarded_rounds: int
    answers: dict[str, int]
    turns: dict[str, int]
    reactions: int
    goals: dict[str, int]
    arcs_ended: int
    deaths: int
    shared_prefix_pct: float | None


def bench_sense(
    scenario: Scenario,
    seeds: Sequence[int],
    rounds: int,
    tell: Callable[[str], None] = lambda what: None,
    company: str | None = None,
) -> SenseFigures:
    """Play a world with players once per seed and count; `shared` is the mean over all pairs of seeds."""
    senses: list[Sense] = []
    moves: list[dict[tuple[int, str], Any]] = []
    with tempfile.TemporaryDirectory() as folder:
        for seed in seeds:
            tell(f"seed {seed}")
            out = Path(folder) / str(seed)
            run: Run = play(scenario, rounds, seed=seed, embedder="hashing", company=company, out=out)
            events = list(run.played.events)
            senses.append(sense_of(scenario, events))
            moves.append(moves_of(scenario, events, _PREFIX))
    return figures_of(scenario, seeds, rounds, senses, moves)


def figures_of(
    scenario: Scenario,
    seeds: Sequence[int],
    rounds: int,
    senses: Sequence[Sense],
    moves: Sequence[dict[tuple[int, str], Any]] = (),
) -> SenseFigures:
    """The figures of several runs together."""
    shares = [shared_prefix(first, other) for first, other in combinations(moves, 2)]
    lines = _sum(senses, "lines")
    return SenseFigures(
        world=scenario.world.name,
        stamp=scenario.world.stamp,
        rounds=rounds,
        seeds=[*seeds],
        lines=lines,
        told_witness_pct=_percent(_sum(senses, "told_witness"), lines),
        told_self_pct=_percent(_sum(senses, "told_self"), lines),
        told_again_pct=_percent(_sum(senses, "told_again"), lines),
        own_deed_hearsay=_sum(senses, "own_deed_hearsay"),
        empty_pct=_percent(_sum(senses, "empty"), lines),
        ignoring_pct=_percent(_sum(senses, "ignoring"), lines),
        deaths_unnoticed=_sum(senses, "deaths_unnoticed"),
        unguarded_rounds=_sum(senses, "unguarded"),
        answers={kind: sum(getattr(s.answers, kind) for s in senses) for kind in ("hit", "near", "unrelated", "none")},
        turns={kind: sum(getattr(s.turns, kind) for s in senses) for kind in ("speech", "deeds", "journeys", "upkeep")},
        reactions=_sum(senses, "reactions"),
        goals={"reached": _sum(senses, "reached"), "given_up": _sum(senses, "given_up")},
        arcs_ended=_sum(senses, "arcs_ended"),
        deaths=_sum(senses, "deaths"),
        shared_prefix_pct=round(sum(shares) / len(shares), 1) if shares else None,
    )


def _sum(senses: Sequence[Sense], figure: str) -> int:
    return sum(getattr(sense, figure) for sense in senses)


def _percent(count: int, of: int) -> float:
    return round(100 * count / of, 1) if of else 0.0
