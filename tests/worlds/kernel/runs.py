"""Small runs for these tests: the template world, or one of six, with the hashing embedder."""

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from agentsensus.testing import scripted_company
from agentsensus.worlds.events.event import Acted, AnyEvent
from agentsensus.worlds.events.log import read_log
from agentsensus.worlds.minds import Mind
from agentsensus.worlds.runs import Plan, RunFolder, RunSession, StopConditions, open_session, prepare, summary
from agentsensus.worlds.scenario import Scenario, load
from tests.worlds.scenario.worlds import written

T = TypeVar("T")

EARLIER: dict[str, Any] = {
    "hearing": "notices",
    "reading": "thread",
    "bystanders": False,
    "upkeep": "turn",
    "minded": 0,
    "looks": False,
    "observe": "anywhere",
    "things": False,
    "deeds": False,
    "happenings": False,
    "arcs": False,
    "doors": False,
    "row_floor": -1.0,
}
"""Rules that give back the round of version 0.1.0: messages are announced and then read, and upkeep costs a turn."""

SIX = {
    "world.yaml": (
        "name: six\nlanguage: en\nmessage_speed: 1\n"
        "map: {default_distance: 9, edges: [[hall, tower, 2], [hall, gate, 1]]}\n"
    ),
    "places.yaml": "hall: {name: the hall, status: {fire: lit}}\ntower: {name: the tower}\ngate: {name: the gate}\n",
    "characters.yaml": (
        "ada: {name: Ada Quill, aliases: [the clerk], at: hall, goals: [Keep the books.], "
        "status: {dress: grey, mood: sour}}\n"
        "ben: {name: Ben Fox, at: hall}\n"
        "cy: {name: Cy Moor, at: tower}\n"
        "dot: {name: Dot Vane, at: gate}\n"
        "eve: {name: Eve Lark, at: hall}\n"
        "flo: {name: Flo Reed, at: tower}\n"
        "old: {name: Old Tom, archived: dead}\n"
    ),
    "carriers.yaml": (
        "letter: {name: the letter, at: tower, text: [The bridge at the gate is rotten., Nobody mended the bridge.]}\n"
        "purse: {name: the purse, held_by: ben, text: [Ben Fox owes Cy Moor ten crowns.]}\n"
    ),
    "scenes.md": (
        "## The hall, noon: Ada, Ben\n- Ada Quill rang the bell in the hall.   #bell\n"
        "- Ben Fox hid the key of the tower under a stone.   #key !secret\n"
    ),
}


def done(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


def six(folder: Path, **files: str) -> Scenario:
    """A world of six with some files replaced: `world="…"` for world.yaml."""
    changed = {**SIX, **{next(key for key in SIX if key.startswith(name)): text for name, text in files.items()}}
    return load(written(folder / "six", changed))


class Run:
    """One run folder, played in sittings: by the rules of 0.1.0 unless `changes` or a `preset` say otherwise."""

    def __init__(self, path: Path, world: Scenario, **plan: Any) -> None:
        path.mkdir()
        self.folder = RunFolder(path)
        self.world = world
        rules = {} if "preset" in plan else EARLIER
        prepare(self.folder, world, Plan(**{"embedder": "hashing", "seed": 3, "changes": rules, **plan}))

    def play(self, minds: Mapping[str, Mind], rounds: int, **limits: Any) -> dict[str, Any]:
        """Play so many rounds more; what `run --json` prints."""

        async def sitting() -> dict[str, Any]:
            kernel: RunSession = await open_session(self.folder, minds)
            try:
                await kernel.play(StopConditions(kernel.round + rounds, **limits))
                return await summary(kernel)
            finally:
                await kernel.close()

        return done(sitting())

    def script(self, rounds: int, **scripts: Any) -> dict[str, Mind]:
        """Play with scripts for some; their minds, for what they were shown."""
        minds = scripted_company(self.world, scripts)
        self.play(minds, rounds)
        return minds

    def events(self) -> list[AnyEvent]:
        return list(read_log(self.folder.log))

    def acts(self, agent: str) -> list[Acted]:
        return [event for event in self.events() if isinstance(event, Acted) and event.agent == agent]

    def of(self, kind: str) -> Sequence[Any]:
        return [event for event in self.events() if event.kind == kind]
