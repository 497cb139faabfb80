"""Train the learned judge on labelled pairs of statements, and print its precision and recall on held-out pairs.

    python -m tools.training --pairs ../shared/pairs --hand tests/data [--write]

There are two sets of weights. The first is for statements that name people of a registry (a table of names); it learns
from small stories and from three worlds. The second is for all other statements; it learns from work text, free and
short facts, hand-written pairs, and with little weight from ECB+ and PAWS-X. Hamlet is never trained on, so it can
serve as a test.
"""

from pathlib import Path

import numpy as np
import typer

from agentsensus.analysis.bench.pair_table import read_sets
from agentsensus.embed import by_name, weights_of
from agentsensus.memory.judge import learned
from tools.training.outer import outer
from tools.training.report import by_kind, report
from tools.training.sets import labelled, small_stories, tellings_of_worlds
from tools.training.train import material
from tools.training.words import RememberingEmbedder

TESTED = ("hamlet", "russia_ukraine", "three_kingdoms", "red_chamber")
TOGETHER = (("ecb_train", "ecb_dev"), ("paws_en", "paws_zh"))


def main(
    pairs: Path = typer.Option(..., help="The folder with ecbplus_*.tsv and pawsx_*.tsv."),
    hand: Path = typer.Option(..., help="The folder with handwritten_*.tsv and understanding/work_*.tsv."),
    write: bool = typer.Option(False, help="Write the weights into the package."),
    estimate: bool = typer.Option(True, help="Print the judge's precision and recall on held-out pairs."),
) -> None:
    """Train the judge and print its figures. Each figure comes from a judge that was trained without the pairs it is
    measured on.
    """
    stories, known = tellings_of_worlds(TESTED)
    stories_small, small_known = small_stories(hand)
    sets = labelled(pairs, hand) | stories_small | stories
    embedder = RememberingEmbedder(by_name("universal"))
    read = [pair for pair in read_sets(sets, known | small_known) if pair.a.language == pair.b.language]
    parts = material(read, embedder)
    weights = parts.judge(embedder, np.array([pair.set != "hamlet" for pair in read]))
    for kind, models in (("known", weights.known), ("free", weights.free)):
        for language, model in models.items():
            typer.echo(f"{kind} {language}: " + "  ".join(f"{name} {w:+.2f}" for name, w in model.weight.items()))
    if write:
        where = Path(str(weights_of(by_name("universal"))))
        where.write_text(learned.as_json(weights), "utf-8")
        typer.echo(f"wrote {where.name}")
    if estimate:
        left_out = outer(parts, TESTED, embedder)
        together = [tuple(name for name in stories_small if name.endswith(language)) for language in ("_en", "_zh")]
        for names in (*((name,) for name in sets if name not in stories_small), *TOGETHER, *together):
            typer.echo(report(read, left_out, *names))
        for name in ("short_en", "short_zh", "work_en", "work_zh", "free_en", "free_zh", "hand_en", "hand_zh", *TESTED):
            typer.echo(by_kind(read, left_out, name))


if __name__ == "__main__":
    typer.run(main)
