"""Check the caller's arguments. All other code receives valid values only."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, NewType, TypeAlias

from agentsensus.errors import BadText, InputError
from agentsensus.language.names import Names
from agentsensus.memory.inputs import Context, DepositInput, Via
from agentsensus.store.rows import AddedName

if TYPE_CHECKING:
    from agentsensus.memory.core.drafts import DepositKey

NAME_LENGTH = 200
_METADATA_LENGTH = 100_000
_NOTHING = "there is nothing to remember in it"
_WANTED = {"query": "say what is asked for"}

NamesLike: TypeAlias = Names | Mapping[str, Sequence[str] | str]
"""A `Names`, or a dict from agents to their names."""

CheckedText = NewType("CheckedText", str)
"""A text that can be stored: valid Unicode, not too long, with at least one letter or digit."""


@dataclass(frozen=True, slots=True)
class CheckedDeposit:
    """One agent's deposit after all checks."""

    agent: str
    text: CheckedText
    via: Via
    metadata: str
    number: int
    context: Context
    truth: tuple[str, ...]
    cut: bool = True
    """Whether the text is cut into statements. If False, the whole text is one statement."""

    question: "CheckedDeposit | None" = None
    """The earlier deposit of the same call whose question this deposit answers; None if it answers none."""
    key: str | None = None
    idempotency: "DepositKey | None" = None
    expires: int | datetime | str | None = None
    supersedes: str | None = None
    group: str = ""
    """Deposits of one agent in a batch with the same group are written as one. Empty: this deposit stands alone."""

    @property
    def order(self) -> tuple[object, ...]:
        """Return the sort key of a deposit in a batch: agent, the caller's number, text. It does not depend on
        arrival.
        """
        how = (str(self.via), self.via.detail)
        rest = (self.context.model_dump_json(), self.truth, self.cut, str(self.expires), str(self.supersedes))
        return self.agent, self.number, self.text, *how, self.metadata, *rest


@dataclass(frozen=True, slots=True)
class OwnShare:
    """The owners and metadata of one statement of an event, if they differ from those of the event."""

    owners: tuple[str, ...]
    metadata: str


@dataclass(frozen=True, slots=True)
class CheckedEvent:
    """An event after all checks: its owners (without duplicates) and its statements."""

    owners: tuple[str, ...]
    statements: tuple[CheckedText, ...]
    via: Via
    metadata: str
    truth: tuple[str, ...]
    linked: bool = True
    """Whether the statements of the event are linked to each other."""

    verbatim: bool = False
    """Whether the event is always written as a new record, even if it repeats a record."""

    shares: tuple[OwnShare, ...] = ()
    """The owners and metadata of each statement, in order. Empty if all statements have those of the event."""


def checked_deposit(deposit: object, limit: int) -> CheckedDeposit:
    """Check a `DepositInput` or an (agent, text) pair and return it. The text may have at most `limit` characters."""
    if not isinstance(deposit, DepositInput):
        if not isinstance(deposit, tuple | list) or len(deposit) != 2:
            raise InputError(f"a deposit is {deposit!r}: give (agent, text) or a DepositInput")
        deposit = DepositInput(*deposit)
    if isinstance(deposit.number, bool) or not isinstance(deposit.number, int):
        raise InputError(f"number is {deposit.number!r}: give a whole number")
    if not isinstance(deposit.cut, bool):
        raise InputError(f"cut is {deposit.cut!r}: give True, or False to keep the text as one statement")
    return CheckedDeposit(
        checked_name(deposit.agent),
        checked_text(deposit.text, limit),
        Via.of(deposit.via),
        checked_metadata(deposit.metadata),
        deposit.number,
        deposit.context,
        truth_keys(deposit.truth),
        deposit.cut,
        key=None if deposit.key is None else checked_name(deposit.key, "key"),
        expires=deposit.expires,
        supersedes=deposit.supersedes,
        group=str(deposit.group),
    )


def checked_deposits(deposits: Iterable[object], limit: int) -> list[CheckedDeposit]:
    """Check the deposits of one call and return them, each with the earlier deposit that asks the question it
    answers.
    """
    inputs = list(deposits)
    checked = [checked_deposit(deposit, limit) for deposit in inputs]
    by_number = {(deposit.agent, deposit.number): deposit for deposit in checked}
    for place, deposit in enumerate(inputs):
        answers = deposit.answers if isinstance(deposit, DepositInput) else None
        if answers is not None:
            agent, number = checked[place].agent, checked[place].number
            question = by_number.get((agent, answers))
            if question is None or answers >= number:
                raise InputError(f"answers is {answers!r}: give the number of a deposit of {agent} before {number}")
            checked[place] = replace(checked[place], question=question)
    return checked


def checked_event(
    owners: Iterable[str],
    text: str | Sequence[str],
    via: Via | str | None,
    metadata: Mapping[str, Any] | None,
    truth: str | Sequence[str] | None,
    limit: int,
) -> CheckedEvent:
    """Check the owners and statements of an event and return it. A statement may have at most `limit` characters."""
    names = checked_owners(owners)
    texts = text if isinstance(text, list | tuple) else [text]
    statements = tuple(checked_text(statement, limit) for statement in texts)
    keys = truth_keys(truth)
    check_truth_count(keys, len(statements))
    return CheckedEvent(names, statements, Via.of(via), checked_metadata(metadata), keys)


def check_complete(event: CheckedEvent) -> None:
    """Raise InputError for an event without owners or without statements."""
    if not event.owners:
        raise InputError("an event needs a list of owners, one at least")
    if not event.statements:
        raise InputError("an event needs a text")


