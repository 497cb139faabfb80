"""fed.json and recalls.jsonl: beside a memory that was fed what was deposited and asked in a run played elsewhere."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from agentsensus.errors import InputError
from agentsensus.events.event import AnyEvent, Recalled, read_event
from agentsensus.files import is_there, read_text, replace_text

__all__ = ["FED", "FedFile", "fed_recalls", "read_fed", "write_fed"]

FED = "fed.json"
_RECALLS = "recalls.jsonl"


class FedFile(BaseModel):
    """What a fed memory is: its design and settings, and the run (a path from here) whose deposits it was given."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    source: str
    design: str
    preset: str | None = None
    settings: dict[str, Any] = {}
    seed: int = 0
    embedder: str = ""


def write_fed(folder: Path, fed: FedFile, recalls: Iterable[Recalled]) -> None:
    """Write what a memory was fed from, and what each recall brought."""
    lines = "".join(recall.model_dump_json() + "\n" for recall in recalls)
    replace_text(folder / _RECALLS, lines)
    replace_text(folder / FED, fed.model_dump_json(indent=1) + "\n")


def read_fed(folder: Path) -> FedFile:
    """What fed.json says; an error of one line if it cannot be read."""
    try:
        return FedFile.model_validate_json(read_text(folder / FED))
    except (InputError, ValidationError):
        if not is_there(folder / FED):
            raise InputError(f"{folder}: not a fed memory: there is no {FED} in it") from None
        raise InputError(f"{folder / FED}: not what a fed memory is described by; compare it again") from None


def fed_recalls(folder: Path) -> list[AnyEvent]:
    """What each recall brought, as events; none where they were not kept."""
    file = folder / _RECALLS
    if not is_there(file):
        return []
    try:
        return [read_event(line) for line in read_text(file).splitlines()]
    except ValidationError:
        raise InputError(f"{file}: not what a fed memory has recalled; compare it again") from None
