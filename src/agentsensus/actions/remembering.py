"""The long memory: keeping, finding, forgetting and ordering what one knows."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from agentsensus.actions.base import Action, Edit, Names, Outcome, Refused, Scene, StagedDeposit, Text
from agentsensus.actions.perception import recalled, rows
from agentsensus.memory.atoms import Context
from agentsensus.world.character import Actor
from agentsensus.world.learning import source_of

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


class Remember(Action):
    """Keep something for good: what happened, who was there, where. Name people and places."""

    name: ClassVar[str] = "remember"
    text: Text = Field(description="What you want to keep")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        wrong = scene.unfit(self.text, "text")
        if wrong is not None:
            return wrong
        world = scene.world
        place = world.name(actor.place) if actor.place else ""
        people = tuple(world.name(id_) for id_ in actor.partners)
        deposit = StagedDeposit(
            self.text, source_of(self.text, actor.learnt), Context(place=place, participants=people)
        )
        return Outcome({}, deposit=deposit)


class RecallAction(Action):
    """Ask your memory a question; the rows are at hand next round."""

    name: ClassVar[str] = "recall"
    query: Text = Field(description="What you want to know")
    top_k: Annotated[int, Field(ge=1, le=50)] = Field(5, description="How many rows at most")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        wrong = scene.unfit(self.query, "query")
        if wrong is not None:
            return wrong
        found = await scene.shelf.recall(actor.id, self.query, self.top_k)
        shown = rows(found, with_source=scene.world.rules.rows_tell_source)
        return Outcome({"rows": shown}, [recalled(actor.id, actor.id, self.query, found, scene.round, self.top_k)])


class _OneRow(Action):
    """The ground of actions on one row, named by its id or by what it is about."""

    memory_id: Text | None = Field(None, description="The row's id, as recall shows it")
    query: Text | None = Field(None, description="Or what it is about: the nearest row is meant")

    @model_validator(mode="after")
    def _named_once(self) -> "_OneRow":
        if (self.memory_id is None) == (self.query is None):
            raise PydanticCustomError("named_once", "name the row by memory_id or by query, one of them")
        return self

    async def _row(self, actor: Actor, scene: Scene) -> str | Refused:
        return await _own(actor, scene, self.memory_id or self.query or "")


class Forget(_OneRow):
    """Forget one row of your memory. Others who know it keep it."""

    name: ClassVar[str] = "forget"

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        row = await self._row(actor, scene)
        if isinstance(row, Refused):
            return row
        return Outcome({"forgotten": row}, params={"memory_id": row}, edit=Edit("forget", row))


class ReviseMemory(_OneRow):
    """Put a better text in the place of one row of your memory."""

    name: ClassVar[str] = "revise_memory"
    new_text: Text = Field(description="What you now know instead")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        row = await self._row(actor, scene)
        if isinstance(row, Refused):
            return row
        wrong = scene.unfit(self.new_text, "new_text")
        if wrong is not None:
            return wrong
        params = {"memory_id": row, "new_text": self.new_text}
        return Outcome({}, params=params, edit=Edit("revise", row, text=self.new_text))


class _Linking(Action):
    """The ground of actions on the links of a row."""

    memory: Text = Field(description="The row: its id, or what it is about")
    others: Names = Field(description="Other rows of yours: ids, or what they are about")

    async def _link(self, actor: Actor, scene: Scene, kind: Literal["link", "unlink", "relink"]) -> Outcome | Refused:
        if not scene.shelf.has_links:
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
    memory: Text = Field(description="The row: its id, or what it is about")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        row = await _own(actor, scene, self.memory)
        if isinstance(row, Refused):
            return row
        linked = await scene.shelf.links(actor.id, row)
        return Outcome(
            {"memory": row, "linked": [{"id": hit.id, "text": hit.text} for hit in linked]}, params={"memory": row}
        )


async def _own(actor: Actor, scene: Scene, named: str) -> str | Refused:
    if not scene.shelf.fits(named):
        return scene.refuse("not_yours", name=repr(named))
    return await scene.shelf.own(actor.id, named) or scene.refuse("nothing_meant", name=repr(named))
