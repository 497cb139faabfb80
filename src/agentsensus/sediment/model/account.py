"""An account by a model: names, then statements with owners, window by window; the rules keep what they know."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from agentsensus.errors import InputError, ModelError
from agentsensus.sediment.account import Account, LastPlace
from agentsensus.sediment.model.asking import SedimentAsker, label_of
from agentsensus.sediment.model.replies import EventsReply, NamedThing, NamesReply, ToldFact
from agentsensus.sediment.model.windows import Window, names_for, windows_of
from agentsensus.sediment.parts import TextScript
from agentsensus.sediment.registry import EntryKind, Registry, RegistryEntry, sanitized
from agentsensus.sediment.source import SourceText
from agentsensus.sediment.span import Division
from agentsensus.sediment.statement import Death, TextStatement
from agentsensus.world.happenings import KINDS, EventKind
from agentsensus.world.lookup import Lookup

__all__ = ["account_by_model", "registry_by_model"]


async def registry_by_model(windows: Sequence[Window], ground: Registry, asker: SedimentAsker) -> Registry:
    """The names of all windows as one registry, added to what is known already."""
    asked = (
        asker.ask("names", NamesReply, window.key, label_of(window, windows), label=window.part, passage=window.text)
        for window in windows
    )
    replies = [reply for reply in await asyncio.gather(*asked) if reply is not None]
    entries = list(ground.entries.values())
    for reply in replies:
        for kind, things in (("character", reply.people), ("place", reply.places), ("carrier", reply.carriers)):
            for thing in things:
                _take(entries, kind, thing)  # type: ignore[arg-type]  # the kinds are those of an entry
    registry = sanitized(entries)
    return Registry(registry.entries, (*ground.warnings, *registry.warnings))


def _take(entries: list[RegistryEntry], kind: EntryKind, thing: NamedThing) -> None:
    """Add a name to the entry that has it already, or as a new entry."""
    names = {name.casefold() for name in (thing.name, *thing.aliases) if name}
    for number, entry in enumerate(entries):
        known = {name.casefold() for name in entry.called}
        if entry.kind == kind and thing.name.casefold() in known:
            fresh = tuple(alias for alias in thing.aliases if alias and alias.casefold() not in known)
            profile = entry.profile or thing.about
            entries[number] = replace(entry, aliases=(*entry.aliases, *fresh), profile=profile)
            return
    if names:
        entries.append(RegistryEntry("", thing.name, kind, tuple(thing.aliases), thing.latin, thing.about))


async def account_by_model(
    script: TextScript, source: SourceText, division: Division, registry: Registry, asker: SedimentAsker
) -> Account:
    """The account of what is told, every window answered by the model; one bad window is a warning."""
    windows = windows_of(division.told)
    names = names_for(windows, registry)
    asked = (
        asker.ask(
            "events",
            EventsReply,
            window.key,
            label_of(window, windows),
            names="\n".join(lines),
            label=window.part,
            heading=f" ({window.heading})" if window.heading else "",
            passage=window.text,
        )
        for window, lines in zip(windows, names, strict=True)
    )
    replies = await asyncio.gather(*asked)
    if all(reply is None for reply in replies):
        raise ModelError(f"no passage could be read: {asker.warnings[-1]}")
    account = Account(script.title, script.form, source.language, division.span, registry)
    account.passages = len(windows)
    writer = _AccountWriter(account)
    for window, reply in zip(windows, replies, strict=True):
        if reply is None:
            account.passed_over += 1
        else:
            writer.take(window, reply)
    if not account.statements:
        raise InputError(f"{source.name}: the model made no statement of it that names anybody of the registry")
    order = [statement.place for statement in account.statements]
    account.ways = list(dict.fromkeys((a, b) for a, b in pairwise(order) if a != b))
    account.warnings += asker.warnings
    return account


class _AccountWriter:
    """Takes replies in story order: a closed world, in which only ids of the registry count."""

    def __init__(self, account: Account) -> None:
        self._account = account
        entries = account.registry.entries
        self._people = Lookup({id_: entry.called for id_, entry in entries.items() if entry.kind == "character"})
        self._places = Lookup({id_: entry.called for id_, entry in entries.items() if entry.kind == "place"})
        self._group = 0
        self._place = next(iter(account.registry.of_kind("place")), "")

    def take(self, window: Window, reply: EventsReply) -> None:
        """The statements of a window, then how things stand at its end."""
        if not self._place:
            raise InputError("the registry has no place; add one and give it with --registry")
        for group in reply.groups:
            self._group += 1
            places = [place for fact in group.statements if (place := self._places.find(fact.place))]
            for fact in group.statements:
                self._fact(window, fact, places)
        for state in reply.states:
            self._state(window, state.who, state.place, state.alive)

    def _fact(self, window: Window, fact: ToldFact, siblings: list[str]) -> None:
        text = " ".join(fact.text.split())
        if not text:
            return
        owners: list[str] = []
        unknown: list[str] = []
        for owner in fact.owners:
            id_ = self._people.find(owner)
            (owners if id_ else unknown).append(id_ or owner)
        strangers = [owner for owner in unknown if not self._places.find(owner)]
        if strangers:
            self._account.warnings.append(
                f"{window.part}: nobody of the registry is {strangers[0]!r}; left out as an owner"
            )
        place = self._places.find(fact.place) or (siblings[0] if siblings else self._place)
        self._place = place
        if any(known.text == text for known in self._account.statements[-60:]):
            return
        self._account.statements.append(
            TextStatement(
                text=text,
                part=window.part,
                place=place,
                owners=tuple(sorted(set(owners))),
                start=window.start,
                end=window.end,
                group=self._group,
                kind=self._kind(fact),
                is_grave=fact.grave,
                is_secret=fact.secret,
                speaker=self._people.find(fact.doer) or "",
                mentions=tuple(owners),
            )
        )
        for owner in owners:
            self._account.whereabouts[owner] = LastPlace(place, len(self._account.statements) - 1)

    def _kind(self, fact: ToldFact) -> EventKind | None:
        if fact.kind.casefold() not in KINDS:
            return None
        doer, victim = self._people.find(fact.doer), self._people.find(fact.victim)
        return EventKind(
            kind=KINDS[fact.kind.casefold()], doers=(doer,) if doer else (), victims=(victim,) if victim else ()
        )

    def _state(self, window: Window, who: str, where: str, is_alive: bool) -> None:
        """Where somebody is, last word wins; the dead are told by the last statement that concerns them."""
        id_, place = self._people.find(who), self._places.find(where)
        if id_ is None:
            self._account.warnings.append(
                f"{window.part}: a state of {who!r}, whom the registry does not know, was left out"
            )
            return
        own = [number for number, statement in enumerate(self._account.statements) if id_ in statement.owners]
        last = own[-1] if own else None
        if place:
            self._account.whereabouts[id_] = LastPlace(place, last)
        is_known_dead = any(death.who == id_ for death in self._account.deaths)
        if not is_alive and last is not None and not is_known_dead:
            kind = self._account.statements[last].kind
            doer = kind.doers[0] if kind and kind.kind == "death" and kind.doers else ""
            self._account.deaths.append(Death(id_, doer, last))
