"""Separate models for separate work: minds, atomizer, judge, memory (rating, reflecting, distilling) and so on."""

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias, get_args

from agentsensus.errors import InputError, UnknownName, nearest
from agentsensus.models.budget import Budget
from agentsensus.models.chat import Chat
from agentsensus.models.limits import Limits
from agentsensus.models.providers.opening import ModelLike, open_model
from agentsensus.models.secrets import scrub
from agentsensus.models.tape import Tape

Role: TypeAlias = Literal["minds", "atomizer", "judge", "memory", "sediment", "screenplay", "scoring"]
ROLES: tuple[str, ...] = get_args(Role)
DEFAULT = "default"
"""What stands for the role of a model that does whatever no other one does."""


def read_roles(options: Iterable[str]) -> dict[str, str]:
    """Model ids by role from the values of `--model`: `openai:gpt-4o-mini`, `judge=openai:gpt-4o`. None is opened."""
    ids: dict[str, str] = {}
    for option in options:
        role, sign, model = option.partition("=")
        is_role = bool(sign) and ":" not in role
        if is_role and role not in ROLES:
            raise UnknownName(f"no role is called {role!r}{nearest(role, ROLES)}")
        if not is_role and DEFAULT in ids:
            both = scrub(f"--model {option!r}: there is a model for everything already ({ids[DEFAULT]})")
            raise InputError(f"{both}; write role=ID")
        ids[role if is_role else DEFAULT] = model if is_role else option
    return ids


class Roles:
    """Which model does which work; a role without a model of its own gets the default one.

    One budget and one tape serve all. A chat that is open already keeps its own limits and budget.
    """

    def __init__(
        self,
        default: ModelLike | None = None,
        *,
        limits: Limits | None = None,
        budget: Budget | None = None,
        tape: Tape | None = None,
        **own: ModelLike,
    ) -> None:
        for role in own:
            if role not in ROLES:
                raise UnknownName(f"no role is called {role!r}{nearest(role, ROLES)}")
        self.budget = budget or Budget()
        opened: dict[int | str, Chat] = {}

        def chat(model: ModelLike) -> Chat:
            known = model if isinstance(model, str) else id(model)
            if known not in opened:
                is_open = callable(getattr(model, "ask", None))
                opened[known] = open_model(
                    model, limits=None if is_open else limits, budget=None if is_open else self.budget, tape=tape
                )
            return opened[known]

        self._default = None if default is None else chat(default)
        self._own: Mapping[str, Chat] = {role: chat(model) for role, model in own.items()}
        self._chats = opened

    def of(self, role: Role) -> Chat:
        """The model of a role."""
        chat = self._own.get(role, self._default)
        if chat is None:
            raise InputError(f"no model does the work of {role}; give one with --model ID or --model {role}=ID")
        return chat

    @property
    def ids(self) -> dict[str, str]:
        """The id of the model of each role that has one."""
        chats = {role: self._own.get(role, self._default) for role in ROLES}
        return {role: chat.id for role, chat in chats.items() if chat is not None}

    async def close(self) -> None:
        """Let go of every model's connections."""
        for chat in self._chats.values():
            await chat.close()
