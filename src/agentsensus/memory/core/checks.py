"""What a caller gives, checked once at the border: whatever is inside the memory has one of these types already."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NewType

from agentsensus.errors import BadText, InputError
from agentsensus.memory.atoms import Context
from agentsensus.memory.provenance import Via
from agentsensus.memory.record import Said

NAME_LENGTH = 200
_METADATA_LENGTH = 100_000
_NOTHING = "there is nothing to remember in it"
_WANTED = {"query": "say what is asked for"}

CheckedText = NewType("CheckedText", str)
"""A text that can be stored: valid Unicode, not too long, with a letter or a digit in it."""


@dataclass(frozen=True, slots=True)
class CheckedDeposit:
    """One agent's deposit after all checks: nothing behind the border looks at its parts again."""

    agent: str
    text: CheckedText
    via: Via
    metadata: str
    number: int
    context: Context
    truth: tuple[str, ...]
    cut: bool = True
    """Whether it is cut into statements; else it is one statement as it stands."""

    @property
    def order(self) -> tuple[object, ...]:
        """By what deposits of a batch are sorted: agent, the caller's number, text, never the order of arrival."""
        how = (str(self.via), self.via.detail)
        context = self.context.model_dump_json()
        return self.agent, self.number, self.text, *how, self.metadata, context, self.truth, self.cut


@dataclass(frozen=True, slots=True)
class OwnShare:
    """What one statement of an event has for itself: its owners, and what the caller attached to it."""

    owners: tuple[str, ...]
    metadata: str


@dataclass(frozen=True, slots=True)
class CheckedEvent:
    """An event after all checks: its owners by name, each once, and its statements as they will be kept."""

    owners: tuple[str, ...]
    statements: tuple[CheckedText, ...]
    via: Via
    metadata: str
    truth: tuple[str, ...]
    linked: bool = True
    """Whether its statements are linked to each other."""

    verbatim: bool = False
    """Whether it is written as it stands, even where it repeats a record."""

    shares: tuple[OwnShare, ...] = ()
    """Each statement's own, in their order; none where all statements have the event's."""


def checked_deposit(deposit: object, limit: int) -> CheckedDeposit:
    """A deposit from a `Said` or a pair of agent and text, with a text of at most `limit` characters."""
    if not isinstance(deposit, Said):
        if not isinstance(deposit, tuple | list) or len(deposit) != 2:
            raise InputError(f"a deposit is {deposit!r}: give (agent, text) or a Said")
        deposit = Said(*deposit)
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
    )


def checked_event(
    owners: Iterable[str],
    text: str | Sequence[str],
    via: Via | str | None,
    metadata: Mapping[str, Any] | None,
    truth: str | Sequence[str] | None,
    limit: int,
) -> CheckedEvent:
    """An event from its owners and its statements, each of at most `limit` characters."""
    names = checked_owners(owners)
    texts = text if isinstance(text, list | tuple) else [text]
    statements = tuple(checked_text(statement, limit) for statement in texts)
    keys = truth_keys(truth)
    check_truth_count(keys, len(statements))
    return CheckedEvent(names, statements, Via.of(via), checked_metadata(metadata), keys)


def check_told_of_somebody(event: CheckedEvent) -> None:
    """Refuse an event that nobody witnessed, or of which nothing is told."""
    if not event.owners:
        raise InputError("an event needs a list of owners, one at least")
    if not event.statements:
        raise InputError("an event needs a text")


def checked_owners(owners: Iterable[str]) -> tuple[str, ...]:
    """The names of owners, each once, in order."""
    return tuple(sorted({checked_name(owner, "owner") for owner in checked_list(owners, "owners")}))


def checked_text(text: object, limit: int, what: str = "text") -> CheckedText:
    """The text if it can be stored, else an error that says why not."""
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
    """Whether a text has neither a NUL byte nor a lone surrogate."""
    return "\x00" not in text and not any("\ud800" <= char <= "\udfff" for char in text)


def checked_name(name: object, what: str = "agent") -> str:
    """The name of an agent, if an agent can be called that."""
    text = checked_text(name, NAME_LENGTH, what)
    if text != text.strip() or not text.isprintable():
        raise InputError(f"{what} is {text!r}: leave out spaces around it and control characters")
    return text


def checked_at(at: object) -> int:
    """A round, if it is a whole number that can be stored."""
    if isinstance(at, bool) or not isinstance(at, int) or abs(at) >= 2**62:
        raise InputError(f"at is {at!r}: give a whole number, a round or a turn")
    return at


def checked_count(count: object, what: str) -> int:
    """A number of things, if it is a whole number from 1 on."""
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        raise InputError(f"{what} is {count!r}: give a whole number from 1 on")
    return count


def checked_list(items: object, what: str) -> list[Any]:
    """The items of a list that a caller gave; a string is refused rather than taken letter by letter."""
    if isinstance(items, str | bytes) or not isinstance(items, Iterable):
        raise InputError(f"{what} is {items!r}: give a list")
    return list(items)


def checked_metadata(metadata: Mapping[str, Any] | None) -> str:
    """Metadata as canonical JSON; empty when there is none."""
    if metadata is None or metadata == {}:
        return ""
    if not isinstance(metadata, Mapping):
        raise InputError(f"metadata is {metadata!r}: give a dict")
    try:
        text = json.dumps(dict(metadata), ensure_ascii=False, sort_keys=True, allow_nan=False)
        text.encode("utf-8")
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(f"metadata cannot be kept: {error}; use strings, numbers, lists and dicts") from None
    if len(text) > _METADATA_LENGTH:
        raise InputError(f"metadata has {len(text):,} characters, more than {_METADATA_LENGTH:,}; keep less of it")
    return text


def truth_keys(truth: object) -> tuple[str, ...]:
    """The keys by which the author marks statements that tell the same thing: one key a statement; often none."""
    if truth is None:
        return ()
    keys = (truth,) if isinstance(truth, str) else truth
    if not isinstance(keys, tuple | list) or not all(isinstance(key, str) for key in keys):
        raise InputError(f"truth is {truth!r}: give a key, or a list with one key a statement")
    return tuple(keys)


def check_truth_count(keys: Sequence[str], statements: int) -> None:
    """Refuse keys of which there are more or fewer than statements; no keys at all are fine."""
    if keys and len(keys) != statements:
        raise InputError(
            f"truth has {len(keys)} keys, but the text has {statements} statements; give one key a statement"
        )
