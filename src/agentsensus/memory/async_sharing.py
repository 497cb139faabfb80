"""Who may read without owning: grants and groups. `AsyncMemory` adds what is deposited and edited."""

from collections.abc import Iterable

from agentsensus.errors import InputError, StoreReadOnly
from agentsensus.memory import editing
from agentsensus.memory.asking import sharing
from agentsensus.memory.async_reading import AsyncReading
from agentsensus.memory.core.checks import checked_name
from agentsensus.memory.core.off_loop import done_in_background
from agentsensus.memory.designs.collaborative import Collaborative
from agentsensus.memory.designs.consensus.design import Consensus
from agentsensus.store.rows import NOBODY


@done_in_background(lambda memory: memory._engine.home)
class AsyncSharing(AsyncReading):
    """What opens and closes one agent's rows to another."""

    async def grant(
        self, record: str, reader: str | None = None, *, group: str | None = None, at: int | None = None
    ) -> None:
        """Let one more agent, or a group, read a row (not own it), until `revoke`.

        Whoever may read it is shown the words and who granted it, never its owners. Groups are of the consensus
        design; see `group`.
        """
        self._grant(record, reader, group, at, by=None)

    async def revoke(
        self, record: str, reader: str | None = None, *, group: str | None = None, at: int | None = None
    ) -> None:
        """Take a grant back. Access is checked at each reading, so the reader loses what it could read before too."""
        self._revoke(record, reader, group, at, by=None)

    async def group(self, name: str, members: Iterable[str], *, at: int | None = None) -> None:
        """Let a group have these members from now on, and no others; what is granted to it is read by all of them."""
        round_ = self._writable_round(at)
        self._check_consensus()
        sharing.set_group(self._engine, name, members, round_)

    async def groups(self, *, at: int | None = None) -> dict[str, tuple[str, ...]]:
        """The groups there are, and who is in each."""
        ledger, name = sharing.shares(self._engine).at(self._view(at)), self._engine.agent_name
        return {group: tuple(sorted(map(name, members))) for group, members in sorted(ledger.groups.items()) if members}

    def _grant(self, record: str, reader: str | None, group: str | None, at: int | None, by: str | None) -> None:
        """Grant as the application (None), or as an agent that owns the row."""
        round_ = self._writable_round(at)
        _check_one(reader, group)
        if isinstance(self._design, Collaborative):
            self._design.grant(self._live(record), checked_name(_named(reader), "reader"), round_)
            return
        self._check_consensus()
        view, root = self._engine.view(), self._live(record)
        granter = NOBODY if by is None else self._engine.agent(by)
        assert granter is not None
        named = editing.atom_number(self._engine, view, record)
        atom = self._engine.shown_atom(root, view) if by is None else view.own_wording(granter, root)
        atom = named if by is not None and view.owns_atom(granter, named) else atom
        assert atom is not None
        sharing.grant(self._engine, atom, granter, reader, group, round_)

    def _revoke(self, record: str, reader: str | None, group: str | None, at: int | None, by: str | None) -> None:
        """Take back grants of the application and of everybody (None), or those of one agent."""
        round_ = self._writable_round(at)
        _check_one(reader, group)
        view = self._engine.view()
        root = editing.record_number(self._engine, view, record)
        if isinstance(self._design, Collaborative):
            self._design.revoke(root, checked_name(_named(reader), "reader"), round_)
            return
        self._check_consensus()
        granter = None if by is None else self._engine.agent(by)
        atoms = [atom for atom in view.members(root) if granter is None or view.owns_atom(granter, atom)]
        sharing.revoke(self._engine, atoms, granter, reader, group, round_)

    def _check_consensus(self) -> None:
        if not isinstance(self._design, Consensus):
            raise InputError(f"{self._design.name} has no grants to give; consensus and collaborative have")

    def _live(self, record: str) -> int:
        view = self._engine.view()
        root = editing.record_number(self._engine, view, record)
        if not view.is_live(root):
            raise InputError(f"nobody owns {record!r} any more; there is nothing to read in it")
        return root

    def _writable_round(self, at: int | None) -> int:
        """The round of a write, if this memory can be written to in that round."""
        self._check_open()
        if self._at is not None:
            raise StoreReadOnly(f"this is the memory as of round {self._at}; the past takes no writes, fork it instead")
        if self._engine.store.read_only:
            raise StoreReadOnly("this memory was opened with read_only=True; open it for writing")
        return self._engine.checked_round(at)


def _check_one(reader: str | None, group: str | None) -> None:
    if (reader is None) == (group is None):
        raise InputError("name one reader, or group=…")


def _named(reader: str | None) -> str:
    if reader is None:
        raise InputError("the collaborative design has no groups; name a reader")
    return reader
