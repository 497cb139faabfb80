"""The models of a run by role, with their shared budget and tape."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, TypeVar

from agentsensus.errors import InputError, NotOnTape
from agentsensus.models.budget import Budget, Spent
from agentsensus.models.chat import Outcome, Position, Request
from agentsensus.models.limits import Limits
from agentsensus.models.providers.model_id import ModelId
from agentsensus.models.providers.open import ModelLike
from agentsensus.models.providers.table import BASE_URL
from agentsensus.models.roles import DEFAULT, Roles
from agentsensus.models.secrets import scrub
from agentsensus.models.tape import Tape
from agentsensus.worlds.run_folder.folder import RunFolder
from agentsensus.worlds.run_folder.run_file import Allowance, RunFile

__all__ = ["RunModels", "check_models", "check_roles", "open_models", "open_tape_roles", "storable_ids", "with_changes"]

M = TypeVar("M")
OF_MEMORY = ("atomizer", "judge", "memory")
"""The roles that the memory uses."""
_ROLES = ("minds", *OF_MEMORY)


@dataclass(frozen=True, slots=True)
class RunModels:
    """The open models of a run, sharing one budget and one tape."""

    roles: Roles
    budget: Budget
    tape: Tape

    @property
    def has_minds(self) -> bool:
        """Whether a model decides for the characters."""
        return "minds" in self.roles.ids

    @property
    def ids(self) -> dict[str, str]:
        """The model id of each role."""
        return {role: id_ for role, id_ in self.roles.ids.items() if role in _ROLES}

    def is_spent(self) -> bool:
        """Return whether the budget refused a call or would refuse the next one."""
        return self.budget.is_exhausted or bool(_used_up(self.budget))

    def usage(self) -> dict[str, Any]:
        """Return calls, tokens and dollars by purpose over all sessions."""
        return {
            purpose: {
                "calls": spent.calls,
                "input": spent.input,
                "output": spent.output,
                "money": round(float(spent.money), 8),
            }
            for purpose, spent in sorted(self.budget.by_purpose.items())
        }

    async def close(self) -> None:
        """Close the connections of all models."""
        await self.roles.close()


def open_models(
    folder: RunFolder, models: Mapping[str, ModelLike] | None = None, *, limits: Limits | None = None
) -> RunModels | None:
    """Open `models`, or those named in run.json, by role; None for a run without models.

    An address or model file that only run.json names is refused: a copied folder must not choose where requests go.
    Earlier sessions count against the budget, and replies on the tape are reused.
    """
    run = folder.read()
    chosen: dict[str, ModelLike] = dict(models or run.models)
    if not chosen:
        if run.asked:
            raise InputError(f"{folder.path}: this run needs models ({_named(run)}); name them with --model")
        return None
    budget = Budget(run.budget.calls, run.budget.tokens, run.budget.money, by_purpose=_spent(run.usage))
    spent = _used_up(budget)
    if spent:
        raise InputError(f"the budget of this run is used up ({spent}); give a larger one, for example {_larger(run)}")
    if not models:
        _check_chosen(folder, run)
    tape = Tape(folder.tape)
    return RunModels(opened(chosen, budget, limits, tape), budget, tape)


def _check_chosen(folder: RunFolder, run: RunFile) -> None:
    """Refuse addresses and model files that only run.json names.

    Providers' default addresses and those from the environment are allowed.
    """
    for role, id_ in run.models.items():
        model = ModelId.parse(id_)
        if model.base_url != model.chosen_address or model.service.names_are_files:
            named = scrub(id_ if role == DEFAULT else f"{role}={id_}")
            what = "a model file is not opened" if not model.base_url else "an address in a file is not asked"
            raise InputError(
                f"{folder.path}: run.json names {scrub(id_)}, and {what} unless you name it; say "
                f"--model {shlex.quote(named)} if it is the one you mean"
            )


def opened(
    models: Mapping[str, ModelLike], budget: Budget, limits: Limits | None = None, tape: Tape | None = None
) -> Roles:
    """Open models by role. Raises at once if a key, a package or a price is missing."""
    own: dict[str, Any] = dict(models)
    roles = Roles(own.pop(DEFAULT, None), limits=limits, budget=budget, tape=tape, **own)
    if budget.money is not None:
        for id_ in sorted(set(roles.ids.values())):
            budget.prices.of(id_, must_know=True)
    return roles


def storable_ids(models: Mapping[str, str]) -> dict[str, str]:
    """Return model ids by role for run.json. Raises if an address contains a password."""
    for id_ in models.values():
        if scrub(id_) != id_:
            raise InputError(
                f"--model {scrub(id_)}: run.json would hold the password of this address; put it into {BASE_URL}, and "
                "give the model without an address"
            )
        ModelId.parse(id_)
    return dict(models)


def check_roles(models: Mapping[str, M]) -> dict[str, M]:
    """Return the models by role. Raises for a role that runs do not have."""
    for role, model in models.items():
        if role not in (DEFAULT, *_ROLES):
            shown = f"--model {role}={scrub(model)}" if isinstance(model, str) else f"model for {role}"
            raise InputError(f"{shown}: in a run there is no work of {role}; known: {', '.join(_ROLES)}")
    return dict(models)


def check_models(models: Mapping[str, ModelLike], limits: Allowance) -> None:
    """Check that the models can be opened and their ids saved, without writing anything."""
    storable_ids({role: model for role, model in models.items() if isinstance(model, str)})
    opened(models, Budget(limits.calls, limits.tokens, limits.money))


def with_changes(run: RunFile, models: Mapping[str, str], budget: Allowance) -> RunFile:
    """Return the run file with other models or another budget.

    Raises if the change would move memory work from rules to models or back.
    """
    if models:
        before = set(run.asked) & set(OF_MEMORY) if run.asked else _asks_models(run.models)
        after = _asks_models(models)
        if before != after:
            works = ", ".join(sorted(before)) or "nothing"
            raise InputError(
                f"--model: in this run a model does the work of {works} for the memory, and that stays so; name a "
                "model for the same work"
            )
        run = run.model_copy(update={"models": storable_ids(models)})
    limits = {**run.budget.model_dump(), **budget.model_dump(exclude_none=True)}
    return run.model_copy(update={"budget": Allowance(**limits)})


def open_tape_roles(folder: RunFolder, run: RunFile, of: Sequence[str] = OF_MEMORY) -> Roles | None:
    """Open models that answer only from the run's tape, for the roles in `of`.

    Returns None if no model had any of these roles.
    """
    models = {role: ids for role, ids in run.asked.items() if role in of}
    if not models:
        return None
    tape = Tape(folder.tape)
    chats: dict[str, Any] = {role: _TapeOnly(tape, ids) for role, ids in models.items()}
    return Roles(**chats)


class _TapeOnly:
    """Answers from the tape for one role, trying the ids of its models from the latest to the first."""

    def __init__(self, tape: Tape, ids: tuple[str, ...]) -> None:
        self.id = ids[-1]
        self._tape = tape
        self._ids = ids

    async def ask(self, request: Request, position: Position) -> Outcome:
        for id_ in reversed(self._ids):  # an interrupted round was replayed by the later model
            reply = self._tape.find(request.key(id_, position))
            if reply is not None:
                return reply
        raise NotOnTape(
            f"{self._tape.path} holds no reply for {request.key(self.id, position)} ({self.id}); "
            "replay with the tape, the world and the version that the run was made with"
        )

    async def close(self) -> None:
        pass


def _asks_models(models: Mapping[str, str]) -> set[str]:
    return set(OF_MEMORY) if DEFAULT in models else set(OF_MEMORY) & set(models)


def _named(run: RunFile) -> str:
    return ", ".join(f"{role}={ids[-1]}" for role, ids in run.asked.items())


def _spent(usage: Mapping[str, Any]) -> dict[str, Spent]:
    return {
        purpose: Spent(
            int(taken.get("calls", 0)),
            int(taken.get("input", 0)),
            int(taken.get("output", 0)),
            Decimal(str(taken.get("money", 0))),
        )
        for purpose, taken in usage.items()
    }


def _used_up(budget: Budget) -> str:
    """Return the exhausted limit, as in «30 of 30 calls»; empty if none is."""
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
