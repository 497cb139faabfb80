"""Measures of a comparison's cells, kept on disk, and reuse of equal cells from earlier comparisons."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from agentsensus.base.files import is_there, read_json, read_text, reason, replace_text
from agentsensus.errors import InputError
from agentsensus.memory.api import AsyncMemory
from agentsensus.memory.designs.registry import as_settings
from agentsensus.memory.judge.word_vectors import load_words, save_words
from agentsensus.worlds.minds.company import DEFAULT
from agentsensus.worlds.runs import Plan
from agentsensus.worlds.runs.session import made_with
from agentsensus.worlds.runs.stats import named_as_in_paper

__all__ = [
    "CELL",
    "UNFINISHED",
    "CellIdentity",
    "Measured",
    "TrialFailed",
    "by_round",
    "cell_identity",
    "checked_earlier",
    "keep_measured",
    "kept_measured",
    "marks",
]


STEP = 5
_FILE = "measured.json"
_GROWING = (
    *("sim", "shared", "shared_pct", "three_plus", "max_owners", "linked", "linked_pct", "conflicts", "grown"),
    *("shared_statements", "shared_statements_pct"),
)


@dataclass(frozen=True, slots=True)
class Measured:
    """The statistics of a trial, and how some of them grew by round."""

    stats: dict[str, Any]
    by_round: dict[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class TrialFailed:
    """The reason why a trial failed, in one line."""

    error: str

    @classmethod
    def of(cls, error: Exception) -> "TrialFailed":
        """Return the failure that describes an exception."""
        return cls(f"{type(error).__name__}: {' '.join(str(error).split())}")


def marks(rounds: int) -> list[int]:
    """Return the rounds at which growth is measured: every fifth round, and the last."""
    return sorted({*range(STEP, rounds + 1, STEP), rounds})


async def by_round(memory: AsyncMemory, rounds: int) -> dict[str, dict[str, Any]]:
    """Return rows, sharing and linking after every fifth round, by round."""
    growth = {}
    for at in marks(rounds):
        stats = named_as_in_paper(await memory.stats(at=min(at, memory.round)))
        growth[str(at)] = {name: stats[name] for name in _GROWING}
    return growth


def keep_measured(folder: Path, measured: Measured) -> Measured:
    """Write the measures into a trial's folder, which marks the trial as done. Returns the measures."""
    replace_text(folder / _FILE, json.dumps(asdict(measured), ensure_ascii=False) + "\n")
    return measured


def kept_measured(folder: Path) -> Measured | None:
    """Read the measures from a trial's folder. Returns None if the trial is not done."""
    file = folder / _FILE
    if not is_there(file):
        return None
    try:
        return Measured(**read_json(file))
    except TypeError as error:
        raise InputError(f"{file}: not what a trial has measured ({reason(error)}); remove its folder") from None


CELL = "cell.json"
UNFINISHED = ".taking-over"
"""The folder of unfinished copies. It lies one level deeper than cells, so that a copy is never taken for a cell."""


@dataclass(frozen=True, slots=True)
class CellIdentity:
    """Everything that determines a cell's result, as text, and the folder to search for equal cells."""

    text: str
    earlier: Path

    def copy_equal(self, cell: Path) -> Measured | None:
        """Copy the first equal cell to the folder `cell` and return its measures. Returns None if there is no equal
        cell."""
        for other in self._equal():
            measured = kept_measured(other)
            if measured is not None and other.resolve() != cell.resolve():
                unfinished = cell.parent / UNFINISHED / cell.name
                shutil.rmtree(unfinished, ignore_errors=True)
                shutil.rmtree(cell, ignore_errors=True)
                shutil.copytree(other, unfinished)
                unfinished.rename(cell)
                return measured
        return None

    def keep(self, cell: Path) -> None:
        """Write the identity into the cell's folder, so that later comparisons find the cell, and save the word
        vectors."""
        replace_text(cell / CELL, self.text)
        save_words(self.earlier)

    def begin(self) -> None:
        """Load the word vectors that earlier cells computed."""
        load_words(self.earlier)

    def _equal(self) -> Iterator[Path]:
        for file in sorted(self.earlier.glob(f"*/*/{CELL}")):
            if is_there(file) and read_text(file) == self.text:
                yield file.parent


def cell_identity(
    plan: Plan, world_hash: str, rounds: int, earlier: Path, fed_from: Plan | None = None
) -> CellIdentity | None:
    """Return the identity of a cell that is played, or fed from a run played with `fed_from`; None if a model takes
    part.

    Settings and rules are written in full, so that naming a default value does not change the identity.
    """
    if plan.models:
        return None
    described = _described(plan) | {"world_hash": world_hash, "rounds": rounds}
    if fed_from is not None:
        described["fed_from"] = _described(fed_from)
    return CellIdentity(json.dumps(described, ensure_ascii=False, indent=1, default=str) + "\n", earlier)


def checked_earlier(folder: Path) -> Path:
    """Return the folder of earlier comparisons. Raises InputError if the path is not a folder."""
    if not folder.is_dir():
        raise InputError(f"{folder}: there is no such folder; name one that holds folders of `compare --out`")
    return folder


def _described(plan: Plan) -> dict[str, Any]:
    return {
        "design": plan.design,
        "settings": as_settings(plan.settings(), plan.design).model_dump(),
        "rules": plan.rules().model_dump(),
        "seed": plan.seed,
        "embedder": plan.embedder,
        "company": plan.company or DEFAULT,
        "made_with": _made_with(plan.design, plan.embedder),
    }


@lru_cache(maxsize=16)
def _made_with(design: str, embedder: str | None) -> dict[str, Any]:
    return made_with(Plan(design=design, embedder=embedder)).model_dump()
