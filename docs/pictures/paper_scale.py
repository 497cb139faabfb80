"""Measure the four designs at the scale of the paper: python docs/pictures/paper_scale.py FOLDER [WORLD …]

Each text is sedimented by rule up to the span of the paper, then each design takes in the past and plays twenty rounds
by the rules of the paper. FOLDER keeps worlds, runs and figures.json, so an interrupted measurement continues. The
texts lie next to the project (../shared/sources). CPU seconds and memory are those of the whole process, as the system
reports them.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

from pages import set_between
from sediment_figures import COMMAND, DESIGNS, TEXTS

from agentsensus.analysis.study.paper.published import published
from agentsensus.store.sqlite.sizes import stored_bytes

PAGE = Path(__file__).parents[1] / "results" / "paper.md"
WORLDS = ("hamlet", "russia_ukraine", "red_chamber", "three_kingdoms")
ROUNDS = 20
COLUMNS = (
    *("world", "memory", "past", "published", "made in play", "CPU seconds", "memory, GB"),
    *("rows, texts, vectors, MB", "indexes, MB"),
)


def run(*arguments: str) -> tuple[float, float]:
    """Run a command of the package. Returns CPU seconds and the largest memory in GB; ends this program if it fails."""
    child = os.posix_spawn(COMMAND[0], [*COMMAND, *arguments], os.environ)
    _, status, usage = os.wait4(child, 0)
    if status:
        sys.exit(f"failed: {' '.join(arguments)}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1e6


def measured(folder: Path, world: str, design: str) -> dict[str, Any]:
    """Play one design over a sedimented world, and measure it."""
    out = folder / f"{world}-{design}"
    settings = ["--preset", "paper", "--memory", design, "--rounds", str(ROUNDS), "--seed", "1", "--quiet"]
    seconds, memory = run("run", str(folder / world), *settings, "--out", str(out))
    stored = stored_bytes(out / "memory.db")
    assert stored is not None
    stats = folder / "stats.json"
    with stats.open("w") as file:
        child = os.posix_spawn(
            COMMAND[0],
            [*COMMAND, "stats", str(out), "--json"],
            os.environ,
            file_actions=[(os.POSIX_SPAWN_DUP2, file.fileno(), 1)],
        )
        os.waitpid(child, 0)
    counted = json.loads(stats.read_text("utf-8"))
    return {
        "past": counted["sediment"],
        "sim": counted["sim"],
        "seconds": seconds,
        "memory": memory,
        "content": stored.content,
        "indexes": stored.indexes,
    }


def table(figures: dict[str, Any]) -> str:
    """Return the table of all worlds measured so far."""
    lines = [f"| {' | '.join(COLUMNS)} |", "|" + "---|" * len(COLUMNS)]
    paper = published()
    for world in (world for world in WORLDS if world in figures):
        for place, design in enumerate(paper.designs):
            if (f := figures[world].get(design)) is not None:
                past = f"{f['past']:,} | {paper.footprint[world][place][0]:,} | {f['sim']:,}"
                cost = f"{f['seconds']:.0f} | {f['memory']:.2f} | {f['content'] / 1e6:.1f} | {f['indexes'] / 1e6:.1f}"
                lines.append(f"| {TEXTS[world][0]} | {design} | {past} | {cost} |")
    return "\n".join(lines)


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / "figures.json"
    figures: dict[str, Any] = json.loads(kept.read_text("utf-8")) if kept.is_file() else {}
    for world in sys.argv[2:] or WORLDS:
        if not (folder / world).is_dir():
            run("sediment", *TEXTS[world][1], "--out", str(folder / world))
        for design in DESIGNS:
            if design not in figures.setdefault(world, {}):
                figures[world][design] = measured(folder, world, design)
                kept.write_text(json.dumps(figures, indent=1), "utf-8")
    set_between(PAGE, "scale", "paper_scale.py", [table(figures)])
