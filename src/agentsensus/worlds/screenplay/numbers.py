"""Counts of a play: one row in the table of screenplays."""

from collections.abc import Sequence
from dataclasses import dataclass

from agentsensus.worlds.screenplay.beat import AnyBeat, SpeechBeat, ThoughtBeat
from agentsensus.worlds.screenplay.folding import fold
from agentsensus.worlds.screenplay.forms import markdown
from agentsensus.worlds.screenplay.scenes import StagedScene
from agentsensus.worlds.screenplay.script import Screenplay

__all__ = ["PlayNumbers", "numbers_of", "table"]

_COLUMNS = ("World", "Rounds", "Scenes", "Beats", "Speakers", "Places", "Size")


@dataclass(frozen=True, slots=True)
class PlayNumbers:
    """The counts of a play.

    `beats` excludes the `folded` repeats. `size` is the number of visible characters of the Markdown, in `language`.
    `rendered` scenes are written by a model, `plain` scenes are not.
    """

    world: str
    title: str
    stamp: str
    rounds: int
    scenes: int
    beats: int
    folded: int
    speakers: int
    places: int
    size: int
    language: str
    rendered: int
    plain: int
    left_out: int


def numbers_of(world: str, rounds: int, scenes: Sequence[StagedScene], play: Screenplay) -> PlayNumbers:
    """Count a play and its scenes."""
    folded = [folded_beat for scene in scenes for folded_beat in fold(scene.beats)]
    rendered = sum(scene.setting == "rendered" for scene in play.scenes)
    return PlayNumbers(
        world,
        play.title,
        play.stamp,
        rounds,
        len(scenes),
        len(folded),
        sum(len(folded_beat.repeats) for folded_beat in folded),
        len({beat.who for scene in scenes for beat in scene.beats if _has_words(beat)}),
        len({scene.place for scene in scenes}),
        len(markdown(play, marks=False)),
        play.language,
        rendered,
        len(play.scenes) - rendered,
        sum(len(scene.left_out) for scene in play.scenes),
    )


def table(numbers: Sequence[PlayNumbers]) -> str:
    """Return the table of several plays in Markdown; a world's stamp follows its title."""
    rows = [
        (
            f"{row.title} ({row.stamp})" if row.stamp else row.title,
            *map(str, (row.rounds, row.scenes, row.beats, row.speakers, row.places)),
            f"{row.size / 1000:.{0 if row.size >= 10_000 else 1}f}k ({row.language})",
        )
        for row in numbers
    ]
    lines = [_COLUMNS, ("---", *["---:"] * (len(_COLUMNS) - 1)), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _has_words(beat: AnyBeat) -> bool:
    return isinstance(beat, SpeechBeat | ThoughtBeat)
