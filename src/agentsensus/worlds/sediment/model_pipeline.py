"""Turn a text into a world with a model. Every reply is kept on a tape and reused."""

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from agentsensus.errors import InputError
from agentsensus.models.budget import Budget
from agentsensus.models.roles import Roles
from agentsensus.models.tape import Tape
from agentsensus.worlds.sediment.account import Account, TextStatement
from agentsensus.worlds.sediment.building import check_target
from agentsensus.worlds.sediment.casting import select_cast
from agentsensus.worlds.sediment.forms import read_form
from agentsensus.worlds.sediment.model.account import account_by_model, documents_by_model, registry_by_model
from agentsensus.worlds.sediment.model.asking import (
    PASSAGE_TOKENS,
    CountingChat,
    SedimentAsker,
    SedimentModels,
    Window,
    windows_of,
)
from agentsensus.worlds.sediment.model.authoring import author
from agentsensus.worlds.sediment.model.estimate import SedimentEstimate, estimate_sediment
from agentsensus.worlds.sediment.parts import Division, TextScript, divide
from agentsensus.worlds.sediment.pipeline import Progress, Sedimentation, Sedimented, account_by_rule, finish
from agentsensus.worlds.sediment.plays.account import registry_of_play
from agentsensus.worlds.sediment.registry import Registry, SuppliedRegistry, read_registry
from agentsensus.worlds.sediment.sources import SourceText
from agentsensus.worlds.sediment.words import words_of

__all__ = ["estimate_with_model", "registry_with_model", "sediment_with_model"]


async def sediment_with_model(
    source: SourceText, asked: Sedimentation, models: SedimentModels, progress: Progress | None = None
) -> Sedimented:
    """Make and write the world of a text with a model. An interrupted call can be repeated at no extra cost."""
    began = time.monotonic()
    say = progress or (lambda what: None)
    check_target(asked.out)
    supplied = read_registry(asked.registry) if asked.registry else None
    script = read_form(source, asked.form)
    division = divide(script, asked.until)
    windows = windows_of(division.told, models.passage_tokens)
    async with _asking(models, source, say) as asker:
        registry = supplied.registry if supplied else await _names(script, source, windows, asker)
        account = Account(script.title, script.form, source.language, division.span, registry)
        say(f"{len(registry.entries)} names; reading {len(windows)} passages")
        await account_by_model(account, windows, asker)
        account.later = _later(script, source, division, registry)
        await documents_by_model(account, windows, asker)
        selection = select_cast(account, asked.more_than, asked.keep)
        say(f"writing profiles and goals of {len(selection.active)} characters, kickoffs and arcs")
        authored = await author(account, selection, asker)
    account.warnings = list(dict.fromkeys((*account.warnings, *asker.warnings)))
    return await finish(source, account, asked, supplied, began, say, authored, asker.usage())


async def registry_with_model(
    source: SourceText, asked: Sedimentation, models: SedimentModels, progress: Progress | None = None
) -> Registry:
    """Return the registry found by a model, for review. The full run reuses the replies."""
    say = progress or (lambda what: None)
    script = read_form(source, asked.form)
    windows = windows_of(divide(script, asked.until).told, models.passage_tokens)
    async with _asking(models, source, say) as asker:
        return await _names(script, source, windows, asker)


@asynccontextmanager
async def _asking(models: SedimentModels, source: SourceText, say: Progress) -> AsyncIterator[SedimentAsker]:
    budget = Budget(models.allowance.calls, models.allowance.tokens, models.allowance.money)
    tape = Tape(models.tape, keeps_failures=False)
    roles = Roles(sediment=models.model, budget=budget, limits=models.limits, tape=tape)
    try:
        yield SedimentAsker(CountingChat(roles.of("sediment")), source.language, say)
    finally:
        await roles.close()


async def _names(script: TextScript, source: SourceText, windows: Sequence[Window], asker: SedimentAsker) -> Registry:
    return await registry_by_model(windows, _ground(script, source), asker, words_of(source.language))


def _ground(script: TextScript, source: SourceText) -> Registry:
    """Return the registry before any model call: speakers and places of a play, otherwise empty."""
    return registry_of_play(script, source)[0] if script.form == "play" else Registry()


def _later(script: TextScript, source: SourceText, division: Division, registry: Registry) -> list[TextStatement]:
    """Return the held-out statements without a model; they only serve for scoring."""
    if not division.held_out:
        return []
    held_back = Division(division.held_out, ())
    try:
        later_account = account_by_rule(script, source, held_back, SuppliedRegistry(registry=registry))
    except InputError:
        return []  # the held-out part mentions no registry entry
    return later_account.statements


def estimate_with_model(
    source: SourceText, asked: Sedimentation, model: str, passage_tokens: int = PASSAGE_TOKENS
) -> SedimentEstimate:
    """Estimate the cost of `sediment_with_model` without asking."""
    supplied = read_registry(asked.registry) if asked.registry else None
    script = read_form(source, asked.form)
    windows = windows_of(divide(script, asked.until).told, passage_tokens)
    registry = supplied.registry if supplied else _ground(script, source)
    return estimate_sediment(windows, registry, source.language, model, supplied is not None)
