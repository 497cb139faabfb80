"""The models of a run: who does which work, what that may cost and did, and the tape that holds every reply."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, TypeVar

from agentsensus.errors import InputError, NotOnTape
from agentsensus.models.budget import Budget, Spent
from agentsensus.models.limits import Limits
from agentsensus.models.providers.model_id import BASE_URL, ModelId
from agentsensus.models.providers.opening import ModelLike
from agentsensus.models.reply import Outcome
from agentsensus.models.request import Position, Request
from agentsensus.models.roles import DEFAULT, Roles
from agentsensus.models.secrets import scrub
from agentsensus.models.tape import Tape
from agentsensus.run_folder.folder import Allowance, RunFile, RunFolder

__all__ = ["RunModels", "changed", "check_models", "checked_roles", "kept_ids", "open_models", "taped"]

M = TypeVar("M")
OF_MEMORY = ("atomizer", "judge", "memory")
"""The roles of the models that a memory asks."""
_ROLES = ("minds", *OF_MEMORY)


@dataclass(frozen=True, slots=True)
class RunModels:
    """The open models of a run, on one budget and one tape."""

    roles: Roles
    budget: Budget
    tape: Tape

    @property
    def has_minds(self) -> bool:
        """Whether a model decides for the characters."""
        return "minds" in self.roles.ids

    @property
    def ids(self) -> dict[str, str]:
        """The model of each role that a run has."""
        return {role: id_ for role, id_ in self.roles.ids.items() if role in _ROLES}

    def is_spent(self) -> bool:
        """Whether a call was refused, or the next one would be."""
        return self.budget.is_exhausted or bool(_used_up(self.budget))

    def usage(self) -> dict[str, Any]:
        """Calls, tokens and dollars by purpose, all sittings together."""
        return {
            purpose: {"calls": one.calls, "input": one.input, "output": one.output, "money": round(float(one.money), 8)}
            for purpose, one in sorted(self.budget.by_purpose.items())
        }

    async def close(self) -> None:
        """Let go of every model's connections."""
        await self.roles.close()


def open_models(
    folder: RunFolder, models: Mapping[str, ModelLike] | None = None, *, limits: Limits | None = None
) -> RunModels | None:
    """The models that run.json names, or these instead, by role; None for a run without any.

    What the run has spent so far counts, and what its tape holds is not asked again.
    """
    run = folder.read()
    wanted: dict[str, ModelLike] = dict(models or run.models)
    if not wanted:
        if run.asked:
            raise InputError(f"{folder.path}: this run is played with models ({_named(run)}); name them with --model")
        return None
    budget = Budget(run.budget.calls, run.budget.tokens, run.budget.money, by_purpose=_spent(run.usage))
    spent = _used_up(budget)
    if spent:
        raise InputError(f"the budget of this run is used up ({spent}); give a larger one, for example {_larger(run)}")
    tape = Tape(folder.tape)
    return RunModels(opened(wanted, budget, limits, tape), budget, tape)


def opened(
    models: Mapping[str, ModelLike], budget: Budget, limits: Limits | None = None, tape: Tape | None = None
) -> Roles:
    """Models by role, opened; that a key, a package or a price is missing is said at once."""
    own: dict[str, Any] = dict(models)
    roles = Roles(own.pop(DEFAULT, None), limits=limits, budget=budget, tape=tape, **own)
    if budget.money is not None:
        for id_ in sorted(set(roles.ids.values())):
            budget.prices.of(id_, must_know=True)
    return roles


def kept_ids(given: Mapping[str, str]) -> dict[str, str]:
    """Models by role as run.json holds them; an address with a password in it is refused."""
    for id_ in given.values():
        if scrub(id_) != id_:
            raise InputError(
                f"--model {scrub(id_)}: run.json would hold the password of this address; put it into {BASE_URL}, and "
                "give the model without an address"
            )
        ModelId.parse(id_)
    return dict(given)


