"""Another way from some round on: a run's past in a new folder, with messages added if you like."""

import json
from collections.abc import Sequence
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agentsensus.errors import InputError
from agentsensus.events.log import log_sha256, read_log
from agentsensus.kernel.run_folder import Injected, RunFile, RunFolder, Segment
from agentsensus.memory.async_client import AsyncMemory
from agentsensus.world.lookup import Lookup
from agentsensus.world.scenario import Scenario

__all__ = ["fork", "read_injected"]


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)

    at: int | None = Field(None, ge=1)
    to: list[str] | str
    content: str = Field(min_length=1)
    from_: str = Field("", alias="from")


async def fork(folder: RunFolder, at: int, target: RunFolder, injected: Sequence[Injected] = ()) -> RunFile:
    """Copy a run as it was after round `at` into an empty folder; the run itself is not touched."""
    run, scenario = folder.read(), folder.scenario()
    memory = AsyncMemory.open(folder.memory, embedder=run.embedder or None, read_only=True)
    try:
        reached = max([memory.round, *(one.reached or 0 for one in run.segments)])
        if not 0 <= at <= reached:
            raise InputError(f"--at is {at}, but the run has rounds 0 to {reached}")
        await memory.fork(target.memory, at=at)
    finally:
        await memory.close()
    kept = b"".join(event.model_dump_json().encode("utf-8") + b"\n" for event in read_log(folder.log, at))
    target.log.write_bytes(kept)
    target.write_scenario(scenario)
    if folder.tape.exists():
        target.tape.write_bytes(folder.tape.read_bytes())
    forked = run.model_copy(
        update={
            "forked_from": {"at": at, "log_sha256": log_sha256(folder.log, at)},
            "injected": (*(one for one in run.injected if one.at <= at), *injected),
            "segments": (Segment(after=0, until=at, reached=at, stop="max_rounds"),),
            "usage": {},
        }
    )
    target.write(forked)
    return forked


def read_injected(path: Path, scenario: Scenario, at: int) -> list[Injected]:
    """The messages of a file: a YAML or JSON list, each with `to`, `content` and, if wanted, `from` and `at`."""
    try:
        listed = yaml.safe_load(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise InputError(f"{path}: cannot be read ({' '.join(str(error).split())[:120]})") from None
    if not isinstance(listed, list):
        raise InputError(f"{path}: give a list of messages, each with `to` and `content`")
    return [_injected(f"{path}: message {number}", one, scenario, at) for number, one in enumerate(listed, 1)]


def _injected(where: str, given: object, scenario: Scenario, at: int) -> Injected:
    try:
        line = _Line.model_validate_json(json.dumps(given, default=str))
    except ValidationError as error:
        first = error.errors()[0]
        raise InputError(f"{where}: {'.'.join(map(str, first['loc']))}: {first['msg'].lower()}") from None
    when = at + 1 if line.at is None else line.at
    if when <= at:
        raise InputError(f"{where}: at is {when}, but the fork goes on from round {at}; give a later round")
    names = [line.to] if isinstance(line.to, str) else line.to
    if not names:
        raise InputError(f"{where}: to is empty; name a character")
    to = tuple(sorted({_character(where, name, scenario) for name in names}))
    sender = _character(where, line.from_, scenario) if line.from_ else ""
    return Injected(at=when, to=to, content=line.content, sender=sender)


def _character(where: str, name: str, scenario: Scenario) -> str:
    id_ = scenario.find(name, "character")
    if id_ is None or id_ not in scenario.active:
        called = Lookup({one: scenario.characters[one].called for one in scenario.active})
        raise InputError(f"{where}: no active character is called {name!r}{called.hint(name)}")
    return id_
