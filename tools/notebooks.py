"""Execute the notebooks in examples/notebooks and keep their outputs.

python -m tools.notebooks            execute each notebook in place
python -m tools.notebooks NAME       only this one
"""

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[1] / "examples" / "notebooks"


def read(path: Path) -> Any:
    """Return a notebook with its outputs."""
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


def executed(path: Path) -> Any:
    """Return a notebook with fresh outputs, executed in an empty folder."""
    notebook = read(path)
    with tempfile.TemporaryDirectory() as folder:
        before = os.getcwd()
        os.chdir(folder)
        try:
            NotebookClient(notebook, timeout=600, kernel_name="python3").execute()
        finally:
            os.chdir(before)
    for cell in notebook.cells:
        cell.metadata = {}
    return notebook


def main() -> None:
    """Execute the notebooks named on the command line, or all of them."""
    for path in sorted(FOLDER.glob("*.ipynb")):
        if not sys.argv[1:] or path.stem in sys.argv[1:]:
            nbformat.write(executed(path), path)  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    main()
