"""Long-term memory: remember, recall, forget, revise and link rows."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from agentsensus.memory.inputs import Context
from agentsensus.worlds.actions.base import Action, Edit, Names, Outcome, Refused, Scene, StagedDeposit, Text
from agentsensus.worlds.actions.declaration import (
    ActionTeller,
    Declaration,
    parse_in_order,
    teaches_nothing,
    tells_nothing,
    tells_rows,
)
from agentsensus.worlds.actions.memory_view import OwnRow
from agentsensus.worlds.actions.perception import recalled, shown_rows
from agentsensus.worlds.actions.random_params import ParamPool, filled
from agentsensus.worlds.state.character import Actor
from agentsensus.worlds.state.learning import Surroundings, source_of
from agentsensus.worlds.state.world import World

__all__ = [
    "AddAffiliated",
    "Forget",
    "GetAffiliated",
    "RecallAction",
    "Remember",
    "RemoveAffiliated",
    "ReviseMemory",
    "SetAffiliated",
]


_NAMING = ("not_yours", "nothing_meant")
_LINKING = ("not_linked", "same_row", *_NAMING)


def staged(text: str, actor: Actor, world: World, message: str = "") -> StagedDeposit:
    """Return a deposit of `text` with its source (the message `message`, if given), its place and its participants."""
    place = world.name(actor.place) if actor.place else ""
    people = tuple(world.name(id_) for id_ in world.taking_part(actor.id))
    by_message = [lesson for lesson in actor.learnt if message and lesson.detail == message]
    company = None
    if world.rules.looks:
        company = Surroundings(actor.id, frozenset(world.in_sight(actor.id)), world.scenario.known_names())
    via = source_of(text, actor.learnt, by_message, company)
    return StagedDeposit(text, via, Context(place=place, participants=people))


class Remember(Action):
    """Store a text in the actor's long-term memory."""

    name: ClassVar[str] = "remember"
    declared: ClassVar[Declaration] = Declaration(
        refusals=(),
        free_text=("text",),
        names={},
        typed=parse_in_order("text"),
        drawn=lambda pool: filled(text=pool.sentence()),
        teaches=teaches_nothing,
        tells=tells_nothing,
        is_watched=False,
        is_rare=True,
    )
    text: Text = Field(description="What you want to keep")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        wrong = scene.unfit(self.text, "text")
        if wrong is not None:
            return wrong
        return Outcome({}, deposit=staged(self.text, actor, scene.world))


class RecallAction(Action):
    """Query the actor's memory. The rows are in the cache next round."""

    name: ClassVar[str] = "recall"
    declared: ClassVar[Declaration] = Declaration(
        refusals=(),
        free_text=(),
        names={},
        typed=parse_in_order("query"),
        drawn=lambda pool: filled(query=pool.question()),
        teaches=teaches_nothing,
        tells=tells_rows,
        is_watched=False,
    )
    query: Text = Field(description="What you want to know")
    top_k: Annotated[int, Field(ge=1, le=50)] = Field(5, description="How many rows at most")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        wrong = scene.unfit(self.query, "query")
        if wrong is not None:
            return wrong
        recall = await scene.memory.recall(actor.id, self.query, self.top_k)
        rows = shown_rows(recall, with_source=scene.world.rules.rows_tell_source)
        return Outcome({"rows": rows}, [recalled(actor.id, actor.id, self.query, recall, scene.round, self.top_k)])


def _which_row(teller: ActionTeller, agent: str, params: Mapping[str, Any]) -> dict[str, str]:
    """Return the field `memory_id` of the `done` phrase for a row that was named by description."""
    if "memory_id" in params or "query" not in params:
        return {}
    return {"memory_id": teller.line("by_query", query=teller.part(params["query"]))}


class _OneRow(Action):
    """Base class of actions on one memory row, given by its id or by a description."""

    memory_id: Text | None = Field(None, description="The row's id, as recall shows it")
    query: Text | None = Field(None, description="Or what it is about: the nearest row is meant")

    @model_validator(mode="after")
    def _named_once(self) -> "_OneRow":
        if (self.memory_id is None) == (self.query is None):
            raise PydanticCustomError("named_once", "name the row by memory_id or by query, one of them")
        return self

    async def _row(self, actor: Actor, scene: Scene) -> OwnRow | Refused:
        return await _own_row(actor, scene, self.memory_id or self.query or "", scene.world.rules.row_floor)


class Forget(_OneRow):
    """Forget one row of your memory. Others who know it keep it."""

    name: ClassVar[str] = "forget"
    declared: ClassVar[Declaration] = Declaration(
        refusals=("wrong_named_once", *_NAMING),
        free_text=(),
        names={},
        typed=parse_in_order("query"),
        drawn=lambda pool: filled(memory_id=pool.row()),
        teaches=teaches_nothing,
        tells=tells_nothing,
        is_watched=False,
        is_rare=True,
        parts=_which_row,
    )

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        row = await self._row(actor, scene)
        if isinstance(row, Refused):
            return row
        forgotten = {"forgotten": row.id} | _what_was_meant(row, scene)
        return Outcome(forgotten, params={"memory_id": row.id}, edit=Edit("forget", row.id))


