"""Draws road.svg, terminal.svg and report.png: what one run of Hamlet, seed 1, 40 rounds, looks like.

Needs the Chromium of the machine for the last: `python docs/pictures/front_door.py`.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.text import Text

HERE = Path(__file__).parent
FACT = "Hamlet stabbed Polonius to death through the arras in the queen's closet."
COMMAND = ("ask", "claudius", "Who stabbed Polonius?")


def main() -> None:
    """Play the run, ask it, and write the pictures beside this file."""
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder) / "hamlet-1"
        _agentsensus("run", "hamlet", "--rounds", "40", "--seed", "1", "--quiet", "--out", str(run))
        _agentsensus("trace", FACT, "--run", str(run), "--out", str(HERE / "road.svg"))
        shown = [_typed("knows", FACT, "--heard"), *_rows(run), "", _typed(*COMMAND, "--at", "20")]
        shown += _agentsensus(*COMMAND, "--run", str(run), "--at", "20").splitlines()[:3]
        _draw("\n".join(shown))
        _agentsensus("report", str(run), "--out", str(run / "report.html"))
        _photograph(run / "report.html")


def _rows(run: Path) -> list[str]:
    """The lines on the fact itself, without those on other records near it."""
    lines = _agentsensus("knows", FACT, "--run", str(run), "--heard").splitlines()
    ends = [place for place, line in enumerate(lines) if not line.startswith(" ")]
    return lines[: ends[1]] if len(ends) > 1 else lines


def _typed(*words: str) -> str:
    return "$ agentsensus " + " ".join(f'"{word}"' if " " in word else word for word in words)


def _agentsensus(*words: str) -> str:
    code = "from agentsensus.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=True)  # noqa: S603
    return done.stdout


def _draw(shown: str) -> None:
    console = Console(record=True, width=118, file=Path("/dev/null").open("w"))  # noqa: SIM115
    text = Text(shown)
    text.highlight_regex(r"(?m)^\$ .*$", "bold green")
    text.highlight_regex(r"(?m)^  (?!on record)\S+( \S+)*(?=  )", "bold cyan")
    console.print(text)
    svg = console.export_svg(title="agentsensus knows, agentsensus ask")
    (HERE / "terminal.svg").write_text(re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL), "utf-8")


def _photograph(page_file: Path) -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(page_file.as_uri())
        page.click("[data-tab=matrix]")
        page.screenshot(path=HERE / "report.png")
        browser.close()


if __name__ == "__main__":
    main()
