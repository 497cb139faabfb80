"""Records that contradict each other: all of them for the author, an agent's own for the agent."""

from dataclasses import dataclass

from agentsensus.memory.asking.answer import MemoryAnswer
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.snapshot import CONFLICT, Snapshot
from agentsensus.memory.core.standpoint import last_wording


@dataclass(frozen=True, slots=True)
class Contradiction(MemoryAnswer):
    """Two statements that cannot both be so, the older first, by id and in words.

    For the author the ids are of records and `owners` say who owns which; for an agent they are of its own wordings
    and `owners` are empty.
    """

    records: tuple[str, str]
    texts: tuple[str, str]
    owners: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())

    def __repr__(self) -> str:
        return f"<{self.texts[0]} | {self.texts[1]}>"


def contradictions(engine: Engine, view: Snapshot) -> list[Contradiction]:
    """Every pair of records that somebody owns and that contradict each other, oldest first."""
    pairs = set()
    for link in engine.columns.links:
        if link.kind == CONFLICT and max(link.a, link.b) < view.atoms:
            pairs.add(tuple(sorted((int(view.roots[link.a]), int(view.roots[link.b])))))
    standing = [pair for pair in sorted(pairs) if CONFLICT in view.linked(pair[0]).get(pair[1], ())]
    return [_of_author(engine, view, first, second) for first, second in standing]


def own_contradictions(engine: Engine, view: Snapshot, agent: int) -> list[Contradiction]:
    """Pairs of an agent's own wordings that contradict each other, oldest first."""
    pairs, stand = set(), engine.standpoint(view, agent)
    for atom in stand.latest().tolist():
        for other, kinds in stand.linked(stand.record_of(atom)).items():
            wording = last_wording(stand, other)
            if CONFLICT in kinds and wording is not None:
                pairs.add(tuple(sorted((atom, wording))))
    return [_of_agent(engine, first, second) for first, second in sorted(pairs)]


def _of_author(engine: Engine, view: Snapshot, first: int, second: int) -> Contradiction:
    both = first, second
    names = [tuple(sorted(engine.agent_name(agent) for agent in view.owners(record))) for record in both]
    ids, texts = [engine.atom(record).id for record in both], [engine.shown(record, view) for record in both]
    return Contradiction((ids[0], ids[1]), (texts[0], texts[1]), (names[0], names[1]))


def _of_agent(engine: Engine, first: int, second: int) -> Contradiction:
    older, newer = engine.atom(first), engine.atom(second)
    return Contradiction((older.id, newer.id), (older.text, newer.text))
