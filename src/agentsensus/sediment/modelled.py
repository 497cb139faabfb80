"""From a text to a world with a model: the passes in order, everything that was paid for kept."""

import time
from typing import Any

from agentsensus.errors import InputError
from agentsensus.models.budget import Budget
from agentsensus.models.roles import Roles
from agentsensus.models.tape import Tape
from agentsensus.sediment.casting import select_cast
from agentsensus.sediment.forms import read_form
from agentsensus.sediment.model.account import account_by_model, registry_by_model
from agentsensus.sediment.model.asking import CountingChat, SedimentAsker, SedimentModels
from agentsensus.sediment.model.authoring import author
from agentsensus.sediment.model.estimate import SedimentEstimate, estimate_sediment
from agentsensus.sediment.model.windows import windows_of
from agentsensus.sediment.parts import TextScript
from agentsensus.sediment.pipeline import Progress, Sedimentation, Sedimented, account_by_rule, finish
from agentsensus.sediment.plays.account import registry_of_play
from agentsensus.sediment.registry import Registry, SuppliedRegistry, read_registry
from agentsensus.sediment.source import SourceText
from agentsensus.sediment.span import Division, divide
from agentsensus.sediment.statement import TextStatement
from agentsensus.sediment.writing import check_target

__all__ = ["estimate_with_model", "sediment_with_model"]


async def sediment_with_model(
    source: SourceText, asked: Sedimentation, models: SedimentModels, progress: Progress | None = None
) -> Sedimented:
    """Make the world of a text with a model, and write it; interrupted, the same call goes on without paying twice."""
    began = time.monotonic()
    say = progress or (lambda what: None)
    check_target(asked.out)
    supplied = read_registry(asked.registry) if asked.registry else None
    script = read_form(source, asked.form)
    division = divide(script, asked.until)
    budget = Budget(models.allowance.calls, models.allowance.tokens, models.allowance.money)
    tape = Tape(models.tape, keeps_failures=False)
    roles = Roles(sediment=models.model, budget=budget, limits=models.limits, tape=tape)
    chat = CountingChat(roles.of("sediment"))
    asker = SedimentAsker(chat, source.language)
    try:
        registry = await _registry(script, source, division, supplied, asker, say)
        say(f"{len(registry.entries)} names; reading {len(windows_of(division.told))} passages")
        account = await account_by_model(script, source, division, registry, asker)
        account.later = _later(script, source, division, registry)
        say("writing profiles, goals and kickoffs")
        selection = select_cast(account, asked.more_than, asked.keep)
        authored = await author(account, selection, asker)
    finally:
        await roles.close()
    account.warnings = list(dict.fromkeys((*account.warnings, *asker.warnings)))
    return await finish(source, account, asked, supplied, began, say, authored, _usage(chat))


async def _registry(
    script: TextScript,
    source: SourceText,
    division: Division,
    supplied: SuppliedRegistry | None,
    asker: SedimentAsker,
    say: Progress,
) -> Registry:
    if supplied is not None:
        return supplied.registry
    windows = windows_of(division.told)
    say(f"looking for names in {len(windows)} passages")
    return await registry_by_model(windows, _ground(script, source), asker)


def _ground(script: TextScript, source: SourceText) -> Registry:
    """What is known before a model is asked: of a play its speakers and places, of other texts nothing."""
    return registry_of_play(script, source)[0] if script.form == "play" else Registry()


def _later(script: TextScript, source: SourceText, division: Division, registry: Registry) -> list[TextStatement]:
    """What comes later is told by rule: it is for scoring, and no model need be paid for it."""
    if not division.held_out:
        return []
    held_back = Division(division.held_out, ())
    try:
        later_account = account_by_rule(script, source, held_back, SuppliedRegistry(registry=registry))
    except InputError:
        return []  # nobody of the registry is named there any more
    return later_account.statements


def estimate_with_model(source: SourceText, asked: Sedimentation, model: str) -> SedimentEstimate:
    """What the same would take, without asking."""
    supplied = read_registry(asked.registry) if asked.registry else None
    script = read_form(source, asked.form)
    division = divide(script, asked.until)
    registry = supplied.registry if supplied else _ground(script, source)
    return estimate_sediment(division, registry, source.language, model, supplied is not None)


def _usage(chat: CountingChat) -> dict[str, Any]:
    """What the replies took, by pass."""
    return {"model": chat.id, **{purpose: chat.usage[purpose] for purpose in sorted(chat.usage)}}
