"""A stand-in for a language model that plays characters, cuts texts and judges, at once or slowly, well or badly."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable

from agentsensus.minds.mind import Mind
from agentsensus.minds.view import View
from agentsensus.models.chat import Trouble
from agentsensus.models.reply import Reply, Usage
from agentsensus.models.request import Request
from agentsensus.testing.minds import RoutineMind
from agentsensus.testing.models import NONSENSE, InstantModel, drawn

__all__ = ["PlayingModel"]

_NONSENSE = (*NONSENSE, '{"action": "fly", "params": {}}')


class PlayingModel(InstantModel):
    """Decides as a mind would that is shown the view in the prompt; answers the memory as an `InstantModel` does.

    `nonsense` is the share of replies that cannot be used, `failing` the purposes for which it fails. `deepest` is the
    longest chain of calls, each begun after the one before had ended; `by_purpose` counts them.
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
        view = View.model_validate(json.loads(request.prompt.partition("\n\n")[0]))
        decision = await self._mind.decide(view)
        whole = {"action": decision.action, "params": decision.params}
        halves = {"decide.name": {"action": decision.action}, "decide.fill": decision.params}
        return json.dumps(halves.get(request.purpose, whole), ensure_ascii=False)
