"""Hand-made records, turns and messages for figures that are easy to count."""

from collections.abc import Sequence

from agentsensus.memory.answers import Record, Wording
from agentsensus.worlds.events.event import Acted, Recalled, RecalledRow, Sent, Sort, Upkeep


def wording(id_: str, at: int, *owners: str, text: str = "") -> Wording:
    """A wording of these owners, deposited by the first of them."""
    return Wording(id_, text or f"text of {id_}", at, owners[0], owners)


def record(
    *wordings: Wording, past: bool = False, linked: Sequence[str] = (), kind: str = "", text: str = ""
) -> Record:
    """A record of these wordings, oldest first, named by the first; linked by a deposit to these others."""
    owners = tuple(sorted({owner for each in wordings for owner in each.owners}))
    links = tuple((other, "deposit") for other in linked)
    first = wordings[0]
    origin = "sediment" if past else "sim"
    return Record(first.id, text or first.text, owners, wordings, links, first.at, origin, kind)


def act(
    round_: int, agent: str, action: str, *goals: str, upkeep: Upkeep | None = None, ok: bool = True, **params: str
) -> Acted:
    """A turn."""
    return Acted(
        round=round_, agent=agent, action=action, params=params, ok=ok, place="hall", goals=goals, upkeep=upkeep
    )


def say(round_: int, by: str, content: str, sort: Sort = "say") -> Sent:
    """A message without a particular recipient."""
    return Sent(
        round=round_,
        message=f"{by}{round_}",
        thread=by,
        sender=by,
        recipients=("ben",),
        sort=sort,
        content=content,
        due={"ben": round_ + 1},
        distance={"ben": 0},
    )


def asked(
    agent: str, query: str, hits: Sequence[str], linked: Sequence[str] = (), owner: str | None = None
) -> Recalled:
    """A recall with these rows; hits score .8 and linked rows .4."""
    return Recalled(
        round=1,
        agent=agent,
        owner=owner or agent,
        query=query,
        hits=tuple(RecalledRow(id=id_, score=0.8) for id_ in hits),
        linked=tuple(RecalledRow(id=id_, score=0.4) for id_ in linked),
    )


STORY = [
    record(wording("p1", 0, "ada", "ben"), wording("p1b", 3, "cy"), past=True),
    record(wording("p2", 0, "hall"), past=True),
    record(wording("a", 1, "ada"), wording("a2", 2, "ben"), wording("a3", 4, "ada"), linked=["b"]),
    record(wording("b", 1, "ada"), linked=["a"]),
    record(wording("c", 3, "cy"), wording("c2", 3, "ben"), wording("c3", 5, "dot")),
    record(wording("i", 4, "ada"), kind="insight"),
]
"""Two rows of the past, one of which Cy comes to own; four of the play, of which one is a by-product."""
