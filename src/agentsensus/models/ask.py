"""Ask a model for a typed answer: parse the reply, ask again up to two times, then return a failure."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ValidationError

from agentsensus.base.texts import prompt
from agentsensus.errors import AgentsensusError
from agentsensus.models.chat import (
    NOWHERE,
    BudgetExhausted,
    Chat,
    Failed,
    Outcome,
    Position,
    Reply,
    Request,
    Shape,
    TapePlace,
)
from agentsensus.models.repair import values
from agentsensus.models.secrets import noted

ATTEMPTS = 3
_LONGEST_COMPLAINT = 600
_COMPLAINTS = 3
T = TypeVar("T", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """A typed answer, and how many calls were made to get it."""

    value: T
    calls: int


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """A request without an answer: the reason, and how many calls were made.

    `why` is `unusable` (no reply could be parsed), `unreachable` (no reply) or `exhausted` (the budget is used up).
    """

    reason: str
    calls: int
    why: Literal["unusable", "unreachable", "exhausted"] = "unusable"

    @property
    def is_exhausted(self) -> bool:
        return self.why == "exhausted"


async def ask_for(
    chat: Chat,
    request: Request,
    kind: type[T],
    check: Callable[[T], str | None] | None = None,
    tape_place: TapePlace = NOWHERE,
) -> Answer[T] | NoAnswer:
    """Ask until the reply is a `kind` that passes `check`, at most three times.

    `check` returns an error message for a bad answer, which is sent to the model with the next attempt. `request.shape`
    may be narrower than the schema of `kind`. Every failure of the model returns a `NoAnswer`; only cancellation and
    mistakes of the caller (a missing key, a reply missing on the tape) are raised. `tape_place` names the agent and
    round under which a tape records the replies.
    """
    shaped = request if request.shape else request.model_copy(update={"shape": Shape.of(kind)})
    question, wrong = shaped, ""
    for attempt in range(ATTEMPTS):
        outcome = await _ask(
            chat, question, Position(tape_place.round, tape_place.agent, request.purpose, tape_place.ordinal, attempt)
        )
        if isinstance(outcome, BudgetExhausted):
            return NoAnswer(outcome.reason, attempt, "exhausted")
        if isinstance(outcome, Failed):
            return NoAnswer(outcome.reason, attempt + outcome.calls, "unreachable")
        read = read_as(outcome, kind, check)
        if not isinstance(read, str):
            return Answer(read, attempt + 1)
        wrong = noted(read)[:_LONGEST_COMPLAINT]
        complaint = prompt(__package__, "again", request.language, wrong=wrong)
        question = shaped.model_copy(update={"prompt": f"{request.prompt}\n\n{complaint}"})
    return NoAnswer(f"the reply was unusable: {wrong}", ATTEMPTS)


def read_as(reply: Reply, kind: type[T], check: Callable[[T], str | None] | None = None) -> T | str:
    """Return the first value in a reply that is a `kind` and passes `check`, or a description of the mistake."""
    if not isinstance(reply.text, str):
        return f"the reply is {type(reply.text).__name__}, not text"
    wrong = ""
    for candidate in values(reply.text):
        try:
            value = kind.model_validate(_as_object(candidate, kind))
            complaint = check(value) if check else None
        except ValidationError as error:
            complaint = complaint_of(error)
        except (ValueError, RecursionError) as error:
            complaint = str(error)
        if complaint is None:
            return value
        wrong = wrong or complaint
    if wrong:
        return wrong
    return "it was cut off; say it shorter" if reply.is_cut else "no JSON object in the reply"


def complaint_of(error: ValidationError, *under: str) -> str:
    """Describe the first three validation errors, each with the path of its field. `under` is put before each path."""
    return "; ".join(f"{'.'.join(map(str, (*under, *e['loc'])))}: {e['msg']}" for e in error.errors()[:_COMPLAINTS])


def _as_object(value: dict[str, Any] | list[Any], kind: type[BaseModel]) -> object:
    """Return the object to validate. A list is wrapped in the field of `kind` if it has only one; otherwise its first
    item counts.
    """
    if not isinstance(value, list):
        return value
    only = next(iter(kind.model_fields)) if len(kind.model_fields) == 1 else None
    is_wrapped = not only or (len(value) == 1 and isinstance(value[0], dict) and only in value[0])
    return value[0] if is_wrapped else {only: value}


async def _ask(chat: Chat, request: Request, position: Position) -> Outcome:
    try:
        return await chat.ask(request, position)
    except AgentsensusError:
        raise
    except Exception as error:  # noqa: BLE001  # the model border: a user's own Chat may raise anything
        return Failed(noted(f"the model failed: {type(error).__name__}: {error}"))
