"""Cells that an earlier comparison has made already: equal ones are taken over instead of made again."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from agentsensus.compare.measuring import Measured, kept_measured
from agentsensus.errors import InputError
from agentsensus.files import is_there, read_text, replace_text
from agentsensus.kernel import Plan
from agentsensus.kernel.kernel import made_with
from agentsensus.memory.judge.retelling.words import load_words, save_words
from agentsensus.memory.opening import as_settings
from agentsensus.minds.company import DEFAULT

__all__ = ["CELL", "Identity", "checked_earlier", "identity_of"]

CELL = "cell.json"
_UNFINISHED = ".taking-over"
"""Copies under way are a folder deeper than cells, so that nobody takes one for a cell."""


@dataclass(frozen=True, slots=True)
class Identity:
    """All that decides what comes of a cell, as text, and the folder of comparisons that may hold an equal one."""

    text: str
    earlier: Path

    def take_over(self, cell: Path) -> Measured | None:
        """Copy the first equal cell to this folder; returns what was measured of it, or None where there is none."""
        for other in self._equal():
            measured = kept_measured(other)
            if measured is not None and other.resolve() != cell.resolve():
                unfinished = cell.parent / _UNFINISHED / cell.name
                shutil.rmtree(unfinished, ignore_errors=True)
                shutil.rmtree(cell, ignore_errors=True)
                shutil.copytree(other, unfinished)
                unfinished.rename(cell)
                return measured
        return None

    def keep(self, cell: Path) -> None:
        """Say in the cell's folder what it is, so that later comparisons can take it over; words' vectors are kept."""
        replace_text(cell / CELL, self.text)
        save_words(self.earlier)

    def begin(self) -> None:
        """Take the vectors of words that earlier cells have computed."""
        load_words(self.earlier)

    def _equal(self) -> Iterator[Path]:
        for file in sorted(self.earlier.glob(f"*/*/{CELL}")):
            if is_there(file) and read_text(file) == self.text:
                yield file.parent


def identity_of(
    plan: Plan, world_hash: str, rounds: int, earlier: Path, fed_from: Plan | None = None
) -> Identity | None:
    """The identity of a cell that is played, or fed from a run that was played so; None where a model has a part.

    Settings and rules are whole, so that a cell whose plan names a default is the one whose plan does not.
    """
    if plan.models:
        return None
    described = _described(plan) | {"world_hash": world_hash, "rounds": rounds}
    if fed_from is not None:
        described["fed_from"] = _described(fed_from)
    return Identity(json.dumps(described, ensure_ascii=False, indent=1, default=str) + "\n", earlier)


def checked_earlier(folder: Path) -> Path:
    """The folder of earlier comparisons, if it is one that can be read."""
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
