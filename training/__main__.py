"""Makes the weights of the learned judge from labelled pairs, and prints what they are worth on topics left out twice.

python -m training --pairs ../shared/pairs --hand tests/data [--write]

It learns from work text, hand-written pairs, contrasts made from both by rule, ECB+, PAWS-X, and the tellings of worlds
with their registries. Hamlet is no part of it, so that its runs can test it.
"""

from pathlib import Path

import typer

from agentsensus.bench.pair_table import table
from agentsensus.memory.judge import learned
from agentsensus.models.embed import by_name, weights_of
from training.report import by_kind, report
from training.sets import labelled, of_worlds
from training.train import outer, train

WORLDS = ("russia_ukraine", "three_kingdoms", "red_chamber")


def main(
    pairs: Path = typer.Option(..., help="The folder with ecbplus_*.tsv and pawsx_*.tsv."),
    hand: Path = typer.Option(..., help="The folder with handwritten_*.tsv and understanding/work_*.tsv."),
    write: bool = typer.Option(False, help="Keep the weights in the package."),
) -> None:
    """Train the judge and print its figures: everything is chosen without the topics that are counted."""
    worlds, registries = of_worlds(WORLDS)
    sets = labelled(pairs, hand) | worlds
    data = table(sets, registries)
    estimate = outer(data)
    for name in sets:
        typer.echo(report(data, estimate, name))
    for name in ("work_en", "work_zh"):
        typer.echo(by_kind(data, estimate, name))
    weights = train(data)
    for language, model in weights.languages.items():
        typer.echo(f"{language}: operating point {model.threshold}, doubtful from {model.doubt}")
    if write:
        where = Path(str(weights_of(by_name("universal"))))
        before = learned.packaged()
        weights = weights.model_copy(update={"retelling": before.retelling, "news": before.news})
        where.write_text(learned.as_json(weights), "utf-8")
        typer.echo(f"wrote {where.name}")


if __name__ == "__main__":
    typer.run(main)
