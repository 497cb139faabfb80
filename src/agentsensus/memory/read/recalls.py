"""Reads as one agent: recall, own records about a query, links and latest wordings."""

from collections.abc import Iterable

from agentsensus.embed import relevance_of
from agentsensus.errors import NotOwned
from agentsensus.memory.answers import Hit, Recall
from agentsensus.memory.core.checks import checked_name
from agentsensus.memory.core.limits import When, Where, as_stamp, checked_limits, checked_score
from agentsensus.memory.core.lookup import check_own, held_as, owned_record
from agentsensus.memory.core.ranking import RankedRecord, as_hits, own_hits
from agentsensus.memory.inputs import Via
from agentsensus.memory.session import Session
from agentsensus.memory.timing import measured, stage

__all__ = ["knows", "latest", "links", "owns", "prepare_recalls", "recall", "via_of"]


async def recall(
    session: Session,
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
    by_agent: bool = False,
) -> Recall:
    """Return the records that fit a query best among those an agent may read. `by_agent` leaves out those it lost
    later.
    """
    limits, floor = checked_limits(where, since, until), checked_score(min_score)
    ask = session.ask(agent, query, k, max_tokens, at, limits, floor, by_agent=by_agent)
    engine = session.engine
    with measured() as stopwatch:
        with stage("embed"):
            vector = await engine.book.query_vector(ask.agent, ask.query)
        view = session.view(at, without_lost=by_agent)
        answer = await session.design.recall(view, ask, vector)
    engine.recalls.take(answer)
    engine.report(stopwatch.timing("recall", ask.agent, engine.round if view.at is None else view.at))
    return answer


async def prepare_recalls(session: Session, queries: Iterable[tuple[str, str]]) -> None:
    """Embed (agent, query) pairs in one batch, and cache the vectors for the next recalls of these agents."""
    session.check_open()
    asked = [(checked_name(agent), session.canonical_query(query)) for agent, query in queries]
    await session.engine.book.query_vectors(asked)


async def knows(
    session: Session,
    agent: str,
    query: str,
    k: int = 5,
    at: int | None = None,
    since: When | None = None,
    until: When | None = None,
    min_score: float | None = None,
) -> list[Hit]:
    """Return the agent's own records about a query, without linked and shared ones and without those it lost later."""
    floor = relevance_of(session.engine.embedder) if min_score is None else checked_score(min_score)
    ask = session.ask(agent, query, k, at=at, limits=checked_limits(None, since, until), min_score=floor)
    vector = await session.engine.book.query_vector(ask.agent, ask.query)
    return own_hits(session.engine, session.view(at, without_lost=True), ask, vector)


def links(
    session: Session,
    agent: str,
    record: str,
    at: int | None = None,
    since: When | None = None,
    until: When | None = None,
    *,
    without_lost: bool = False,
) -> list[Hit]:
    """Return records of an agent one link away from one of its records."""
    limits = checked_limits(None, since, until)
    view, engine = session.view(at, without_lost=without_lost), session.engine
    number, root = owned_record(engine, view, agent, record)
    linked = [
        RankedRecord(other, other, link=", ".join(sorted(kinds)))
        for other, kinds in sorted(engine.agent_view(view, number).linked(root).items())
    ]
    hits = as_hits(engine, view, number, linked)
    return [hit for hit in hits if limits is None or limits.allows_time(hit.since, as_stamp(hit.time))]


def latest(
    session: Session,
    agent: str,
    count: int,
    where: Where | None = None,
    since: When | None = None,
    until: When | None = None,
) -> list[str]:
    """Return the texts of an agent's latest wordings, newest first, at most `count`."""
    limits = checked_limits(where, since, until)
    view, number = session.view(), session.engine.agent(agent)
    if number is None:
        return []
    newest_first = reversed(session.engine.agent_view(view, number).latest().tolist())
    fitting = (atom for atom in newest_first if limits is None or limits.allows(session.engine, atom))
    return [session.engine.atom(atom).text for atom, _ in zip(fitting, range(count), strict=False)]


def owns(session: Session, agent: str, record: str) -> bool:
    """Return whether `record` is the id of one of the agent's own wordings."""
    session.check_open()
    try:
        check_own(session.engine, agent, [record])
    except NotOwned:
        return False
    return True


def via_of(session: Session, agent: str, record: str) -> Via:
    """Return how an agent learned a record that it owns."""
    session.check_open()
    return held_as(session.engine, session.engine.view(), *session.readable(agent, record))[0]
