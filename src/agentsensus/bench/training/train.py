"""Makes the weights of the learned judge from labelled pairs, and prints what they are worth on topics left out.

python -m agentsensus.bench.training.train --pairs ../shared/pairs --hand tests/data [--world hamlet] [--write]

News and stories are learned from labelled pairs; statements that name people and places of a registry are learned from
the tellings of a world, each read once with its people known and once with its places too.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import typer

from agentsensus.bench.curves import Labels, Scores, auc, interval, recall_at
from agentsensus.bench.pairs import LabelledPair, read_pairs
from agentsensus.bench.training.logistic import Floats, Logistic, fit, left_out
from agentsensus.bench.training.table import Table, other_events, table
from agentsensus.bench.training.world_pairs import EXCHANGED, registries_of, world_pairs
from agentsensus.memory.judge import learned
from agentsensus.memory.judge.learned import LearnedWeights, Weights
from agentsensus.models.embed import by_name, weights_of
from agentsensus.world import load

PRECISION = 0.95
AGREEING = 0.9
OTHERS = 0.97
SWAPPED = 0.005
SHRINK_NEWS, SHRINK_STORY, SHRINK_KNOWN = 50.0, 20.0, 20.0
ALIKE = 0.015
ONLY_KNOWN = ("negations_apart",)
"""Features that only the weights for a registry look at."""
ORDER = (
    "cosine", "cover_low", "cover_high", "align_low", "align_high", "unmatched_low", "unmatched_high", "in_order",
    "reordered", "neighbours", "words_shared", "slots", "length_ratio", "chinese",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FittedModel:
    """One fitted model, what it says of every pair (`scores`: of a training pair, when its topic was left out; `seen`:
    as it is), and its point."""

    model: Logistic
    scores: Scores
    seen: Scores
    threshold: float

    def weights(self) -> Weights:
        return Weights(
            intercept=round(self.model.intercept, 4),
            threshold=round(self.threshold, 4),
            mean=self.model.named(self.model.mean),
            spread=self.model.named(self.model.spread),
            weight=self.model.named(self.model.weights),
        )

    def share(self) -> Scores:
        """What doubt leaves of another score, pair by pair, as the judge reckons it."""
        return np.array([learned.share(chance, self.threshold) for chance in self.scores.tolist()])

    def at(self, threshold: float) -> "FittedModel":
        return FittedModel(self.model, self.scores, self.seen, threshold)


def part(data: Table, chosen: Labels, shrink: float, only: Sequence[str] | None = None) -> FittedModel:
    """A model of the chosen pairs."""
    names = tuple(only or (name for name in data.names if name not in ONLY_KNOWN))
    values = data.values[:, [data.names.index(name) for name in names]]
    model = fit(names, values[chosen], data.same[chosen], shrink)
    seen = model.probabilities(values)
    scores = seen.copy()
    scores[chosen] = left_out(values[chosen], data.same[chosen], data.topics[chosen], shrink)
    return FittedModel(model, scores, seen, 0.5)


def ordered(data: Table) -> FittedModel:
    """Whether nearly the same words say the same; its point lets hardly any exchange of words through."""
    chosen = data.near & data.of("paws_en", "paws_zh")
    found = part(data, chosen, SHRINK_STORY, ORDER)
    wrong = found.scores[chosen & ~data.same]
    return found.at(float(np.quantile(wrong, 1 - SWAPPED)))


def story(data: Table, language: str, order: FittedModel) -> tuple[FittedModel, FittedModel]:
    """Whether two statements of a story tell the same event, and whether they agree in what they say."""
    hand, others = data.of(f"hand_{language}"), data.of(f"others_{language}")
    same = part(data, (hand & data.same) | others, SHRINK_STORY)
    agrees = part(data, hand, SHRINK_STORY)
    clear = data.clear & ~(data.near & (order.scores < order.threshold))
    easy = clear & ((hand & data.same) | others)
    unseen = recall_at(same.scores[easy], data.same[easy], PRECISION)[1]
    seen = recall_at(same.seen[easy], data.same[easy], OTHERS)[1]
    same = same.at(max(unseen, seen))
    passed = clear & hand & (same.scores >= same.threshold)
    bar = recall_at(agrees.scores[passed], data.same[passed], AGREEING)[1]
    return same, agrees.at(min(max(bar, 0.2), 0.6))


def news(data: Table, order: FittedModel) -> FittedModel:
    """Whether two sentences of news tell the same event; its point is where the training topics are right enough."""
    chosen = data.of("ecb_train")
    found = part(data, chosen, SHRINK_NEWS)
    clear = chosen & data.clear & ~(data.near & (order.scores < order.threshold)) & (data.kinds == learned.NEWS)
    return found.at(recall_at(found.seen[clear], data.same[clear], PRECISION)[1])


def known(data: Table) -> FittedModel:
    """Whether two statements with known names tell the same event; its point lets few through that only sound alike.

    In a world the right record is nearly always among the candidates and wins, so few of these few become merges.
    """
    chosen = data.of("world", "world_people")
    found = part(data, chosen, SHRINK_KNOWN, data.names)
    alike = data.of("world") & ~data.same
    return found.at(float(np.quantile(np.where(data.clear, found.scores, 0.0)[alike], 1 - ALIKE)))


@dataclass(frozen=True, slots=True)
class Trained:
    """What was learned, and what it says of every pair it was given."""

    learned: LearnedWeights
    scores: Floats
    merged: Labels


def train(data: Table) -> Trained:
    """All models, and what they say of every pair when its topic was left out."""
    order = ordered(data)
    same, agrees = {learned.NEWS: news(data, order)}, {}
    for kind, language in ((learned.STORY_EN, "en"), (learned.STORY_ZH, "zh")):
        same[kind], agrees[kind] = story(data, language, order)
    same[learned.KNOWN_EN] = known(data)
    doubtful = data.near & (data.kinds != learned.KNOWN_EN)
    scores, bars = np.where(doubtful, order.share(), 1.0), np.zeros(len(data.same))
    for kind, one in same.items():
        here = data.kinds == kind
        scores[here] *= one.scores[here] * (agrees[kind].share()[here] if kind in agrees else 1.0)
        bars[here] = one.threshold
    made = LearnedWeights(
        embedder="universal-0.2.1",
        same={kind: one.weights() for kind, one in same.items()},
        agrees={kind: one.weights() for kind, one in agrees.items()},
        ordered=order.weights(),
    )
    return Trained(made, scores, data.clear & (scores >= bars))


def report(data: Table, trained: Trained, name: str) -> str:
    """One line of figures for a set."""
    chosen = data.of(name)
    same, score, merged = data.same[chosen], trained.scores[chosen], trained.merged[chosen]
    wrong = f"{name:12} n {len(same):5}  merged of different {float(merged[~same].mean()):.4f}"
    if not same.any():
        return wrong
    ranked = score - ~data.clear[chosen]
    cosines = data.column("cosine")[chosen]
    low, high = interval(score, same, data.topics[chosen].tolist())
    precision = float(same[merged].mean()) if merged.any() else float("nan")
    return (
        f"{wrong}  precision {precision:.3f}  recall {float(merged[same].mean()):.3f}  "
        f"auc {auc(score, same):.3f} [{low:.3f}, {high:.3f}] cosine {auc(cosines, same):.3f}  "
        f"R@P95 {recall_at(ranked, same, PRECISION)[0]:.3f} cosine {recall_at(cosines, same, PRECISION)[0]:.3f}"
    )


def labelled(pairs: Path, hand: Path) -> dict[str, list[LabelledPair]]:
    """Every set by its name; `others` are statements of one hand-written set that tell different events."""
    sets = {
        "ecb_train": read_pairs(pairs / "ecbplus_train.tsv"),
        "paws_en": read_pairs(pairs / "pawsx_en_dev.tsv"),
        "paws_zh": read_pairs(pairs / "pawsx_zh_dev.tsv"),
        "hand_en": read_pairs(hand / "handwritten_en.tsv"),
        "hand_zh": read_pairs(hand / "handwritten_zh.tsv"),
        "ecb_dev": read_pairs(pairs / "ecbplus_dev.tsv"),
    }
    return sets | {f"others_{language}": other_events(sets[f"hand_{language}"]) for language in ("en", "zh")}


def main(
    pairs: Path = typer.Option(..., help="The folder with ecbplus_*.tsv and pawsx_*.tsv."),
    hand: Path = typer.Option(..., help="The folder with handwritten_*.tsv."),
    world: str = typer.Option("hamlet", help="The world whose tellings teach statements with known names."),
    write: bool = typer.Option(False, help="Keep the weights in the package."),
) -> None:
    """Train the judge and print its figures: left out by topic for what it was trained on, plain for ecb_dev."""
    scenario = load(world)
    told = world_pairs(scenario)
    plain, turned = [one for one in told if one.kind != EXCHANGED], [one for one in told if one.kind == EXCHANGED]
    registries = registries_of(scenario)
    sets = labelled(pairs, hand) | dict.fromkeys(registries, plain) | {"world_turned": turned}
    data = table(sets, registries | {"world_turned": scenario.known_names()})
    trained = train(data)
    for name in sets:
        typer.echo(report(data, trained, name))
    points = {f"same {kind}": one for kind, one in trained.learned.same.items()}
    points |= {f"agrees {kind}": one for kind, one in trained.learned.agrees.items()}
    for name, one in (points | {"ordered": trained.learned.ordered}).items():
        typer.echo(f"{name}: operating point {one.threshold}")
    if write:
        where = Path(str(weights_of(by_name("universal"))))
        where.write_text(learned.as_json(trained.learned), "utf-8")
        typer.echo(f"wrote {where.name}")


if __name__ == "__main__":
    typer.run(main)
