"""Build an account with a model: names, statements with owners, and documents, window by window."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from agentsensus.errors import InputError, ModelError
from agentsensus.worlds.scenario.happenings import KINDS, EventKind
from agentsensus.worlds.scenario.lookup import Lookup
from agentsensus.worlds.sediment.account import Account, Death, LastPlace, TextDocument, TextStatement
from agentsensus.worlds.sediment.model.asking import SedimentAsker, Window, label_of, names_for
from agentsensus.worlds.sediment.model.replies import (
    DocumentReply,
    EventsReply,
    NamedThing,
    NamesReply,
    ToldFact,
    is_copied,
    is_speech,
    is_the_question,
)
from agentsensus.worlds.sediment.registry import EntryKind, Registry, RegistryEntry, sanitized
from agentsensus.worlds.sediment.words import SedimentWords, words_of

__all__ = ["account_by_model", "documents_by_model", "registry_by_model"]


async def registry_by_model(
    windows: Sequence[Window], ground: Registry, asker: SedimentAsker, words: SedimentWords
) -> Registry:
    """Merge the names of all windows into the known registry.

    Words like «all» are skipped; in a play with known speakers, so are generic titles («Man», «the lord»).
    """
    titles = {*words.listed("everyone"), *(words.generic if ground.entries else ())}
    asked = (
        asker.ask("names", NamesReply, window.key, label_of(window, windows), label=window.part, passage=window.text)
        for window in windows
    )
    replies = [reply for reply in await asker.together("names", asked) if reply is not None]
    entries = list(ground.entries.values())
    for reply in replies:
        for kind, things in (("character", reply.people), ("place", reply.places), ("carrier", reply.carriers)):
            for thing in things:
                if kind == "character" and _bare(thing.name, words) in titles:
                    continue
                _take(entries, kind, thing)  # type: ignore[arg-type]  # the kinds are those of an entry
    registry = sanitized(entries)
    return Registry(registry.entries, (*ground.warnings, *registry.warnings))


def _bare(name: str, words: SedimentWords) -> str:
    """Return a name in lower case, without article."""
    return words.pattern("articles").sub("", name.casefold()).strip()


def _take(entries: list[RegistryEntry], kind: EntryKind, thing: NamedThing) -> None:
    """Add a name to the entry that has it, or as a new entry."""
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


async def account_by_model(account: Account, windows: Sequence[Window], asker: SedimentAsker) -> None:
    """Fill the account with the statements of all windows. A failed window becomes a warning."""
    names = names_for(windows, account.registry)
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
    replies = await asker.together("passages", asked)
    if all(reply is None for reply in replies):
        raise ModelError(f"no passage could be read: {asker.warnings[-1]}")
    account.passages = len(windows)
    writer = _AccountWriter(account)
    for window, reply in zip(windows, replies, strict=True):
        if reply is None:
            account.passed_over += 1
        else:
            writer.take(window, reply)
    if not account.statements:
        raise InputError(f"{account.title}: the model made no statement of it that names anybody of the registry")
    order = [statement.place for statement in account.statements]
    account.ways = list(dict.fromkeys((a, b) for a, b in pairwise(order) if a != b))
    account.warnings += asker.warnings


class _AccountWriter:
    """Takes replies in story order. Only ids of the registry count."""

    def __init__(self, account: Account) -> None:
        self._account = account
        entries = account.registry.entries
        self._people = Lookup({id_: entry.called for id_, entry in entries.items() if entry.kind == "character"})
        self._places = Lookup({id_: entry.called for id_, entry in entries.items() if entry.kind == "place"})
        self._local = {(part, entry.title.casefold()): id_ for id_, entry in entries.items() for part in entry.only_in}
        self._names = account.registry.names("character")
        people = account.registry.of_kind("character").values()
        self._called = frozenset(name.casefold() for entry in people for name in entry.called)
        self._words = words_of(account.language)
        self._group = 0
        self._place = next(iter(account.registry.of_kind("place")), "")

    def _person(self, part: str, name: str) -> str | None:
        """Return the character for a name in a part; a title may belong to this part only."""
        return self._people.find(name) or self._local.get((part, name.casefold()))

    def take(self, window: Window, reply: EventsReply) -> None:
        """Add the statements of a window, then the states at its end."""
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
        is_line = is_speech(text, self._called) or (self._account.form == "play" and is_copied(text, window.text))
        if is_line or is_the_question(text):
            self._account.warnings.append(f"{window.part}: a line of the text was given for a statement; left out")
            return
        owners: list[str] = []
        unknown: list[str] = []
        for owner in fact.owners:
            id_ = self._person(window.part, owner)
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
                kind=self._kind(window.part, fact),
                is_grave=fact.grave,
                is_secret=fact.secret,
                speaker=self._person(window.part, fact.doer) or "",
                mentions=tuple(owners),
            )
        )
        for owner in owners:
            self._account.whereabouts[owner] = LastPlace(place, len(self._account.statements) - 1)

    def _kind(self, part: str, fact: ToldFact) -> EventKind | None:
        if fact.kind.casefold() not in KINDS:
            return None
        doer, victim = self._person(part, fact.doer), self._person(part, fact.victim)
        if KINDS[fact.kind.casefold()] == "death" and not self._tells_death(fact.text):
            return None
        return EventKind(
            kind=KINDS[fact.kind.casefold()], doers=(doer,) if doer else (), victims=(victim,) if victim else ()
        )

    def _state(self, window: Window, who: str, where: str, is_alive: bool) -> None:
        """Record a character's place (the last one wins) or death."""
        id_, place = self._person(window.part, who), self._places.find(where)
        if id_ is None:
            self._account.warnings.append(
                f"{window.part}: a state of {who!r}, whom the registry does not know, was left out"
            )
            return
        own = [number for number, statement in enumerate(self._account.statements) if id_ in statement.owners]
        last = own[-1] if own else None
        if place:
            self._account.whereabouts[id_] = LastPlace(place, last)
        if not is_alive and all(death.who != id_ for death in self._account.deaths):
            self._dead(window, id_)

    def _dead(self, window: Window, id_: str) -> None:
        """Record a death if a statement tells it; the model's state alone does not suffice."""
        for number, statement in reversed([*enumerate(self._account.statements)]):
            kind = statement.kind if statement.kind and statement.kind.kind == "death" else None
            is_victim = kind is not None and id_ in kind.victims
            if is_victim or (self._tells_death(statement.text) and id_ in self._names.mentioned(statement.text)):
                self._account.deaths.append(Death(id_, kind.doers[0] if kind and kind.doers else "", number))
                return
        self._account.warnings.append(f"{window.part}: {id_} was called dead, but no statement tells it; {id_} lives")

    def _tells_death(self, text: str) -> bool:
        return bool(self._words.kinds["death"].search(text))


