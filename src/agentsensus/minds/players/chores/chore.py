"""A chore: one piece of upkeep, to be done free of charge or as an action of its own."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from agentsensus.events.event import StatusValue, Upkeep

__all__ = ["Chore", "upkeep_of"]

ChoreKind: TypeAlias = Literal["keep", "done", "add", "replace", "status"]


@dataclass(frozen=True, slots=True)
class Chore:
    """A text to keep (learnt by the message `key`), a goal that is done or added, one in the place of another (`key`),
    or a key of one's status."""

    kind: ChoreKind
    drive: str
    score: int
    text: str = ""
    key: str = ""
    value: StatusValue = ""
    because: Mapping[str, object] = field(default_factory=dict)

    def as_action(self, goals: Sequence[str]) -> tuple[str, dict[str, Any]] | None:
        """The action that does it, with its parameters; None when it cannot be done by one action now."""
        is_at_hand = bool(goals) and goals[-1] == (self.key if self.kind == "replace" else self.text)
        match self.kind:
            case "keep":
                return "remember", {"text": self.text}
            case "done":
                return ("pop_goal", {}) if is_at_hand and len(goals) > 1 else None
            case "add":
                return "push_goal", {"text": self.text}
            case "replace":
                return ("replace_goal", {"text": self.text}) if is_at_hand else None
            case "status":
                return "update_status", {"key": self.key, "value": self.value}


def upkeep_of(chores: Iterable[Chore]) -> Upkeep | None:
    """All chores as what goes beside a deed; None when there are none."""
    every = list(chores)
    if not every:
        return None
    return Upkeep(
        keep=tuple(chore.text for chore in every if chore.kind == "keep"),
        heard_in=tuple(chore.key for chore in every if chore.kind == "keep"),
        done=tuple(chore.text for chore in every if chore.kind == "done"),
        add=tuple(chore.text for chore in every if chore.kind == "add"),
        replace={chore.key: chore.text for chore in every if chore.kind == "replace"},
        given_up=tuple(chore.key or chore.text for chore in every if chore.drive == "given_up"),
        status={chore.key: chore.value for chore in every if chore.kind == "status"},
    )
