"""The options of `run`, `resume` and `compare` that concern models, and how an estimate is printed."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import typer

from agentsensus.cli.printing import print_json
from agentsensus.cli.watching import SpentSoFar
from agentsensus.stamping import stamped

if TYPE_CHECKING:
    from agentsensus.compare import ComparisonEstimate
    from agentsensus.kernel import Allowance, Plan, RunModels
    from agentsensus.kernel.estimate import Estimate, Work
    from agentsensus.screenplay import RenderEstimate
    from agentsensus.sediment import SedimentEstimate
    from agentsensus.world import Scenario

MODEL = typer.Option(
    [],
    "--model",
    help="A model's id, such as openai:gpt-4o-mini, for everything; or ROLE=ID, the role minds, atomizer, judge or "
    "memory. Several times if you like.",
)
CALLS = typer.Option(None, "--budget-calls", min=1, help="Model calls that the whole run may make.")
TOKENS = typer.Option(None, "--budget-tokens", min=1, help="Tokens, in and out, that the whole run may take.")
MONEY = typer.Option(None, "--budget-money", min=0.0, help="Dollars that the whole run may cost.")
ESTIMATE = typer.Option(False, "--estimate", help="Say what the run would take, and do nothing.")


def models_given(words: Sequence[str]) -> dict[str, str]:
    """Model ids by role; an id of the wrong form, or a role that no run has, is the user's mistake."""
    from agentsensus.kernel.run_models import checked_roles
    from agentsensus.models.providers.model_id import ModelId
    from agentsensus.models.roles import read_roles

    models = checked_roles(read_roles(words))
    for id_ in models.values():
        ModelId.parse(id_)  # refused at once, though nothing is opened
    return models


def allowance(calls: int | None, tokens: int | None, money: float | None) -> "Allowance":
    """What the models may take."""
    from agentsensus.run_folder import Allowance

    return Allowance(calls=calls, tokens=tokens, money=money)


def spent_by(models: "RunModels | None") -> Callable[[], SpentSoFar] | None:
    """A function that returns what the models of a run have cost so far; None for a run without models."""
    if models is None:
        return None

    def spent() -> SpentSoFar:
        usages = models.usage().values()
        cost = sum(usage["money"] for usage in usages)
        return SpentSoFar(sum(usage["calls"] for usage in usages), cost or None)

    return spent


def print_estimate(scenario: "Scenario", plan: "Plan", rounds: int, as_json: bool) -> None:
    """Print what a run would take."""
    from agentsensus.kernel.estimate import estimate

    reckoned = estimate(scenario, plan, rounds)
    if as_json:
        print_json(stamped(reckoned.model_dump(), scenario.world.stamp))
        return
    if scenario.world.stamp:
        typer.echo(scenario.world.stamp)
    for work in reckoned.purposes:
        print_work(f"{work.purpose:12}", work)
    print_work(f"{'all':12}", reckoned)
    typer.echo(
        f"if all {reckoned.characters} characters are awake in each of {reckoned.rounds} rounds, and one turn in "
        f"{round(1 / reckoned.assumed.remembering)} is spent on remembering",
        err=True,
    )


def print_work(name: str, work: "Work | Estimate | ComparisonEstimate | RenderEstimate | SedimentEstimate") -> None:
    """Print calls, tokens and dollars in one line."""
    money = "price not known" if work.money is None else f"${work.money:,.4f}"
    typer.echo(f"{name} {work.calls:8,} calls {work.input:12,} in {work.output:10,} out  {money}")
