"""Make the scenes and pictures of docs/screenplay.md: python docs/pictures/screenplay.py [FOLDER].

Uses the runs of `make results` (40 rounds, seed 1) in FOLDER (default: runs/results), and plays missing ones into it.
Puts two scenes of each into the page, draws the grids, and takes a screenshot of a play with Chromium, if CHROMIUM
names one or it is installed.
"""

import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from docs_runs import run_of
from playwright.sync_api import sync_playwright

from agentsensus.base.loop import wait_for
from agentsensus.worlds.run_folder import RunFolder
from agentsensus.worlds.screenplay import Production, Screenplay, markdown, produce_run, write_play
from agentsensus.worlds.screenplay.grid import write_grid

HERE = Path(__file__).parent
PICTURES = HERE / "screenplay"
PAGE = HERE.parent / "screenplay.md"
BEGIN, END = "<!-- two scenes of each world: made by docs/pictures/screenplay.py -->", "<!-- end of the scenes -->"
WORLDS = ("hamlet", "three_kingdoms", "red_chamber", "russia_ukraine")
LINES = range(8, 17)
"""How many lines a scene has that a page has room for."""


def two_scenes(production: Production) -> Screenplay:
    """The two scenes of suitable length with most lines, in different places if possible."""
    whole = production.plain()
    fitting = [scene for scene in whole.scenes if len(scene.lines) in LINES] or list(whole.scenes)
    spoken = {scene.number: sum(line.kind == "speech" for line in scene.lines) for scene in fitting}
    ranked = sorted(fitting, key=lambda scene: (-spoken[scene.number], scene.number))
    first = ranked[0]
    others = [scene for scene in ranked[1:] if scene.place != first.place] or ranked[1:]
    return production.plain(sorted(scene.number for scene in (first, *others[:1])))


def quoted(production: Production) -> Iterator[str]:
    """Two scenes in the form of the page."""
    play_of_two = two_scenes(production)
    yield f"### {play_of_two.title}"
    if play_of_two.stamp:
        yield f"*{play_of_two.stamp}*"
    scenes = markdown(play_of_two, marks=False).partition("\n## " + play_of_two.heading(play_of_two.scenes[0]))
    yield re.sub(r"^## ", "#### ", "".join(scenes[1:]).strip(), flags=re.MULTILINE)


def photograph(page_file: Path, scene: int, where: Path) -> None:
    """Take a screenshot of a scene; do nothing without a browser."""
    browser = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if browser is None:
        sys.stderr.write(f"no Chromium here: {where.name} stays as it is\n")
        return
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox", "--disable-gpu"])
        page = opened.new_page(viewport={"width": 1000, "height": 1000}, color_scheme="light")
        page.goto(f"{page_file.resolve().as_uri()}#scene-{scene}", timeout=300_000)
        page.screenshot(path=where)
        opened.close()


def main(runs: Path) -> None:
    """Play missing runs, and make everything."""
    runs.mkdir(parents=True, exist_ok=True)
    PICTURES.mkdir(exist_ok=True)
    scenes: list[str] = []
    for world in WORLDS:
        production = wait_for(produce_run(RunFolder(run_of(world, runs))))
        scenes += quoted(production)
        write_grid(production.grid(), production.scenario, PICTURES / f"grid_{world}.svg")
        if world in ("hamlet", "three_kingdoms"):
            html = runs / f"{world}.html"
            whole = production.plain()
            write_play(whole, html)
            longest = max(whole.scenes, key=lambda scene: len(scene.lines))
            photograph(html, longest.number, PICTURES / f"page_{world}.png")
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text("\n\n".join([before + BEGIN, *scenes, END]) + after, "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "runs/results"))
