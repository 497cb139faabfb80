"""A studio in a process of its own over a folder with a played run, and a page of it in Chromium."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from agentsensus import Memory, play
from agentsensus.worlds.scenario.template_world import make_world

_ADDRESS = re.compile(r"(http://(?:127\.0\.0\.1|0\.0\.0\.0):\d+)")


@dataclass(frozen=True)
class ServedStudio:
    """A running studio: its folder, address and process."""

    root: Path
    address: str
    process: "subprocess.Popen[str]"

    def get(self, path: str) -> Any:
        """Return the JSON at a path."""
        with urllib.request.urlopen(self.address + path, timeout=60) as answer:
            return json.load(answer)

    def text(self, path: str) -> str:
        """Return the page at a path."""
        with urllib.request.urlopen(self.address + path, timeout=60) as answer:
            return str(answer.read().decode())

    def post(self, path: str, **body: Any) -> Any:
        """Send JSON as the page does and return the answer. Raises AssertionError with the studio's reason."""
        headers = {"content-type": "application/json", "origin": self.address}
        request = urllib.request.Request(self.address + path, json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise AssertionError(json.load(error)["error"]) from None

    def rounds(self, run: str, until: int) -> list[dict[str, Any]]:
        """Return the rounds that the stream sends, up to a round."""
        rounds: list[dict[str, Any]] = []
        with urllib.request.urlopen(f"{self.address}/api/runs/{run}/stream?after=-1", timeout=60) as stream:
            for line in stream:
                if line.startswith(b'data: {"rounds"'):
                    rounds += json.loads(line[6:])["rounds"]
                    if rounds[-1]["round"] >= until:
                        break
        return rounds

    def finish(self, run: str) -> None:
        """Wait until no worker plays a run."""
        with urllib.request.urlopen(f"{self.address}/api/runs/{run}/stream?after=100000", timeout=60) as stream:
            for line in stream:
                if line.startswith(b'data: {"live": false'):
                    return


def serve(root: Path | str, *options: str, **variables: str) -> ServedStudio:
    """Start `agentsensus studio` of a folder or a memory server on a free port."""
    process = subprocess.Popen(
        [sys.executable, "-m", "agentsensus.cli", "studio", str(root), "--port", "0", "--no-browser", *options],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1", **variables},
    )
    assert process.stderr is not None
    line = process.stderr.readline()
    found = _ADDRESS.search(line)
    assert found is not None, line + process.stderr.read()
    return ServedStudio(Path(root), found[1], process)


def stop(studio: ServedStudio) -> None:
    """Stop a studio as Ctrl-C does."""
    studio.process.send_signal(signal.SIGINT)
    try:
        studio.process.wait(timeout=30)
    except subprocess.TimeoutExpired:
        studio.process.kill()
    if studio.process.stderr is not None:
        studio.process.stderr.close()


@pytest.fixture(scope="package")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a world, runs of it in English and Chinese, and a memory file."""
    root = tmp_path_factory.mktemp("studio")
    for name, language in (("gull", "en"), ("deng", "zh")):
        world = make_world(name, language, root)  # type: ignore[arg-type]
        play(world, 8, seed=1, embedder="hashing", out=root / "runs" / f"{name}-1")
    with Memory.open(root / "support.db", embedder="hashing") as memory:
        memory.remember("ana", "The payment service was down on Monday morning.")
        memory.remember("ben", "On Monday morning the payment service was down.", via="told:carl")
        memory.remember("carl", "The payment service was not down on Monday morning.")
        memory.remember("ben", "The invoice template changed.")
    return root


@pytest.fixture
def root(made: Path, tmp_path: Path) -> Path:
    """A copy of the folder, to be changed by one test."""
    return Path(shutil.copytree(made, tmp_path / "studio"))


@pytest.fixture
def own_studio(root: Path) -> Iterator[ServedStudio]:
    """A studio for one test."""
    served = serve(root)
    yield served
    stop(served)


@pytest.fixture(scope="module")
def studio(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedStudio]:
    """A studio for the tests of a module; each uses its own run."""
    served = serve(Path(shutil.copytree(made, tmp_path_factory.mktemp("served") / "studio")))
    yield served
    stop(served)
