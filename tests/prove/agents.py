"""What agents may know: owner checks over random histories, and histories lived twice."""

from random import Random

from tests.memory.every_design import EVERY, Kind
from tests.memory.interference import AGENTS, TEXTS, difference, drawn_history
from tests.prove.campaign import Proof, many_at_once

_DESIGNS = tuple(kind for kind in EVERY if kind.name in ("consensus", "generative-agents", "g-memory", "collaborative"))


def owners(count: int, seed: int) -> Proof:
    """Check so many answers: an agent is given only what it owns."""
    proof, number = Proof("owner checks"), 0
    while proof.tried < count:
        for part in many_at_once(lambda place: _check_owners(place, seed), range(number, number + len(_DESIGNS))):
            proof.add(part)
        number += len(_DESIGNS)
    proof.count(f"histories of {len(_DESIGNS)} designs", number)
    return proof


def _check_owners(number: int, seed: int) -> Proof:
    proof, kind, chance = Proof("owner checks"), _DESIGNS[number % len(_DESIGNS)], Random(f"{seed} {number}")
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
                proof.tried += 1
                record = memory.get(hit.id)
                if agent not in record.owners:
                    proof.wrong.append(f"{kind.name}: {agent} was given {hit.text!r} of {record.owners}")
    memory.close()
    return proof


def interference(count: int, seed: int) -> Proof:
    """Live so many histories twice with every design: with everybody, and by one agent alone."""
    proof = Proof("histories lived twice")
    for kind in EVERY:
        for complaint in many_at_once(lambda number: _live_twice(kind, seed, number), range(count)):  # noqa: B023
            proof.tried += 1
            if complaint:
                proof.wrong.append(complaint)
    proof.count(f"each of {len(EVERY)} designs and controls", count)
    return proof


def _live_twice(kind: Kind, seed: int, number: int) -> str:
    """What differs for an agent when it is alone; empty when nothing does."""
    chance = Random(f"{kind.name} {seed} {number}")
    history, agent = drawn_history(chance), chance.choice(AGENTS)
    if (pair := difference(kind.open, history, agent)) is None:
        return ""
    return f"{kind.name} {number}: {agent} got {str(pair[0])[:60]}, alone {str(pair[1])[:60]}"
