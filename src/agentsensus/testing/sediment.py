"""A test double for a model that turns a text into a world."""

import asyncio
import json
import re
from collections import Counter
from typing import Any

from agentsensus.language.sentences import sentences
from agentsensus.models.chat import Reply, Request, Usage
from agentsensus.models.limits import Limits
from agentsensus.testing.prompt_words import either_prompt

__all__ = ["SedimentingModel"]

_CUE = re.compile(r"^([A-Z][A-Za-z ]{2,30}|[\u4e00-\u9fff]{2,4})[:：]", re.MULTILINE)
_ENTRY = re.compile(r'^\{"id": .*\}$', re.MULTILINE)
_ENTRY_ID = re.compile(r'^\{"id": "(\w+)"', re.MULTILINE)
_PASSAGE = re.compile(rf"^(?:{either_prompt('passage')}) [^\n]*[:：]\n(?P<text>.*)", re.MULTILINE | re.DOTALL)
_LISTED = re.compile(r"^- .*?\(([a-z0-9_]+)\)", re.MULTILINE)


class SedimentingModel:
    """A model that answers the prompts of `sediment` (text → world) by simple rules, and counts its calls by pass.

    A passage that contains a word of `spoiled` is answered with nonsense. With `invents`, the model names an unknown
    owner and an unknown place. `carriers` are names of readable things that it finds in passages.
    """

    id = "test:sedimenting"
    limits = Limits(concurrency=4, first_pause=0)

    def __init__(
        self,
        *,
        latency: float = 0.0,
        spoiled: tuple[str, ...] = (),
        invents: bool = False,
        carriers: tuple[str, ...] = (),
    ) -> None:
        self.calls = 0
        self.by_pass: Counter[str] = Counter()
        self.requests: list[Request] = []
        self._latency, self._spoiled, self._invents, self._carriers = latency, spoiled, invents, carriers

    async def send(self, request: Request) -> Reply:
        self.calls += 1
        self.by_pass[request.purpose.removeprefix("sediment.")] += 1
        self.requests.append(request)
        await asyncio.sleep(self._latency)
        text = self.answer(request.purpose.removeprefix("sediment."), request.prompt)
        return Reply(text, Usage(len(request.prompt) // 4, len(text) // 4))

    def answer(self, pass_: str, prompt: str) -> str:
        """Return the reply to a prompt of the pass with this name."""
        if any(word in prompt for word in self._spoiled):
            return "Certainly! Here is what happens:"
        passage = match["text"] if (match := _PASSAGE.search(prompt)) else ""
        replies: dict[str, Any] = {
            "names": lambda: {
                "people": [{"name": name.title()} for name in dict.fromkeys(_CUE.findall(passage))],
                "carriers": [{"name": name} for name in self._carriers if name in passage],
            },
            "events": lambda: self._events(prompt, passage),
            "character": lambda: {"profile": "Somebody of few words.", "goals": ["To see how it ends."]},
            "document": lambda: {"text": ["It says what it says."], "holder": _ENTRY_ID.findall(prompt)[0]},
            "kickoff": lambda: {
                "messages": [{"to": _LISTED.findall(prompt)[:1], "content": "Somebody is at the door.", "tellings": []}]
            },
            "arcs": lambda: {"arcs": [{"text": "It ends.", "characters": _LISTED.findall(prompt)[:1]}]},
        }
        return json.dumps(replies[pass_](), ensure_ascii=False)

    def _events(self, prompt: str, passage: str) -> dict[str, Any]:
        entries = [json.loads(line) for line in _ENTRY.findall(prompt.partition(passage)[0])]
        people = {name: entry["id"] for entry in entries if entry["kind"] == "character" for name in _called(entry)}
        place = next((entry["id"] for entry in entries if entry["kind"] == "place"), "")
        facts: list[dict[str, Any]] = []
        for line in passage.splitlines():
            for sentence in sentences(line.strip("[]")):
                owners = [id_ for name, id_ in people.items() if name.casefold() in sentence.casefold()]
                if owners:
                    strange = ["a_stranger"] if self._invents else []
                    facts.append({"text": sentence, "owners": [*owners, *strange], "place": place})
        if self._invents:
            facts = [fact | {"place": "nowhere_at_all"} for fact in facts]
        states = [{"who": facts[-1]["owners"][0], "place": place, "alive": True}] if facts else []
        return {"groups": [{"statements": facts}], "states": states}


def _called(entry: dict[str, Any]) -> list[str]:
    return [entry["name"], *entry.get("aliases", [])]
