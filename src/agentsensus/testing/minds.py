"""Stand-ins for minds: one follows a script, one a routine, and one talks nonsense now and then."""

from collections.abc import Mapping, Sequence
from typing import Any

from agentsensus.actions import Action
from agentsensus.chance import draw, pick
from agentsensus.minds.mind import Decision, Mind
from agentsensus.minds.view import View
from agentsensus.testing.models import NONSENSE
from agentsensus.world.scenario import Scenario

__all__ = ["NonsenseMind", "RoutineMind", "ScriptedMind", "routine_company", "scripted_company"]


class ScriptedMind:
    """Does in each round what the script says for it, and nothing in other rounds; `views` are those it was shown."""

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
    """Lives a plain but busy life, drawn from the seed: reads mail, speaks, travels, looks, remembers and recalls."""

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


class NonsenseMind:
    """Another mind that, in a share of its turns, raises, answers with the wrong thing or asks for the impossible."""

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
    """A scripted mind for everybody; whoever has no script does nothing."""
    return {agent: ScriptedMind((scripts or {}).get(agent, ())) for agent in scenario.active}


def routine_company(scenario: Scenario, seed: int) -> dict[str, Mind]:
    """A routine mind for everybody."""
    return {agent: RoutineMind(seed) for agent in scenario.active}
