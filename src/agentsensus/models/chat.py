"""The interface to language models: callers use a `Chat`, each service implements a `Provider`."""

import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, Protocol, TypeAlias

from pydantic import BaseModel, ConfigDict

from agentsensus.language.languages import DEFAULT_LANGUAGE
from agentsensus.language.rules import Language


class TapePlace(NamedTuple):
    """Who asks, for the key of a reply on a tape: the agent, the round, and the number of its deposit or turn
    (`ordinal`).
    """

    round: int = 0
    agent: str = ""
    ordinal: int = 0


NOWHERE = TapePlace()


class Position(NamedTuple):
    """The place of a request in a run, for the key of its reply on a tape. It does not depend on the order of replies.

    `again` counts the earlier attempts at this request that got unusable replies.
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
    """The JSON object expected as reply: a name and a JSON schema."""

    model_config = ConfigDict(frozen=True)

    name: str
    json_schema: dict[str, Any]

    @classmethod
    def of(cls, kind: type[BaseModel]) -> "Shape":
        """Return the shape of a pydantic class. Cached."""
        return _shape_of(kind)


class Request(BaseModel):
    """One question to a model. `purpose` is a keyword for accounting: judge, atomize, decide…"""

    model_config = ConfigDict(frozen=True)

    purpose: str
    prompt: str
    system: str = ""
    language: Language = DEFAULT_LANGUAGE
    shape: Shape | None = None
    max_tokens: int = 2048
    temperature: float | None = None

    def digest(self, model: str) -> str:
        """Return a hash of everything that determines the reply. A schema enters by its name only."""
        shape = self.shape.name if self.shape else ""
        parts = [model, self.purpose, self.system, self.prompt, shape, self.max_tokens, self.temperature]
        return hashlib.sha256(json.dumps(parts, ensure_ascii=False).encode("utf-8", "surrogatepass")).hexdigest()[:32]

    def key(self, model: str, position: Position) -> str:
        """Return the key under which a tape records the reply to this request."""
        return f"{position}#{self.digest(model)}"

    def bytes(self) -> int:
        """Return the number of bytes of all texts in the request, which is an upper bound of its tokens."""
        schema = json.dumps(self.shape.json_schema) if self.shape else ""
        return len((self.system + self.prompt + schema).encode("utf-8", "surrogatepass"))


@lru_cache(maxsize=256)
def _shape_of(kind: type[BaseModel]) -> Shape:
    return Shape(name=kind.__name__.strip("_").lower(), json_schema=kind.model_json_schema())


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens in and out."""

    input: int = 0
    output: int = 0

    @property
    def total(self) -> int:
        return self.input + self.output


@dataclass(frozen=True, slots=True)
class Reply:
    """A model's reply.

    `usage` is None if the model does not report it. `is_cut`: the reply reached `max_tokens`. `is_doubtful`: a schema
    was sent but the reply holds no JSON, so a retry is worthwhile.
    """

    text: str
    usage: Usage | None = None
    is_cut: bool = False
    is_doubtful: bool = False


@dataclass(frozen=True, slots=True)
class Failed:
    """The model did not reply, after `calls` attempts."""

    reason: str
    calls: int = 1


@dataclass(frozen=True, slots=True)
class BudgetExhausted:
    """The call was not made because the budget has no room for it."""

    reason: str


Outcome: TypeAlias = Reply | Failed | BudgetExhausted


class Chat(Protocol):
    """Answers requests. A failure is returned as a value; only cancellation is raised."""

    @property
    def id(self) -> str: ...

    async def ask(self, request: Request, position: Position) -> Outcome: ...

    async def close(self) -> None:
        """Close the connections of the running loop. Asking again opens new ones."""
        ...


class Provider(Protocol):
    """Makes one attempt at a request. Every exception counts as a failed attempt; a `Trouble` also says whether to
    retry.
    """

    @property
    def id(self) -> str: ...

    async def send(self, request: Request) -> Reply: ...


class Trouble(Exception):
    """Raised for one failed attempt.

    `passes`: a retry may succeed, after `wait` seconds if the server gave a time. `may_cost` is False if the server
    certainly did no work. `asks_otherwise`: the provider will send the request in another form next time; the first
    failure of this kind does not count as an attempt.
    """

    def __init__(
        self,
        reason: str,
        *,
        passes: bool,
        wait: float | None = None,
        may_cost: bool = True,
        asks_otherwise: bool = False,
    ) -> None:
        super().__init__(reason)
        self.asks_otherwise = asks_otherwise
        self.passes = passes
        self.wait = wait
        self.may_cost = may_cost
        self.calls = 1
