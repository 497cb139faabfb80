"""What every action is: typed parameters, and one way to resolve them into what happens, or a refusal."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, TypeAlias

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

from agentsensus.actions.memory_view import MemoryView
from agentsensus.actions.refusals import Refused, hint, reason, refused
from agentsensus.events.event import AnyEvent
from agentsensus.memory.atoms import Context
from agentsensus.memory.core.checks import is_unicode
from agentsensus.memory.provenance import Via
from agentsensus.memory.record import EditKind
from agentsensus.text.language import Language
from agentsensus.world.character import Actor
from agentsensus.world.scenario import Kind
from agentsensus.world.world import World

__all__ = ["Action", "Edit", "Names", "Outcome", "Refused", "Scene", "StagedDeposit", "Text", "found", "gone"]

LONGEST = 20_000


def _sound(text: str) -> str:
    if not is_unicode(text):
        raise PydanticCustomError("unicode", "leave out NUL bytes and lone surrogates")
    return text


def _listed(given: Any) -> Any:
    return [given] if isinstance(given, str) else given


Text: TypeAlias = Annotated[
    str, Field(strict=True, min_length=1, max_length=LONGEST, pattern=r"\S"), AfterValidator(_sound)
]
Names: TypeAlias = Annotated[tuple[Text, ...], BeforeValidator(_listed), Field(min_length=1, max_length=100)]


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
    """What an action comes to: what its mind is told, what happens, and what is to be written when the round ends."""

    data: dict[str, Any]
    events: Sequence[AnyEvent] = ()
    params: dict[str, Any] | None = None
    deposit: StagedDeposit | None = None
    edit: Edit | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """What an action may look at: the world and the memory as they stood when the round began."""

    world: World
    round: int
    shelf: MemoryView
    new_id: Callable[[], str]
    think: Callable[[str], Awaitable[str]] | None = None

    @property
    def language(self) -> Language:
        """What its minds speak."""
        return self.world.scenario.world.language

    def refuse(self, kind: str, /, **values: object) -> Refused:
        """A refusal in the language of the world."""
        return refused(self.language, kind, **values)

    def unfit(self, text: str, field: str) -> Refused | None:
        """Why a text cannot be remembered or asked for, if it cannot."""
        limit = self.shelf.longest
        if len(text) > limit:
            return self.refuse("too_long", field=field, count=f"{len(text):,}", limit=f"{limit:,}")
        return None if self.shelf.fits(text) else self.refuse("wordless", field=field)


class Action(BaseModel, ABC):
    """One thing a character can do in its turn. The docstring of each is its page in the manual."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True, populate_by_name=True)

    name: ClassVar[str]

    @abstractmethod
    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        """What comes of it when this character does it here and now; nothing is changed yet."""

    def given(self) -> dict[str, Any]:
        """The parameters as they were given."""
        return self.model_dump(mode="json", by_alias=True, exclude_none=True)


def found(scene: Scene, name: str, kind: Kind | None = None) -> str | Refused:
    """The id that a name or alias stands for, or a refusal with the nearest name there is."""
    told = scene.world.scenario
    id_ = told.find(name, kind)
    if id_ is not None:
        return id_
    lookup = told.lookup(kind)
    meant = hint(scene.language, lookup.near(name), lookup.called)
    return scene.refuse(f"no_{kind or 'such'}", name=repr(name), hint=meant)


def gone(scene: Scene, id_: str, why: str) -> Refused:
    """The refusal of a character that acts no more: `deaf`, `unseen`."""
    told = reason(scene.language, scene.world.scenario.characters[id_].archived or "gone")
    return scene.refuse(why, id=id_, why=told)
