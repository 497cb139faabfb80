"""Drafts: deposits that are already cut into statements and embedded, ready for a design to write."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from agentsensus.base.arrays import FloatArray
from agentsensus.errors import StoreBusy
from agentsensus.language.languages import language
from agentsensus.language.reading import Reading, read
from agentsensus.memory.core.atoms import Atom
from agentsensus.memory.core.checks import OwnShare
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.ids import text_key
from agentsensus.memory.inputs import Via
from agentsensus.memory.timing import stage
from agentsensus.models.chat import NOWHERE, TapePlace


@dataclass(frozen=True, slots=True, eq=False)
class Given:
    """A deposit before cutting; `text` is None for an event, which is not cut."""

    agent: str
    text: str | None
    number: int = 0
    answers: "Given | None" = None


@dataclass(frozen=True, slots=True, eq=False)
class DepositKey:
    """The idempotency key of one deposit: the hash of the call's key, and the position of the deposit in the call.

    Compared by identity: copies of one deposit for several witnesses share it, repeated calls do not.
    """

    hash: str
    place: int = 0


@dataclass(slots=True, eq=False)
class DraftStatement:
    """One statement that is not written yet. Drafts are compared by identity."""

    text: str
    flags: tuple[str, ...]
    key: str
    reading: Reading
    vector: FloatArray
    language: str
    truth: str = ""
    tape_place: TapePlace = NOWHERE
    via: Via | None = None
    """How the owners learned this statement; None if in the same way as the rest of the deposit."""
    share: OwnShare | None = None
    """The owners and metadata of this statement; None if they are those of the deposit."""
    supersedes: int | None = None
    """The agent's own atom that this statement replaces; None if the deposit's `supersedes` applies."""


@dataclass(slots=True)
class DraftDeposit:
    """One deposit that is not written yet: its depositor, its future owners, and its statements."""

    agent: str
    owners: tuple[tuple[str, Via], ...]
    metadata: str
    drafts: list[DraftStatement] = field(default_factory=list)
    replaces: frozenset[int] = frozenset()
    """Atoms of the agent that this deposit replaces (a revision)."""

    supersedes: int | None = None
    """The agent's own atom that every statement of this deposit supersedes."""

    expires: str = ""
    """When the deposit expires for its owners, in the stored form of a mark; empty for never."""

    linked: bool = True
    calls: int = 0
    note: str = ""
    generation: int = 0
    of_sediment: bool | None = None
    tape_place: TapePlace = NOWHERE
    verbatim: bool = False
    """Whether the deposit is always written as a new record, even if it repeats a record."""

    given: Given | None = None
    """The deposit before cutting; None for rows that a design makes itself."""

    idempotency: DepositKey | None = None

    def owners_of(self, draft: DraftStatement) -> tuple[tuple[str, Via], ...]:
        """Return the owners of a statement, each with how it learned the statement."""
        owners = self.owners if draft.via is None else tuple((name, draft.via) for name, _ in self.owners)
        return owners if draft.share is None else tuple(owner for owner in owners if owner[0] in draft.share.owners)

    def metadata_of(self, draft: DraftStatement) -> str:
        """Return the metadata of a statement."""
        return self.metadata if draft.share is None else draft.share.metadata

    def add_notes(self, notes: Iterable[str]) -> None:
        """Append error messages to the note, without duplicates."""
        self.note = "; ".join(dict.fromkeys(filter(None, [self.note, *notes])))

    @property
    def is_sediment(self) -> bool:
        """Whether the deposit belongs to the world's history before round 1, or was derived from it."""
        if self.of_sediment is not None:
            return self.of_sediment
        return all(via.kind == "sediment" for _, via in self.owners)


async def embed(engine: Engine, deposits: Sequence[DraftDeposit], statements: Sequence[Sequence[Atom]]) -> None:
    """Embed the statements of all deposits in one batch, and add them to the deposits as drafts."""
    flat = [(deposit, atom) for deposit, atoms in zip(deposits, statements, strict=True) for atom in atoms]
    canonical = [engine.names.canonical(atom.text) for _, atom in flat]
    for deposit in deposits:
        deposit.generation = engine.header.generation
    with stage("embed"):
        vectors = await engine.book.vectors(canonical)
    for (deposit, atom), key, vector in zip(flat, canonical, vectors, strict=True):
        draft = DraftStatement(
            atom.text, atom.flags, text_key(key), read(key, engine.names), vector, language(atom.text)
        )
        draft.tape_place, draft.via = deposit.tape_place, atom.via
        deposit.drafts.append(draft)


def check_generation(engine: Engine, deposits: Sequence[DraftDeposit]) -> None:
    """Raise StoreBusy if a deposit was embedded before the store was rewritten by a purge or `reembed`."""
    if any(deposit.generation != engine.header.generation for deposit in deposits):
        raise StoreBusy("the store was rewritten while this was on its way; remember it again")
