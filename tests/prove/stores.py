"""Stores killed in mid-operation, files with flipped bytes, exports with something changed in them."""

import json
import multiprocessing
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from agentsensus import Memory
from tests.prove.campaign import Proof, many_at_once
from tests.prove.deeds import Reference, do_without_end, kind_of, open_store

_LONGEST, _PATIENCE = 0.4, 120
_PROCESSES = multiprocessing.get_context("forkserver")  # imports once, and forks for every process that is killed
_PROCESSES.set_forkserver_preload(["tests.prove.deeds", "tests.prove.warmed"])

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
    """Kill a process that writes in every way there is; its last deed is wholly done or wholly not, all others are."""
    proof, chance, done = Proof("kills of a store"), Random(seed), 0
    with tempfile.TemporaryDirectory() as place:
        store, reference = Path(place) / "killed.db", Reference(Path(place) / "reference.db", seed)
        for _ in range(count):
            acknowledged = _killed_after(store, seed, done, chance.uniform(0.0, _LONGEST))
            proof.tried += 1
            with open_store(store) as memory:
                state = memory.sha256()
            possible = [reference.after(acknowledged), reference.after(acknowledged + 1)]
            if state not in possible:
                proof.wrong.append(f"kill {proof.tried}, in {kind_of(acknowledged)}: neither before nor after it")
                break
            done = acknowledged + possible.index(state)
        reference.close()
        proof.count("deeds", done)
    return proof


def _killed_after(store: Path, seed: int, number: int, seconds: float) -> int:
    """Let another process do deeds from a number on and kill it so long after; which number it was at."""
    answers, ours = _PROCESSES.Pipe(duplex=False)
    child = _PROCESSES.Process(target=do_without_end, args=(store, seed, number, ours), daemon=True)
    child.start()
    ours.close()
    try:
        assert answers.poll(_PATIENCE), "the store was not opened"
        number = answers.recv()
        time.sleep(seconds)
        child.kill()
        with suppress(EOFError):
            while True:
                number = answers.recv()
        return number
    finally:
        child.kill()
        child.join()
        answers.close()


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
    proof = Proof("files with flipped bits")
    with tempfile.TemporaryDirectory() as place:
        whole = Path(place) / "whole.db"
        with told(whole) as memory:
            right = memory.sha256(), _answer(memory)
        content = whole.read_bytes()
        for part in many_at_once(lambda number: _flipped(Path(place), content, right, seed, number), range(count)):
            proof.add(part)
    return proof


def _flipped(place: Path, content: bytes, right: object, seed: int, number: int) -> Proof:
    proof, chance, flipped = Proof("files with flipped bits", tried=1), Random(f"{seed} {number}"), bytearray(content)
    for _ in range(chance.choice((1, 1, 1, 2, 8))):
        flipped[chance.randrange(len(flipped))] ^= 1 << chance.randrange(8)
    harmed = place / f"harmed-{number}.db"
    harmed.write_bytes(flipped)
    try:
        with Memory.open(harmed, read_only=True) as memory:
            if (memory.sha256(), _answer(memory)) != right:
                proof.wrong.append(f"flip {number}: other data, silently")
    except BaseException as error:  # noqa: BLE001
        proof.take(error, f"flip {number}")
    for file in place.glob(f"{harmed.name}*"):
        file.unlink()
    return proof


def imports(count: int, seed: int) -> Proof:
    """Change something in an export; it is refused whole, or what was accepted works."""
    proof, exports = Proof("changed exports"), dict[str, list[str]]()
    with tempfile.TemporaryDirectory() as place:
        for design in DESIGNS:
            with told(Path(place) / f"{design}.db", design) as memory:
                exports[design] = memory.export(Path(place) / f"{design}.jsonl").read_text("utf-8").splitlines()
        for part in many_at_once(lambda number: _imported(Path(place), exports, seed, number), range(count)):
            proof.add(part)
    return proof


def _imported(place: Path, exports: dict[str, list[str]], seed: int, number: int) -> Proof:
    design, source = DESIGNS[number % len(DESIGNS)], place / f"changed-{number}.jsonl"
    what, lines = changed(exports[design], Random(f"{seed} {number}"))
    source.write_text("\n".join(lines) + "\n", "utf-8", "surrogatepass")
    proof = Proof("changed exports", tried=1)
    _import(proof, source, f"{design} {number} ({what})")
    source.unlink()
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
            proof.take(error, what)
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