_PASSAGES = 2
"""The number of passages to show for a thing: the first and the last that mention it."""


async def documents_by_model(account: Account, windows: Sequence[Window], asker: SedimentAsker) -> None:
    """Add readable documents to an account. Things for which the model gives no text are skipped."""
    carriers = account.registry.of_kind("carrier")
    people = Lookup({id_: entry.called for id_, entry in account.registry.of_kind("character").items()})
    called = {name.casefold() for entry in account.registry.of_kind("character").values() for name in entry.called}
    things = {id_: entry for id_, entry in carriers.items() if entry.name.casefold() not in called}
    named = {id_: shown for id_, entry in things.items() if (shown := _naming(entry, windows))}
    names = dict(zip(windows, names_for(windows, account.registry), strict=True))
    questions = (_content(carriers[id_], shown, names, asker) for id_, shown in named.items())
    for id_, reply in zip(named, await asker.together("things that can be read", questions), strict=True):
        lines = tuple(_lines(reply.text, frozenset(called))) if reply else ()
        if lines:
            entry, holder = carriers[id_], people.find(reply.holder) if reply else None
            account.documents.append(TextDocument(id_, entry.name, lines, holder or "", entry.aliases, entry.profile))


def _lines(text: Sequence[str], called: frozenset[str]) -> list[str]:
    """Return the lines of a document without speeches of the passage and pieces of the prompt."""
    lines = [" ".join(line.split()) for line in text if line.strip()]
    return [line for line in lines if not is_speech(line, called) and not is_the_question(line)]


def _naming(entry: RegistryEntry, windows: Sequence[Window]) -> list[Window]:
    called = [name.casefold() for name in entry.called if len(name) > 1]
    naming = [window for window in windows if any(name in window.text.casefold() for name in called)]
    return naming[: _PASSAGES - 1] + naming[_PASSAGES - 1 :][-1:]


async def _content(
    entry: RegistryEntry, shown: Sequence[Window], names: dict[Window, list[str]], asker: SedimentAsker
) -> DocumentReply | None:
    lines = [line for window in shown for line in names[window] if '"kind": "character"' in line]
    passages = "\n\n".join(window.text for window in shown)
    key = f"{entry.id}-{hashlib.sha256(passages.encode()).hexdigest()[:12]}"
    return await asker.ask(
        "document",
        DocumentReply,
        key,
        entry.name,
        what=entry.name,
        names="\n".join(dict.fromkeys(lines)),
        passages=passages,
    )
