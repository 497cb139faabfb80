"""The files fed.json and recalls.jsonl, of a memory that was given the deposits and recalls of another run."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from agentsensus.base.files import is_there, read_text, replace_text
from agentsensus.errors import InputError
from agentsensus.worlds.events.event import AnyEvent, Recalled, read_event

__all__ = ["PAIRED_FILE", "PairedFile", "paired_recalls", "read_paired_file", "write_paired_files"]

PAIRED_FILE = "fed.json"
_RECALLS = "recalls.jsonl"


class PairedFile(BaseModel):
    """A memory that was given the deposits of another run: its design, its settings, and the relative path of that
    run.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    source: str
    design: str
    preset: str | None = None
    settings: dict[str, Any] = {}
    seed: int = 0
    embedder: str = ""


def write_paired_files(folder: Path, fed: PairedFile, recalls: Iterable[Recalled]) -> None:
    """Write fed.json, and recalls.jsonl with the results of each recall."""
    lines = "".join(recall.model_dump_json() + "\n" for recall in recalls)
    replace_text(folder / _RECALLS, lines)
    replace_text(folder / PAIRED_FILE, fed.model_dump_json(indent=1) + "\n")


def read_paired_file(folder: Path) -> PairedFile:
    """Read fed.json. Raises InputError if it is missing or invalid."""
    try:
        return PairedFile.model_validate_json(read_text(folder / PAIRED_FILE))
    except (InputError, ValidationError):
        if not is_there(folder / PAIRED_FILE):
            raise InputError(f"{folder}: not a fed memory: there is no {PAIRED_FILE} in it") from None
        raise InputError(
            f"{folder / PAIRED_FILE}: not a valid description of a fed memory; run compare again"
        ) from None


def paired_recalls(folder: Path) -> list[AnyEvent]:
    """Return the results of each recall as events; empty if recalls.jsonl does not exist."""
    file = folder / _RECALLS
    if not is_there(file):
        return []
    try:
        return [read_event(line) for line in read_text(file).splitlines()]
    except ValidationError:
        raise InputError(f"{file}: not a valid list of recalls; run compare again") from None
