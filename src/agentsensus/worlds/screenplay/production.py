"""Turn a run into a play: cut its log into scenes, write them with or without a model, and save the files."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from agentsensus.base.files import read_bytes
from agentsensus.errors import InputError, did_you_mean
from agentsensus.language.languages import LANGUAGES
from agentsensus.language.rules import Language
from agentsensus.models.providers.model_id import ModelId
from agentsensus.models.roles import DEFAULT, read_roles
from agentsensus.worlds.events.event import AnyEvent
from agentsensus.worlds.events.log import read_log
from agentsensus.worlds.run_folder import RunFolder, replace_text
from agentsensus.worlds.scenario.scenario import Scenario
from agentsensus.worlds.screenplay.beats import BeatLog
from agentsensus.worlds.screenplay.forms import FORMS
from agentsensus.worlds.screenplay.grid import PAGE, PICTURES, SceneGrid, grid_of
from agentsensus.worlds.screenplay.numbers import PlayNumbers, numbers_of
from agentsensus.worlds.screenplay.plain import PlainSetter
from agentsensus.worlds.screenplay.scenes import LONGEST, LONGEST_GAP, StagedScene, cut, with_story
from agentsensus.worlds.screenplay.script import Casting, Screenplay, WrittenScene

__all__ = ["Production", "check_targets", "language_of_play", "model_of_play", "produce", "produce_run", "write_play"]


_ROUND = re.compile(rb'"round":(\d+)')


@dataclass(frozen=True)
class Production:
    """A run's log cut into scenes, ready to be written as a play."""

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
        """The setter for scenes without a model."""
        return PlainSetter(self.log, self.scenes)

    def plain(self, only: Sequence[int] = ()) -> Screenplay:
        """Return the play without a model, in the language of the world; with `only`, only these scenes."""
        return self.play([self.setter.scene(scene) for scene in self.wanted(only)], self.language)

    def grid(self) -> SceneGrid:
        """Return the scene grid."""
        return grid_of(self.scenes)

    def numbers(self, play: Screenplay | None = None) -> PlayNumbers:
        """Return the counts, with the size of `play` (default: the plain play)."""
        return numbers_of(self.scenario.world.name, self.rounds, self.scenes, play or self.plain())

    def wanted(self, only: Sequence[int]) -> list[StagedScene]:
        """Return the scenes with these numbers, or all if `only` is empty. Raises for an unknown number."""
        missing = sorted(set(only) - {scene.number for scene in self.scenes})
        if missing:
            raise InputError(f"there is no scene {missing[0]}; this play has scenes 1 to {len(self.scenes)}")
        return [scene for scene in self.scenes if not only or scene.number in only]

    def play(self, written: Sequence[WrittenScene], language: Language) -> Screenplay:
        """Return a play of written scenes with title and persons; a complete play also has its prologue."""
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
    """Cut a world's log into scenes. Raises InputError if the log has no beats."""
    log = BeatLog(scenario, events)
    if not log.beats:
        raise InputError("nothing was said or done in this run that a screenplay could tell; play some rounds more")
    last = max((event.round for event in events), default=0)
    scenes = with_story(cut(log.beats, log.cues, gap=gap, longest=longest))
    return Production(log, tuple(scenes), last if rounds is None else max(rounds, last))


async def produce_run(folder: RunFolder, *, gap: int = LONGEST_GAP, longest: int = LONGEST) -> Production:
    """Cut a run into scenes up to its last committed round, also while it is being played."""
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
    """Raise if the log lacks lines of committed rounds. Lines after them do not matter."""
    if not log.is_file():
        raise InputError(f"{log}: no such file; a screenplay needs the run's log")
    torn = _ROUND.search(read_bytes(log).rpartition(b"\n")[2])
    cut = int(torn[1]) if torn else last if last < committed else None
    if cut is not None and cut <= committed:
        raise InputError(
            f"{log}: cut off in round {cut}, but {committed} rounds were committed; restore it from a copy"
        )


def write_play(play: Screenplay, where: Path) -> None:
    """Write a play atomically, in the format of the file suffix."""
    replace_text(where, FORMS[where.suffix.lower()](play))


def check_targets(plays: Sequence[Path], grids: Sequence[Path]) -> None:
    """Raise if a target cannot be written or has an unknown suffix, before any work is done."""
    for where in plays:
        _check_target(where, list(FORMS))
    for where in grids:
        _check_target(where, [*PICTURES, PAGE])


def _check_target(where: Path, endings: Sequence[str]) -> None:
    if where.suffix.lower() not in endings:
        raise InputError(f"{where}: the name must end in {', '.join(endings)}, which says what is written")
    if not where.parent.is_dir():
        raise InputError(f"{where.parent}: no such folder")
    if where.is_dir():
        raise InputError(f"{where}: this is a folder; name a file")


def model_of_play(word: str) -> str:
    """Parse a model id from `ID` or `screenplay=ID`. Raises InputError for another role."""
    role, id_ = next(iter(read_roles([word]).items()))
    if role not in (DEFAULT, "screenplay"):
        raise InputError(f"--model {word}: a screenplay has no work of {role}; write screenplay=ID")
    ModelId.parse(id_)
    return id_


def language_of_play(production: Production, code: str | None, *, has_model: bool) -> Language:
    """Return the requested language, or the world's. Another language needs a model."""
    language = next((known for known in LANGUAGES if known == code), production.language)
    if code is not None and code not in LANGUAGES:
        raise InputError(f"--language {code!r}: there is no such language here{did_you_mean(code, LANGUAGES)}")
    if language != production.language and not has_model:
        raise InputError(
            f"--language {language}: without a model a play is in the language of its world, {production.language}; "
            "give one with --model screenplay=ID"
        )
    return language
