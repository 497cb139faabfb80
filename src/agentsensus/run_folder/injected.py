"""What a fork adds to a run or changes in it: messages, messages under way, and things that happen."""

from typing import TypeAlias

from pydantic import BaseModel, ConfigDict

__all__ = ["Altering", "AnyInjected", "Happening", "Injected"]


class _InjectionFile(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    at: int


class Injected(_InjectionFile):
    """A message that reaches these characters in round `at`, from the world or (`sender`) from one of them."""

    to: tuple[str, ...]
    content: str
    sender: str = ""


class Altering(_InjectionFile):
    """A message that was under way: those it has not reached read this instead, or (None) never get it."""

    message: str
    content: str | None = None


class Happening(_InjectionFile):
    """Something that happens in round `at`: its witnesses remember it, and those who act are told."""

    event: tuple[str, ...]
    witnesses: tuple[str, ...]


AnyInjected: TypeAlias = Injected | Altering | Happening
