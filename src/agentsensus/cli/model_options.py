"""Model options shared by `run`, `resume` and `compare`, and the printing of estimates."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import typer

from agentsensus.base.stamp import stamped
from agentsensus.cli.printing import print_json
from agentsensus.cli.watching import SpentSoFar
from agentsensus.errors import InputError

if TYPE_CHECKING:
    from agentsensus.analysis.compare import ComparisonEstimate
    from agentsensus.worlds.runs import Allowance, Plan, RunModels
    from agentsensus.worlds.runs.estimate import Estimate, Work
    from agentsensus.worlds.scenario import Scenario
    from agentsensus.worlds.screenplay import RenderEstimate
    from agentsensus.worlds.sediment import SedimentEstimate

MODEL = typer.Option(
    [],
    "--model",
    help="Model id, such as openai:gpt-4o-mini; or ROLE=ID with the role minds, atomizer, judge or memory. "
    "Can be repeated.",
)
CALLS = typer.Option(None, "--budget-calls", min=1, help="Maximum number of model calls of the run.")
TOKENS = typer.Option(None, "--budget-tokens", min=1, help="Maximum number of tokens (in and out) of the run.")
MONEY = typer.Option(None, "--budget-money", min=0.0, help="Maximum cost of the run in dollars.")
ESTIMATE = typer.Option(False, "--estimate", help="Print the estimated cost and exit.")


def models_given(words: Sequence[str]) -> dict[str, str]:
    """Parse model ids by role. Raises InputError for a malformed id or an unknown role."""
    from agentsensus.models.providers.model_id import ModelId
    from agentsensus.models.roles import read_roles
    from agentsensus.worlds.runs.run_models import check_roles

    models = check_roles(read_roles(words))
    for id_ in models.values():
        ModelId.parse(id_)  # reject a malformed id before the run starts
    return models


def minds_given(minds: str | None, models: dict[str, str]) -> tuple[str | None, dict[str, str]]:
    """Return the company of minds and the models by role that --minds and --model ask for together.

    With --minds players or null, models serve the memory only.
    """
    from agentsensus.models.roles import DEFAULT
    from agentsensus.worlds.runs.run_models import OF_MEMORY

    match minds:
        case None | "recorded":
            return minds, models
        case "model":
            if not {DEFAULT, "minds"} & set(models):
                raise InputError("--minds model: name the model that decides, for example --model openai:gpt-4o-mini")
            return None, models
    if "minds" in models:
        raise InputError(f"--minds {minds}: --model minds={models['minds']} decides already; leave out one of them")
    if DEFAULT in models:
        models = {role: models.get(role, models[DEFAULT]) for role in OF_MEMORY}
    return minds, models


def allowance(calls: int | None, tokens: int | None, money: float | None) -> "Allowance":
    """Return the budget for models."""
    from agentsensus.worlds.run_folder import Allowance

    return Allowance(calls=calls, tokens=tokens, money=money)


def spent_by(models: "RunModels | None") -> Callable[[], SpentSoFar] | None:
    """Return a function that gives the cost of a run's models so far; None for a run without models."""
    if models is None:
        return None

    def spent() -> SpentSoFar:
        usages = models.usage().values()
        cost = sum(usage["money"] for usage in usages)
        return SpentSoFar(sum(usage["calls"] for usage in usages), cost or None)

    return spent


def print_estimate(scenario: "Scenario", plan: "Plan", rounds: int, as_json: bool) -> None:
    """Print the estimated cost of a run."""
    from agentsensus.worlds.runs.estimate import estimate

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
    """Print calls, tokens and dollars on one line."""
    money = "price not known" if work.money is None else f"${work.money:,.4f}"
    typer.echo(f"{name} {work.calls:8,} calls {work.input:12,} in {work.output:10,} out  {money}")
