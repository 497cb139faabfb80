"""Makes the weights of the learned judge from labelled pairs, and prints what they are worth on topics left out.

python -m agentsensus.bench.train --pairs ../shared/pairs --hand tests/data [--write]
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import typer

from agentsensus.bench.curves import auc, interval, recall_at
from agentsensus.bench.pairs import LabelledPair, read_pairs
from agentsensus.memory.judge import learned
from agentsensus.memory.judge.features import Pair, features, vocabulary
from agentsensus.memory.judge.vetoes import vetoes
from agentsensus.memory.loop import wait_for
from agentsensus.memory.names import Names
from agentsensus.memory.reading import read
from agentsensus.models.embed import by_name
from agentsensus.store.vectors import cosine

FOLDS = 8
PENALTY = 40.0
TRAINED_ON = {
    learned.NEAR: ("ecb_train", "paws_en", "paws_zh", "hand_en", "hand_zh"),
    learned.SHORT: ("ecb_train", "hand_en", "hand_zh"),
    learned.LONG: ("ecb_train", "paws_en", "paws_zh"),
}
PRECISION = 0.95
KINDS = (learned.NEAR, learned.SHORT, learned.LONG)
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Table:
    """The features of labelled pairs, what set and topic each is of, and whether a veto stands against it."""

    names: tuple[str, ...]
    values: Floats
    same: npt.NDArray[np.bool_]
    sets: npt.NDArray[np.str_]
    topics: npt.NDArray[np.str_]
    vetoed: npt.NDArray[np.bool_]

    @property
    def kinds(self) -> npt.NDArray[np.str_]:
        rows = (dict(zip(self.names, row, strict=True)) for row in self.values.tolist())
        return np.array([learned.kind_of(row) for row in rows])


def table(sets: Mapping[str, Sequence[LabelledPair]]) -> Table:
    """Features of every pair of every set."""
    every = [(name, pair) for name, pairs in sets.items() for pair in pairs]
    no_names, embedder = Names(), by_name("universal")
    readings = [(read(pair.a, no_names), read(pair.b, no_names)) for _, pair in every]
    texts = sorted({reading.text for both in readings for reading in both})
    words = sorted({word for a, b in readings for word in vocabulary(a, b)})
    vectors = dict(zip(texts, wait_for(embedder.embed(texts)), strict=True))
    known = dict(zip(words, wait_for(embedder.embed(words)), strict=True))
    rows = [features(Pair(a, b, cosine(vectors[a.text], vectors[b.text]), known)) for a, b in readings]
    return Table(
        names=tuple(rows[0]),
        values=np.array([list(row.values()) for row in rows]),
        same=np.array([pair.same for _, pair in every]),
        sets=np.array([name for name, _ in every]),
        topics=np.array([f"{name.split('_')[0]} {pair.topic}" for name, pair in every]),
        vetoed=np.array([bool(vetoes(a, b)) for a, b in readings]),
    )


def fit(values: Floats, same: npt.NDArray[np.bool_], penalty: float) -> tuple[float, Floats, Floats, Floats]:
    """Logistic regression with a quadratic penalty, by Newton's method: intercept, weights, means and spreads."""
    mean, spread = values.mean(axis=0), values.std(axis=0)
    spread[spread < 1e-9] = 1.0
    scaled = np.hstack([np.ones((len(values), 1)), (values - mean) / spread])
    ridge = np.diag([1e-6, *[penalty] * values.shape[1]])
    weights = np.zeros(scaled.shape[1])
    for _ in range(40):
        chance = 1 / (1 + np.exp(-scaled @ weights))
        slope = scaled.T @ (chance - same) + ridge @ weights
        bend = (scaled * (chance * (1 - chance))[:, None]).T @ scaled + ridge
        step = np.linalg.solve(bend, slope)
        weights -= step
        if np.abs(step).max() < 1e-8:
            break
    return float(weights[0]), weights[1:], mean, spread


def probabilities(model: tuple[float, Floats, Floats, Floats], values: Floats) -> Floats:
    """What a fitted model says of pairs."""
    intercept, weights, mean, spread = model
    found: Floats = 1 / (1 + np.exp(-(intercept + ((values - mean) / spread) @ weights)))
    return found


