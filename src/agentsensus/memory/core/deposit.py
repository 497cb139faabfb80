"""Deposits on their way into the store: cut into statements and embedded, ready for a design to write."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from agentsensus.arrays import FloatArray
from agentsensus.errors import StoreBusy
from agentsensus.loop import on_callers_loop, together
from agentsensus.memory.atoms import Atomizer, RuleAtomizer
from agentsensus.memory.atoms.atom import OVER_CAP, Atom, Atomized
from agentsensus.memory.atoms.voices import unnamed_marked
from agentsensus.memory.core.checks import CheckedDeposit, CheckedEvent, OwnShare, check_truth_count
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.ids import text_key
from agentsensus.memory.provenance import Via
from agentsensus.memory.timing import stage
from agentsensus.models.request import NOWHERE, TapePlace
from agentsensus.models.tokens import tokens
from agentsensus.text.language import language
from agentsensus.text.reading import Reading, read


@dataclass(frozen=True, slots=True, eq=False)
class Given:
    """A deposit as its caller gave it: `text` is None for an event, whose statements are what was given."""

    agent: str
    text: str | None
    number: int = 0


@dataclass(slots=True, eq=False)
class DraftStatement:
    """One statement before it is written. Two drafts are never equal, whatever they say."""

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


@dataclass(slots=True)
class DraftDeposit:
    """One deposit before it is written: who deposits it, who will own it, and its statements."""

    agent: str
    owners: tuple[tuple[str, Via], ...]
    metadata: str
    drafts: list[DraftStatement] = field(default_factory=list)
    replaces: frozenset[int] = frozenset()
    """Atoms of the agent's own in whose place it comes."""

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

    def owners_of(self, draft: DraftStatement) -> tuple[tuple[str, Via], ...]:
        """Who will own one of its statements, and how they came to know."""
        owners = self.owners if draft.via is None else tuple((name, draft.via) for name, _ in self.owners)
        return owners if draft.share is None else tuple(owner for owner in owners if owner[0] in draft.share.owners)

    def metadata_of(self, draft: DraftStatement) -> str:
        """What the caller attached to one of its statements."""
        return self.metadata if draft.share is None else draft.share.metadata

    def add_notes(self, notes: Iterable[str]) -> None:
        """Append to the note what else went wrong, leaving out repetitions."""
        self.note = "; ".join(dict.fromkeys(filter(None, [self.note, *notes])))

    @property
    def is_sediment(self) -> bool:
        """Whether it belongs to the world's history, or was made from it, rather than to the play."""
        if self.of_sediment is not None:
            return self.of_sediment
        return all(via.kind == "sediment" for _, via in self.owners)


async def prepare(
    engine: Engine, atomizer: Atomizer, deposits: Sequence[CheckedDeposit], at: int | None = None
) -> list[DraftDeposit]:
    """Deposits cut into statements (all at once) and embedded (in one batch), in the order given."""
    drafts = [
        DraftDeposit(
            deposit.agent,
            ((deposit.agent, deposit.via),),
            deposit.metadata,
            tape_place=tape_place,
            given=Given(deposit.agent, deposit.text, deposit.number),
        )
        for deposit, tape_place in zip(deposits, _tape_places(engine, at, deposits), strict=True)
    ]
    with stage("cut"):
        atomized = await together(
            [_cut(engine, atomizer, deposit, draft.tape_place) for deposit, draft in zip(deposits, drafts, strict=True)]
        )
    for draft, cut in zip(drafts, atomized, strict=True):
        draft.calls, draft.note = cut.calls, cut.note
    atoms = [
        unnamed_marked(cut.atoms, deposit.context, engine.names)
        for cut, deposit in zip(atomized, deposits, strict=True)
    ]
    await embed(engine, drafts, atoms)
    for draft, deposit in zip(drafts, deposits, strict=True):
        check_truth_count(deposit.truth, len(draft.drafts))
        _mark_truth(draft, deposit.truth)
    return drafts


async def prepare_events(engine: Engine, events: Sequence[CheckedEvent]) -> list[DraftDeposit]:
    """Events embedded in one batch, their statements taken as they are; all owners came to know in the same way."""
    drafts = [
        DraftDeposit(
            "",
            tuple((name, event.via) for name in event.owners),
            event.metadata,
            linked=event.linked,
            verbatim=event.verbatim,
            given=Given("", None),
        )
        for event in events
    ]
    await embed(engine, drafts, [[Atom(statement) for statement in event.statements] for event in events])
    for deposit, event in zip(drafts, events, strict=True):
        _mark_truth(deposit, event.truth)
        for draft, share in zip(deposit.drafts, event.shares, strict=False):
            draft.share = share
    return drafts


async def _cut(engine: Engine, atomizer: Atomizer, deposit: CheckedDeposit, tape_place: TapePlace) -> Atomized:
    """The statements of one deposit; of one that is not to be cut, itself."""
    cap = engine.settings.token_cap
    if not deposit.cut:
        return Atomized((Atom(deposit.text, (OVER_CAP,) if tokens(deposit.text) > cap else ()),))
    context = deposit.context.model_copy(update={"tape_place": tape_place, "reports": engine.settings.reports})
    work = atomizer.atomize(deposit.agent, deposit.text, context, engine.names, cap)
    return await (work if isinstance(atomizer, RuleAtomizer) else on_callers_loop(work))


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
    """Refuse deposits that were embedded before the store was rewritten."""
    if any(deposit.generation != engine.header.generation for deposit in deposits):
        raise StoreBusy("the store was rewritten while this was on its way; remember it again")


def _mark_truth(deposit: DraftDeposit, keys: Sequence[str]) -> None:
    for draft, key in zip(deposit.drafts, keys, strict=False):
        draft.truth = key


def _tape_places(engine: Engine, at: int | None, deposits: Sequence[CheckedDeposit]) -> list[TapePlace]:
    """The place of each deposit among its agent's in that round, counting those that are in the store already."""
    round_ = engine.round if at is None else at
    ordinals: dict[str, int] = {}
    places = []
    for deposit in deposits:
        agent = deposit.agent
        ordinals[agent] = ordinals.get(agent, engine.count_of(agent, round_) - 1) + 1
        places.append(TapePlace(round_, agent, ordinals[agent]))
    return places
