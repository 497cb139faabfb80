"""The phrases by which events are told, in English and in Chinese: phrases.en.yaml and phrases.zh.yaml."""

from functools import lru_cache
from importlib.resources import files

import yaml
from pydantic import BaseModel, ConfigDict

__all__ = ["Phrases", "phrases"]


class Phrases(BaseModel):
    """How one language tells actions, events, sources, reasons to wake, and the numbers of a run."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    listed: str
    acts: dict[str, str]
    said: dict[str, str]
    via: dict[str, str]
    reasons: dict[str, str]
    watch: dict[str, str]


@lru_cache(maxsize=8)
def phrases(language: str) -> Phrases:
    """The phrases of a language."""
    text = files(__package__).joinpath(f"phrases.{language}.yaml").read_text("utf-8")
    return Phrases.model_validate(yaml.safe_load(text))
