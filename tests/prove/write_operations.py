"""An endless sequence of write operations on a store. Seed and number determine each one, so it can be repeated."""

from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

from agentsensus import Memory

__all__ = ["Reference", "kind_of", "open_store", "write_forever"]

_AGENTS = ("horatio", "marcellus", "bernardo")
_WHO = ("Laertes", "Ophelia", "The king", "The ghost")
_DID = ("left Elsinore", "walked the battlements", "read a letter", "did not leave Elsinore", "drank the wine")
_WHEN = ("", " at midnight", " before dawn", " with three trunks")


def kind_of(number: int) -> str:
    """Return the kind of the n-th operation: mostly deposits, sometimes every other operation that writes."""
    return _ORDER[number % len(_ORDER)]


def open_store(path: Path) -> Memory:
    return Memory.open(path, embedder="hashing", stamps=False, seed=0)


def write_forever(path: Path, seed: int, number: int, answers: Connection) -> None:
    """Execute operations from `number` on, and send the next number after each. Runs in the process to be killed."""
    memory = open_store(path)
    answers.send(number)
    while True:
        _execute(memory, seed, number)
        number += 1
        answers.send(number)


class Reference:
    """The same operations in a store that is never killed, with its hash after each."""

    def __init__(self, path: Path, seed: int) -> None:
        self._memory, self._seed = open_store(path), seed
        self._hashes = [self._memory.sha256()]

    def after(self, number: int) -> str:
        """Return the hash of the store after that many operations."""
        while len(self._hashes) <= number:
            _execute(self._memory, self._seed, len(self._hashes) - 1)
            self._hashes.append(self._memory.sha256())
        return self._hashes[number]

    def close(self) -> None:
        self._memory.close()


def _execute(memory: Memory, seed: int, number: int) -> None:
    _OPERATIONS[kind_of(number)](memory, Random(f"{seed} {number}"))


def _text(chance: Random) -> str:
    return f"{chance.choice(_WHO)} {chance.choice(_DID)}{chance.choice(_WHEN)}."


def _own(memory: Memory, agent: str, chance: Random) -> str | None:
    hits = memory.recall(agent, _text(chance), k=9).hits
    return chance.choice(hits).id if hits else None


def _batch(memory: Memory, chance: Random) -> None:
    memory.remember_many([(agent, f"{_text(chance)} {_text(chance)}") for agent in _AGENTS])


def _remember(memory: Memory, chance: Random) -> None:
    memory.remember(chance.choice(_AGENTS), _text(chance))


def _event(memory: Memory, chance: Random) -> None:
    memory.remember_event(_AGENTS[:2], _text(chance))


def _guest(memory: Memory, chance: Random) -> None:
    memory.remember("guest", f"{_text(chance)} The guest alone knew of it.")


def _purge(memory: Memory, chance: Random) -> None:
    if "guest" in memory.agents:
        memory.purge(agent="guest")


def _reembed(memory: Memory, chance: Random) -> None:
    memory.reembed("hashing", names={"laertes": ["Laertes", f"son {chance.randrange(9)}"]})


def _split(memory: Memory, chance: Random) -> None:
    merged = [record for record in memory.records() if len({wording.agent for wording in record.wordings}) > 1]
    if merged:
        record = chance.choice(merged)
        memory.split(record.id, min(wording.agent for wording in record.wordings))


def _edit(change: Callable[[Memory, str, str, Random], object]) -> Callable[[Memory, Random], None]:
    def operation(memory: Memory, chance: Random) -> None:
        agent = chance.choice(_AGENTS)
        if (record := _own(memory, agent, chance)) is not None:
            change(memory, agent, record, chance)

    return operation


_OPERATIONS: dict[str, Callable[[Memory, Random], None]] = {
    "remember_many": _batch,
    "remember": _remember,
    "remember_event": _event,
    "forget": _edit(lambda memory, agent, record, chance: memory.forget(agent, record)),
    "revise": _edit(lambda memory, agent, record, chance: memory.revise(agent, record, _text(chance))),
    "mark": _edit(lambda memory, agent, record, chance: memory.mark(agent, record, pinned=True)),
    "advance": lambda memory, chance: memory.advance(memory.round + 1),
    "guest": _guest,
    "purge": _purge,
    "reembed": _reembed,
    "split": _split,
}
_ORDER = (
    *("remember_many", "remember", "guest", "advance", "remember_event", "forget", "remember_many", "purge", "revise"),
    *("advance", "remember", "mark", "remember_many", "split", "guest", "reembed", "advance", "purge", "remember"),
)
