"""What concerns a memory as a whole: erasing, other names, another embedder, an import, commits taken together."""

from contextlib import AbstractContextManager
from pathlib import Path

from agentsensus.errors import InputError, StoreMismatch
from agentsensus.files import as_path
from agentsensus.memory import editing, transfer
from agentsensus.memory.asking.async_life import AsyncLife
from agentsensus.memory.core.off_loop import done_in_background
from agentsensus.memory.designs.registry import check_helpers, make
from agentsensus.memory.judge import Judge
from agentsensus.memory.judge.instructions import Instructions
from agentsensus.memory.opening import NamesLike, as_added_names, as_settings
from agentsensus.memory.record import Purged
from agentsensus.memory.reembed import reembed
from agentsensus.models.embed import Embedder, by_name
from agentsensus.models.roles import Roles


@done_in_background(lambda memory: memory._engine.home)
class AsyncRemaking(AsyncLife):
    """Changes to many rows at once, or to how all of them are read."""

    _judge: Judge | str | None
    _roles: Roles | None
    _instructions: Instructions | None
    _required_design: str | None

    async def purge(self, *, agent: str | None = None, record: str | None = None) -> Purged:
        """Erase an agent's or a record's texts and vectors for good: the one operation that rewrites the past.

        Files beside the store that still hold a text are named in the answer; they are not touched.
        """
        self._writable_round(None)
        return editing.purge(self._engine, self._path, agent, record, self._engine.round)

    async def import_(self, source: str | Path) -> None:
        """Read an export into this memory, which must be empty. All of it comes in, or nothing."""
        self._writable_round(None)
        if any(self._engine.columns.counts(0).rows.values()):
            raise InputError("import needs an empty memory; open a new file or space")
        header, batch, vectors = transfer.read_export(as_path(source))
        settings = as_settings(header.settings, header.design)
        own_header = self._engine.header
        if self._required_design not in (None, header.design):
            required = self._required_design
            raise StoreMismatch(f"{source}: made with the design {header.design}, this memory has {required}")
        check_helpers(header.design, self._judge)
        if (header.embedder, header.dim) != (own_header.embedder, own_header.dim):
            raise InputError(f"{source}: made with embedder {header.embedder}, this memory has {own_header.embedder}")
        transfer.fill(self._engine.store, header, batch, vectors)
        self._engine.remake(header, settings, self._engine.embedder)
        self._in_use.design = make(self._engine, self._judge, self._roles, self._instructions)

    async def add_names(self, names: NamesLike, *, at: int | None = None) -> None:
        """Say what agents are called too, from round `at` on: `{"hamlet": ["the prince"]}`; the first name stays first.

        What is remembered and asked from now on is read with these names. What was written before stays as it is, and
        `as_of` an earlier round knows the names of that round. To read all of it anew there is `reembed`.
        """
        round_ = self._writable_round(at)
        self._engine.add_names(as_added_names(names, round_), round_)

    async def reembed(self, embedder: Embedder | str, *, names: NamesLike | None = None) -> None:
        """Change the embedder or the names for good: every vector is computed anew."""
        self._writable_round(None)
        model = by_name(embedder) if isinstance(embedder, str) else embedder
        await reembed(self._engine, model, names)
        self._in_use.design = make(self._engine, self._judge, self._roles, self._instructions)

    def note_log(self, digest: str, *, at: int | None = None) -> None:
        """Keep the hash of a run's log so far beside round `at`: inside `at_once`, it is durable with that round."""
        self._engine.store.note_log(self._writable_round(at), digest)

    def at_once(self) -> AbstractContextManager[None]:
        """A block in which everything written becomes durable together at the end, or not at all if it fails.

        After a failure close the memory: it remembers what the file does not hold.
        """
        return self._engine.store.at_once()

    def discard_reads(self) -> None:
        """Drop what recalls have changed since the last commit, so that closing does not write it."""
        self._engine.unstage()
