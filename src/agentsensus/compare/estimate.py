"""What a comparison with models would take: what each of its runs would, added up."""

from dataclasses import replace

from pydantic import BaseModel

from agentsensus.compare.comparison import Comparison
from agentsensus.kernel import Plan
from agentsensus.kernel.estimate import Estimate, estimate
from agentsensus.kernel.run_models import OF_MEMORY
from agentsensus.models.prices import Prices
from agentsensus.models.roles import DEFAULT

__all__ = ["ComparisonEstimate", "estimate_comparison"]


class ComparisonEstimate(BaseModel):
    """What a comparison would take in all, and one run of each column; `played` is the run that paired ones are fed."""

    world: str
    rounds: int
    seeds: int
    calls: int
    input: int
    output: int
    tokens: int
    money: float | None
    columns: dict[str, Estimate]


def estimate_comparison(comparison: Comparison, prices: Prices | None = None) -> ComparisonEstimate:
    """What a comparison would take with the models of its plan; nothing is asked and nothing is run."""
    plans = {
        name: _without_minds(column.plan) if comparison.paired else column.plan
        for name, column in comparison.columns().items()
    }
    if comparison.paired:
        plans = {"played": replace(comparison.plan, design="consensus"), **plans}
    columns = {name: estimate(comparison.scenario, plan, comparison.rounds, prices) for name, plan in plans.items()}
    seeds, costs = len(comparison.seeds), [each.money for each in columns.values()]
    calls, input_, output = (
        seeds * sum(getattr(each, name) for each in columns.values()) for name in ("calls", "input", "output")
    )
    known = [cost for cost in costs if cost is not None]
    return ComparisonEstimate(
        world=comparison.scenario.world.name,
        rounds=comparison.rounds,
        seeds=seeds,
        calls=calls,
        input=input_,
        output=output,
        tokens=input_ + output,
        money=round(seeds * sum(known), 6) if len(known) == len(costs) else None,
        columns=columns,
    )


def _without_minds(plan: Plan) -> Plan:
    """A plan by which a memory is fed: nobody decides, and only the memory asks models."""
    default = plan.models.get(DEFAULT)
    models = {role: plan.models.get(role, default) for role in OF_MEMORY}
    return replace(plan, models={role: id_ for role, id_ in models.items() if id_ is not None})
