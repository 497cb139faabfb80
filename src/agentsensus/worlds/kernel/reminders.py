"""Reminders: memory rows shown at the start of a turn, found by characters present, recent messages and current
goal.
"""

from collections.abc import Sequence

from agentsensus.memory.answers import Hit
from agentsensus.models.tokens import tokens
from agentsensus.worlds.actions import MemoryView
from agentsensus.worlds.events.event import Minded, RecalledRow
from agentsensus.worlds.state.world import World

__all__ = ["collect_reminders"]

_LONGEST_QUERY = 400
_HEARD = 2
"""Number of recent messages that are used as queries."""


async def collect_reminders(
    world: World, memory: MemoryView, agents: Sequence[str], round_: int
) -> tuple[dict[str, tuple[Hit, ...]], list[Minded]]:
    """Return the reminders of each agent, and the log events that record them. Reminders do not count as recalls."""
    if not world.rules.minded:
        return {}, []
    queries = {agent: _queries(world, agent) for agent in agents}
    await memory.look_ahead(sorted({(agent, query) for agent, texts in queries.items() for query in texts}))
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
    """Return an agent's queries for reminders: recent messages, the current goal, and the names of characters
    present.
    """
    actor = world.actors[agent]
    heard = [letter.content for letter in world.mail.letters(agent) if letter.read == actor.turn_now]
    here = [world.name(id_) for id_ in world.present(actor.place) if id_ != agent]
    texts = [text[-_LONGEST_QUERY:] for text in heard[-_HEARD:]]
    texts += [actor.goals[-1]] if actor.goals else []
    texts += [", ".join(here)] if here else []
    return texts


async def _rows(world: World, memory: MemoryView, agent: str, queries: Sequence[str]) -> tuple[Hit, ...]:
    """Return the best rows over all queries, deduplicated, within the token limit of the rules."""
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
