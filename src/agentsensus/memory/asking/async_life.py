"""What becomes of an agent's rows in time, for asynchronous programs: what it wants of them, forgetting by query."""

from agentsensus.memory import editing
from agentsensus.memory.asking import life
from agentsensus.memory.asking.filters import Where
from agentsensus.memory.asking.limits import When, checked_limits, checked_score
from agentsensus.memory.async_sharing import AsyncSharing
from agentsensus.memory.core.off_loop import done_in_background
from agentsensus.memory.recall import own_hits
from agentsensus.memory.record import Hit
from agentsensus.models.embed import relevance_of


@done_in_background(lambda memory: memory._engine.home)
class AsyncLife(AsyncSharing):
    """Wishes of owners about their rows, and forgetting by what rows are about."""

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
        """Say what an agent wants of one of its records; the last word about each counts.

        `expires` is a round or a `datetime` from which on it recalls the record no more ("never" takes that back); it
        is not forgotten, the author still sees it. Under consensus what is `pinned` comes first in every recall, and
        `importance`, from 1 to 10 (5 when nothing is said), lets a record count as nearer or farther than it is.
        """
        round_ = self._writable_round(at)
        number, root = self._readable(agent, record)
        own = self._engine.view().own_wording(number, root)
        assert own is not None
        life.mark(self._engine, number, own, round_, expires, pinned, importance)

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
        """Let an agent forget what is about something, in one commit; with `preview` (the default) only show what.

        What is less like the query than `min_score` stays (without one: what has nothing to do with it by the measure
        of the embedder), and at most `k` records go. The other limits are those of `recall`. Others keep what they own.
        """
        round_ = self._writable_round(at)
        floor = relevance_of(self._engine.embedder) if min_score is None else checked_score(min_score)
        ask = self._ask(agent, query, k, None, None, checked_limits(where, since, until), floor)
        vector = (await self._engine.book.vectors([ask.query]))[0]
        hits = own_hits(self._engine, self._view(None), ask, vector)
        if not preview and hits:
            writer = self._engine.writer(round_)
            for hit in hits:
                writer.batch.retractions += editing.forgetting(self._engine, agent, hit.id, round_)
            self._engine.commit(writer)
        return hits
