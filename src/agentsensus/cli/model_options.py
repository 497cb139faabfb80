"""The options of `run` and `resume` that concern models, and what they mean for a run."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import typer

from agentsensus.cli.printing import print_json
from agentsensus.cli.watching import SpentSoFar

if TYPE_CHECKING:
    from agentsensus.kernel import Allowance, Plan, RunFolder, RunModels
    from agentsensus.minds import Mind
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
_ROLES = ("default", "minds", "atomizer", "judge", "memory")


def models_given(given: Sequence[str]) -> dict[str, str]:
    """Ids by role; a role that has no part in a run is the user's mistake."""
    from agentsensus.errors import InputError
    from agentsensus.models.providers.model_id import ModelId
    from agentsensus.models.roles import read_roles

    found = read_roles(given)
    for role, id_ in found.items():
        if role not in _ROLES:
            raise InputError(
                f"--model {role}={id_}: in a run there is no work of {role}; known: {', '.join(_ROLES[1:])}"
            )
        ModelId.parse(id_)  # said at once, though nothing is opened
    return found


def allowance(calls: int | None, tokens: int | None, money: float | None) -> "Allowance":
    """What the models may take."""
    from agentsensus.kernel import Allowance

    return Allowance(calls=calls, tokens=tokens, money=money)


def change_models(folder: "RunFolder", models: Mapping[str, str], limits: "Allowance") -> None:
    """Go on with other models or another budget than before."""
    from agentsensus.kernel.run_models import changed, check_models

    if models or limits.model_dump(exclude_none=True):
        run = changed(folder.read(), models, limits)
        check_models(run.models, run.budget)
        folder.write(run)


def minds_of(folder: "RunFolder", scenario: "Scenario", models: "RunModels | None") -> "dict[str, Mind]":
    """Who decides in a run: the model, if one is to, else the company."""
    from agentsensus.minds import company, model_company

    if models is not None and models.has_minds:
        return model_company(scenario, models.roles.of("minds"))
    told = folder.read()
    return company(told.company, scenario, told.seed)


def spent_by(models: "RunModels | None") -> Callable[[], SpentSoFar] | None:
    """What the models of a run have taken so far, for who looks on; None for a run without any."""
    if models is None:
        return None

    def spent() -> SpentSoFar:
        taken = models.usage().values()
        cost = sum(one["money"] for one in taken)
        return SpentSoFar(sum(one["calls"] for one in taken), cost or None)

    return spent


def print_estimate(scenario: "Scenario", plan: "Plan", rounds: int, as_json: bool) -> None:
    """Print what a run would take."""
    from agentsensus.kernel.estimate import estimate

    told = estimate(scenario, plan, rounds)
    if as_json:
        print_json(told.model_dump())
        return
    for one in told.purposes:
        typer.echo(
            f"{one.purpose:12} {one.calls:8,} calls {one.input:12,} in {one.output:10,} out  {_dollars(one.money)}"
        )
    typer.echo(f"{'all':12} {told.calls:8,} calls {told.input:12,} in {told.output:10,} out  {_dollars(told.money)}")
    typer.echo(
        f"if all {told.characters} characters are awake in each of {told.rounds} rounds, and one turn in "
        f"{round(1 / told.assumed.remembering)} is spent on remembering",
        err=True,
    )


def _dollars(money: float | None) -> str:
    return "price not known" if money is None else f"${money:,.4f}"
