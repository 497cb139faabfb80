"""Cut the texts of a write into statements: with rules one by one, with a model in as few calls as possible."""

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, TypeAlias

from agentsensus.base.loop import on_callers_loop, together
from agentsensus.language.names import Names
from agentsensus.memory.core.atoms import OVER_CAP, Atom, Atomized, Atomizer, CutTask
from agentsensus.memory.core.background import asks_model
from agentsensus.memory.core.checks import CheckedDeposit, CheckedText
from agentsensus.memory.core.engine import Engine
from agentsensus.models.chat import TapePlace
from agentsensus.models.tokens import tokens

_CutMany: TypeAlias = Callable[[Sequence[CutTask], Names, int], Coroutine[Any, Any, Sequence[Atomized]]]


async def cut_all(
    engine: Engine,
    atomizer: Atomizer,
    deposits: Sequence[CheckedDeposit],
    tape_places: Sequence[TapePlace],
    groups: Sequence[Sequence[int]],
) -> list[Atomized]:
    """Return the statements of each deposit. By setting, a model is asked once for all deposits or once per group."""
    if not asks_model(atomizer):
        groups = [[place] for place in range(len(deposits))]
    elif engine.settings.cut_call == "batch" and hasattr(atomizer, "atomize_many") and deposits:
        groups = [[*range(len(deposits))]]
    cuts = await together(
        [
            _cut_as_one(engine, atomizer, [deposits[place] for place in group], [tape_places[place] for place in group])
            for group in groups
        ]
    )
    by_place = dict(zip(chain(*groups), chain(*cuts), strict=True))
    return [by_place[place] for place in range(len(deposits))]


async def _cut_as_one(
    engine: Engine, atomizer: Atomizer, deposits: Sequence[CheckedDeposit], tape_places: Sequence[TapePlace]
) -> list[Atomized]:
    """Return the statements of deposits that are cut in one call."""
    cut_many: _CutMany | None = getattr(atomizer, "atomize_many", None)
    if len(deposits) == 1:
        return [await _cut(engine, atomizer, deposits[0], tape_places[0])]
    if cut_many is None:
        return await _cut_joined(engine, atomizer, deposits, tape_places[0])
    cap = engine.settings.token_cap
    places = [place for place, deposit in enumerate(deposits) if deposit.cut]
    tasks = [_task(engine, deposits[place], tape_places[place]) for place in places]
    cut = dict(zip(places, await on_callers_loop(cut_many(tasks, engine.names, cap)), strict=True))
    return [cut[place] if place in cut else _whole(deposit.text, cap) for place, deposit in enumerate(deposits)]


async def _cut_joined(
    engine: Engine, atomizer: Atomizer, deposits: Sequence[CheckedDeposit], tape_place: TapePlace
) -> list[Atomized]:
    """Cut several deposits as one text. A statement goes to the deposit with which it shares most words."""
    whole = replace(deposits[0], text=CheckedText("\n".join(deposit.text for deposit in deposits)))
    cut = await _cut(engine, atomizer, whole, tape_place)
    parts: list[list[Atom]] = [[] for _ in deposits]
    for atom in cut.atoms:
        shared = [len(_pairs(atom.text) & _pairs(deposit.text)) / len(_pairs(deposit.text)) for deposit in deposits]
        parts[shared.index(max(shared))].append(atom)
    first, *others = parts
    return [replace(cut, atoms=tuple(first)), *(Atomized(tuple(atoms)) for atoms in others)]


def _pairs(text: str) -> set[str]:
    """Return all pairs of neighbouring characters of a text, to compare texts of any language."""
    plain = text.casefold()
    return {plain[place : place + 2] for place in range(len(plain))}


async def _cut(engine: Engine, atomizer: Atomizer, deposit: CheckedDeposit, tape_place: TapePlace) -> Atomized:
    """Return the statements of one deposit. A deposit with `cut=False` is one statement."""
    cap = engine.settings.token_cap
    if not deposit.cut:
        return _whole(deposit.text, cap)
    task = _task(engine, deposit, tape_place)
    work = atomizer.atomize(task.agent, task.text, task.context, engine.names, cap)
    return await (on_callers_loop(work) if asks_model(atomizer) else work)


def _task(engine: Engine, deposit: CheckedDeposit, tape_place: TapePlace) -> CutTask:
    settings = engine.settings
    from_settings = {
        "reports": settings.reports,
        "statements": settings.statements,
        "asks_always": settings.cut_call == "deposit",
        "tape_place": tape_place,
    }
    return CutTask(deposit.agent, deposit.text, deposit.context.model_copy(update=from_settings))


def _whole(text: str, cap: int) -> Atomized:
    return Atomized((Atom(text, (OVER_CAP,) if tokens(text) > cap else ()),))
