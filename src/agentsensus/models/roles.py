"""Different models for different roles: minds, atomizer, judge, memory (rating, reflecting, distilling) and others."""

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias, get_args

from agentsensus.errors import InputError, UnknownName, did_you_mean
from agentsensus.models.budget import Budget
from agentsensus.models.chat import Chat
from agentsensus.models.limits import Limits
from agentsensus.models.providers.open import ModelLike, open_model
from agentsensus.models.secrets import scrub
from agentsensus.models.tape import Tape

Role: TypeAlias = Literal["minds", "atomizer", "judge", "memory", "sediment", "screenplay", "scoring"]
ROLES: tuple[str, ...] = get_args(Role)
DEFAULT = "default"
"""The role of the model that is used for all roles without their own model."""


def read_roles(options: Iterable[str]) -> dict[str, str]:
    """Parse values of `--model`, such as `openai:gpt-4o-mini` or `judge=openai:gpt-4o`, into model ids by role. Raises
    InputError.
    """
    ids: dict[str, str] = {}
    for option in options:
        role, sign, model = option.partition("=")
        is_role = bool(sign) and ":" not in role
        if is_role and role not in ROLES:
            raise UnknownName(f"unknown role {role!r}{did_you_mean(role, ROLES)}")
        if not is_role and DEFAULT in ids:
            both = scrub(f"--model {option!r}: a default model is already given ({ids[DEFAULT]})")
            raise InputError(f"{both}; write role=ID")
        ids[role if is_role else DEFAULT] = model if is_role else option
    return ids


class Roles:
    """The model of each role. A role without its own model uses the default model.

    All models share one budget and one tape. A chat that was opened before keeps its own limits and budget.
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
                raise UnknownName(f"unknown role {role!r}{did_you_mean(role, ROLES)}")
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
        """Return the model of a role. Raises InputError if there is none."""
        chat = self._own.get(role, self._default)
        if chat is None:
            raise InputError(f"no model for {role}; give one with --model ID or --model {role}=ID")
        return chat

    @property
    def ids(self) -> dict[str, str]:
        """The model id of each role that has a model."""
        chats = {role: self._own.get(role, self._default) for role in ROLES}
        return {role: chat.id for role, chat in chats.items() if chat is not None}

    async def close(self) -> None:
        """Close the connections of every model."""
        for chat in self._chats.values():
            await chat.close()
