"""`agentsensus bench`: measurements that anybody can repeat."""

import typer

from agentsensus.cli.printing import JSON_OPTION, print_json, whole_numbers

app = typer.Typer(help="Measure it yourself.", no_args_is_help=True)


@app.callback()
def bench() -> None:
    """Measure it yourself."""


@app.command("round")
def round_(
    agents: str = typer.Option("8,16,32", help="How many agents remember at once; several, by comma."),
    latency: float = typer.Option(0.2, min=0.0, max=60.0, help="Seconds a model call takes."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Time a round in which every agent deposits four new sentences and a model is asked for everything.

    The model is a stand-in that takes LATENCY seconds over each call; embedding and the store are real.
    """
    counts = whole_numbers(agents, "--agents")
    from rich.console import Console
    from rich.table import Table

    from agentsensus.bench.round import bench_round

    words = Console(stderr=True)
    with words.status("playing rounds") as status:
        rounds = bench_round(counts, latency, lambda what: status.update(f"playing rounds: {what}"))
    if as_json:
        print_json({"rounds": [one.model_dump() for one in rounds]})
        return
    table = Table("agents", "seconds a round", "calls", "calls a deposit", "most calls at once")
    for one in rounds:
        table.add_row(
            str(one.agents), f"{one.seconds:.3f}", str(one.calls), f"{one.calls / one.agents:g}", str(one.most_at_once)
        )
    Console().print(table)
