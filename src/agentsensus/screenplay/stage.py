"""The words in which a play is set, in English and in Chinese: stage.en.yaml and stage.zh.yaml."""

from collections.abc import Sequence
from functools import lru_cache

from pydantic import BaseModel, ConfigDict

from agentsensus.text.language import Language
from agentsensus.texts import texts

__all__ = ["StageWords", "stage_words"]


class StageWords(BaseModel):
    """How one language names the parts of a play, what stands beside a speaker, and directions."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    listed: str
    last: str
    entrances: tuple[str, ...]
    times: tuple[str, ...]
    play: dict[str, str]
    how: dict[str, str]
    direction: dict[str, str]
    grid: dict[str, str]

    def names(self, names: Sequence[str]) -> str:
        """Names in a row: «Hamlet, Horatio and Marcellus»."""
        if len(names) < 2:
            return "".join(names)
        return f"{self.listed.join(names[:-1])}{self.last}{names[-1]}"

    def rounds(self, first: int, last: int) -> str:
        """From which round to which."""
        return self.play["round" if first == last else "rounds"].format(first=first, last=last)


@lru_cache(maxsize=8)
def stage_words(language: Language) -> StageWords:
    """The words of a language."""
    return StageWords.model_validate(texts(__package__, "stage", language))
