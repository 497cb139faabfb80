"""The protocol of minds: given a view, propose one action."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from inspect import isawaitable, iscoroutinefunction
from typing import Any, Protocol, TypeAlias, runtime_checkable

from pydantic import BaseModel, ConfigDict

from agentsensus.errors import InputError, UnknownName, did_you_mean
from agentsensus.worlds.actions import Action
from agentsensus.worlds.events.event import Upkeep
from agentsensus.worlds.minds.view import View
from agentsensus.worlds.scenario.scenario import Scenario

__all__ = ["BadDecision", "Decision", "Mind", "MindLike", "PlayedByPerson", "Thinker", "checked_minds"]


class BadDecision(InputError):
    """The error for a decision with an unknown argument. It is a mistake in the code of a mind and ends the run."""


class Decision(BaseModel):
    """A proposed action with its raw parameters and the reason. For players, `drive` names the drive that proposed it.

    `upkeep` holds changes that the mind makes in addition, if the rules allow upkeep without a turn.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    action: str
    params: dict[str, Any] = {}
    because: str = ""
    drive: str = ""
    upkeep: Upkeep | None = None

    def __init__(self, **arguments: Any) -> None:
        """Create a decision. Raises `BadDecision` for an unknown argument."""
        if unknown := [name for name in arguments if name not in Decision.model_fields]:
            near = did_you_mean(unknown[0], Decision.model_fields)
            raise BadDecision(f"Decision has no argument {unknown[0]!r}{near}")
        super().__init__(**arguments)

    @classmethod
    def of(cls, action: Action, because: str = "", drive: str = "", upkeep: Upkeep | None = None) -> "Decision":
        """Return the decision to do this action."""
        return cls(action=action.name, params=action.given(), because=because, drive=drive, upkeep=upkeep)


class Mind(Protocol):
    """The protocol of minds: an object that decides for one character.

    A mind must be able to continue from its next view alone, so it must not keep other state.
    """

    async def decide(self, view: View) -> Decision:
        """Return the action for this round."""
        ...


@runtime_checkable
class PlayedByPerson(Protocol):
    """A mind behind which a person sits, who may say anything. Other minds keep such a character company."""

    is_person: bool

    async def decide(self, view: View) -> Decision:
        """Return the action for this round."""
        ...


@runtime_checkable
class Thinker(Protocol):
    """A mind that can also answer a question, for the action `think`."""

    async def think(self, view: View, question: str) -> str:
        """Return the character's thoughts on a question."""
        ...


class _SyncMind(Protocol):
    def decide(self, view: View) -> Decision: ...


MindLike: TypeAlias = Mind | _SyncMind | Callable[[View], Decision | Awaitable[Decision]]
"""What `play` takes as a mind: an object with `decide`, or a function of a view; either may be async."""


@dataclass(frozen=True, slots=True)
class _CalledMind:
    """A mind made from a function, or from an object whose `decide` is not async."""

    function: Callable[[View], Any]

    async def decide(self, view: View) -> Decision:
        decision = self.function(view)
        return await decision if isawaitable(decision) else decision  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class _CalledThinker(_CalledMind):
    """A mind made from an object that also has `think`; neither method needs to be async."""

    thoughts: Callable[[View, str], Any]

    async def think(self, view: View, question: str) -> str:
        thought = self.thoughts(view, question)
        return str(await thought if isawaitable(thought) else thought)


def checked_minds(scenario: Scenario, minds: Mapping[str, MindLike]) -> dict[str, Mind]:
    """Return the minds by character id.

    Raises for a character that never gets a turn, and for an object that is no mind.
    """
    if unknown := [name for name in minds if name not in scenario.active]:
        near = did_you_mean(str(unknown[0]), scenario.active)
        raise UnknownName(f"minds: no character with turns has the id {unknown[0]!r}{near}")
    return {name: _as_mind(name, mind) for name, mind in minds.items()}


def _as_mind(name: str, mind: MindLike) -> Mind:
    if isinstance(mind, type):
        raise InputError(f"minds[{name!r}] is the class {mind.__name__}: give an instance, {mind.__name__}(…)")
    decide = getattr(mind, "decide", None)
    if decide is None and callable(mind):
        return _CalledMind(mind)
    if not callable(decide):
        raise InputError(f"minds[{name!r}] is {mind!r}: give a function of a view, or an object with `decide(view)`")
    if iscoroutinefunction(decide):
        return mind  # type: ignore[return-value]  # its `decide` is async
    thoughts = getattr(mind, "think", None)
    return _CalledMind(decide) if thoughts is None else _CalledThinker(decide, thoughts)
