"""What a mind is: shown what its character may see, it proposes one action."""

from typing import Any, Protocol, runtime_checkable

from pydantic import BaseModel, ConfigDict

from agentsensus.actions import Action
from agentsensus.events.event import Upkeep
from agentsensus.minds.view import View

__all__ = ["Decision", "Mind", "Thinker"]


class Decision(BaseModel):
    """What a mind proposes: an action by name with its parameters as they came, and why (a player: by which drive).

    `upkeep` is what goes beside the deed where the rules make it free: what to keep, and which goals change.
    """

    model_config = ConfigDict(frozen=True)

    action: str
    params: dict[str, Any] = {}
    because: str = ""
    drive: str = ""
    upkeep: Upkeep | None = None

    @classmethod
    def of(cls, action: Action, because: str = "", drive: str = "", upkeep: Upkeep | None = None) -> "Decision":
        """The decision to do this."""
        return cls(action=action.name, params=action.given(), because=because, drive=drive, upkeep=upkeep)


class Mind(Protocol):
    """Decides for one character. A mind keeps nothing of its own that the view could not give it back."""

    async def decide(self, view: View) -> Decision:
        """The action for this round."""
        ...


@runtime_checkable
class Thinker(Protocol):
    """A mind that can also be asked a question, for the action `think`."""

    async def think(self, view: View, question: str) -> str:
        """What comes to mind."""
        ...
