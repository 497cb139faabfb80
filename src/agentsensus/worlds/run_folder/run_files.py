"""Read and write run.json and world.json, and locate the other files of a run."""

import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from agentsensus.base.addresses import with_secrets
from agentsensus.base.files import check_file, is_file, is_there, read_bytes, read_json, replace_text
from agentsensus.errors import InputError, NotAStore
from agentsensus.memory.upkeep.copies import spaces
from agentsensus.worlds.run_folder.run_file import FORMAT, RunFile
from agentsensus.worlds.scenario.reading.slugs import slug_problems
from agentsensus.worlds.scenario.scenario import Scenario

__all__ = ["RunFiles", "StorePlace", "new_space"]


_NAME = 100


class StorePlace(NamedTuple):
    """Where the memory of a run is: its file, or the address of a database, and the space there."""

    where: str | Path
    space: str = "main"


@dataclass(frozen=True, slots=True)
class RunFiles:
    """Paths of a run's files, and the content of run.json and world.json."""

    path: Path

    @property
    def log(self) -> Path:
        return self.path / "events.jsonl"

    @property
    def memory(self) -> Path:
        """The file of the memory, unless the run keeps its memory in a database."""
        return self.path / "memory.db"

    def store(self) -> StorePlace:
        """Return where the memory of the run is."""
        run = self.read()
        return StorePlace(with_secrets(run.store), run.space) if run.store else StorePlace(self.memory)

    @property
    def truth(self) -> Path:
        return self.path / "truth.jsonl"

    @property
    def timings(self) -> Path:
        return self.path / "timings.jsonl"

    @property
    def tape(self) -> Path:
        return self.path / "tape.jsonl"

    def is_run(self) -> bool:
        """Return whether the folder has a run.json."""
        return is_file(self.path / "run.json")

    def has_store(self) -> bool:
        """Return whether there is a non-empty store. For a run in a database this asks the server."""
        place = self.store() if self.is_run() else StorePlace(self.memory)
        if isinstance(place.where, str):
            try:
                return place.space in spaces(place.where)
            except NotAStore:  # a database without our tables
                return False
        if not is_there(self.memory):
            return False
        check_file(self.memory)
        return self.memory.stat().st_size > 0

    def read(self) -> RunFile:
        """Read run.json. Raises InputError if it is missing or invalid."""
        self._check_there("run.json")
        described = read_json(self.path / "run.json")
        written = described.get("format") if isinstance(described, dict) else None
        if isinstance(written, int) and written > FORMAT:
            raise InputError(f"{self.path}: made by a newer version (format {written}); update agentsensus")
        try:
            run = RunFile.model_validate(described)
        except ValidationError as error:
            raise InputError(f"{self.path / 'run.json'}: not what a run begins with ({_short(error)})") from None
        if run.format < 1:
            raise InputError(f"{self.path / 'run.json'}: it says format {run.format}, and there never was one")
        return run

    def write(self, run: RunFile) -> None:
        """Write run.json atomically."""
        replace_text(self.path / "run.json", run.model_dump_json(indent=1) + "\n")

    def scenario(self) -> Scenario:
        """Return the world as of the start of the run."""
        try:
            scenario = Scenario.model_validate_json(self.world_bytes())
        except ValidationError as error:
            raise InputError(f"{self.path / 'world.json'}: not a world ({_short(error)})") from None
        for problem in slug_problems(scenario):
            raise InputError(f"{self.path / 'world.json'}: not a world ({problem})")
        return scenario

    def world_bytes(self) -> bytes:
        """Return world.json as bytes."""
        self._check_there("world.json")
        return read_bytes(self.path / "world.json")

    def write_scenario(self, scenario: Scenario) -> None:
        replace_text(self.path / "world.json", scenario.model_dump_json() + "\n")

    def _check_there(self, name: str) -> None:
        if not is_there(self.path / name):
            raise InputError(f"{self.path}: not a run folder: there is no {name} in it")


def new_space(folder: RunFiles) -> str:
    """Return a new name for the space of a run in a database, which may hold other runs of the same name."""
    plain = "".join(letter for letter in folder.path.resolve().name if letter.isprintable()).strip()[:_NAME]
    return f"{plain}-{secrets.token_hex(4)}"


def _short(error: ValidationError) -> str:
    first = error.errors()[0]
    return " ".join(f"{'.'.join(map(str, first['loc']))}: {first['msg'].lower()}".split())[:160]
