"""How right the merges of players' runs are, judged by weights that never saw the scenes that are counted.

The weights for known names are learned from a world's own tellings, so a run of that world is no test of them. Here the
world is cut into two halves, scene by scene. For each half the weights are learned from the other half alone, a run is
played with them, and only its statements about the half left out are counted. What both halves share stays: the rules
and vetoes, the weights of the other kinds, and the patterns of deeds and reports («X told Y that …»).
"""

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import BaseModel

from agentsensus.bench.fitting import fitted_to_names
from agentsensus.bench.logistic import Labels
from agentsensus.bench.pair_table import Table, table
from agentsensus.bench.pairs import LabelledPair
from agentsensus.bench.world_pairs import EXCHANGED, registries_of, topic_of, world_pairs
from agentsensus.chance import draw
from agentsensus.errors import InputError
from agentsensus.kernel import Plan, RunFolder, StopConditions, open_run, prepare
from agentsensus.loop import wait_for
from agentsensus.memory.judge.learned import KNOWN_EN, LearnedJudge, LearnedWeights, packaged
from agentsensus.minds.players.claims import script_of
from agentsensus.minds.players.player import players
from agentsensus.models.embed import by_name
from agentsensus.study.merge_truth import Pairing, figures, pairings
from agentsensus.world.scenario import Scenario

__all__ = ["Halves", "TruthFigures", "bench_truth", "held_out_weights"]

HALVES = (0, 1)
_SHOWN = 12


class TruthFigures(BaseModel):
    """The figures of both judges, and examples of what the one with held-out weights got wrong."""

    world: str
    seeds: list[int]
    rounds: int
    held_out: dict[str, Any] | None
    packaged: dict[str, Any] | None
    wrong: list[tuple[str, str, str]]
    missed: list[tuple[str, str]]


@dataclass(slots=True)
class Halves:
    """A world cut into two halves: its scenes alternate, and what belongs to no scene is divided by a hash."""

    scenario: Scenario
    scenes: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        topics = dict.fromkeys(topic_of(self.scenario, event.id) for event in self.scenario.events)
        self.scenes = {topic: number % 2 for number, topic in enumerate(topics)}

    def of(self, event: str) -> int:
        """The half an event, a deed or a report of an event belongs to."""
        return self.of_topic(topic_of(self.scenario, event))

    def of_topic(self, topic: str) -> int:
        """The half of a scene, a paper, a message or a place of deeds."""
        return self.scenes.get(topic, int(draw(0, 0, topic, "half") < 0.5))

    def within(self, half: int, pairs: Sequence[LabelledPair]) -> Labels:
        """Which pairs have both sentences within a half."""
        script = script_of(self.scenario)

        def halves(pair: LabelledPair) -> set[int]:
            claims = [script.claim(text) for text in (pair.a, pair.b)]
            return {self.of_topic(pair.topic), *(self.of(claim.event) for claim in claims if claim)}

        return np.array([halves(pair) == {half} for pair in pairs])


def bench_truth(
    scenario: Scenario, seeds: Sequence[int], rounds: int, say: Callable[[str], None] = lambda _: None
) -> TruthFigures:
    """The precision and recall of merges in players' runs, by held-out and by packaged weights."""
    if scenario.world.language != "en":
        raise InputError(
            f"{scenario.world.name} is in {scenario.world.language}: weights learn from the tellings of English worlds "
            "only, so no run of it was ever seen in training; there is nothing to hold out"
        )
    halves = Halves(scenario)
    say("reading the tellings")
    weights = held_out_weights(scenario, halves)
    by_held_out: list[Pairing] = []
    by_packaged: list[Pairing] = []
    for seed in seeds:
        for half in HALVES:
            say(f"playing seed {seed}, half {half + 1} held out")
            by_held_out += [
                pairing
                for pairing in _played(scenario, seed, rounds, weights[half])
                if halves.of(pairing.event) == half
            ]
        say(f"playing seed {seed} with the packaged weights")
        by_packaged += _played(scenario, seed, rounds, packaged())
    return TruthFigures(
        world=scenario.world.name,
        seeds=list(seeds),
        rounds=rounds,
        held_out=figures(by_held_out),
        packaged=figures(by_packaged),
        wrong=[
            (pairing.kind, pairing.statement, pairing.other)
            for pairing in by_held_out
            if pairing.merged and not pairing.same
        ][:_SHOWN],
        missed=[(pairing.statement, pairing.other) for pairing in by_held_out if pairing.same and not pairing.merged][
            :_SHOWN
        ],
    )


def held_out_weights(scenario: Scenario, halves: Halves) -> list[LearnedWeights]:
    """For each half, the packaged weights with those for known names learned from the other half alone."""
    pairs, registries = [pair for pair in world_pairs(scenario) if pair.kind != EXCHANGED], registries_of(scenario)
    data = table(dict.fromkeys(registries, pairs), registries)
    return [_learned(data, np.tile(halves.within(1 - half, pairs), len(registries))) for half in HALVES]


def _learned(data: Table, chosen: Labels) -> LearnedWeights:
    if len(set(data.same[chosen].tolist())) < 2:
        raise InputError("half of this world has too few tellings to learn from; give its events more `tellings`")
    own, learned = fitted_to_names(data.rows(chosen)).weights(), packaged()
    return learned.model_copy(update={"same": learned.same | {KNOWN_EN: own}})


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
