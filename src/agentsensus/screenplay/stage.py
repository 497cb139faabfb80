"""The words in which a play is set, in English and in Chinese: stage.en.yaml and stage.zh.yaml."""

from functools import lru_cache

from pydantic import BaseModel, ConfigDict

from agentsensus.text.languages import Language
from agentsensus.texts import texts

__all__ = ["StageWords", "stage_words"]


class StageWords(BaseModel):
    """How one language names the parts of a play, what stands beside a speaker, and directions."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    brackets: str
    slanted: str
    """How Markdown sets off a direction: Chinese has no slanted letters."""
    entrances: tuple[str, ...]
    times: tuple[str, ...]
    play: dict[str, str]
    how: dict[str, str]
    direction: dict[str, str]
    grid: dict[str, str]

    def rounds(self, first: int, last: int) -> str:
        """From which round to which."""
        return self.play["round" if first == last else "rounds"].format(first=first, last=last)


@lru_cache(maxsize=8)
def stage_words(language: Language) -> StageWords:
    """The words of a language."""
    return StageWords.model_validate(texts(__package__, "stage", language))
