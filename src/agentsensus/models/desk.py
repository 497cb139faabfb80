"""Where one agent asks in one round: requests are counted by purpose, so that each has its place on the tape."""

from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from pydantic import BaseModel

from agentsensus.models.ask import Answer, NoAnswer, ask_for
from agentsensus.models.chat import Chat
from agentsensus.models.request import Request, TapePlace

T = TypeVar("T", bound=BaseModel)


class Desk:
    """One agent's questions of one round, to one model. The first «judge» is number 0, the next 1, and so on."""

    def __init__(self, chat: Chat, round: int, agent: str) -> None:  # noqa: A002  # our word for it
        self.chat = chat
        self.round = round
        self.agent = agent
        self._asked: Counter[str] = Counter()

    def tape_place(self, purpose: str) -> TapePlace:
        """The place of the next question of that purpose."""
        self._asked[purpose] += 1
        return TapePlace(self.round, self.agent, self._asked[purpose] - 1)

    def ask_for(
        self, request: Request, kind: type[T], check: Callable[[T], str | None] | None = None
    ) -> Coroutine[Any, Any, Answer[T] | NoAnswer]:
        """Ask for a typed answer. The place is taken when this is called, not when it is awaited."""
        return ask_for(self.chat, request, kind, check, self.tape_place(request.purpose))
