"""Stores killed in mid-operation, files with flipped bytes, exports with something changed in them."""

import json
import tempfile
from pathlib import Path
from random import Random
from typing import Any

from agentsensus import Memory
from tests.prove.campaign import Proof, is_ours
from tests.store.test_crash import BATCH, _write_until_killed

TEXTS = (
    "Laertes left for France.",
    "The ghost walked at midnight.",
    "鬼魂在午夜行走。",
    "Ophelia drowned in the brook.",
    "Laertes did not leave for France.",
    "在虎牢关前关羽斩了华雄。",
)
DESIGNS = ("consensus", "generative-agents", "g-memory", "collaborative")


def store_kills(count: int, seed: int) -> Proof:
    """Kill a process that writes batches; whatever it had acknowledged is there, every batch whole."""
    proof, chance, acknowledged = Proof("kills of a store"), Random(seed), 0
    with tempfile.TemporaryDirectory() as place:
        store = Path(place) / "killed.db"
        for _ in range(count):
            acknowledged = max(acknowledged, _write_until_killed(store, chance.uniform(0.0, 0.4)))
            proof.tried += 1
            with Memory.open(store, embedder="hashing") as memory:
                rounds: dict[int, set[str]] = {}
                for record in memory.records():
                    for wording in record.wordings:
                        rounds.setdefault(wording.at, set()).add(wording.agent)
                is_whole = all(len(agents) == BATCH for agents in rounds.values())
                if memory.round < acknowledged or not is_whole:
                    proof.wrong.append(
                        f"kill {proof.tried}: {memory.round} of {acknowledged} rounds, whole: {is_whole}"
                    )
    return proof


