"""Attacks on stores: kill the writer, flip bits of the file, alter an export."""

import json
import multiprocessing
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from agentsensus import Memory
from tests.prove.campaign import Tally, in_parallel
from tests.prove.write_operations import Reference, kind_of, open_store, write_forever

_LATEST_KILL, _PATIENCE = 0.4, 120  # seconds
_PROCESSES = multiprocessing.get_context("forkserver")  # imports once, then forks every process to be killed
_PROCESSES.set_forkserver_preload(["tests.prove.write_operations", "tests.prove.preloaded"])

TEXTS = (
    "Laertes left for France.",
    "The ghost walked at midnight.",
    "鬼魂在午夜行走。",
    "Ophelia drowned in the brook.",
    "Laertes did not leave for France.",
    "在虎牢关前关羽斩了华雄。",
)
DESIGNS = ("consensus", "generative-agents", "g-memory", "collaborative")


def kill_writers(count: int, seed: int) -> Tally:
    """Kill a writing process: its last operation is done completely or not at all, all earlier ones are done."""
    tally, chance, done = Tally("killed writers"), Random(seed), 0
    with tempfile.TemporaryDirectory() as place:
        store, reference = Path(place) / "killed.db", Reference(Path(place) / "reference.db", seed)
        for _ in range(count):
            acknowledged = _killed_after(store, seed, done, chance.uniform(0.0, _LATEST_KILL))
            tally.attempts += 1
            with open_store(store) as memory:
                state = memory.sha256()
            possible = [reference.after(acknowledged), reference.after(acknowledged + 1)]
            if state not in possible:
                tally.violations.append(
                    f"kill {tally.attempts}, in {kind_of(acknowledged)}: the operation is half done"
                )
                break
            done = acknowledged + possible.index(state)
        reference.close()
        tally.count("operations", done)
    return tally


def _killed_after(store: Path, seed: int, number: int, seconds: float) -> int:
    """Let a process write from `number` on, kill it after `seconds`, and return the number it had reached."""
    answers, ours = _PROCESSES.Pipe(duplex=False)
    child = _PROCESSES.Process(target=write_forever, args=(store, seed, number, ours), daemon=True)
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


def small_memory(path: Path, design: str = "consensus") -> Memory:
    memory = Memory.open(path, embedder="hashing", design=design, names={"laertes": ["Laertes", "the son"]})
    for at, text in enumerate(TEXTS * 2):
        memory.remember(("horatio", "marcellus", "bernardo")[at % 3], text, at=at // 2)
    memory.remember_event(["horatio", "gate"], "The gate was opened.", at=7, via="witnessed")
    hit = memory.recall("horatio", "ghost").hits[0]
    memory.forget("horatio", hit.id, at=8)
    memory.advance(9)
    return memory


def flip_bits(count: int, seed: int) -> Tally:
    """Flip bits in a store file: it is read unchanged or refused."""
    tally = Tally("files with flipped bits")
    with tempfile.TemporaryDirectory() as place:
        whole = Path(place) / "whole.db"
        with small_memory(whole) as memory:
            right = memory.sha256(), _recall_all(memory)
        content = whole.read_bytes()
        for part in in_parallel(lambda number: _read_flipped(Path(place), content, right, seed, number), range(count)):
            tally.add(part)
    return tally


def _read_flipped(place: Path, content: bytes, right: object, seed: int, number: int) -> Tally:
    tally, chance, flipped = (
        Tally("files with flipped bits", attempts=1),
        Random(f"{seed} {number}"),
        bytearray(content),
    )
    for _ in range(chance.choice((1, 1, 1, 2, 8))):
        flipped[chance.randrange(len(flipped))] ^= 1 << chance.randrange(8)
    damaged = place / f"damaged-{number}.db"
    damaged.write_bytes(flipped)
    try:
        with Memory.open(damaged, read_only=True) as memory:
            if (memory.sha256(), _recall_all(memory)) != right:
                tally.violations.append(f"flip {number}: read other data without an error")
    except BaseException as error:  # noqa: BLE001
        tally.record_error(error, f"flip {number}")
    for file in place.glob(f"{damaged.name}*"):
        file.unlink()
    return tally


def alter_exports(count: int, seed: int) -> Tally:
    """Alter an export: the import is refused and leaves nothing, or the imported memory works."""
    tally, exports = Tally("altered exports"), dict[str, list[str]]()
    with tempfile.TemporaryDirectory() as place:
        for design in DESIGNS:
            with small_memory(Path(place) / f"{design}.db", design) as memory:
                exports[design] = memory.export(Path(place) / f"{design}.jsonl").read_text("utf-8").splitlines()
        for part in in_parallel(lambda number: _import_altered(Path(place), exports, seed, number), range(count)):
            tally.add(part)
    return tally


def _import_altered(place: Path, exports: dict[str, list[str]], seed: int, number: int) -> Tally:
    design, source = DESIGNS[number % len(DESIGNS)], place / f"changed-{number}.jsonl"
    what, lines = alter_export(exports[design], Random(f"{seed} {number}"))
    source.write_text("\n".join(lines) + "\n", "utf-8", "surrogatepass")
    tally = Tally("altered exports", attempts=1)
    _import(tally, source, f"{design} {number} ({what})")
    source.unlink()
    return tally


def alter_export(lines: list[str], chance: Random) -> tuple[str, list[str]]:
    """Alter one line, field or character of an export; return a description of the change and the new lines."""
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
            holder[key] = _odd_value(holder[key], chance)
            out[place] = json.dumps(entry, ensure_ascii=False)
    return kind, out


def _odd_value(value: Any, chance: Random) -> Any:
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


def _import(tally: Tally, source: Path, what: str) -> None:
    memory = Memory.open(embedder="hashing")
    try:
        try:
            memory.import_(source)
        except BaseException as error:  # noqa: BLE001
            tally.record_error(error, what)
            if memory.records() or memory.agents:
                tally.violations.append(f"{what}: refused, but part of it was imported")
            return
        try:
            _use_everything(memory)
        except BaseException as error:  # noqa: BLE001
            tally.violations.append(f"{what}: accepted, then {type(error).__name__}: {str(error)[:90]}")
    finally:
        memory.close()


def _use_everything(memory: Memory) -> None:
    """Call every method that reads, and write."""
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


def _recall_all(memory: Memory) -> list[tuple[str, float]]:
    return [(hit.text, hit.score) for agent in memory.agents for hit in memory.recall(agent, "the ghost", k=9).hits]
