"""Drafts: deposits that are cut and embedded, ready for a design to write."""

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
    """One deposit of a call with an idempotency key: the hash of the key, and the place of the deposit in the call.

    Compared by identity: copies of one deposit for several witnesses share it, repeated calls do not.
    """

    hash: str
    place: int = 0


@dataclass(slots=True, eq=False)
class DraftStatement:
    """One statement before it is written. Drafts compare by identity."""

    text: str
    flags: tuple[str, ...]
    key: str
    reading: Reading
    vector: FloatArray
    language: str
    truth: str = ""
    tape_place: TapePlace = NOWHERE
    via: Via | None = None
    """How its owners came to know this statement, where that differs from the deposit's."""
    share: OwnShare | None = None
    """Its own owners and metadata; None where it has those of its deposit."""
    supersedes: int | None = None
    """The agent's own atom that it takes the place of, where that differs from the deposit's."""


@dataclass(slots=True)
class DraftDeposit:
    """One deposit before it is written: who deposits it, who will own it, and its statements."""

    agent: str
    owners: tuple[tuple[str, Via], ...]
    metadata: str
    drafts: list[DraftStatement] = field(default_factory=list)
    replaces: frozenset[int] = frozenset()
    """Atoms of the agent's own in whose place it comes."""

    supersedes: int | None = None
    """The agent's own atom whose validity for the agent every statement of it ends."""

    expires: str = ""
    """When it expires for its owners, as a mark stores it; empty for never."""

    linked: bool = True
    calls: int = 0
    note: str = ""
    generation: int = 0
    of_sediment: bool | None = None
    tape_place: TapePlace = NOWHERE
    verbatim: bool = False
    """Whether it is written as it stands, even where it repeats a record."""

    given: Given | None = None
    """What it was before it was cut; None for what a design makes itself."""

    idempotency: DepositKey | None = None

    def owners_of(self, draft: DraftStatement) -> tuple[tuple[str, Via], ...]:
        """Who will own one of its statements, and how they came to know."""
        owners = self.owners if draft.via is None else tuple((name, draft.via) for name, _ in self.owners)
        return owners if draft.share is None else tuple(owner for owner in owners if owner[0] in draft.share.owners)

    def metadata_of(self, draft: DraftStatement) -> str:
        """The metadata of one of its statements."""
        return self.metadata if draft.share is None else draft.share.metadata

    def add_notes(self, notes: Iterable[str]) -> None:
        """Append errors to the note, without repetitions."""
        self.note = "; ".join(dict.fromkeys(filter(None, [self.note, *notes])))

    @property
    def is_sediment(self) -> bool:
        """Whether it belongs to the world's history, or was made from it, rather than to the play."""
        if self.of_sediment is not None:
            return self.of_sediment
        return all(via.kind == "sediment" for _, via in self.owners)


async def embed(engine: Engine, deposits: Sequence[DraftDeposit], statements: Sequence[Sequence[Atom]]) -> None:
    """Fill each deposit with drafts of its statements; all vectors are asked for in one batch."""
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
    """Raise StoreBusy for deposits that were embedded before the store was rewritten."""
    if any(deposit.generation != engine.header.generation for deposit in deposits):
        raise StoreBusy("the store was rewritten while this was on its way; remember it again")