class ReviseMemory(_OneRow):
    """Put a better text in the place of one row of your memory."""

    name: ClassVar[str] = "revise_memory"
    declared: ClassVar[Declaration] = Declaration(
        refusals=("wrong_named_once", *_NAMING),
        free_text=("new_text",),
        names={},
        typed=parse_in_order("query", "new_text"),
        drawn=lambda pool: filled(memory_id=pool.row(), new_text=pool.sentence()),
        teaches=teaches_nothing,
        tells=tells_nothing,
        is_watched=False,
        is_rare=True,
        parts=_which_row,
    )
    new_text: Text = Field(description="What you now know instead")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        row = await self._row(actor, scene)
        if isinstance(row, Refused):
            return row
        wrong = scene.unfit(self.new_text, "new_text")
        if wrong is not None:
            return wrong
        params = {"memory_id": row.id, "new_text": self.new_text}
        edit = Edit("revise", row.id, text=self.new_text)
        return Outcome(_what_was_meant(row, scene), params=params, edit=edit)


class _Linking(Action):
    """Base class of actions on the links of a memory row."""

    declared: ClassVar[Declaration] = Declaration(
        refusals=_LINKING,
        free_text=(),
        names={},
        typed=parse_in_order("memory", "others"),
        drawn=ParamPool.two_rows,
        teaches=teaches_nothing,
        tells=tells_nothing,
        is_watched=False,
        is_rare=True,
    )
    memory: Text = Field(description="The row: its id, or what it is about")
    others: Names = Field(description="Other rows of yours: ids, or what they are about")

    async def _link(self, actor: Actor, scene: Scene, kind: Literal["link", "unlink", "relink"]) -> Outcome | Refused:
        if not scene.memory.has_links:
            return scene.refuse("not_linked")
        row = await _own(actor, scene, self.memory)
        if isinstance(row, Refused):
            return row
        others: list[str] = []
        for other in self.others:
            id_ = await _own(actor, scene, other)
            if isinstance(id_, Refused):
                return id_
            if id_ == row:
                return scene.refuse("same_row", one=repr(self.memory), other=repr(other))
            others.append(id_)
        params: dict[str, Any] = {"memory": row, "others": others}
        return Outcome({"memory": row, "others": others}, params=params, edit=Edit(kind, row, tuple(others)))


class AddAffiliated(_Linking):
    """Link a row of your memory to others, so that recalling one brings the others along."""

    name: ClassVar[str] = "add_affiliated"

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        return await self._link(actor, scene, "link")


class RemoveAffiliated(_Linking):
    """Cut links between a row of your memory and others."""

    name: ClassVar[str] = "remove_affiliated"

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        return await self._link(actor, scene, "unlink")


class SetAffiliated(_Linking):
    """Link a row of your memory to these others, and to no others any more."""

    name: ClassVar[str] = "set_affiliated"

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        return await self._link(actor, scene, "relink")


class GetAffiliated(Action):
    """See which rows of your memory are linked to one of them."""

    name: ClassVar[str] = "get_affiliated"
    declared: ClassVar[Declaration] = Declaration(
        refusals=_NAMING,
        free_text=(),
        names={},
        typed=parse_in_order("memory"),
        drawn=lambda pool: filled(memory=pool.row()),
        teaches=teaches_nothing,
        tells=lambda teller, result: teller.rows(result["linked"]),
        is_watched=False,
        is_rare=True,
    )
    memory: Text = Field(description="The row: its id, or what it is about")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        row = await _own(actor, scene, self.memory)
        if isinstance(row, Refused):
            return row
        linked = await scene.memory.links(actor.id, row)
        return Outcome(
            {"memory": row, "linked": [{"id": hit.id, "text": hit.text} for hit in linked]}, params={"memory": row}
        )


async def _own(actor: Actor, scene: Scene, named: str) -> str | Refused:
    """Return the id of the actor's row that `named` identifies by id or description, or a refusal."""
    row = await _own_row(actor, scene, named)
    return row if isinstance(row, Refused) else row.id


async def _own_row(actor: Actor, scene: Scene, named: str, floor: float = -1.0) -> OwnRow | Refused:
    if not scene.memory.fits(named):
        return scene.refuse("not_yours", name=repr(named))
    return await scene.memory.own(actor.id, named, floor) or scene.refuse("nothing_meant", name=repr(named))


def _what_was_meant(row: OwnRow, scene: Scene) -> dict[str, Any]:
    """Return the row's text for the result if the row was found by description and the rules set a minimum score."""
    return {"text": row.text} if row.text and scene.world.rules.row_floor > -1 else {}
