"""What every action is: typed parameters, and one way to resolve them into what happens, or a refusal."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Annotated, Any, ClassVar, TypeAlias

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.fields import FieldInfo
from pydantic_core import PydanticCustomError

from agentsensus.actions.declaration import ActionTexts, Declaration
from agentsensus.actions.memory_view import MemoryView
from agentsensus.actions.refusals import Refused, hint, reason, worded
from agentsensus.events.event import AnyEvent, Happened
from agentsensus.memory.atoms import Context
from agentsensus.memory.core.checks import is_unicode
from agentsensus.memory.provenance import Via
from agentsensus.memory.record import EditKind
from agentsensus.text.language import Language
from agentsensus.texts import texts
from agentsensus.world.character import Actor
from agentsensus.world.rules import Rules
from agentsensus.world.scenario import Kind
from agentsensus.world.world import World

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
    """A text to be remembered when the round ends."""

    text: str
    via: Via
    context: Context = field(default_factory=Context)


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of one's own rows to be made when the round ends."""

    kind: EditKind
    record: str
    others: tuple[str, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an action comes to: what its mind is told, what happens, and what is to be written when the round ends.

    `happening` is what its witnesses will remember as seen. `claims` are ids of what only one can have, or do something
    to, in a round: of two who claim the same, the first by id gets it.
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
    """What an action may look at: the world and the memory as they stood when the round began."""

    world: World
    round: int
    memory: MemoryView
    new_id: Callable[[], str]
    action: "type[Action]"
    think: Callable[[str], Awaitable[str]] | None = None
    chance: Callable[[str], float] = lambda purpose: 0.0

    @property
    def language(self) -> Language:
        """What its minds speak."""
        return self.world.scenario.world.language

    def refuse(self, key: str, /, **values: object) -> Refused:
        """A refusal in the language of the world, by a key that the action declares or that all have in common."""
        return Refused(self.action.reason(self.language, key, **values))

    def unfit(self, text: str, field: str) -> Refused | None:
        """Why a text cannot be remembered or asked for; None when it can."""
        limit = self.memory.longest
        if len(text) > limit:
            return self.refuse("too_long", field=field, count=f"{len(text):,}", limit=f"{limit:,}")
        return None if self.memory.fits(text) else self.refuse("wordless", field=field)


class Action(BaseModel, ABC):
    """One thing a character can do in its turn, declared whole by its class and the texts beside its module.

    The docstring of each action and the descriptions of its fields are its lines in the English manual.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True, populate_by_name=True)

    name: ClassVar[str]
    declared: ClassVar[Declaration]

    @abstractmethod
    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        """What comes of it when this character does it here and now; nothing is changed yet."""

    def given(self) -> dict[str, Any]:
        """The parameters as they were given."""
        return self.model_dump(mode="json", by_alias=True, exclude_none=True)

    @classmethod
    def parameters(cls, rules: Rules | None = None) -> dict[str, FieldInfo]:
        """The fields by the names that minds use for them; under these rules, or all of them."""
        unknown = cls.unknown_parameters(rules) if rules else frozenset()
        return {name: field for name, field in _by_alias(cls).items() if name not in unknown}

    @classmethod
    def unknown_parameters(cls, rules: Rules) -> frozenset[str]:
        """Its parameters that do not exist under these rules."""
        return frozenset(name for name, rule in cls.declared.only_with.items() if not getattr(rules, rule))

    @classmethod
    def texts(cls, language: Language) -> ActionTexts:
        """Its texts in a language."""
        return _texts(cls, language)

    @classmethod
    def reason(cls, language: Language, key: str, /, **values: object) -> str:
        """A reason to refuse it, one of its own or of those that all actions have in common."""
        if key not in cls.declared.refusals:
            return reason(language, key, **values)
        return worded(_family(cls, language)["refusals"][key], language, values)


def _by_alias(kind: type[Action]) -> dict[str, FieldInfo]:
    return {field.alias or name: field for name, field in kind.model_fields.items()}


def _family(kind: type[Action], language: Language) -> dict[str, dict[str, Any]]:
    """The texts of all actions of a module, from the file beside it."""
    package, _, module = kind.__module__.rpartition(".")
    family: dict[str, dict[str, Any]] = texts(package, module, language)
    return family


@lru_cache(maxsize=256)
def _texts(kind: type[Action], language: Language) -> ActionTexts:
    params = {name: field.description or "" for name, field in kind.parameters().items()}
    own = {"about": " ".join((kind.__doc__ or "").split()), "params": params}
    return ActionTexts.model_validate(own | _family(kind, language)[kind.name])


def find_id(scene: Scene, name: str, kind: Kind | None = None) -> str | Refused:
    """The id that a name or alias stands for, or a refusal with the nearest name there is."""
    scenario = scene.world.scenario
    id_ = scenario.find(name, kind)
    if id_ is not None:
        return id_
    lookup = scenario.lookup(kind)
    meant = hint(scene.language, lookup.near(name), lookup.called)
    return scene.refuse(f"no_{kind or 'such'}", name=repr(name), hint=meant)


def refuse_archived(scene: Scene, id_: str, key: str) -> Refused:
    """The refusal by that key for a character that acts no more: it is dead, departed or disbanded."""
    in_play = {"died": "dead", "departed": "departed"}.get(scene.world.gone.get(id_, ""), "gone")
    state = reason(scene.language, scene.world.scenario.characters[id_].archived or in_play)
    return scene.refuse(key, id=id_, why=state)
