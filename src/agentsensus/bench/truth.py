"""How right the merges of players' runs are: players know which event each statement really tells.

The figures say whether the judge learned from the tellings of that world; where it did, its runs are no test of it.
"""

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from agentsensus.kernel import Plan, RunFolder, StopConditions, open_run, prepare
from agentsensus.loop import wait_for
from agentsensus.memory.judge.learned import LearnedJudge, LearnedWeights, packaged
from agentsensus.minds.players.player import players
from agentsensus.models.embed import by_name
from agentsensus.study.merge_truth import CONTENT, Pairing, figures, pairings
from agentsensus.world.scenario import Scenario

__all__ = ["TruthFigures", "bench_truth"]

_SHOWN = 12


class TruthFigures(BaseModel):
    """The figures of the packaged judge, whether it learned from this world, and examples of what it got wrong.

    `contents` are things told that joined a record of what happened: the truth does not know whether that is right.
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
    """The precision and recall of merges in players' runs, one run a seed."""
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
    kernel = await open_run(folder, players(scenario, seed), judge=judge)
    try:
        await kernel.play(StopConditions(rounds))
        truth = kernel.played().truth
        return pairings(kernel.stage.memory, truth, scenario.known_names()) if truth else []
    finally:
        await kernel.close()
