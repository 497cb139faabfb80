"""From a text to a world with a model: the passes in order, everything that was paid for kept."""

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from agentsensus.errors import InputError
from agentsensus.models.budget import Budget
from agentsensus.models.roles import Roles
from agentsensus.models.tape import Tape
from agentsensus.sediment.account import Account
from agentsensus.sediment.casting import select_cast
from agentsensus.sediment.forms import read_form
from agentsensus.sediment.model.account import account_by_model, registry_by_model
from agentsensus.sediment.model.asking import CountingChat, SedimentAsker, SedimentModels
from agentsensus.sediment.model.authoring import author
from agentsensus.sediment.model.documents import documents_by_model
from agentsensus.sediment.model.estimate import SedimentEstimate, estimate_sediment
from agentsensus.sediment.model.windows import PASSAGE_TOKENS, Window, windows_of
from agentsensus.sediment.parts import TextScript
from agentsensus.sediment.pipeline import Progress, Sedimentation, Sedimented, account_by_rule, finish
from agentsensus.sediment.plays.account import registry_of_play
from agentsensus.sediment.registry import Registry, SuppliedRegistry, read_registry
from agentsensus.sediment.source import SourceText
from agentsensus.sediment.span import Division, divide
from agentsensus.sediment.statement import TextStatement
from agentsensus.sediment.words import words_of
from agentsensus.sediment.writing import check_target

__all__ = ["estimate_with_model", "registry_with_model", "sediment_with_model"]


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
    """The registry of a text for review, its names found by a model; the whole work does not ask for them again."""
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


def estimate_with_model(
    source: SourceText, asked: Sedimentation, model: str, passage_tokens: int = PASSAGE_TOKENS
) -> SedimentEstimate:
    """What the same would take, without asking."""
    supplied = read_registry(asked.registry) if asked.registry else None
    script = read_form(source, asked.form)
    windows = windows_of(divide(script, asked.until).told, passage_tokens)
    registry = supplied.registry if supplied else _ground(script, source)
    return estimate_sediment(windows, registry, source.language, model, supplied is not None)
