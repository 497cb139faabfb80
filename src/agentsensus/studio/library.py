"""The folder that the studio shows: worlds, runs and memory files in it. No path leads out of it."""

import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agentsensus.base.files import read_bytes
from agentsensus.errors import AgentsensusError, InputError, UnknownName, did_you_mean
from agentsensus.worlds.minds.recorded import find_recording
from agentsensus.worlds.repertoire import shipped
from agentsensus.worlds.run_folder.folder import RunFolder
from agentsensus.worlds.run_folder.run_file import InjectedEvent, InjectedGoals, InjectedMessage, Injection, RunFile
from agentsensus.worlds.scenario.reading.listing import WorldListing, worlds

__all__ = ["Library"]

_SQLITE = b"SQLite format 3\0"
_TRASH = ".trash"
_ARC_ENDED = b'"kind":"arc_ended"'
_PART = re.compile(r"[^./\\\0][^/\\\0]*")
"""A part of a path inside the folder: no hidden file, no way up."""


@dataclass(frozen=True)
class Library:
    """The worlds, runs and memory files of a folder. Runs are named by their path in it, such as runs/hamlet-1."""

    root: Path

    # --- paths

    def path(self, name: str) -> Path:
        """Return the path of something in the folder. Raises UnknownName for a path that leads out of it."""
        parts = name.split("/")
        if not name or not all(_PART.fullmatch(part) for part in parts):
            raise UnknownName(f"{name[:80]!r} is not a path inside the folder")
        path, root = self.root.joinpath(*parts), self.root.resolve()
        if not path.resolve().is_relative_to(root):
            raise UnknownName(f"{name[:80]!r} leads out of the folder")
        return path

    def run(self, name: str) -> RunFolder:
        """Return a run of the folder. Raises UnknownName if there is none of this name."""
        folder = RunFolder(self.path(name))
        if not folder.is_run():
            raise UnknownName(f"there is no run {name[:80]!r} here{did_you_mean(name, self.run_names())}")
        return folder

    def memory_file(self, name: str) -> Path:
        """Return the path of a memory file in the folder. Raises UnknownName if there is none of this name."""
        path = self.path(name)
        if path.is_file() and _is_sqlite(path):
            return path
        raise UnknownName(f"there is no memory file {name[:80]!r} here")

    def world(self, name: str) -> Path:
        """Return the folder of a shipped world, given its name, or of a world in this folder, given its path."""
        if name in shipped():
            return shipped()[name]
        path = self.path(name)
        if not (path / "world.yaml").is_file():
            raise UnknownName(f"there is no world {name[:80]!r} here{did_you_mean(name, shipped())}")
        return path

    def own_world(self, name: str) -> Path:
        """Return a world of this folder. Raises InputError for a shipped world, which may not be changed."""
        if name in shipped():
            raise InputError(f"{name} is a shipped world; make a copy to change it")
        return self.world(name)

    # --- listings

    def run_names(self) -> list[str]:
        """Return the names of all runs, newest first."""
        found = [path.parent for where in ("*", "runs/*") for path in self.root.glob(f"{where}/run.json")]
        shown = [path for path in found if not path.name.startswith(".") and path.is_dir()]
        shown.sort(key=lambda path: (-(path / "run.json").stat().st_mtime_ns, path.name))
        return [path.relative_to(self.root).as_posix() for path in shown]

    def memory_names(self) -> list[str]:
        """Return the memory files that belong to no run."""
        found = sorted(path for where in ("*.db", "*/*.db") for path in self.root.glob(where))
        return [
            path.relative_to(self.root).as_posix()
            for path in found
            if not (path.parent / "run.json").exists()
            and not any(part.startswith(".") for part in path.relative_to(self.root).parts)
            and _is_sqlite(path)
        ]

    def worlds(self) -> list[dict[str, Any]]:
        """Return the shipped worlds and those of this folder."""
        return [self._world(listed) for folder in (self.root, self.root / "worlds") for listed in self._listed(folder)]

    def _listed(self, folder: Path) -> Iterator[WorldListing]:
        for listed in worlds(folder):
            if not listed.shipped or folder == self.root:
                yield listed

    def _world(self, listed: WorldListing) -> dict[str, Any]:
        name = listed.world if listed.shipped else Path(listed.world).relative_to(self.root).as_posix()
        return {
            "world": name,
            "title": listed.title or name,
            "about": listed.about,
            "language": listed.language,
            "shipped": listed.shipped,
            "stamp": listed.stamp,
            "people": listed.characters - listed.archived,
            "places": listed.places,
            "recorded": listed.shipped and find_recording(name) is not None,
        }

    def runs(self) -> list[dict[str, Any]]:
        """Return a summary of every run, newest first. The entry of an unreadable run gives the reason."""
        return [self.described(name) for name in self.run_names()]

    def described(self, name: str) -> dict[str, Any]:
        """Return the summary of one run."""
        folder = RunFolder(self.path(name))
        try:
            return {"run": name, **_described(folder, folder.read())}
        except AgentsensusError as error:
            return {"run": name, "error": str(error)}

    # --- changes

    def new_name(self, stem: str) -> str:
        """Return the name of a new run: runs/STEM-1, -2 and so on."""
        number = 1
        while (self.root / "runs" / f"{stem}-{number}").exists():
            number += 1
        return f"runs/{stem}-{number}"

    def to_trash(self, name: str) -> str:
        """Move a run, world or memory file into the folder .trash and return its new name there."""
        path, trash = self.path(name), self.root / _TRASH
        trash.mkdir(exist_ok=True)
        target = trash / path.name
        number = 1
        while target.exists():
            number += 1
            target = trash / f"{path.name}-{number}"
        shutil.move(path, target)
        return target.relative_to(self.root).as_posix()


