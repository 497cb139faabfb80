"""Attacks on runs: kill and resume them, alter their files."""

import json
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from agentsensus import play
from agentsensus.analysis.bench.kill import bench_kill
from agentsensus.base.loop import wait_for
from agentsensus.worlds.run_folder import RunFolder
from agentsensus.worlds.run_folder.integrity import resumable_log
from agentsensus.worlds.scenario.template_world import make_world
from tests.prove.campaign import Tally, in_parallel

_FILES = ("events.jsonl", "events.jsonl", "memory.db", "run.json", "world.json")


def kill_runs(count: int, seed: int) -> Tally:
    """Kill runs at random moments and resume them: no committed round is lost, and log and store end the same."""
    killed = bench_kill(count, seed=seed)
    tally = Tally("killed runs", killed.kills)
    tally.count("killed while a round was played", killed.within_a_sitting)
    if killed.lost_rounds:
        tally.violations.append(f"{killed.lost_rounds} committed rounds were lost")
    if killed.identical != killed.kills:
        tally.violations.append(f"{killed.kills - killed.identical} runs ended differently")
    return tally


def alter_run_folders(count: int, seed: int) -> Tally:
    """Alter a file of a run folder: it is refused and left untouched, or read unchanged."""
    tally = Tally("altered run folders")
    with tempfile.TemporaryDirectory() as place:
        root = Path(place)
        world = make_world("lighthouse", "en", root)
        for name, number in (("run", 1), ("other", 2)):
            play(world, 4, seed=number, embedder="hashing", out=root / name)
        right = wait_for(_read(RunFolder(root / "run")))
        for part in in_parallel(lambda number: _read_altered(root, seed, number, right), range(count)):
            tally.add(part)
    return tally


def _read_altered(root: Path, seed: int, number: int, right: Any) -> Tally:
    copy, chance = root / f"copy-{number}", Random(f"{seed} {number}")
    copy.mkdir()
    for name in sorted({*_FILES}):
        shutil.copy(root / "run" / name, copy)
    what = f"{number}: {_alter(copy, root / 'other', chance)}"
    tally = Tally("altered run folders", attempts=1)
    before = _contents(copy)
    try:
        if wait_for(_read(RunFolder(copy))) != right:
            tally.violations.append(f"{what}: read as something else without an error")
    except BaseException as error:  # noqa: BLE001
        tally.record_error(error, what)
    if _contents(copy) != before:
        tally.violations.append(f"{what}: reading changed the folder")
    shutil.rmtree(copy)
    return tally


def _contents(folder: Path) -> dict[str, bytes]:
    """Return the contents of the files that reading must not change. Opening the store for writing may change it."""
    return {name: (folder / name).read_bytes() for name in _FILES if name != "memory.db" and (folder / name).exists()}


async def _read(folder: RunFolder) -> Any:
    scenario, run = folder.scenario(), folder.read()
    async with folder.open_memory() as memory:
        part = resumable_log(folder, memory)
        begun = run.model_dump(exclude={"segments", "usage", "asked", "models", "budget"})
        return part.sha256, await memory.sha256(), scenario, begun


def _alter(run: Path, other: Path, chance: Random) -> str:
    name = chance.choice(_FILES)
    kind = chance.choice(sorted(_ALTERATIONS))
    if name in ("events.jsonl", "memory.db", "run.json", "world.json") and kind.startswith("lines"):
        name = "events.jsonl"
    if kind == "a value":
        name = chance.choice(("run.json", "world.json"))
    _ALTERATIONS[kind](run / name, other / name, chance)
    return f"{kind} in {name}"


def _lines(change: Callable[[list[bytes], Random], None]) -> Callable[[Path, Path, Random], None]:
    def harm(file: Path, other: Path, chance: Random) -> None:
        lines = file.read_bytes().splitlines(keepends=True)
        change(lines, chance)
        file.write_bytes(b"".join(lines))

    return harm


def _value(file: Path, other: Path, chance: Random) -> None:
    content = json.loads(file.read_text("utf-8"))
    holder, key = content, chance.choice(sorted(content))
    while isinstance(holder[key], dict) and holder[key] and chance.random() < 0.7:
        holder = holder[key]
        key = chance.choice(sorted(holder))
    holder[key] = chance.choice((None, -1, 0, 3, 2**70, "", "x", "../../evil", "\x00", [], {}, True, 1.5))
    file.write_text(json.dumps(content), "utf-8")


def _flip(file: Path, other: Path, chance: Random) -> None:
    content = bytearray(file.read_bytes())
    content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    file.write_bytes(content)


def _cut(file: Path, other: Path, chance: Random) -> None:
    content = file.read_bytes()
    file.write_bytes(content[: chance.randrange(len(content))])


def _add(file: Path, other: Path, chance: Random) -> None:
    with file.open("ab") as out:
        out.write(bytes(chance.randrange(256) for _ in range(chance.randrange(1, 60))) + b"\n")


def _drop(lines: list[bytes], chance: Random) -> None:
    del lines[chance.randrange(len(lines))]


def _double(lines: list[bytes], chance: Random) -> None:
    place = chance.randrange(len(lines))
    lines.insert(place, lines[place])


def _swap(lines: list[bytes], chance: Random) -> None:
    a, b = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]


def _renumber(lines: list[bytes], chance: Random) -> None:
    place = chance.randrange(len(lines))
    entry = json.loads(lines[place])
    entry["round"] += chance.choice((-1, 1, 2, 500))
    lines[place] = json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


_ALTERATIONS: dict[str, Callable[[Path, Path, Random], object]] = {
    "deleted": lambda file, other, chance: file.unlink(),
    "emptied": lambda file, other, chance: os.truncate(file, 0),
    "cut": _cut,
    "flipped": _flip,
    "added to": _add,
    "another run's": lambda file, other, chance: file.write_bytes(other.read_bytes()),
    "a value": _value,
    "lines dropped": _lines(_drop),
    "lines doubled": _lines(_double),
    "lines swapped": _lines(_swap),
    "lines renumbered": _lines(_renumber),
}
