"""Agents get only their own records, and other agents do not influence their answers."""

from random import Random

from tests.memory.every_design import EVERY, Kind
from tests.memory.interference import AGENTS, TEXTS, difference, drawn_history
from tests.prove.campaign import Tally, in_parallel

_DESIGNS = tuple(kind for kind in EVERY if kind.name in ("consensus", "generative-agents", "g-memory", "collaborative"))


def check_owners(count: int, seed: int) -> Tally:
    """Check `count` hits of random histories: the asking agent owns each of them."""
    tally, number = Tally("owner checks"), 0
    while tally.attempts < count:
        for found in in_parallel(lambda place: _check_history(place, seed), range(number, number + len(_DESIGNS))):
            tally.add(found)
        number += len(_DESIGNS)
    tally.count(f"histories of {len(_DESIGNS)} designs", number)
    return tally


def _check_history(number: int, seed: int) -> Tally:
    tally, kind, chance = Tally("owner checks"), _DESIGNS[number % len(_DESIGNS)], Random(f"{seed} {number}")
    memory, at = kind.open(), 0
    for _ in range(chance.randrange(5, 25)):
        at += chance.choice((0, 0, 1))
        agent = chance.choice(AGENTS)
        if chance.random() < 0.2:
            memory.remember_event(sorted({agent, chance.choice(AGENTS)}), chance.choice(TEXTS), at=at)
        else:
            memory.remember(agent, chance.choice(TEXTS), at=at)
    for agent in AGENTS:
        for text in TEXTS:
            answer = memory.recall(agent, text, k=9)
            for hit in (*answer.hits, *answer.linked):
                tally.attempts += 1
                record = memory.get(hit.id)
                if agent not in record.owners:
                    tally.violations.append(f"{kind.name}: {agent} was given {hit.text!r} of {record.owners}")
    memory.close()
    return tally


def check_interference(count: int, seed: int) -> Tally:
    """Replay `count` histories per design twice, with all agents and with one alone, and compare its answers."""
    tally = Tally("histories played twice")
    for kind in EVERY:
        for violation in in_parallel(lambda number: _play_twice(kind, seed, number), range(count)):  # noqa: B023
            tally.attempts += 1
            if violation:
                tally.violations.append(violation)
    tally.count(f"for each of {len(EVERY)} designs and controls", count)
    return tally


def _play_twice(kind: Kind, seed: int, number: int) -> str:
    """Return how the answers of one agent differ when it is alone; empty if they do not."""
    chance = Random(f"{kind.name} {seed} {number}")
    history, agent = drawn_history(chance), chance.choice(AGENTS)
    if (pair := difference(kind.open, history, agent)) is None:
        return ""
    return f"{kind.name} {number}: {agent} got {str(pair[0])[:60]}, alone {str(pair[1])[:60]}"
