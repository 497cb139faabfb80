"""Stand-ins for a language model: each answers a prompt with text, and counts how often it was asked."""

import asyncio
import json
import re
from collections.abc import Callable, Sequence

from agentsensus.memory.atoms.sentences import sentences

_QUESTION = re.compile(r'^\{"statement": \d+, "text": .*$', re.MULTILINE)


class InstantModel:
    """Answers the prompts of this package at once: texts are cut at full stops, and statements are never the same.

    With `same`, a known statement is the same as a new one when `same(new, known)` says so.
    """

    def __init__(self, same: Callable[[str, str], bool] | None = None) -> None:
        self.calls = 0
        self.prompts: list[str] = []
        self._same = same or (lambda new, known: False)

    async def __call__(self, prompt: str) -> str:
        self.calls += 1
        self.prompts.append(prompt)
        return self.answer(prompt)

    def answer(self, prompt: str) -> str:
        """The reply to a judge's or an atomizer's prompt."""
        questions = [json.loads(line) for line in _QUESTION.findall(prompt)]
        if not questions:
            text = re.split(r"[:：]\n", prompt.rstrip("\n"))[-1]
            return json.dumps({"statements": sentences(text)}, ensure_ascii=False)
        answers = []
        for question in questions:
            match = next((n for n, known in question["known"].items() if self._same(question["text"], known)), None)
            relation = "same" if match else "different"
            answers.append({"statement": question["statement"], "match": match and int(match), "relation": relation})
        return json.dumps({"answers": answers})


class SlowModel(InstantModel):
    """An `InstantModel` that takes `latency` seconds over each reply, and notes how many it had at once."""

    def __init__(self, latency: float, same: Callable[[str, str], bool] | None = None) -> None:
        super().__init__(same)
        self._latency = latency
        self._busy = 0
        self.most_at_once = 0

    async def __call__(self, prompt: str) -> str:
        self._busy += 1
        self.most_at_once = max(self.most_at_once, self._busy)
        try:
            await asyncio.sleep(self._latency)
            return await super().__call__(prompt)
        finally:
            self._busy -= 1


class ScriptedModel:
    """Gives these replies in turn, then the last one for ever."""

    def __init__(self, replies: Sequence[str]) -> None:
        self.calls = 0
        self._replies = list(replies)

    async def __call__(self, prompt: str) -> str:
        self.calls += 1
        return self._replies[min(self.calls, len(self._replies)) - 1]


class FailingModel:
    """Raises each time, as a dead endpoint does."""

    def __init__(self, error: Exception | None = None) -> None:
        self.calls = 0
        self._error = error or ConnectionError("no model there")

    async def __call__(self, prompt: str) -> str:
        self.calls += 1
        raise self._error


class MalformedModel(ScriptedModel):
    """Answers with what weak models answer with: prose, cut-off JSON, wrong types, empty text."""

    def __init__(self) -> None:
        super().__init__(["Certainly! Here is the answer.", '{"answers": [{"statement": 1, "match"', "[]", ""])
