"""Makes the weights of the learned judge from labelled pairs, and prints what they are worth on what they never saw.

python -m tools.training --pairs ../shared/pairs --hand tests/data [--write]

Plain reading learns from work text, hand-written pairs, ECB+, PAWS-X and a sample of three worlds; retellings from what
those worlds tell and from work text and hand-written pairs; news from ECB+ and PAWS-X. Hamlet is no part of it, so that
it can test it.
"""

from pathlib import Path

import numpy as np
import typer

from agentsensus.analysis.bench.pair_table import read_sets
from agentsensus.embed import by_name, weights_of
from agentsensus.memory.judge import learned
from tools.training.outer import outer
from tools.training.report import by_kind, report
from tools.training.sets import labelled, of_worlds, small_stories, tellings_of_worlds
from tools.training.whole import material
from tools.training.words import RememberingEmbedder

WORLDS = ("russia_ukraine", "three_kingdoms", "red_chamber")
TESTED = ("hamlet", *WORLDS)
TOGETHER = (("ecb_train", "ecb_more", "ecb_dev"), ("paws_en", "paws_zh"))


def main(
    pairs: Path = typer.Option(..., help="The folder with ecbplus_*.tsv and pawsx_*.tsv."),
    hand: Path = typer.Option(..., help="The folder with handwritten_*.tsv and understanding/work_*.tsv."),
    write: bool = typer.Option(False, help="Keep the weights in the package."),
    estimate: bool = typer.Option(True, help="Print what the judge is worth on what it has not seen."),
) -> None:
    """Train the judge and print its figures: everything is chosen without the topics and worlds that are counted."""
    samples, registries = of_worlds(WORLDS)
    stories, known = tellings_of_worlds(TESTED)
    small, small_known = small_stories(hand)
    sets = labelled(pairs, hand) | samples | small | stories
    read, embedder = read_sets(sets, registries | known | small_known), RememberingEmbedder(by_name("universal"))
    parts = material(read, TESTED, embedder)
    weights = parts.judge(embedder, np.array([pair.set != "hamlet" for pair in read]))
    for language, model in weights.languages.items():
        typer.echo(f"{language}: operating point {model.threshold}, doubtful from {model.doubt}")
    if write:
        where = Path(str(weights_of(by_name("universal"))))
        where.write_text(learned.as_json(weights), "utf-8")
        typer.echo(f"wrote {where.name}")
    if estimate:
        left_out = outer(parts, TESTED, embedder)
        together = [tuple(name for name in small if name.endswith(language)) for language in ("_en", "_zh")]
        for names in (*((name,) for name in sets if name not in small), *TOGETHER, *together):
            typer.echo(report(read, left_out, *names))
        for name in ("work_en", "work_zh", "free_en", "free_zh", "hand_en", "hand_zh", *TESTED):
            typer.echo(by_kind(read, left_out, name))


if __name__ == "__main__":
    typer.run(main)
