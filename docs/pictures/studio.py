"""Draw the pictures of the studio: `python docs/pictures/studio.py`. Needs Chromium and the extras of development.

The story is the recorded run of Hamlet, and one branch of it in which Horatio speaks up.
"""

import io
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from shutil import which
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from agentsensus import play, resume
from agentsensus.base.loop import wait_for
from agentsensus.worlds.run_folder import RunFolder
from agentsensus.worlds.runs import checked_injections, fork

PICTURES = Path(__file__).parent
AT = 8
RUMOUR = [{"to": ["Gertrude", "Ophelia"], "content": "Claudius poured poison into the sleeping King Hamlet's ear."}]


def main() -> None:
    """Play the story into a folder of its own and take the pictures."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        story = RunFolder(play("hamlet", 12, minds="recorded", out=root / "runs" / "hamlet-1").folder)
        branch = RunFolder(root / "runs" / f"hamlet-1-r{AT}")
        branch.path.mkdir()
        wait_for(fork(story, AT, branch, checked_injections(RUMOUR, story, AT)))
        resume(branch.path, 4)
        command = [sys.executable, "-m", "agentsensus.cli", "studio", str(root), "--port", "0", "--no-browser"]
        studio = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)  # noqa: S603  # a fixed command
        assert studio.stderr is not None
        found = re.search(r"http://[\d.:]+", studio.stderr.readline())
        assert found is not None
        try:
            with sync_playwright() as playwright:
                path = which("chromium") or which("google-chrome")
                browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
                draw(browser, found[0])
                browser.close()
        finally:
            studio.send_signal(signal.SIGINT)
            studio.wait(30)


def draw(browser: Any, address: str) -> None:
    """Take every picture."""
    size = {"width": 1280, "height": 800}
    context = browser.new_context(viewport=size, locale="en-US", device_scale_factor=1.5, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto(address)
    page.evaluate("localStorage.setItem('studio-tips', 'seen')")
    page.goto(f"{address}/run/runs/hamlet-1#watch/{AT}")
    page.wait_for_selector("#feed .line")
    save(page, "studio")
    page.click(".run-header [data-tab=people]")
    page.click(".row[data-person=gertrude]")
    page.wait_for_selector(".person-card h2:has-text('Gertrude')")
    page.fill("#question", "What did Hamlet do to Polonius?")
    page.click(".interview button[type=submit]")
    page.wait_for_selector(".talk .answer")
    page.evaluate("scrollTo(0, 0)")
    save(page, "studio_people")
    page.goto(f"{address}/run/runs/hamlet-1-r{AT}#branches")
    page.click("#compare")
    page.wait_for_selector("#compared .part")
    page.evaluate("scrollTo(0, 0)")
    save(page, "studio_branches")
    page.goto(f"{address}/")
    page.click(".cover.world[data-world=hamlet] .actions button:not(.primary)")
    page.click(".window button[type=submit]")
    page.wait_for_selector("#form [data-key=profile]")
    page.click("[data-part=places]")
    page.wait_for_selector("#map .spot")
    save(page, "studio_write")
    context.close()


def save(page: Page, name: str) -> None:
    """Save a picture of the page with few colours, which keeps the file small."""
    page.wait_for_timeout(1500)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    few = picture.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(PICTURES / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
