"""Test doubles for a language model. Each one counts its calls."""

import asyncio
import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Sequence

from agentsensus.language.sentences import sentences
from agentsensus.models.chat import Provider, Reply, Request, Trouble
from agentsensus.models.limits import Limits

NONSENSE = (
    "Certainly! Here is the answer.",
    '{"answers": [{"statement": 1, "match"',
    "[]",
    "",
)
"""Typical replies of weak models: prose, truncated JSON, the wrong type, empty text."""
_QUESTION = re.compile(r'^\{"statement": \d+, "text": .*$', re.MULTILINE)
_TEXT = re.compile(r'^\{"text": \d+, "speaker": .*$', re.MULTILINE)


class InstantModel:
    """A model that answers the memory's prompts at once: it cuts texts at full stops and judges all statements to be
    different.

    If `same` is given, two statements are the same when `same(new, known)` is true.
    """

    id = "test:instant"
    limits = Limits(concurrency=None, first_pause=0)

    def __init__(self, same: Callable[[str, str], bool] | None = None) -> None:
        self.calls = 0
        self.prompts: list[str] = []
        self._same = same or (lambda new, known: False)

    async def send(self, request: Request) -> Reply:
        self.calls += 1
        self.prompts.append(request.prompt)
        return Reply(self.answer(request.prompt))

    def answer(self, prompt: str) -> str:
        """Return the reply to a prompt of the judge or the atomizer."""
        questions = [json.loads(line) for line in _QUESTION.findall(prompt)]
        texts = [json.loads(line) for line in _TEXT.findall(prompt)]
        if texts:
            cuts = [{"text": text["text"], "statements": sentences(text["words"])} for text in texts]
            return json.dumps({"texts": cuts}, ensure_ascii=False)
        if not questions:
            text = _quoted(re.split(r"[:：]\n", prompt.rstrip("\n"))[-1])
            return json.dumps({"statements": sentences(text)}, ensure_ascii=False)
        answers = []
        for question in questions:
            match = next((n for n, known in question["known"].items() if self._same(question["text"], known)), None)
            relation = "same" if match else "different"
            answers.append({"statement": question["statement"], "match": match and int(match), "relation": relation})
        return json.dumps({"answers": answers})


class SlowModel(InstantModel):
    """An `InstantModel` that takes `latency` seconds per reply and records the number of concurrent calls."""

    id = "test:slow"

    def __init__(self, latency: float, same: Callable[[str, str], bool] | None = None) -> None:
        super().__init__(same)
        self._latency = latency
        self._busy = 0
        self.most_at_once = 0

    async def send(self, request: Request) -> Reply:
        self._busy += 1
        self.most_at_once = max(self.most_at_once, self._busy)
        try:
            await asyncio.sleep(self._latency)
            return await super().send(request)
        finally:
            self._busy -= 1


class ScriptedModel:
    """A model that returns these replies in order, then repeats the last one."""

    id = "test:scripted"
    limits = Limits(concurrency=None, first_pause=0)

    def __init__(self, replies: Sequence[str]) -> None:
        self.calls = 0
        self.requests: list[Request] = []
        self._replies = list(replies)

    async def send(self, request: Request) -> Reply:
        self.calls += 1
        self.requests.append(request)
        return Reply(self._replies[min(self.calls, len(self._replies)) - 1])


class FailingModel:
    """A model that raises on every call, like a dead endpoint."""

    id = "test:failing"
    limits = Limits(concurrency=None, first_pause=0)

    def __init__(self, error: Exception | None = None) -> None:
        self.calls = 0
        self._error = error or ConnectionError("no model there")

    async def send(self, request: Request) -> Reply:
        self.calls += 1
        raise self._error


class FlakyModel:
    """Wraps a model and fails some requests, each at most `most` times.

    The hash of a request decides whether it fails, so every run fails in the same places.
    """

    limits = Limits(concurrency=None, first_pause=0)

    def __init__(self, inner: Provider, *, share: float = 0.3, most: int = 2) -> None:
        self.id = inner.id
        self.calls = 0
        self.failures = 0
        self._inner = inner
        self._share = share
        self._most = most
        self._failed: Counter[str] = Counter()

    async def send(self, request: Request) -> Reply:
        self.calls += 1
        digest = request.digest(self.id)
        draw = drawn(digest)
        planned = 1 + draw % self._most if draw / 2**32 < self._share else 0
        if self._failed[digest] < planned:
            self._failed[digest] += 1
            self.failures += 1
            raise Trouble("flaky", passes=True)
        return await self._inner.send(request)


class MalformedModel(ScriptedModel):
    """A model that returns a different kind of nonsense each time, then empty text."""

    id = "test:malformed"

    def __init__(self) -> None:
        super().__init__(NONSENSE)


def drawn(digest: str) -> int:
    """Return a pseudo-random number below 2**32 that depends only on `digest`."""
    return int(hashlib.sha256(digest.encode()).hexdigest()[:8], 16)


def _quoted(text: str) -> str:
    """Return the text that a prompt quotes as a JSON string; unchanged if it is not JSON."""
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return value if isinstance(value, str) else text
