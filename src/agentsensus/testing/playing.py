"""A test double for a model that plays characters, cuts texts and judges. It can be slow or give bad replies."""

import asyncio
import json
import re
from collections import Counter
from collections.abc import Callable

from agentsensus.models.chat import Reply, Request, Trouble, Usage
from agentsensus.testing.minds import RoutineMind
from agentsensus.testing.models import NONSENSE, InstantModel, drawn
from agentsensus.testing.prompt_words import either_prompt
from agentsensus.worlds.minds.mind import Mind
from agentsensus.worlds.minds.view import NearbyPlace, Person, View

__all__ = ["PlayingModel", "view_in"]


_AGENT = re.compile(r"[(（]id[:：]\s*([a-z0-9_]+)")
_WHO = re.compile(rf"(?:{either_prompt('you_are')})([^.。\n]+)")
_ROUND = re.compile(r"^\D*(\d+)")
_NAMED = r"(?P<name>[^\n:;。；]*?) \((?P<id>[a-z0-9_]+)\)"
_PLACE = re.compile(rf"^(?:{either_prompt('you_are_in')}){_NAMED}", re.MULTILINE)
_PERSON = re.compile(rf"^{_NAMED}(?:{either_prompt('is_here')})", re.MULTILINE)
_WAYS = re.compile(rf"^(?:{either_prompt('from_here')})(.*)$", re.MULTILINE)
_WAY = re.compile(r"(?P<name>[^,、]*?) \((?P<id>[a-z0-9_]+)\) ?(?P<rounds>\d+)")
_GOALS = re.compile(rf"^(?:{either_prompt('goals')}).*\n((?:- .*\n?)+)", re.MULTILINE)


def view_in(prompt: str, system: str = "") -> View:
    """Parse the view (the state shown to a character) from the prompt of a turn, given as JSON or plain lines.

    The system prompt holds the character's id. Without it, the character is found by name.
    """
    if prompt.startswith("{"):
        return View.model_validate(json.loads(prompt.partition("\n\n")[0]))
    agent = _AGENT.search(system) or _WHO.search(prompt)
    round_, place = _ROUND.search(prompt), _PLACE.search(prompt)
    assert agent is not None
    assert round_ is not None
    assert place is not None
    ways, goals = _WAYS.search(prompt), _GOALS.search(prompt)
    return View(
        agent=agent[1],
        round=int(round_[1]),
        goals=tuple(line[2:] for line in goals[1].splitlines()) if goals else (),
        status={},
        cache=(),
        place=Person(id=place["id"], name=place["name"]),
        place_status={},
        people=tuple(Person(id=who["id"], name=who["name"]) for who in _PERSON.finditer(prompt)),
        readable=(),
        places=tuple(
            NearbyPlace(id=way["id"], name=way["name"].strip(), rounds=int(way["rounds"]))
            for way in _WAY.finditer(ways[1] if ways else "")
        ),
        notices=(),
        woken_by=(),
        hints=(),
    )


_NONSENSE = (*NONSENSE, '{"action": "fly", "params": {}}')


class PlayingModel(InstantModel):
    """A model that plays like `mind`, with the view in the prompt, and answers the memory's prompts like an
    `InstantModel`.

    `nonsense` is the share of unusable replies. Requests with a purpose in `failing` fail. `deepest` is the longest
    chain of calls made one after another; `by_purpose` counts calls.
    """

    id = "test:playing"

    def __init__(
        self,
        mind: Mind | None = None,
        *,
        latency: float = 0.0,
        nonsense: float = 0.0,
        failing: tuple[str, ...] = (),
        same: Callable[[str, str], bool] | None = None,
    ) -> None:
        super().__init__(same)
        self.by_purpose: Counter[str] = Counter()
        self.systems: list[str] = []
        self.deepest = 0
        self._mind = mind or RoutineMind(0)
        self._latency, self._nonsense, self._failing = latency, nonsense, failing
        self._ended = 0

    async def send(self, request: Request) -> Reply:
        depth = self._ended + 1
        self.calls += 1
        self.by_purpose[request.purpose] += 1
        self.prompts.append(request.prompt)
        self.systems.append(request.system)
        await asyncio.sleep(self._latency)
        if request.purpose in self._failing:
            raise Trouble("no model there", passes=False)
        text = await self._reply(request)
        self._ended = max(self._ended, depth)
        self.deepest = max(self.deepest, depth)
        return Reply(text, Usage(len(request.system + request.prompt) // 4, len(text) // 4))

    async def _reply(self, request: Request) -> str:
        draw = drawn(request.digest(self.id))
        if draw / 2**32 < self._nonsense:
            return _NONSENSE[draw % len(_NONSENSE)]
        if request.purpose == "think":
            return "The key matters more than the lamp."
        if not request.purpose.startswith("decide"):
            return self.answer(request.prompt)
        view = view_in(request.prompt, request.system)
        decision = await self._mind.decide(view)
        whole: dict[str, object] = {"action": decision.action, "params": decision.params}
        if decision.upkeep is not None:
            whole["keep"] = list(decision.upkeep.keep)
        halves = {"decide.name": {"action": decision.action}, "decide.fill": decision.params}
        return json.dumps(halves.get(request.purpose, whole), ensure_ascii=False)
