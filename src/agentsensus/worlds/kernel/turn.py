"""One character's turn: the mind proposes, the action resolves, conflicts are settled.

Nothing changes until the round is committed. Upkeep (texts to remember, goals, status) is done in addition to the
action and uses no turn.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any

from agentsensus.base.chance import draw, message_id
from agentsensus.errors import AgentsensusError, LiveForbidden, ModelUnreachable, NotOnTape, closest
from agentsensus.worlds.actions import Action, Edit, MemoryView, Outcome, Refused, Scene, StagedDeposit, parse_for_world
from agentsensus.worlds.actions.base import LONGEST
from agentsensus.worlds.actions.refusals import reason
from agentsensus.worlds.actions.remembering import staged
from agentsensus.worlds.events.event import (
    Acted,
    AnyEvent,
    Departed,
    GoalsSet,
    Happened,
    LifeChanged,
    StatusSet,
    TurnFailed,
    Upkeep,
)
from agentsensus.worlds.minds.mind import BadDecision, Decision, Mind, Thinker
from agentsensus.worlds.minds.view import View
from agentsensus.worlds.state.character import Actor
from agentsensus.worlds.state.world import World

__all__ = ["Proposed", "TurnTaken", "UpkeepDone", "do_upkeep", "propose", "resolve", "settle"]


@dataclass(slots=True)
class TurnTaken:
    """The result of a turn and the writes staged for the end of the round."""

    agent: str
    head: Acted | TurnFailed
    events: list[AnyEvent]
    deposit: StagedDeposit | None = None
    edit: Edit | None = None
    kept: list[StagedDeposit] = field(default_factory=list)
    happening: Happened | None = None
    claims: tuple[str, ...] = ()

    def refuse(self, reason: str) -> None:
        """Cancel the action. Its upkeep stays, except texts in which the character remembers doing this action."""
        assert isinstance(self.head, Acted)
        self.kept, undone = _without_deeds(self.kept)
        data = {"left_out": [*self.head.data.get("left_out", ()), *undone]} if undone else {}
        self.head = self.head.model_copy(update={"ok": False, "data": data, "refusal": reason})
        own = [event for event in self.events if isinstance(event, GoalsSet) or _is_of_self(event, self.agent)]
        self.events, self.deposit, self.edit, self.happening, self.claims = own, None, None, None, ()


@dataclass(frozen=True, slots=True)
class Proposed:
    """A mind's view and its decision as plain JSON, or the reason why the mind failed."""

    view: View
    mind: Mind
    action: str = ""
    params: Any = None
    because: str = ""
    drive: str = ""
    upkeep: Upkeep | None = None
    problem: str | None = None
    unreachable: str = ""
    """Why the model could not be reached; empty if it was reached or no model decides."""

    @property
    def query(self) -> str | None:
        """The `query` parameter of the action, if any."""
        query = self.params.get("query") if isinstance(self.params, dict) else None
        return query if isinstance(query, str) and query.strip() else None


async def propose(view: View, mind: Mind) -> Proposed:
    """Let a mind decide. An error raised by a mind fails only its own turn."""
    try:
        decision = await mind.decide(view)
        if not isinstance(decision, Decision):
            raise TypeError(f"a mind decides with a Decision, not with {type(decision).__name__}")
        name, params = _plain(decision.action), _plain(decision.params)
    except (NotOnTape, LiveForbidden, BadDecision):  # a mistake in how the run is played, not in what a mind says
        raise
    except ModelUnreachable as error:
        return Proposed(view, mind, problem=_why(error), unreachable=str(error))
    except Exception as error:  # noqa: BLE001  # the mind's border
        return Proposed(view, mind, problem=_why(error))
    upkeep = decision.upkeep and Upkeep.model_validate(_plain(decision.upkeep.model_dump()))
    return Proposed(view, mind, name, params, _plain(decision.because), _plain(decision.drive), upkeep)


async def resolve(world: World, proposed: Proposed, memory: MemoryView, seed: int) -> TurnTaken:
    """Resolve a proposal into events and staged writes."""
    view, mind, name, params = proposed.view, proposed.mind, proposed.action, proposed.params
    where = {"round": view.round, "agent": view.agent, "place": view.place.id, "goals": view.goals}
    if proposed.problem is not None:
        return TurnTaken(view.agent, TurnFailed(**where, problem=proposed.problem), [])

    async def think(question: str) -> str:
        assert isinstance(mind, Thinker)
        return str(_plain(await mind.think(view, question)))

    action = parse_for_world(world, name, params)
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
    if isinstance(outcome, Refused):
        beside.deposits, undone = _without_deeds(beside.deposits)
        beside.left_out += undone
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


