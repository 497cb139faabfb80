"""The base class of actions: typed parameters, and `resolve`, which returns an outcome or a refusal."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Annotated, Any, ClassVar, TypeAlias

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.fields import FieldInfo
from pydantic_core import PydanticCustomError

from agentsensus.base.texts import texts
from agentsensus.language.rules import Language
from agentsensus.memory.core.checks import is_unicode
from agentsensus.memory.inputs import Context, EditKind, Via
from agentsensus.worlds.actions.declaration import ActionTexts, Declaration
from agentsensus.worlds.actions.memory_view import MemoryView
from agentsensus.worlds.actions.refusals import Refused, fill_reason, hint, reason
from agentsensus.worlds.events.event import AnyEvent, Happened
from agentsensus.worlds.scenario.rules import Rules
from agentsensus.worlds.scenario.scenario import Kind
from agentsensus.worlds.state.character import Actor
from agentsensus.worlds.state.world import World

__all__ = [
    "Action",
    "Edit",
    "Names",
    "Outcome",
    "Refused",
    "Scene",
    "StagedDeposit",
    "Text",
    "find_id",
    "refuse_archived",
]

LONGEST = 20_000


def _checked_unicode(text: str) -> str:
    if not is_unicode(text):
        raise PydanticCustomError("unicode", "leave out NUL bytes and lone surrogates")
    return text


def _as_list(names: Any) -> Any:
    return [names] if isinstance(names, str) else names


Text: TypeAlias = Annotated[
    str, Field(strict=True, min_length=1, max_length=LONGEST, pattern=r"\S"), AfterValidator(_checked_unicode)
]
Names: TypeAlias = Annotated[tuple[Text, ...], BeforeValidator(_as_list), Field(min_length=1, max_length=100)]


@dataclass(frozen=True, slots=True)
class StagedDeposit:
    """A text to be remembered at the end of the round."""

    text: str
    via: Via
    context: Context = field(default_factory=Context)
    group: str = ""
    """Deposits of one turn with the same group are written as one deposit.

    With an empty group, the text is a deposit of its own.
    """


@dataclass(frozen=True, slots=True)
class Edit:
    """A change to memory rows that the actor owns, applied at the end of the round."""

    kind: EditKind
    record: str
    others: tuple[str, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of an action: data for the mind, events, and writes for the end of the round.

    happening: an event that its witnesses will remember as seen
    claims: ids that only one actor may use in a round; if two claim the same id, the first by agent id gets it
    """

    data: dict[str, Any]
    events: Sequence[AnyEvent] = ()
    params: dict[str, Any] | None = None
    deposit: StagedDeposit | None = None
    edit: Edit | None = None
    happening: Happened | None = None
    claims: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """What an action may read: the world and the memory at the start of the round."""

    world: World
    round: int
    memory: MemoryView
    new_id: Callable[[], str]
    action: "type[Action]"
    think: Callable[[str], Awaitable[str]] | None = None
    chance: Callable[[str], float] = lambda purpose: 0.0

    @property
    def language(self) -> Language:
        return self.world.scenario.world.language

    def refuse(self, key: str, /, **values: object) -> Refused:
        """Return a refusal in the world's language. `key` names a reason of the action or one of the common reasons."""
        return Refused(self.action.reason(self.language, key, **values))

    def unfit(self, text: str, field: str) -> Refused | None:
        """Return a refusal if the text cannot be remembered or queried (for example, too long), otherwise None."""
        limit = self.memory.longest
        if len(text) > limit:
            return self.refuse("too_long", field=field, count=f"{len(text):,}", limit=f"{limit:,}")
        return None if self.memory.fits(text) else self.refuse("wordless", field=field)


class Action(BaseModel, ABC):
    """One action of a character, defined by its class and the text files next to its module.

    The docstring of a subclass and the descriptions of its fields are shown to models in the English manual.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True, populate_by_name=True)

    name: ClassVar[str]
    declared: ClassVar[Declaration]

    @abstractmethod
    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        """Return the outcome of this action if the actor takes it now, or a refusal. Changes nothing."""

    def given(self) -> dict[str, Any]:
        """Return the parameters as JSON values, without those that are None."""
        return self.model_dump(mode="json", by_alias=True, exclude_none=True)

    @classmethod
    def parameters(cls, rules: Rules | None = None) -> dict[str, FieldInfo]:
        """Return the fields of the action, keyed by the names that minds use.

        With `rules`, omit fields that these rules disable.
        """
        unknown = cls.unknown_parameters(rules) if rules else frozenset()
        return {name: field for name, field in _by_alias(cls).items() if name not in unknown}

    @classmethod
    def unknown_parameters(cls, rules: Rules) -> frozenset[str]:
        """Return the names of the parameters that these rules disable."""
        return frozenset(name for name, rule in cls.declared.only_with.items() if not getattr(rules, rule))

    @classmethod
    def texts(cls, language: Language) -> ActionTexts:
        """Return the action's texts in a language."""
        return _texts(cls, language)

    @classmethod
    def reason(cls, language: Language, key: str, /, **values: object) -> str:
        """Return the text of a refusal reason.

        `key` is looked up in the action's own texts, then in the common ones.
        """
        if key not in cls.declared.refusals:
            return reason(language, key, **values)
        return fill_reason(_family(cls, language)["refusals"][key], language, values)


def _by_alias(kind: type[Action]) -> dict[str, FieldInfo]:
    return {field.alias or name: field for name, field in kind.model_fields.items()}


def _family(kind: type[Action], language: Language) -> dict[str, dict[str, Any]]:
    """Load the texts of all actions in the module of `kind` from the text file next to that module."""
    package, _, module = kind.__module__.rpartition(".")
    family: dict[str, dict[str, Any]] = texts(package, module, language)
    return family


@lru_cache(maxsize=256)
def _texts(kind: type[Action], language: Language) -> ActionTexts:
    params = {name: field.description or "" for name, field in kind.parameters().items()}
    own = {"about": " ".join((kind.__doc__ or "").split()), "params": params}
    return ActionTexts.model_validate(own | _family(kind, language)[kind.name])


def find_id(scene: Scene, name: str, kind: Kind | None = None) -> str | Refused:
    """Return the id for a name or alias, or a refusal that suggests the closest name."""
    scenario = scene.world.scenario
    id_ = scenario.find(name, kind)
    if id_ is not None:
        return id_
    lookup = scenario.lookup(kind)
    meant = hint(scene.language, lookup.near(name), lookup.called)
    return scene.refuse(f"no_{kind or 'such'}", name=repr(name), hint=meant)


def refuse_archived(scene: Scene, id_: str, key: str) -> Refused:
    """Return the refusal for an action on a character who no longer acts (dead, departed or disbanded)."""
    in_play = {"died": "dead", "departed": "departed"}.get(scene.world.gone.get(id_, ""), "gone")
    state = reason(scene.language, scene.world.scenario.characters[id_].archived or in_play)
    return scene.refuse(key, id=id_, why=state)
