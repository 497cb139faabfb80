"""A test double for a model that scores stories. It gives the same score always, unless a prompt contains a given
fault.
"""

import json
import re
from collections.abc import Sequence

from agentsensus.models.chat import Reply, Request, Usage
from agentsensus.models.limits import Limits

__all__ = ["ScoringModel"]

_NUMBERED = re.compile(r"^(\d+)\. ", re.MULTILINE)


class ScoringModel:
    """A model that answers requests for a score with `score`, or with 1 if the prompt contains one of the words in
    `sees`.

    Other questions: of four events, `score` - 1 are consistent; an arc agrees at score 5 and partly agrees from 3 on;
    every second action serves a goal. If the prompt contains `refuses`, the reply is unusable.
    """

    id = "test:scoring"
    limits = Limits(concurrency=None, first_pause=0)

    def __init__(self, score: int = 4, sees: Sequence[str] = (), refuses: str = "") -> None:
        self.calls = 0
        self.requests: list[Request] = []
        self._score, self._sees, self._refuses = score, tuple(sees), refuses

    async def send(self, request: Request) -> Reply:
        self.calls += 1
        self.requests.append(request)
        text = self.answer(request.prompt)
        return Reply(text, Usage(len(request.prompt) // 4, len(text) // 4))

    def answer(self, prompt: str) -> str:
        if self._refuses and self._refuses in prompt:
            return "I would rather not say."
        seen = next((word for word in self._sees if word in prompt), None)
        score = 1 if seen else self._score
        if '{"events": ' in prompt:
            verdicts = ["consistent"] * (score - 1) + ["contradicts"] * (5 - score)
            return json.dumps({"events": [{"event": f"event {n}", "verdict": each} for n, each in enumerate(verdicts)]})
        if '{"agreement": ' in prompt:
            return json.dumps({"agreement": "agrees" if score > 4 else "partly" if score > 2 else "differs"})
        if '{"serving": ' in prompt:
            return json.dumps({"serving": [int(n) for n in _NUMBERED.findall(prompt)][::2]})
        return json.dumps({"score": score, "why": f"because of {seen}" if seen else "well told"})
