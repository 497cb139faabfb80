"""Asking a language model for a typed answer: parse, ask again twice, then say that it could not be had."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ValidationError

from agentsensus.errors import AgentsensusError
from agentsensus.models.chat import Chat
from agentsensus.models.repair import values
from agentsensus.models.reply import BudgetExhausted, Failed, Outcome, Reply
from agentsensus.models.request import NOWHERE, Position, Request, Shape, TapePlace
from agentsensus.models.secrets import noted
from agentsensus.texts import prompt

ATTEMPTS = 3
_LONGEST_COMPLAINT = 600
_COMPLAINTS = 3
T = TypeVar("T", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """A typed answer and how many calls it took."""

    value: T
    calls: int


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """Why no usable answer could be had, after how many calls.

    `unusable`: the replies were; `unreachable`: there was none; `exhausted`: the budget forbade asking.
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
    """Ask until the reply is a `kind` that `check` finds nothing wrong with, three times at most.

    A request may bring a narrower shape than that of `kind`. Whatever the model does (fails, chats, cuts off its JSON)
    ends in an `Answer` or a `NoAnswer`; only cancellation and mistakes of the caller (a missing key, a tape without
    that reply) pass through.
    """
    shaped = request if request.shape else request.model_copy(update={"shape": Shape.of(kind)})
    asked, wrong = shaped, ""
    for again in range(ATTEMPTS):
        outcome = await _ask(
            chat, asked, Position(tape_place.round, tape_place.agent, request.purpose, tape_place.ordinal, again)
        )
        if isinstance(outcome, BudgetExhausted):
            return NoAnswer(outcome.reason, again, "exhausted")
        if isinstance(outcome, Failed):
            return NoAnswer(outcome.reason, again + outcome.calls, "unreachable")
        read = read_as(outcome, kind, check)
        if not isinstance(read, str):
            return Answer(read, again + 1)
        wrong = noted(read)[:_LONGEST_COMPLAINT]
        complaint = prompt(__package__, "again", request.language, wrong=wrong)
        asked = shaped.model_copy(update={"prompt": f"{request.prompt}\n\n{complaint}"})
    return NoAnswer(f"the reply was unusable: {wrong}", ATTEMPTS)


def read_as(reply: Reply, kind: type[T], check: Callable[[T], str | None] | None = None) -> T | str:
    """The first thing in a reply that is a `kind` and passes `check`, or what is wrong with it."""
    if not isinstance(reply.text, str):
        return f"the reply is {type(reply.text).__name__}, not text"
    wrong = ""
    for found in values(reply.text):
        try:
            value = kind.model_validate(_as_object(found, kind))
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
    """The first things that are wrong with a value, each with its place, `under` these names."""
    return "; ".join(f"{'.'.join(map(str, (*under, *e['loc'])))}: {e['msg']}" for e in error.errors()[:_COMPLAINTS])


def _as_object(found: dict[str, Any] | list[Any], kind: type[BaseModel]) -> object:
    """What was found; of a bare list its first item, or all of it as the value of the only field if it is no object."""
    if not isinstance(found, list):
        return found
    only = next(iter(kind.model_fields)) if len(kind.model_fields) == 1 else None
    is_wrapped = not only or (len(found) == 1 and isinstance(found[0], dict) and only in found[0])
    return found[0] if is_wrapped else {only: found}


async def _ask(chat: Chat, request: Request, position: Position) -> Outcome:
    try:
        return await chat.ask(request, position)
    except AgentsensusError:
        raise
    except Exception as error:  # noqa: BLE001  # the model border: a user's own Chat may raise anything
        return Failed(noted(f"the model failed: {type(error).__name__}: {error}"))
