"""Makes the weights of the learned judge from labelled pairs, and prints what they are worth on topics left out.

python -m training --pairs ../shared/pairs --hand tests/data [--world hamlet] [--write]

News and stories are learned from labelled pairs; statements that name people and places of a registry are learned from
the tellings of a world, each read once with its people known and once with its places too.
"""

from pathlib import Path

import typer

from agentsensus.bench.pair_table import table
from agentsensus.bench.world_pairs import EXCHANGED, registries_of, world_pairs
from agentsensus.memory.judge import learned
from agentsensus.models.embed import by_name, weights_of
from agentsensus.world import load
from training.report import report
from training.sets import labelled
from training.train import train


def main(
    pairs: Path = typer.Option(..., help="The folder with ecbplus_*.tsv and pawsx_*.tsv."),
    hand: Path = typer.Option(..., help="The folder with handwritten_*.tsv."),
    world: str = typer.Option("hamlet", help="The world whose tellings teach statements with known names."),
    write: bool = typer.Option(False, help="Keep the weights in the package."),
) -> None:
    """Train the judge and print its figures: left out by topic for what it was trained on, plain for ecb_dev."""
    scenario = load(world)
    every = world_pairs(scenario)
    plain = [pair for pair in every if pair.kind != EXCHANGED]
    turned = [pair for pair in every if pair.kind == EXCHANGED]
    registries = registries_of(scenario)
    sets = labelled(pairs, hand) | dict.fromkeys(registries, plain) | {"world_turned": turned}
    data = table(sets, registries | {"world_turned": scenario.known_names()})
    trained = train(data)
    for name in sets:
        typer.echo(report(data, trained, name))
    weights = {f"same {kind}": model for kind, model in trained.learned.same.items()}
    weights |= {f"agrees {kind}": model for kind, model in trained.learned.agrees.items()}
    for name, model in (weights | {"ordered": trained.learned.ordered}).items():
        typer.echo(f"{name}: operating point {model.threshold}")
    if write:
        where = Path(str(weights_of(by_name("universal"))))
        where.write_text(learned.as_json(trained.learned), "utf-8")
        typer.echo(f"wrote {where.name}")


if __name__ == "__main__":
    typer.run(main)
