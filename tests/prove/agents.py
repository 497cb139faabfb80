"""What agents may know: owner checks over random histories, and histories lived twice."""

from random import Random

from tests.memory.every_design import EVERY, Kind
from tests.memory.interference import AGENTS, TEXTS, difference, drawn_history, lived
from tests.prove.campaign import Proof

_DESIGNS = tuple(kind for kind in EVERY if kind.name in ("consensus", "generative-agents", "g-memory", "collaborative"))


def owners(count: int, seed: int) -> Proof:
    """Check so many answers: an agent is given only what it owns."""
    proof, number = Proof("owner checks"), 0
    while proof.tried < count:
        kind = _DESIGNS[number % len(_DESIGNS)]
        _check_owners(proof, kind, Random(f"{seed} {number}"))
        number += 1
    proof.note = f"in {number} histories of {len(_DESIGNS)} designs"
    return proof


def _check_owners(proof: Proof, kind: Kind, chance: Random) -> None:
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


def interference(count: int, seed: int) -> Proof:
    """Live so many histories twice with every design: with everybody, and by one agent alone."""
    proof = Proof("histories lived twice", note=f"{count} each of {len(EVERY)} designs and controls")
    for kind in EVERY:
        for number in range(count):
            chance = Random(f"{kind.name} {seed} {number}")
            history, agent = drawn_history(chance), chance.choice(AGENTS)
            proof.tried += 1
            if (pair := difference(kind.open, history, agent)) is not None:
                proof.wrong.append(f"{kind.name} {number}: {agent} got {str(pair[0])[:60]}, alone {str(pair[1])[:60]}")
    return proof


__all__ = ["interference", "lived", "owners"]
