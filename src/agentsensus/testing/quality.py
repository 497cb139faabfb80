"""A stand-in for a model that scores stories: generous, unless it sees a fault that it was told to look for."""

import json
from collections.abc import Sequence

from agentsensus.models.limits import Limits
from agentsensus.models.reply import Reply, Usage
from agentsensus.models.request import Request

__all__ = ["ScoringModel"]


class ScoringModel:
    """Answers prompts for scores with `score`, and with 1 where the prompt has one of the words in `sees`.

    Where a prompt has the word `refuses`, its reply cannot be used.
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
        """The reply to a prompt for a score."""
        if self._refuses and self._refuses in prompt:
            return "I would rather not say."
        seen = next((word for word in self._sees if word in prompt), None)
        return json.dumps({"score": 1 if seen else self._score, "why": f"because of {seen}" if seen else "well told"})
