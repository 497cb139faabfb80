"""What comes to mind at the beginning of a turn: own rows, by who is here, what was heard, and the goal at hand."""

from collections.abc import Sequence

from agentsensus.actions import MemoryView
from agentsensus.events.event import Minded, RecalledRow
from agentsensus.memory.record import Hit
from agentsensus.models.tokens import tokens
from agentsensus.world.world import World

__all__ = ["come_to_mind"]

_LONGEST_QUERY = 400
_HEARD = 2
"""The end of what was heard says most; only the last messages are asked about."""


async def come_to_mind(
    world: World, memory: MemoryView, agents: Sequence[str], round_: int
) -> tuple[dict[str, tuple[Hit, ...]], list[Minded]]:
    """By agent the rows that come to mind, and the events that say so; nothing counts as recalled by it."""
    if not world.rules.minded:
        return {}, []
    queries = {agent: _queries(world, agent) for agent in agents}
    await memory.look_ahead(sorted({query for texts in queries.values() for query in texts}))
    rows = {agent: await _rows(world, memory, agent, queries[agent]) for agent in agents}
    events = [
        Minded(
            round=round_,
            agent=agent,
            rows=tuple(RecalledRow(id=hit.id, score=round(hit.score, 4)) for hit in hits),
        )
        for agent, hits in rows.items()
        if hits
    ]
    return rows, events


def _queries(world: World, agent: str) -> list[str]:
    """What may bring something back: what was just heard, the goal at hand, and who is here."""
    actor = world.actors[agent]
    heard = [letter.content for letter in world.mail.letters(agent) if letter.read == actor.turn_now]
    here = [world.name(id_) for id_ in world.present(actor.place) if id_ != agent]
    texts = [text[-_LONGEST_QUERY:] for text in heard[-_HEARD:]]
    texts += [actor.goals[-1]] if actor.goals else []
    texts += [", ".join(here)] if here else []
    return texts


async def _rows(world: World, memory: MemoryView, agent: str, queries: Sequence[str]) -> tuple[Hit, ...]:
    """The nearest rows over all queries, each once, within the tokens that the rules allow."""
    best: dict[str, Hit] = {}
    for query in queries:
        if not memory.fits(query):
            continue
        for hit in await memory.remind(agent, query, world.rules.minded):
            if hit.id not in best or hit.score > best[hit.id].score:
                best[hit.id] = hit
    nearest = sorted(best.values(), key=lambda hit: (-round(hit.score, 4), hit.id))[: world.rules.minded]
    rows, room = [], world.rules.minded_tokens
    for hit in nearest:
        room -= tokens(hit.text)
        if room < 0:
            break
        rows.append(hit)
    return tuple(rows)
