"""From a run to its play: the scenes of its log, set plainly or rendered by a model, and written into files."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from agentsensus.errors import InputError
from agentsensus.events.event import AnyEvent
from agentsensus.events.log import read_log
from agentsensus.files import read_bytes
from agentsensus.run_folder import RunFolder, replace_text
from agentsensus.screenplay.beats import BeatLog
from agentsensus.screenplay.casting import Casting
from agentsensus.screenplay.forms import FORMS
from agentsensus.screenplay.grid import SceneGrid, grid_of
from agentsensus.screenplay.numbers import PlayNumbers, numbers_of
from agentsensus.screenplay.plain import PlainSetter
from agentsensus.screenplay.scenes import LONGEST, LONGEST_GAP, StagedScene, cut
from agentsensus.screenplay.script import Screenplay, WrittenScene
from agentsensus.text.languages import Language
from agentsensus.world.scenario import Scenario

__all__ = ["Production", "produce", "produce_run", "write_play"]

_ROUND = re.compile(rb'"round":(\d+)')


@dataclass(frozen=True)
class Production:
    """A run's log as a play that is still to be written down."""

    log: BeatLog
    scenes: tuple[StagedScene, ...]
    rounds: int

    @property
    def scenario(self) -> Scenario:
        return self.log.scenario

    @property
    def language(self) -> Language:
        """The language of the world."""
        return self.scenario.world.language

    @cached_property
    def setter(self) -> PlainSetter:
        """Sets its scenes by rule."""
        return PlainSetter(self.log)

    def plain(self, only: Sequence[int] = ()) -> Screenplay:
        """The play set by rule, in the language of the world; with `only`, these scenes of it."""
        return self.play([self.setter.scene(scene) for scene in self.wanted(only)], self.language)

    def grid(self) -> SceneGrid:
        """Its scene grid."""
        return grid_of(self.scenes)

    def numbers(self, play: Screenplay | None = None) -> PlayNumbers:
        """Its figures, with the size of a play (None: of the plain one)."""
        return numbers_of(self.scenario.world.name, self.rounds, self.scenes, play or self.plain())

    def wanted(self, only: Sequence[int]) -> list[StagedScene]:
        """These scenes, by their numbers; all where none is named."""
        missing = sorted(set(only) - {scene.number for scene in self.scenes})
        if missing:
            raise InputError(f"there is no scene {missing[0]}; this play has scenes 1 to {len(self.scenes)}")
        return [scene for scene in self.scenes if not only or scene.number in only]

    def play(self, written: Sequence[WrittenScene], language: Language) -> Screenplay:
        """A play of written scenes, with its title and persons; where no scene is missing, with its prologue."""
        casting, world = Casting(self.scenario, language), self.scenario.world
        numbers = {scene.number for scene in written}
        people = dict.fromkeys(id_ for scene in self.scenes if scene.number in numbers for id_ in scene.cast)
        return Screenplay(
            title=casting.title(),
            language=language,
            scenes=tuple(written),
            about=world.about if casting.is_own else "",
            stamp=world.stamp,
            persons=tuple(map(casting.person, people)),
            prologue=self.setter.prologue() if casting.is_own and len(written) == len(self.scenes) else (),
        )


def produce(
    scenario: Scenario,
    events: Sequence[AnyEvent],
    *,
    rounds: int | None = None,
    gap: int = LONGEST_GAP,
    longest: int = LONGEST,
) -> Production:
    """The play of a world and its log; InputError where nothing has happened that could be told."""
    log = BeatLog(scenario, events)
    if not log.beats:
        raise InputError("nothing was said or done in this run that a screenplay could tell; play some rounds more")
    last = max((event.round for event in events), default=0)
    scenes = cut(log.beats, log.cues, gap=gap, longest=longest)
    return Production(log, tuple(scenes), last if rounds is None else max(rounds, last))


async def produce_run(folder: RunFolder, *, gap: int = LONGEST_GAP, longest: int = LONGEST) -> Production:
    """The play of a run up to its last committed round; one that is still being played can be read too."""
    run, scenario = folder.read(), folder.scenario()
    async with folder.open_memory() as memory:
        committed = memory.round
    events = list(read_log(folder.log, committed))
    _check_whole(folder.log, events[-1].round if events else 0, committed)
    try:
        return produce(scenario, events, rounds=run.reached, gap=gap, longest=longest)
    except InputError as error:
        raise InputError(f"{folder.path}: {error}") from None


def _check_whole(log: Path, last: int, committed: int) -> None:
    """Refuse a log that has lost lines of rounds that were committed; what lies beyond them is nobody's loss."""
    if not log.is_file():
        raise InputError(f"{log}: there is no such file; without its log a run tells nothing")
    torn = _ROUND.search(read_bytes(log).rpartition(b"\n")[2])
    cut = int(torn[1]) if torn else last if last < committed else None
    if cut is not None and cut <= committed:
        raise InputError(f"{log}: cut off in round {cut}, but {committed} rounds were committed; take it from a copy")


def write_play(play: Screenplay, where: Path) -> None:
    """Write a play in the form that the file's ending says, whole or not at all."""
    replace_text(where, FORMS[where.suffix.lower()](play))