def checked_owners(owners: Iterable[str]) -> tuple[str, ...]:
    """Check the names of owners and return them in order, without duplicates."""
    return tuple(sorted({checked_name(owner, "owner") for owner in checked_list(owners, "owners")}))


def checked_text(text: object, limit: int, what: str = "text") -> CheckedText:
    """Return the text if it can be stored. Raises BadText with the reason if not."""
    if not isinstance(text, str):
        hint = "; a conversation goes to remember_messages" if what == "text" and isinstance(text, list | tuple) else ""
        raise BadText(f"{what} is {type(text).__name__}, not a string{hint}")
    if not text.strip():
        raise BadText(f"{what} is empty; {_WANTED.get(what, _NOTHING)}")
    if len(text) > limit:
        raise BadText(f"{what} has {len(text):,} characters, more than {limit:,}; give it in parts")
    if "\x00" in text:
        raise BadText(f"{what} holds a NUL byte at character {text.index(chr(0))}; remove it")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise BadText(f"{what} holds a lone surrogate at character {error.start}; it is not valid Unicode") from None
    if not any(char.isalnum() for char in text):
        raise BadText(f"{what} has neither a letter nor a digit; {_WANTED.get(what, _NOTHING)}")
    return CheckedText(text)


def is_unicode(text: str) -> bool:
    """Return whether a text has neither a NUL byte nor a lone surrogate."""
    return "\x00" not in text and not any("\ud800" <= char <= "\udfff" for char in text)


def checked_name(name: object, what: str = "agent") -> str:
    """Return the name of an agent. Raises InputError if it is not valid."""
    text = checked_text(name, NAME_LENGTH, what)
    if text != text.strip() or not text.isprintable():
        raise InputError(f"{what} is {text!r}: leave out spaces around it and control characters")
    return text


def checked_at(at: object) -> int:
    """Return the round. Raises InputError unless it is an integer that can be stored."""
    if isinstance(at, bool) or not isinstance(at, int) or abs(at) >= 2**62:
        raise InputError(f"at is {at!r}: give a whole number, a round or a turn")
    return at


def checked_count(count: object, what: str) -> int:
    """Return the count. Raises InputError unless it is an integer of at least 1."""
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        raise InputError(f"{what} is {count!r}: give a whole number from 1 on")
    return count


def checked_list(items: object, what: str) -> list[Any]:
    """Return the items of the caller's list. Raises InputError for a string, which would be split into letters."""
    if isinstance(items, str | bytes) or not isinstance(items, Iterable):
        raise InputError(f"{what} is {items!r}: give a list")
    return list(items)


RESERVED_METADATA = frozenset({"langgraph"})
"""Metadata keys that only adapters write, so that no agent can forge or break items of an adapter."""


def checked_metadata(metadata: Mapping[str, Any] | None) -> str:
    """Return the caller's metadata as canonical JSON; "" if there is none. Raises InputError for reserved keys."""
    if metadata is None or metadata == {}:
        return ""
    if not isinstance(metadata, Mapping):
        raise InputError(f"metadata is {metadata!r}: give a dict")
    for key in metadata:
        if isinstance(key, str) and key.strip().casefold() in RESERVED_METADATA:
            raise InputError(f"metadata has the key {key!r}, under which an adapter keeps its items; use another key")
    return metadata_json(metadata)


def metadata_json(metadata: Mapping[str, Any]) -> str:
    """Return metadata as canonical JSON, reserved keys included. For adapters; callers' metadata goes through
    `checked_metadata`.
    """
    try:
        text = json.dumps(dict(metadata), ensure_ascii=False, sort_keys=True, allow_nan=False)
        text.encode("utf-8")
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(f"metadata cannot be kept: {error}; use strings, numbers, lists and dicts") from None
    if len(text) > _METADATA_LENGTH:
        raise InputError(f"metadata has {len(text):,} characters, more than {_METADATA_LENGTH:,}; keep less of it")
    return text


def truth_keys(truth: object) -> tuple[str, ...]:
    """Return the keys of the argument `truth`, one per statement; empty if none were given."""
    if truth is None:
        return ()
    keys = (truth,) if isinstance(truth, str) else truth
    if not isinstance(keys, tuple | list) or not all(isinstance(key, str) for key in keys):
        raise InputError(f"truth is {truth!r}: give a key, or a list with one key a statement")
    return tuple(keys)


def check_truth_count(keys: Sequence[str], statements: int) -> None:
    """Raise InputError unless `keys` is empty or has one key per statement."""
    if keys and len(keys) != statements:
        raise InputError(
            f"truth has {len(keys)} keys, but the text has {statements} statements; give one key a statement"
        )


def as_names(names: NamesLike) -> Names:
    """Return a `Names` from the caller's value. Raises InputError for anything but a `Names` or a dict."""
    if isinstance(names, Names):
        return names
    if not isinstance(names, Mapping):
        raise InputError(f"names is {names!r}: give a dict, {{'hamlet': ['Hamlet', 'the prince']}}")
    for agent, called in names.items():
        aliases = [called] if isinstance(called, str) else called
        if not isinstance(aliases, list | tuple) or not all(isinstance(name, str) for name in (agent, *aliases)):
            raise InputError(f"names[{agent!r}] is {called!r}: give a list of what that agent is called")
        for name in (agent, *aliases):
            checked_text(name, NAME_LENGTH, f"names[{agent!r}]")
    return Names(names)


def as_added_names(names: NamesLike, at: int) -> list[AddedName]:
    """Return names to be added from round `at` on."""
    spelt = as_names(names).as_dict()
    if not spelt:
        raise InputError("names is empty: say who is called what, {'hamlet': ['Hamlet', 'the prince']}")
    return [AddedName(at, checked_name(agent), name) for agent, called in spelt.items() for name in called]