def _without_deeds(kept: Sequence[StagedDeposit]) -> tuple[list[StagedDeposit], list[str]]:
    """Split off deposits about the character's own deeds, which must not be remembered if the action was refused.

    Returns the other deposits, and the texts of those split off.
    """
    deeds = [deposit.text for deposit in kept if deposit.via.kind == "did"]
    return [deposit for deposit in kept if deposit.via.kind != "did"], deeds


def _is_of_self(event: AnyEvent, agent: str) -> bool:
    return isinstance(event, StatusSet) and event.of == agent


async def _resolved(action: Action, actor: Actor, scene: Scene) -> Outcome | Refused:
    """Resolve an action. Errors of this package, and of a mind that is asked again, become refusals."""
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
    """Return the value as plain JSON with valid Unicode.

    A value of another type becomes a string, truncated if long.
    """
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        text.encode("utf-8")
    except (TypeError, ValueError, RecursionError):
        return json.loads(json.dumps(str(value)[:LONGEST].encode("utf-8", "replace").decode()))
    return json.loads(text)


def settle(turns: Sequence[TurnTaken], world: World) -> None:
    """Cancel conflicting actions, in order of agent id.

    The first claim on a thing or on a character's life wins. A character who is held, killed or banished in this round
    cannot leave.
    """
    language = world.scenario.world.language
    claimed: set[str] = set()
    for turn in turns:
        if claimed.isdisjoint(turn.claims):
            claimed.update(turn.claims)
        else:
            turn.refuse(reason(language, "too_late"))
    held = {
        event.of
        for turn in turns
        for event in turn.events
        if isinstance(event, LifeChanged) and event.change in ("held", "died", "departed")
    }
    for turn in turns:
        if turn.agent in held and any(isinstance(event, Departed) for event in turn.events):
            turn.refuse(reason(language, "kept_here"))


_MOST_KEPT = 5
_KEPT = "kept"
"""The deposit group of all texts that a mind remembers as upkeep in one turn."""
_LONGEST_GOAL = 300


@dataclass(slots=True)
class UpkeepDone:
    """The result of upkeep: staged deposits, events for changed goals and status, and the upkeep entries left out."""

    deposits: list[StagedDeposit] = field(default_factory=list)
    events: list[AnyEvent] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)


def do_upkeep(
    upkeep: Upkeep | None, agent: str, round_: int, world: World, memory: MemoryView, events: Sequence[AnyEvent]
) -> UpkeepDone:
    """Apply a mind's upkeep after the events of its action. Does nothing if the rules make upkeep cost a turn."""
    done = UpkeepDone()
    if upkeep is None or world.rules.upkeep != "free":
        return done
    messages = dict(zip_longest(upkeep.keep, upkeep.heard_in[: len(upkeep.keep)], fillvalue=""))
    texts = {" ".join(text.split()): message for text, message in messages.items() if text.strip()}
    for text, message in texts.items():
        if len(done.deposits) < _MOST_KEPT and memory.fits(text):
            deposit = staged(text, world.actors[agent], world, message)
            done.deposits.append(replace(deposit, group=_KEPT if world.rules.keeping == "together" else ""))
        else:
            done.left_out.append(text)
    before = _goals(agent, world, events)
    after = _changed(upkeep, before, world.rules.goal_cap, done.left_out)
    if after != before:
        done.events.append(GoalsSet(round=round_, agent=agent, goals=after))
    done.events += [
        StatusSet(round=round_, of=agent, key=key, value=value)
        for key, value in sorted(upkeep.status.items())
        if key.casefold() != "location" and world.actors[agent].status.get(key) != value
    ]
    return done


def _goals(agent: str, world: World, events: Sequence[AnyEvent]) -> tuple[str, ...]:
    """Return the goals of an agent after the events of its action."""
    changes = [event.goals for event in events if isinstance(event, GoalsSet) and event.agent == agent]
    return changes[-1] if changes else world.actors[agent].goals


def _changed(upkeep: Upkeep, goals: tuple[str, ...], cap: int, left_out: list[str]) -> tuple[str, ...]:
    changed = list(goals)
    for named in upkeep.done:
        goal = _meant(named, changed)
        if goal is None:
            left_out.append(named)
        else:
            changed.remove(goal)
    for named, new in upkeep.replace.items():
        goal = _meant(named, changed)
        if goal is None or not _is_goal(new):
            left_out.append(named)
        else:
            changed[changed.index(goal)] = " ".join(new.split())
    for text in (" ".join(text.split()) for text in upkeep.add):
        if text in changed:
            continue
        if _is_goal(text) and len(changed) < cap:
            changed.append(text)
        else:
            left_out.append(text)
    return tuple(changed)


def _is_goal(text: str) -> bool:
    return bool(text.strip()) and len(text) <= _LONGEST_GOAL


def _meant(named: str, goals: Sequence[str]) -> str | None:
    """Return the goal that equals `named`, or else the goal closest in wording. Returns None if no goal is close."""
    return named if named in goals else closest(named, list(goals))
