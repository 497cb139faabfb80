"""The notebooks run, and show what they are committed with."""

import re
from pathlib import Path
from typing import Any

import pytest

from tools.notebooks import FOLDER, executed, read

pytestmark = pytest.mark.thorough
_ID = re.compile(r"\b[0-9a-f]{16}\b")


def _shown(notebook: Any) -> list[str]:
    """The plain outputs of every cell; ids differ from one memory to the next."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    return [_ID.sub("ID", output.get("text") or output["data"]["text/plain"]) for output in outputs]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.stem)
@pytest.mark.filterwarnings("ignore")
def test_a_notebook_shows_its_committed_outputs(path: Path) -> None:
    committed = _shown(read(path))
    assert len(committed) >= 2
    assert _shown(executed(path)) == committed
