"""How the rows of the play add up, round by round: of the whole memory, and of each agent."""

from collections import Counter
from collections.abc import Mapping, Sequence

from agentsensus.memory.record import Record
from agentsensus.study.metrics.rows import in_play, own_since

__all__ = ["busiest", "owned_by_round", "rows_by_round"]


def rows_by_round(records: Sequence[Record], last: int) -> list[int]:
    """How many rows of the play there were after each round, from round 0 to the last."""
    return _added_up(Counter(record.created for record in in_play(records)), last)


def owned_by_round(records: Sequence[Record], last: int) -> dict[str, list[int]]:
    """For each agent, how many rows it owned after each round that it had not owned at the beginning."""
    won: dict[str, Counter[int]] = {}
    for record in records:
        for agent, since in own_since(record).items():
            if since > 0 or record.origin != "sediment":
                won.setdefault(agent, Counter())[since] += 1
    return {agent: _added_up(counts, last) for agent, counts in sorted(won.items())}


def busiest(owned: Mapping[str, Sequence[int]], among: Sequence[str], count: int = 6) -> list[str]:
    """Those of these agents that own most rows in the end, most first; by name where they own as many."""
    present = [agent for agent in among if agent in owned]
    return sorted(present, key=lambda agent: (-owned[agent][-1], agent))[:count]


def _added_up(counts: Mapping[int, int], last: int) -> list[int]:
    rows, total = [], 0
    for round_ in range(last + 1):
        total += counts.get(round_, 0)
        rows.append(total)
    return rows
