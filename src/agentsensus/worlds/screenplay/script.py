"""A play as data (scenes, lines, persons), and the stage words of its language.

The phrases are in stage.en.yaml and stage.zh.yaml.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

from agentsensus.base.texts import texts
from agentsensus.language.languages import rules_of
from agentsensus.language.rules import Language
from agentsensus.language.scripts import HAN
from agentsensus.language.sentences import sentences
from agentsensus.worlds.scenario.scenario import Scenario

__all__ = [
    "CastMember",
    "Casting",
    "LineKind",
    "PlayLine",
    "Screenplay",
    "Setting",
    "StageWords",
    "WrittenScene",
    "stage_words",
]


class StageWords(BaseModel):
    """The stage phrases of one language: parts of a play, manners of speech, and directions."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    brackets: str
    slanted: str
    """The Markdown for a direction; Chinese has no italics."""
    entrances: tuple[str, ...]
    times: tuple[str, ...]
    play: dict[str, str]
    how: dict[str, str]
    direction: dict[str, str]
    grid: dict[str, str]

    def rounds(self, first: int, last: int) -> str:
        """Return the phrase for a range of rounds."""
        return self.play["round" if first == last else "rounds"].format(first=first, last=last)


@lru_cache(maxsize=8)
def stage_words(language: Language) -> StageWords:
    return StageWords.model_validate(texts(__package__, "stage", language))


LineKind: TypeAlias = Literal["speech", "letter", "thought", "direction"]
Setting: TypeAlias = Literal["plain", "rendered", "refused", "unusable", "exhausted"]
"""How a scene was written: by rule, by a model, or by rule after the model failed."""


@dataclass(frozen=True, slots=True)
class PlayLine:
    """A speech, letter or thought (`how`: hearers and manner) or a direction, with its beats.

    `note` stands in the margin: that the words are a lie or an error.
    """

    kind: LineKind
    text: str
    beats: tuple[int, ...]
    who: str = ""
    how: str = ""
    note: str = ""

    @property
    def paragraphs(self) -> list[str]:
        """The paragraphs of the text, each on one line."""
        return [on_one_line(part) for part in self.text.splitlines() if part.strip()]


@dataclass(frozen=True, slots=True)
class CastMember:
    """A character in the list of persons, with a sentence that continues the name: « is Queen of Denmark.»"""

    name: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class WrittenScene:
    """A scene in lines.

    `left_out` are beats that the rendering declares as left out, `why` the reasons for a refusal, `copied` the number
    of lines that copy their beats.
    """

    number: int
    place: str
    first: int
    last: int
    lines: tuple[PlayLine, ...]
    setting: Setting = "plain"
    left_out: tuple[int, ...] = ()
    why: tuple[str, ...] = ()
    copied: int = 0

    @property
    def beats(self) -> set[int]:
        """The log lines of the beats that the scene tells."""
        return {beat for line in self.lines for beat in line.beats}


@dataclass(frozen=True, slots=True)
class Screenplay:
    """A whole play in one language. `stamp` must appear on every output of its world."""

    title: str
    language: Language
    scenes: tuple[WrittenScene, ...]
    about: str = ""
    stamp: str = ""
    persons: tuple[CastMember, ...] = ()
    prologue: tuple[PlayLine, ...] = ()
    words: StageWords = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", stage_words(self.language))

    def heading(self, scene: WrittenScene) -> str:
        """Return the heading of a scene: number, place and rounds."""
        number = self.words.play["scene"].format(n=scene.number)
        return " · ".join((number, opened(scene.place), self.words.rounds(scene.first, scene.last)))

    def remarks(self, scene: WrittenScene) -> Iterator[str]:
        """Yield remarks for the reader: the rendering failed, or it leaves out beats."""
        play = self.words.play
        if scene.setting in ("refused", "unusable", "exhausted"):
            yield play["plain"].format(why=play[scene.setting])
        if scene.left_out:
            yield play["left_out"].format(n=len(scene.left_out), of=len(scene.beats) + len(scene.left_out))


_CHINESE = rf"{HAN}，。！？；：、（）《》"
_BESIDE_CHINESE = re.compile(rf"(?<=[{_CHINESE}])\s+|\s+(?=[{_CHINESE}])")


def on_one_line(text: str) -> str:
    """Return a text with single spaces, and none next to Chinese characters."""
    return _BESIDE_CHINESE.sub("", " ".join(text.split()))


def opened(text: str) -> str:
    """Return a text with its first letter capitalised."""
    return text[:1].upper() + text[1:]


class Casting:
    """Names by id in the language of a play; for a Chinese world in English, in Latin letters (刘备, Liu Bei)."""

    def __init__(self, scenario: Scenario, language: Language) -> None:
        self.scenario = scenario
        self.language = language
        self.is_own = language == scenario.world.language
        self.writing = rules_of(language).writing
        self._words = stage_words(language)
        self._named = {**scenario.carriers, **scenario.places, **scenario.characters}

    def name(self, id_: str) -> str:
        """Return the name of a character, place or thing; the phrase for «elsewhere» if the id is empty."""
        named = self._named.get(id_)
        if named is None:
            return id_.replace("_", " ") if id_ else self._words.play["anywhere"]
        if self.writing.has_latin_letters and not self.is_own:
            return named.latin or id_.replace("_", " ").title()
        return named.called[0]

    def names(self, ids: Sequence[str]) -> str:
        """Join several names: «Hamlet, Horatio and Marcellus»."""
        names = [self.name(id_) for id_ in ids]
        return self.writing.all_of(names) if len(names) > 1 else "".join(names)

    def title(self) -> str:
        """Return the title of the play."""
        world = self.scenario.world
        return world.title or world.name

    def called(self, id_: str) -> tuple[str, ...]:
        """Return all names of a character, place or thing in this play."""
        named = self._named.get(id_)
        others = named.called if named is not None else ()
        return tuple(dict.fromkeys((self.name(id_), *others)))

    def person(self, id_: str) -> CastMember:
        """Return a list entry for a character, with the first sentence of its profile if the languages match."""
        character = self.scenario.characters.get(id_)
        profile = sentences(character.profile) if character and self.is_own else []
        name = opened(self.name(id_))
        about = on_one_line(profile[0]) if profile else ""
        run_on = about.removeprefix(name) if about.startswith(name) else about and f" – {about}"
        return CastMember(name, run_on)