def left_out(data: Table, chosen: npt.NDArray[np.bool_], penalty: float) -> Floats:
    """For each chosen pair, what a model says that has seen none of its topic."""
    numbers = np.flatnonzero(chosen)
    topics = sorted(set(data.topics[numbers].tolist()))
    order = np.random.default_rng(1).permutation(len(topics))
    fold = {topics[place]: n % FOLDS for n, place in enumerate(order.tolist())}
    folds = np.array([fold[topic] for topic in data.topics[numbers].tolist()])
    found = np.zeros(len(numbers))
    for one in range(FOLDS):
        inside, outside = numbers[folds != one], folds == one
        if outside.any():
            model = fit(data.values[inside], data.same[inside], penalty)
            found[outside] = probabilities(model, data.values[numbers[outside]])
    return found


def train(data: Table) -> tuple[dict[str, learned.Weights], Floats]:
    """Weights for each kind of pair, and the score of every pair: of a training pair, when its topic was left out."""
    kinds, scores, made = data.kinds, np.zeros(len(data.same)), {}
    for kind in KINDS:
        chosen = (kinds == kind) & np.isin(data.sets, TRAINED_ON[kind])
        chances = left_out(data, chosen, PENALTY)
        clear = ~data.vetoed[chosen]
        _, threshold = recall_at(chances[clear], data.same[chosen][clear], PRECISION)
        threshold = min(max(threshold, 0.5), 0.99)
        intercept, weights, mean, spread = fit(data.values[chosen], data.same[chosen], PENALTY)
        made[kind] = learned.Weights(
            intercept=round(intercept, 4),
            threshold=round(threshold, 4),
            mean=_named(data.names, mean),
            spread=_named(data.names, spread),
            weight=_named(data.names, weights),
        )
        others = (kinds == kind) & ~chosen
        scores[others] = probabilities((intercept, weights, mean, spread), data.values[others])
        scores[chosen] = chances
    return made, scores


def _named(names: Sequence[str], values: Floats) -> dict[str, float]:
    return {name: round(value, 4) for name, value in zip(names, values.tolist(), strict=True)}


def report(data: Table, made: dict[str, learned.Weights], scores: Floats, name: str) -> str:
    """One line of figures for a set."""
    chosen = data.sets == name
    same, score, vetoed = data.same[chosen], scores[chosen], data.vetoed[chosen]
    cosines = data.values[chosen][:, data.names.index("cosine")]
    low, high = interval(score, same, data.topics[chosen].tolist())
    bars = np.array([made[kind].threshold for kind in data.kinds[chosen].tolist()])
    merged = (score >= bars) & ~vetoed
    precision = float(same[merged].mean()) if merged.any() else math.nan
    return (
        f"{name:12} n {len(same):5}  auc {auc(score, same):.3f} [{low:.3f}, {high:.3f}]  "
        f"cosine {auc(cosines, same):.3f}  "
        f"R@P95 {recall_at(score, same, PRECISION)[0]:.3f}  cosine {recall_at(cosines, same, PRECISION)[0]:.3f}  "
        f"merged: precision {precision:.3f} recall {float(merged[same].mean()):.3f} "
        f"of different {float(merged[~same].mean()):.3f}"
    )


def main(
    pairs: Path = typer.Option(..., help="The folder with ecbplus_*.tsv and pawsx_*.tsv."),
    hand: Path = typer.Option(..., help="The folder with handwritten_*.tsv."),
    write: bool = typer.Option(False, help="Keep the weights in the package."),
) -> None:
    """Train the judge and print its figures: left out by topic for what it was trained on, plain for ecb_dev."""
    sets = {
        "ecb_train": read_pairs(pairs / "ecbplus_train.tsv"),
        "paws_en": read_pairs(pairs / "pawsx_en_dev.tsv"),
        "paws_zh": read_pairs(pairs / "pawsx_zh_dev.tsv"),
        "hand_en": read_pairs(hand / "handwritten_en.tsv"),
        "hand_zh": read_pairs(hand / "handwritten_zh.tsv"),
        "ecb_dev": read_pairs(pairs / "ecbplus_dev.tsv"),
    }
    data = table(sets)
    made, scores = train(data)
    for name in sets:
        typer.echo(report(data, made, scores, name))
    if write:
        where = Path(learned.__file__).with_name("weights.json")
        kept = {"embedder": "universal-0.2.1", "kinds": {kind: one.model_dump() for kind, one in made.items()}}
        where.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
        typer.echo(f"wrote {where.name}")


if __name__ == "__main__":
    typer.run(main)