def _is_sqlite(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(_SQLITE)) == _SQLITE
    except OSError:
        return False


def _described(folder: RunFolder, run: RunFile) -> dict[str, Any]:
    world = json.loads(folder.world_bytes())
    last = run.segments[-1] if run.segments else None
    forked = run.forked_from or {}
    reached = max(run.reached, folder.timed_rounds())
    return {
        "world": run.world,
        "title": world["world"].get("title") or run.world,
        "language": world["world"].get("language", "en"),
        "stamp": run.stamp,
        "people": sum(not character.get("archived") for character in world["characters"].values()),
        "seed": run.seed,
        "design": run.design,
        "minds": "model" if _has_model(run) else "recorded" if run.recorded_until is not None else "players",
        "rounds": reached,
        "until": last.until if last else run.planned or world["world"].get("rounds", 0),
        "stop": run.stop,
        "ending": _ending(folder),
        "parent": forked.get("run", ""),
        "forked_at": forked.get("at"),
        "forked_sha256": forked.get("log_sha256", ""),
        "injected": len(run.injected),
        "change": next((text for each in run.injected if (text := _change(each))), ""),
        "models": run.models,
        "budget": run.budget.model_dump(exclude_none=True),
        "usage": run.usage,
    }


def _change(injection: Injection) -> str:
    """Return the words of an injection, or "" if it has none."""
    match injection:
        case InjectedMessage():
            return injection.content
        case InjectedEvent():
            return " ".join(injection.event)
        case InjectedGoals():
            return injection.goals[-1] if injection.goals else ""
    return ""


def _has_model(run: RunFile) -> bool:
    return bool({"default", "minds"} & {*run.models, *run.asked}) and run.company is None


def _ending(folder: RunFolder) -> str:
    """Return the text of the last arc that ended, or ""."""
    try:
        lines = [line for line in read_bytes(folder.log).splitlines() if _ARC_ENDED in line]
        return str(json.loads(lines[-1])["ending"]) if lines else ""
    except (InputError, ValueError, KeyError):
        return ""
