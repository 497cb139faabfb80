"""Draw road.svg, terminal.svg and report.png from the demo run (Hamlet, seed 1, 40 rounds).

The last needs an installed Chromium: `python docs/pictures/front_door.py`.
"""

import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.text import Text

HERE = Path(__file__).parent


def main() -> None:
    """Play the demo, run the first two commands it suggests, and write the pictures into this folder."""
    with tempfile.TemporaryDirectory() as folder:
        printed = _typed(folder, "agentsensus demo hamlet --rounds 40 --seed 1")
        knows, ask = re.findall(r"^  \d\. .+\n     (.+)$", printed, re.MULTILINE)[:2]
        secret, run = shlex.split(knows)[2], Path(folder) / "runs" / "hamlet-1"
        road = shlex.join(["agentsensus", "road", str(run), secret, "--out", str(HERE / "road.svg")])
        _typed(folder, road)
        shown = [
            f"$ {knows}",
            *_one_record(_typed(folder, knows)),
            "",
            f"$ {ask}",
            *_typed(folder, ask).splitlines()[:3],
        ]
        _draw("\n".join(shown))
        _photograph(run / "report.html")


def _one_record(printed: str) -> list[str]:
    """The lines about the secret itself, without those about other near records."""
    lines = printed.splitlines()
    heads = [place for place, line in enumerate(lines) if not line.startswith(" ")]
    return lines[: heads[1]] if len(heads) > 1 else lines


def _typed(folder: str, command: str) -> str:
    """The output of a command run in a folder."""
    words = [sys.executable, "-c", "from agentsensus.cli import main; main()", *shlex.split(command)[1:]]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=True).stdout  # noqa: S603


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