def checked_roles(models: Mapping[str, M]) -> dict[str, M]:
    """Models by role, if each role has a part in a run."""
    for role, model in models.items():
        if role not in (DEFAULT, *_ROLES):
            shown = f"--model {role}={scrub(model)}" if isinstance(model, str) else f"model for {role}"
            raise InputError(f"{shown}: in a run there is no work of {role}; known: {', '.join(_ROLES)}")
    return dict(models)


def check_models(models: Mapping[str, ModelLike], limits: Allowance) -> None:
    """Refuse a model that cannot be asked, or whose id run.json could not hold; nothing is written."""
    kept_ids({role: model for role, model in models.items() if isinstance(model, str)})
    opened(models, Budget(limits.calls, limits.tokens, limits.money))


def changed(run: RunFile, models: Mapping[str, str], budget: Allowance) -> RunFile:
    """The run with other models or another budget; what its memory asks a model for stays what it was."""
    if models:
        before = set(run.asked) & set(OF_MEMORY) if run.asked else _asks_models(run.models)
        after = _asks_models(models)
        if before != after:
            kept = ", ".join(sorted(before)) or "nothing"
            raise InputError(
                f"--model: in this run a model does the work of {kept} for the memory, and that stays so; name a model "
                "for the same work"
            )
        run = run.model_copy(update={"models": kept_ids(models)})
    limits = {**run.budget.model_dump(), **budget.model_dump(exclude_none=True)}
    return run.model_copy(update={"budget": Allowance(**limits)})


def taped(folder: RunFolder, run: RunFile) -> Roles | None:
    """The tape in the place of the models that a run's memory asked; None when it asked none."""
    asked = {role: ids for role, ids in run.asked.items() if role in OF_MEMORY}
    if not asked:
        return None
    tape = Tape(folder.tape)
    chats: dict[str, Any] = {role: _TapeOnly(tape, ids) for role, ids in asked.items()}
    return Roles(**chats)


class _TapeOnly:
    """A tape instead of the models, one after the other, that did some work in a run."""

    def __init__(self, tape: Tape, ids: tuple[str, ...]) -> None:
        self.id = ids[-1]
        self._tape = tape
        self._ids = ids

    async def ask(self, request: Request, position: Position) -> Outcome:
        for id_ in reversed(self._ids):  # a round that was broken off counts as the later model played it
            held = self._tape.find(request.key(id_, position))
            if held is not None:
                return held
        raise NotOnTape(
            f"{self._tape.path} holds no reply for {request.key(self.id, position)} ({self.id}); "
            "replay with the tape, the world and the version that the run was made with"
        )

    async def close(self) -> None:
        """There is nothing to let go of."""


def _asks_models(models: Mapping[str, str]) -> set[str]:
    return set(OF_MEMORY) if DEFAULT in models else set(OF_MEMORY) & set(models)


def _named(run: RunFile) -> str:
    return ", ".join(f"{role}={ids[-1]}" for role, ids in run.asked.items())


def _spent(usage: Mapping[str, Any]) -> dict[str, Spent]:
    return {
        purpose: Spent(one["calls"], one["input"], one["output"], Decimal(str(one["money"])))
        for purpose, one in usage.items()
    }


def _used_up(budget: Budget) -> str:
    """The limit of which nothing is left, if any."""
    spent = budget.spent
    if budget.calls is not None and spent.calls >= budget.calls:
        return f"{spent.calls} of {budget.calls} calls"
    if budget.tokens is not None and spent.tokens >= budget.tokens:
        return f"{spent.tokens} of {budget.tokens} tokens"
    if budget.money is not None and spent.money >= Decimal(str(budget.money)):
        return f"${spent.money} of ${budget.money}"
    return ""


def _larger(run: RunFile) -> str:
    limits = run.budget.model_dump(exclude_none=True)
    return " ".join(f"--budget-{name} {limit * 2 or 100}" for name, limit in limits.items())
