"""Deposits on their way into the store: checked, cut into atoms, embedded, in canonical order."""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from agentsensus.arrays import FloatArray
from agentsensus.errors import Backdated, BadText, InputError, StoreBusy
from agentsensus.loop import together
from agentsensus.memory.atoms import Atomizer
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.ids import text_key
from agentsensus.memory.provenance import Via
from agentsensus.memory.record import Said
from agentsensus.memory.timing import stage
from agentsensus.models.request import NOWHERE, TapePlace
from agentsensus.text.language import language
from agentsensus.text.reading import Reading, read

NAME_LENGTH = 200
_METADATA_LENGTH = 100_000


@dataclass(slots=True, eq=False)
class DraftStatement:
    """One atom before it is written; no other is equal to it."""

    text: str
    flags: tuple[str, ...]
    key: str
    reading: Reading
    vector: FloatArray
    language: str
    truth: str = ""
    tape_place: TapePlace = NOWHERE


@dataclass(slots=True)
class DraftDeposit:
    """One deposit before it is written: whose it is, who will own it, and its atoms."""

    agent: str
    owners: tuple[tuple[str, Via], ...]
    metadata: str
    drafts: list[DraftStatement] = field(default_factory=list)
    replaces: int | None = None
    linked: bool = True
    calls: int = 0
    note: str = ""
    generation: int = 0
    of_sediment: bool | None = None
    tape_place: TapePlace = NOWHERE
    verbatim: bool = False
    """Whether it is taken as it stands, next to whatever it may repeat."""

    def add_notes(self, notes: Iterable[str]) -> None:
        """Say more of what went wrong, nothing twice."""
        self.note = "; ".join(dict.fromkeys(filter(None, [self.note, *notes])))

    @property
    def is_sediment(self) -> bool:
        """Whether it is of the world's history, or made of it, rather than of the play."""
        if self.of_sediment is not None:
            return self.of_sediment
        return all(via.kind == "sediment" for _, via in self.owners)


def check_generation(engine: Engine, deposits: Sequence[DraftDeposit]) -> None:
    """Refuse deposits that were embedded before the store was rewritten."""
    if any(deposit.generation != engine.header.generation for deposit in deposits):
        raise StoreBusy("the store was rewritten while this was on its way; remember it again")


def is_unicode(text: str) -> bool:
    """Whether a text can be kept at all: no NUL byte, no half characters."""
    return "\x00" not in text and not any("\ud800" <= char <= "\udfff" for char in text)


def checked_text(text: object, limit: int, what: str = "text") -> str:
    """The text if it can be stored, else an error that says why not."""
    if not isinstance(text, str):
        raise BadText(f"{what} is {type(text).__name__}, not a string")
    if not text.strip():
        raise BadText(f"{what} is empty; there is nothing to remember in it")
    if len(text) > limit:
        raise BadText(f"{what} has {len(text):,} characters, more than {limit:,}; give it in parts")
    if "\x00" in text:
        raise BadText(f"{what} holds a NUL byte at character {text.index(chr(0))}; remove it")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise BadText(f"{what} holds a lone surrogate at character {error.start}; it is not valid Unicode") from None
    if not any(char.isalnum() for char in text):
        raise BadText(f"{what} has neither a letter nor a digit; there is nothing to remember in it")
    return text


def checked_name(name: object, what: str = "agent") -> str:
    """The name of an agent if it can be one."""
    named = checked_text(name, NAME_LENGTH, what)
    if named != named.strip() or not named.isprintable():
        raise InputError(f"{what} is {named!r}: leave out spaces around it and control characters")
    return named


def checked_at(at: object) -> int:
    """A round, if it can be one."""
    if isinstance(at, bool) or not isinstance(at, int) or abs(at) >= 2**62:
        raise InputError(f"at is {at!r}: give a whole number, a round or a turn")
    return at


def checked_count(count: object, what: str) -> int:
    """How many of something, if it can be that."""
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        raise InputError(f"{what} is {count!r}: give a whole number from 1 on")
    return count


def listed(given: object, what: str) -> list[Any]:
    """The items of a list that a caller gave; one string is not a list of letters."""
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise InputError(f"{what} is {given!r}: give a list")
    return list(given)


def checked_round(at: object, engine: Engine) -> int:
    """The round of a deposit: the current one when omitted, never an earlier one."""
    if at is None:
        return engine.round
    at = checked_at(at)
    if engine.columns.last_round is not None and at < engine.columns.last_round:
        raise Backdated(f"at is {at}, but round {engine.columns.last_round} is already committed; rounds never go back")
    return at


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


