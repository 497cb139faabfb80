"""One character's turn: the mind proposes, then the action resolves; nothing has changed yet when it ends."""

import json
from dataclasses import dataclass, field
from typing import Any

from agentsensus.actions import Action, Edit, MemoryView, Outcome, Refused, Scene, StagedDeposit, parse_in
from agentsensus.actions.base import LONGEST
from agentsensus.chance import draw, message_id
from agentsensus.errors import AgentsensusError, LiveForbidden, ModelUnreachable, NotOnTape
from agentsensus.events.event import Acted, AnyEvent, GoalsSet, Happened, StatusSet, TurnFailed, Upkeep
from agentsensus.kernel.upkeep import do_upkeep
from agentsensus.minds.mind import Decision, Mind, Thinker
from agentsensus.minds.view import View
from agentsensus.world.character import Actor
from agentsensus.world.world import World

__all__ = ["Proposed", "TurnTaken", "propose", "resolve"]


@dataclass(slots=True)
class TurnTaken:
    """What one character did, and what is to be written for it when the round ends."""

    agent: str
    head: Acted | TurnFailed
    events: list[AnyEvent]
    deposit: StagedDeposit | None = None
    edit: Edit | None = None
    kept: list[StagedDeposit] = field(default_factory=list)
    happening: Happened | None = None
    claims: tuple[str, ...] = ()

    def refuse(self, reason: str) -> None:
        """Take the deed back: what it would have done does not happen; what goes beside it stays."""
        assert isinstance(self.head, Acted)
        self.head = self.head.model_copy(update={"ok": False, "data": {}, "refusal": reason})
        own = [event for event in self.events if isinstance(event, GoalsSet) or _is_of_self(event, self.agent)]
        self.events, self.deposit, self.edit, self.happening, self.claims = own, None, None, None, ()


@dataclass(frozen=True, slots=True)
class Proposed:
    """What a mind has decided on its view, as plain JSON, or why it decided nothing."""

    view: View
    mind: Mind
    action: str = ""
    params: Any = None
    because: str = ""
    drive: str = ""
    upkeep: Upkeep | None = None
    problem: str | None = None
    unreachable: str = ""
    """Why the model that was to decide could not be asked; empty where it could, or where no model decides."""

    @property
    def query(self) -> str | None:
        """What the action asks a memory (its parameter `query`), if anything."""
        query = self.params.get("query") if isinstance(self.params, dict) else None
        return query if isinstance(query, str) and query.strip() else None


async def propose(view: View, mind: Mind) -> Proposed:
    """Let a mind decide. Whatever goes wrong with a mind stays in its own turn."""
    try:
        decision = await mind.decide(view)
        if not isinstance(decision, Decision):
            raise TypeError(f"a mind decides with a Decision, not with {type(decision).__name__}")
        name, params = _plain(decision.action), _plain(decision.params)
    except (NotOnTape, LiveForbidden):  # a mistake in how the run is played, not in what a mind says
        raise
    except ModelUnreachable as error:
        return Proposed(view, mind, problem=_why(error), unreachable=str(error))
    except Exception as error:  # noqa: BLE001  # the mind's border
        return Proposed(view, mind, problem=_why(error))
    upkeep = decision.upkeep and Upkeep.model_validate(_plain(decision.upkeep.model_dump()))
    return Proposed(view, mind, name, params, _plain(decision.because), _plain(decision.drive), upkeep)


async def resolve(world: World, proposed: Proposed, memory: MemoryView, seed: int) -> TurnTaken:
    """What comes of a proposal: the turn's events, and what is to be written for it when the round ends."""
    view, mind, name, params = proposed.view, proposed.mind, proposed.action, proposed.params
    where = {"round": view.round, "agent": view.agent, "place": view.place.id, "goals": view.goals}
    if proposed.problem is not None:
        return TurnTaken(view.agent, TurnFailed(**where, problem=proposed.problem), [])

    async def think(question: str) -> str:
        assert isinstance(mind, Thinker)
        return str(_plain(await mind.think(view, question)))

    action = parse_in(world, name, params)
    outcome: Outcome | Refused
    if isinstance(action, Refused):
        outcome = action
    else:
        params = action.given()
        scene = Scene(
            world=world,
            round=view.round,
            memory=memory,
            new_id=lambda: message_id(seed, view.round, view.agent),
            action=type(action),
            think=think if isinstance(mind, Thinker) else None,
            chance=lambda purpose: draw(seed, view.round, view.agent, purpose),
        )
        outcome = await _resolved(action, world.actors[view.agent], scene)
    events = [] if isinstance(outcome, Refused) else [*outcome.events]
    beside = do_upkeep(proposed.upkeep, view.agent, view.round, world, memory, events)
    head_fields = where | {"action": name, "because": proposed.because, "drive": proposed.drive}
    if world.rules.upkeep == "free":
        head_fields["upkeep"] = proposed.upkeep
    left_out = {"left_out": beside.left_out} if beside.left_out else {}
    if isinstance(outcome, Refused):
        head = Acted(**head_fields, params=params, ok=False, refusal=_plain(outcome.reason), data=left_out)
        return TurnTaken(view.agent, head, beside.events, kept=beside.deposits)
    resolved_params = params if outcome.params is None else outcome.params
    head = Acted(**head_fields, params=resolved_params, ok=True, data=outcome.data | left_out)
    return TurnTaken(
        view.agent,
        head,
        [*events, *beside.events],
        outcome.deposit,
        outcome.edit,
        beside.deposits,
        outcome.happening,
        outcome.claims,
    )


def _is_of_self(event: AnyEvent, agent: str) -> bool:
    return isinstance(event, StatusSet) and event.of == agent


async def _resolved(action: Action, actor: Actor, scene: Scene) -> Outcome | Refused:
    """What an action comes to; a mind that fails when it is asked again, or a model that does, is a refusal."""
    try:
        return await action.resolve(actor, scene)
    except (NotOnTape, LiveForbidden):
        raise
    except AgentsensusError as error:
        return Refused(" ".join(str(error).split()))
    except Exception as error:
        if action.declared.asks_mind:
            return Refused(_why(error))
        raise


def _why(error: Exception) -> str:
    words = " ".join(str(_plain(str(error))).split())[:500]
    kind = type(error).__name__
    return words if kind == "_Recorded" else f"{kind}: {words}" if words else kind


def _plain(value: Any) -> Any:
    """The value as plain JSON in valid Unicode, as a log can hold it; anything else becomes a text, cut if long."""
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        text.encode("utf-8")
    except (TypeError, ValueError, RecursionError):
        return json.loads(json.dumps(str(value)[:LONGEST].encode("utf-8", "replace").decode()))
    return json.loads(text)
