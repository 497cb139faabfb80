"""Precision and recall of merges in players' runs, where the event behind each statement is known.

The figures say whether the judge was trained on the tellings of that world; if so, its runs do not test it.
"""

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from agentsensus.base.loop import wait_for
from agentsensus.embed import by_name
from agentsensus.memory.judge.learned import LearnedJudge, LearnedWeights, packaged
from agentsensus.worlds.minds.players.player import players
from agentsensus.worlds.runs import Plan, RunFolder, StopConditions, open_session, prepare
from agentsensus.worlds.runs.merge_truth import CONTENT, Pairing, figures, pairings
from agentsensus.worlds.scenario.scenario import Scenario

__all__ = ["TruthFigures", "bench_truth"]

_SHOWN = 12


class TruthFigures(BaseModel):
    """The figures of the packaged judge, whether it was trained on this world, and examples of its mistakes.

    `contents` counts reports that merged into the record of the reported event. The truth does not say whether such a
    merge is right.
    """

    world: str
    stamp: str = ""
    seeds: list[int]
    rounds: int
    learned_from: bool
    packaged: dict[str, Any] | None
    wrong: list[tuple[str, str, str]]
    contents: list[tuple[str, str]]
    missed: list[tuple[str, str]]


def bench_truth(
    scenario: Scenario, seeds: Sequence[int], rounds: int, say: Callable[[str], None] = lambda _: None
) -> TruthFigures:
    """Measure precision and recall of merges in players' runs, one run per seed."""
    weights = packaged()
    every: list[Pairing] = []
    for seed in seeds:
        say(f"playing seed {seed}")
        every += _played(scenario, seed, rounds, weights)
    joined = [pairing for pairing in every if pairing.merged and not pairing.same]
    wrong = [(pairing.kind, pairing.statement, pairing.other) for pairing in joined if pairing.kind != CONTENT]
    contents = [(pairing.statement, pairing.other) for pairing in joined if pairing.kind == CONTENT]
    missed = [(pairing.statement, pairing.other) for pairing in every if pairing.same and not pairing.merged]
    return TruthFigures(
        world=scenario.world.name,
        stamp=scenario.world.stamp,
        seeds=list(seeds),
        rounds=rounds,
        learned_from=scenario.world.name in weights.worlds,
        packaged=figures(every),
        wrong=wrong[:_SHOWN],
        contents=contents[:_SHOWN],
        missed=missed[:_SHOWN],
    )


def _played(scenario: Scenario, seed: int, rounds: int, weights: LearnedWeights) -> list[Pairing]:
    with tempfile.TemporaryDirectory() as place:
        folder = RunFolder(Path(place))
        prepare(folder, scenario, Plan(seed=seed))
        return wait_for(_measured(folder, seed, rounds, weights))


async def _measured(folder: RunFolder, seed: int, rounds: int, weights: LearnedWeights) -> list[Pairing]:
    scenario = folder.scenario()
    judge = LearnedJudge(by_name("universal"), weights)
    kernel = await open_session(folder, players(scenario, seed), judge=judge)
    try:
        await kernel.play(StopConditions(rounds))
        truth = kernel.played().truth
        return pairings(kernel.stage.memory, truth, scenario.known_names()) if truth else []
    finally:
        await kernel.close()
