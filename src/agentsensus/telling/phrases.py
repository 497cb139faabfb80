"""The phrases by which events are told, in English and in Chinese: phrases.en.yaml and phrases.zh.yaml."""

from functools import lru_cache

from pydantic import BaseModel, ConfigDict

from agentsensus.texts import texts

__all__ = ["TellingPhrases", "phrases"]


class TellingPhrases(BaseModel):
    """How one language tells events, sources, reasons to wake, and the numbers of a run; actions tell themselves."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    between: str
    phrases: dict[str, str]
    via: dict[str, str]
    reasons: dict[str, str]
    watch: dict[str, str]


@lru_cache(maxsize=8)
def phrases(language: str) -> TellingPhrases:
    """The phrases of a language."""
    return TellingPhrases.model_validate(texts(__package__, "phrases", language))
