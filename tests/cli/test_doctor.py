"""`agentsensus doctor` reports extras, keys by name, the embedder, and damage of a memory file."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from agentsensus import Memory


def doctor(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    import os

    code = "import sys; from agentsensus.cli import main; sys.argv = ['agentsensus', 'doctor', *sys.argv[1:]]; main()"
    return subprocess.run(
        [sys.executable, "-c", code, *words],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )


def test_it_names_extras_and_keys_and_never_shows_a_key() -> None:
    done = doctor("--json", OPENAI_API_KEY="sk-not-for-you")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["embedder"]["works"] is True
    assert found["keys"]["OPENAI_API_KEY"] is True
    assert found["extras"]["dev"] is True
    assert "sk-not-for-you" not in done.stdout + done.stderr


@pytest.mark.parametrize("is_damaged", [False, True])
def test_it_checks_a_memory_file(tmp_path: Path, is_damaged: bool) -> None:
    path = tmp_path / "a.db"
    with Memory.open(path, embedder="hashing") as memory:
        memory.remember("ana", "The payment service was down on Monday.")
    if is_damaged:
        data = path.read_bytes().replace(b"payment", b"pAyment")
        path.write_bytes(data)
    done = doctor(str(path))
    assert done.returncode == int(is_damaged), done.stderr
    assert ("sound" in done.stdout) is not is_damaged
