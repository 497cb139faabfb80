"""Which folders are meant by what was named: a run, a memory that was fed from one, or a folder that holds such."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from agentsensus.errors import InputError
from agentsensus.files import is_there
from agentsensus.run_folder import FED

__all__ = ["SEDIMENT", "StudyFolder", "folders_in"]

SEDIMENT = "sediment.json"
_RUN = "run.json"
_SOURCE = "played-"
_COMPARISON, _DONE = "comparison.json", "measured.json"
"""Of a comparison only the cells that are done are studied; the last is written when a cell is."""


@dataclass(frozen=True, slots=True)
class StudyFolder:
    """A folder to be studied; `group` is the folder that was named in its stead and holds it beside others."""

    path: Path
    group: Path | None = None

    @property
    def is_fed(self) -> bool:
        """Whether it is a memory that was fed from a run, not a run itself."""
        return not (self.path / _RUN).is_file()


def folders_in(paths: Sequence[Path]) -> tuple[list[StudyFolder], list[Path]]:
    """The folders to be studied, in order and once each, and the files called sediment.json."""
    folders: dict[Path, StudyFolder] = {}
    sediments: list[Path] = []
    for path in paths:
        if path.name == SEDIMENT and path.is_file():
            sediments.append(path)
            continue
        if (path / SEDIMENT).is_file():
            sediments.append(path / SEDIMENT)
            continue
        for folder in _studied(path):
            folders.setdefault(folder.path.resolve(), folder)
    return list(folders.values()), sediments


def _studied(path: Path) -> list[StudyFolder]:
    if not path.is_dir():
        raise InputError(f"{path}: there is no such folder; name a run's folder, or one that `compare --out` has made")
    if _is_studied(path):
        return [StudyFolder(path)]
    inside = sorted((child for child in path.iterdir() if _is_studied(child)), key=_by_seed)
    if (path / _COMPARISON).is_file():
        inside = [child for child in inside if is_there(child / _DONE)]
    if any((child / FED).is_file() for child in inside):  # the plays that memories were fed from are no column
        inside = [child for child in inside if not child.name.startswith(_SOURCE)]
    if not inside:
        unfinished = (
            "no run in it is done yet" if (path / _COMPARISON).is_file() else "there is no run in it (no run.json)"
        )
        raise InputError(f"{path}: {unfinished}; name a run's folder, or one that holds runs")
    return [StudyFolder(child, path) for child in inside]


def _is_studied(path: Path) -> bool:
    return (path / _RUN).is_file() or (path / FED).is_file()


def _by_seed(path: Path) -> tuple[str, int, str]:
    name, _, seed = path.name.rpartition("-")
    return (name, int(seed), "") if seed.isdigit() else (path.name, 0, "")
