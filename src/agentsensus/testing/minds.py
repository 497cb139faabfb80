"""Test doubles for minds (a mind decides for one character): scripted, routine, attentive, and one that
sometimes errs.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from agentsensus.base.chance import draw, pick
from agentsensus.testing.models import NONSENSE
from agentsensus.worlds.actions import Action
from agentsensus.worlds.events.event import Upkeep
from agentsensus.worlds.minds.mind import Decision, Mind
from agentsensus.worlds.minds.view import View
from agentsensus.worlds.scenario.scenario import Scenario
from agentsensus.worlds.state.mail import WORLD

__all__ = ["AttentiveMind", "NonsenseMind", "RoutineMind", "ScriptedMind", "routine_company", "scripted_company"]

_STAYS, _KEEPS = 0.7, 0.3
"""The probability that an attentive mind stays and speaks, and that it remembers if that costs a turn."""


class ScriptedMind:
    """A mind that takes the action that its script lists for the round, if any. `views` records the views it
    was shown.
    """

    def __init__(self, script: Mapping[int, Action | Decision] | Sequence[Action | Decision] = ()) -> None:
        self._script = script if isinstance(script, Mapping) else dict(enumerate(script, 1))
        self.views: list[View] = []

    async def decide(self, view: View) -> Decision:
        self.views.append(view)
        step = self._script.get(view.round)
        if step is None:
            return Decision(action="noop")
        return Decision.of(step) if isinstance(step, Action) else step


class RoutineMind:
    """A mind that reads mail, speaks, travels, looks, remembers or recalls, chosen at random from a seed."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    async def decide(self, view: View) -> Decision:
        action, params = self._choose(view)
        return Decision(action=action, params=params, because="routine")

    def _choose(self, view: View) -> tuple[str, dict[str, Any]]:
        if view.notices:
            return "read_thread", {}
        if view.cache and view.cache[-1].action == "read_thread" and view.cache[-1].ok:
            return "remember", {"text": view.cache[-1].result["messages"][-1]["content"]}
        action = pick("say say move observe remember recall goal status wait".split(), *self._key(view, "what"))
        name = view.agent.replace("_", " ").title()
        match action:
            case "say" if view.people:
                other = pick(view.people, *self._key(view, "whom"))
                return "say", {"targets": [other.id], "content": f"{name} met {other.name} in {view.place.name}."}
            case "move" if view.places:
                return "move", {"destination": pick(view.places[:2], *self._key(view, "where")).id}
            case "observe":
                return "observe", {"target": view.place.id}
            case "remember":
                company = " and ".join(person.name for person in view.people) or "nobody"
                return "remember", {"text": f"{name} saw {company} in {view.place.name} at round {view.round // 3}."}
            case "goal":
                return ("pop_goal", {}) if len(view.goals) > 3 else ("push_goal", {"text": f"See {view.place.name}."})
            case "status":
                return "update_status", {"key": "mood", "value": pick(["calm", "uneasy"], *self._key(view, "mood"))}
            case "wait":
                return "wait", {"timeout_rounds": 2}
            case _:
                return "recall", {"query": f"What happened in {view.place.name}?"}

    def _key(self, view: View, purpose: str) -> tuple[int, int, str, str]:
        return self._seed, view.round, view.agent, purpose


class AttentiveMind:
    """A mind that plays like a strong model: it asks the people present, answers questions, remembers answers, and
    moves on.

    If the rule `upkeep` is `free`, it answers and remembers in one turn. Otherwise reading, answering and remembering
    take a turn each.
    """

    def __init__(self, seed: int, *, free: bool) -> None:
        self._seed, self._free = seed, free

    async def decide(self, view: View) -> Decision:
        words = [letter for letter in view.heard if letter.sender != WORLD and not letter.overheard]
        last = view.cache[-1] if view.cache else None
        if self._free:
            keep = tuple(f"{letter.sender} told {view.agent}: {letter.content}" for letter in words[-2:])
            askers = list(dict.fromkeys(letter.sender for letter in words))
            deed = self._answer(view, askers, words[-1].content) if words else self._own(view)
            return deed.model_copy(update={"upkeep": Upkeep(keep=keep) if keep else None})
        if view.notices:
            return Decision(action="read_thread", params={"thread": view.notices[0].thread})
        if last is not None and last.action == "read_thread" and last.ok:
            message = last.result["messages"][-1]
            if message["from"] not in (WORLD, view.agent):
                return self._answer(view, [message["from"]], message["content"])
        if last is not None and last.action == "say" and draw(*self._key(view, "keep")) < _KEEPS:
            return Decision(action="remember", params={"text": f"{view.agent} said: {last.params['content']}"})
        return self._own(view)

    def _answer(self, view: View, whom: list[str], words: str) -> Decision:
        content = f"You said that {words[-60:]} I answer you in round {view.round}."
        return Decision(action="say", params={"targets": whom, "content": content}, because="answers")

    def _own(self, view: View) -> Decision:
        if view.people and draw(*self._key(view, "stay")) < _STAYS:
            whom = pick(view.people, *self._key(view, "whom"))
            content = f"What do you know of {pick(view.goals or ('this',), *self._key(view, 'about'))}"
            return Decision(action="say", params={"targets": [whom.id], "content": content}, because="asks")
        if view.places:
            where = pick(view.places[:3], *self._key(view, "where"))
            return Decision(action="move", params={"destination": where.id}, because="moves on")
        return Decision(action="wait", params={"timeout_rounds": 2})

    def _key(self, view: View, purpose: str) -> tuple[int, int, str, str]:
        return self._seed, view.round, view.agent, purpose


class NonsenseMind:
    """Wraps a mind. In a share of its turns it raises, returns the wrong type, or tries an impossible action."""

    def __init__(self, inner: Mind, share: float, seed: int = 0) -> None:
        self._inner = inner
        self._share = share
        self._seed = seed

    async def decide(self, view: View) -> Decision:
        if draw(self._seed, view.round, view.agent, "nonsense") >= self._share:
            return await self._inner.decide(view)
        kind = pick(["raise", "text", "unknown", "dict", "word"], self._seed, view.round, view.agent, "kind")
        match kind:
            case "raise":
                raise RuntimeError("the model answered with prose")
            case "text":
                return NONSENSE[0]  # type: ignore[return-value]  # it is nonsense
            case "unknown":
                return Decision(action="fly", params={"to": "the moon"})
            case "dict":
                return Decision(action="say", params={"targets": [{"id": "ines"}], "content": 7})
            case _:
                return Decision(action="wait", params={"timeout_rounds": "a while"})


def scripted_company(scenario: Scenario, scripts: Mapping[str, Any] | None = None) -> dict[str, Mind]:
    """Return a scripted mind for every character; characters without a script do nothing."""
    return {agent: ScriptedMind((scripts or {}).get(agent, ())) for agent in scenario.active}


def routine_company(scenario: Scenario, seed: int) -> dict[str, Mind]:
    """Return a routine mind for every character."""
    return {agent: RoutineMind(seed) for agent in scenario.active}
