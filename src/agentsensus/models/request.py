"""A request to a model, and its place in a run: the two things that a tape's key is made of."""

import hashlib
import json
from functools import lru_cache
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict

from agentsensus.text.languages import DEFAULT_LANGUAGE, Language


class TapePlace(NamedTuple):
    """Who asks in which round, and `ordinal`: for which of that agent's deposits or turns. Part of a tape's key."""

    round: int = 0
    agent: str = ""
    ordinal: int = 0


NOWHERE = TapePlace()


class Position(NamedTuple):
    """The logical place of one request in a run, whatever the order in which replies arrive.

    `again` counts how often the same was asked before because a reply could not be used.
    """

    round: int
    agent: str
    purpose: str
    ordinal: int = 0
    again: int = 0

    def __str__(self) -> str:
        agent = self.agent.replace("%", "%25").replace("/", "%2F").replace("#", "%23")
        return f"{self.round}/{agent}/{self.purpose}/{self.ordinal}/{self.again}"


class Shape(BaseModel):
    """The JSON object that a reply must be: a name and a JSON schema."""

    model_config = ConfigDict(frozen=True)

    name: str
    json_schema: dict[str, Any]

    @classmethod
    def of(cls, kind: type[BaseModel]) -> "Shape":
        """The shape of a pydantic class."""
        return _shape_of(kind)


class Request(BaseModel):
    """One question to a model. `purpose` is a word for the account: judge, atomize, decide…"""

    model_config = ConfigDict(frozen=True)

    purpose: str
    prompt: str
    system: str = ""
    language: Language = DEFAULT_LANGUAGE
    shape: Shape | None = None
    max_tokens: int = 2048
    temperature: float | None = None

    def digest(self, model: str) -> str:
        """A hash of everything that decides the reply; a schema counts by its name."""
        shape = self.shape.name if self.shape else ""
        parts = [model, self.purpose, self.system, self.prompt, shape, self.max_tokens, self.temperature]
        return hashlib.sha256(json.dumps(parts, ensure_ascii=False).encode("utf-8", "surrogatepass")).hexdigest()[:32]

    def key(self, model: str, position: Position) -> str:
        """The key of this request on a tape."""
        return f"{position}#{self.digest(model)}"

    def bytes(self) -> int:
        """How many bytes are sent: no tokenizer makes more tokens of them than that."""
        schema = json.dumps(self.shape.json_schema) if self.shape else ""
        return len((self.system + self.prompt + schema).encode("utf-8", "surrogatepass"))


@lru_cache(maxsize=256)
def _shape_of(kind: type[BaseModel]) -> Shape:
    return Shape(name=kind.__name__.strip("_").lower(), json_schema=kind.model_json_schema())
