"""A play in figures: the row of one run in the table of screenplays."""

from collections.abc import Sequence
from dataclasses import dataclass

from agentsensus.screenplay.beat import AnyBeat, SpeechBeat, ThoughtBeat
from agentsensus.screenplay.folding import fold
from agentsensus.screenplay.forms.markdown import markdown
from agentsensus.screenplay.scenes import StagedScene
from agentsensus.screenplay.script import Screenplay

__all__ = ["PlayNumbers", "numbers_of", "table"]

_COLUMNS = ("World", "Rounds", "Scenes", "Beats", "Speakers", "Places", "Size")


@dataclass(frozen=True, slots=True)
class PlayNumbers:
    """What a play comes to.

    `beats` are those that are told, without the `folded` ones, which say nothing new; `size` is how many characters a
    reader of the Markdown is shown, in `language`. `rendered` scenes are a model's, `plain` ones are set by rule.
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
    """The figures of a play and its scenes."""
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
    """The table of several plays, in Markdown; the stamp of a world stands with its name."""
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