def told(path: Path, design: str = "consensus") -> Memory:
    """A small memory of a design."""
    memory = Memory.open(path, embedder="hashing", design=design, names={"laertes": ["Laertes", "the son"]})
    for at, text in enumerate(TEXTS * 2):
        memory.remember(("horatio", "marcellus", "bernardo")[at % 3], text, at=at // 2)
    memory.remember_event(["horatio", "gate"], "The gate was opened.", at=7, via="witnessed")
    hit = memory.recall("horatio", "ghost").hits[0]
    memory.forget("horatio", hit.id, at=8)
    memory.advance(9)
    return memory


def flips(count: int, seed: int) -> Proof:
    """Flip bits of a file; it is read as it was, or refused."""
    proof, chance = Proof("files with flipped bits"), Random(seed)
    with tempfile.TemporaryDirectory() as place:
        whole = Path(place) / "whole.db"
        with told(whole) as memory:
            right, answer = memory.sha256(), _answer(memory)
        content = whole.read_bytes()
        for number in range(count):
            flipped = bytearray(content)
            for _ in range(chance.choice((1, 1, 1, 2, 8))):
                flipped[chance.randrange(len(flipped))] ^= 1 << chance.randrange(8)
            harmed = Path(place) / "harmed.db"
            harmed.write_bytes(flipped)
            proof.tried += 1
            try:
                with Memory.open(harmed, read_only=True) as memory:
                    if (memory.sha256(), _answer(memory)) != (right, answer):
                        proof.wrong.append(f"flip {number}: other data, silently")
            except BaseException as error:  # noqa: BLE001
                _take(proof, error, f"flip {number}")
            for file in Path(place).glob("harmed.db*"):
                file.unlink()
    return proof


def imports(count: int, seed: int) -> Proof:
    """Change something in an export; it is refused whole, or what was accepted works."""
    proof, chance = Proof("changed exports"), Random(seed)
    with tempfile.TemporaryDirectory() as place:
        exports = {}
        for design in DESIGNS:
            with told(Path(place) / f"{design}.db", design) as memory:
                exports[design] = memory.export(Path(place) / f"{design}.jsonl").read_text("utf-8").splitlines()
        for number in range(count):
            design = DESIGNS[number % len(DESIGNS)]
            source = Path(place) / "changed.jsonl"
            what, lines = changed(exports[design], chance)
            source.write_text("\n".join(lines) + "\n", "utf-8", "surrogatepass")
            proof.tried += 1
            _import(proof, source, f"{design} {number} ({what})")
    return proof


def changed(lines: list[str], chance: Random) -> tuple[str, list[str]]:
    """An export with one thing changed: a line, a field, a character."""
    place = 0 if chance.random() < 0.15 else chance.randrange(len(lines))
    kind = chance.choice(("drop", "double", "swap", "cut", "character", "field", "field", "field", "field", "field"))
    out = list(lines)
    match kind:
        case "drop":
            del out[place]
        case "double":
            out.insert(place, out[place])
        case "swap":
            other = chance.randrange(len(lines))
            out[place], out[other] = out[other], out[place]
        case "cut":
            out[place] = out[place][: chance.randrange(len(out[place]))]
        case "character":
            at = chance.randrange(len(out[place]))
            out[place] = out[place][:at] + chance.choice('0123456789"{}[]:,-x \x00é鬼') + out[place][at + 1 :]
        case _:
            entry = json.loads(out[place])
            holder: dict[str, Any] = entry
            key = chance.choice(sorted(holder))
            if isinstance(holder[key], dict) and holder[key] and chance.random() < 0.8:
                holder = holder[key]
                key = chance.choice(sorted(holder))
            kind = f"line {place} {key}"
            holder[key] = _other(holder[key], chance)
            out[place] = json.dumps(entry, ensure_ascii=False)
    return kind, out


def _other(value: Any, chance: Random) -> Any:
    odd: list[Any] = [
        None,
        True,
        -1,
        0,
        1,
        7,
        2**40,
        2**63,
        2**70,
        1.5,
        "",
        "x",
        "owner",
        "0",
        "purged",
        [],
        {},
        [1],
        {"a": 1},
    ]
    if isinstance(value, int) and not isinstance(value, bool) and chance.random() < 0.6:
        return value + chance.choice((-2, -1, 1, 2, 100))
    if isinstance(value, str) and chance.random() < 0.4:
        return value + chance.choice(("x", " ", "\x00", "\ud800", "鬼"))
    return chance.choice(odd)


def _import(proof: Proof, source: Path, what: str) -> None:
    memory = Memory.open(embedder="hashing")
    try:
        try:
            memory.import_(source)
        except BaseException as error:  # noqa: BLE001
            _take(proof, error, what)
            if memory.records() or memory.agents:
                proof.wrong.append(f"{what}: refused, but something of it came in")
            return
        try:
            _use(memory)
        except BaseException as error:  # noqa: BLE001
            proof.wrong.append(f"{what}: accepted, then {type(error).__name__}: {str(error)[:90]}")
    finally:
        memory.close()


def _use(memory: Memory) -> None:
    """Ask a memory everything, and write to it."""
    for agent in [*memory.agents, "nobody"][:6]:
        recall = memory.recall(agent, "ghost at midnight")
        recall.text()
        memory.recall(agent, "France", at=2)
        for hit in recall.hits[:2]:
            memory.agent(agent).links(hit.id)
    for record in memory.records()[:4]:
        memory.history(record.id)
        memory.get(record.id)
    memory.who_knows("ghost")
    memory.stats()
    memory.sha256()
    memory.as_of(3).records()
    at = memory.round + 1
    memory.remember("horatio", "The ghost walked at midnight. Laertes left.", at=at)
    memory.remember("newcomer", "The cock crew at dawn.", at=at + 1)
    memory.recall("newcomer", "dawn")


def _answer(memory: Memory) -> list[tuple[str, float]]:
    return [(hit.text, hit.score) for agent in memory.agents for hit in memory.recall(agent, "the ghost", k=9).hits]


def _take(proof: Proof, error: BaseException, what: str) -> None:
    if is_ours(error):
        proof.refused += 1
    else:
        proof.wrong.append(f"{what}: {type(error).__name__}: {str(error)[:90]}")