def checked_truth(truth: object) -> tuple[str, ...]:
    """Keys of what is known to be true of a deposit's statements: one, or one a statement; empty when unknown."""
    if truth is None:
        return ()
    keys = (truth,) if isinstance(truth, str) else truth
    if not isinstance(keys, tuple | list) or not all(isinstance(key, str) for key in keys):
        raise InputError(f"truth is {truth!r}: give a key, or a list with one key a statement")
    return tuple(keys)


def check_truth(truth: object, statements: int) -> None:
    """Refuse keys that are not one a statement, where there are any."""
    keys = checked_truth(truth)
    if keys and len(keys) != statements:
        raise InputError(
            f"truth has {len(keys)} keys, but the text has {statements} statements; give one key a statement"
        )


def with_truth(deposit: DraftDeposit, truth: tuple[str, ...]) -> None:
    """Mark each draft with its key."""
    check_truth(truth, len(deposit.drafts))
    for draft, key in zip(deposit.drafts, truth, strict=False):
        draft.truth = key


def as_said(given: object) -> Said:
    """A deposit from what a caller gave: a `Said`, or an agent and a text."""
    if not isinstance(given, Said):
        if not isinstance(given, tuple | list) or len(given) != 2:
            raise InputError(f"a deposit is {given!r}: give (agent, text) or a Said")
        given = Said(*given)
    checked_name(given.agent)
    checked_text(given.text, sys.maxsize)
    if isinstance(given.number, bool) or not isinstance(given.number, int):
        raise InputError(f"number is {given.number!r}: give a whole number")
    checked_truth(given.truth)
    return given


def in_order(saids: Sequence[Said]) -> list[int]:
    """Places of deposits in canonical order: agent, the caller's number, text; never the order of arrival."""

    def key(place: int) -> tuple[object, ...]:
        said, via = saids[place], Via.of(saids[place].via)
        rest = (
            str(via),
            via.detail,
            checked_metadata(said.metadata),
            said.context.model_dump_json(),
            checked_truth(said.truth),
        )
        return said.agent, said.number, said.text, *rest

    return sorted(range(len(saids)), key=key)


def tape_places(engine: Engine, at: int | None, agents: Sequence[str]) -> list[TapePlace]:
    """The place of each deposit among its agent's in that round; what is in the store already counts."""
    when = engine.round if at is None else at
    taken: dict[str, int] = {}
    found = []
    for agent in agents:
        taken[agent] = taken.get(agent, engine.count_of(agent, when) - 1) + 1
        found.append(TapePlace(when, agent, taken[agent]))
    return found


async def prepare(
    engine: Engine, atomizer: Atomizer, saids: Sequence[Said], at: int | None = None
) -> list[DraftDeposit]:
    """Deposits cut (all at once) and embedded (in one batch), in the order given."""
    limit = engine.settings.max_characters
    deposits = [
        DraftDeposit(
            checked_name(s.agent), ((s.agent, Via.of(s.via)),), checked_metadata(s.metadata), tape_place=tape_place
        )
        for s, tape_place in zip(saids, tape_places(engine, at, [s.agent for s in saids]), strict=True)
    ]
    texts = [checked_text(s.text, limit) for s in saids]
    cap = engine.settings.token_cap
    with stage("cut"):
        cut = await together(
            [
                atomizer.atomize(
                    s.agent, text, s.context.model_copy(update={"tape_place": deposit.tape_place}), engine.names, cap
                )
                for s, deposit, text in zip(saids, deposits, texts, strict=True)
            ]
        )
    for deposit, atomized in zip(deposits, cut, strict=True):
        deposit.calls, deposit.note = atomized.calls, atomized.note
    await embed(engine, deposits, [[(atom.text, atom.flags) for atom in one.atoms] for one in cut])
    for deposit, said in zip(deposits, saids, strict=True):
        with_truth(deposit, checked_truth(said.truth))
    return deposits


async def embed(
    engine: Engine, deposits: Sequence[DraftDeposit], atoms: Sequence[Sequence[tuple[str, tuple[str, ...]]]]
) -> None:
    """Fill the deposits with drafts of these atoms."""
    flat = [(deposit, *atom) for deposit, listed in zip(deposits, atoms, strict=True) for atom in listed]
    canonical = [engine.names.canonical(text) for _, text, _ in flat]
    for deposit in deposits:
        deposit.generation = engine.header.generation
    with stage("embed"):
        vectors = await engine.book.vectors(canonical)
    for (deposit, text, flags), key, vector in zip(flat, canonical, vectors, strict=True):
        reading = read(key, engine.names)
        deposit.drafts.append(
            DraftStatement(text, flags, text_key(key), reading, vector, language(text), tape_place=deposit.tape_place)
        )
