"""A test double for a model that writes scenes. It tells every beat (one event of a scene), unless told to make a
mistake.
"""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias

from agentsensus.language.rules import Language
from agentsensus.models.chat import Reply, Request, Usage
from agentsensus.models.limits import Limits
from agentsensus.testing.prompt_words import either_prompt, prompt_word

__all__ = ["RenderingFault", "RenderingModel"]

RenderingFault: TypeAlias = Literal["invents", "leaks", "drops", "misattributes", "nonsense"]
_BEAT = re.compile(r'^\{"beat": \d+.*\}$', re.MULTILINE)
_AGAIN = re.compile(either_prompt("refused"))
_SPEAK = ("says", "says quietly", "writes", "thinks")


class RenderingModel:
    """A model that answers prompts for scenes, tells each beat in its own words, and counts its calls.

    `faults` lists a fault for its first reply to a scene, its second, and so on; the last entry repeats, and None means
    a correct reply. The faults: `invents` a character, `leaks` a round number, `drops` every other beat,
    `misattributes` a speech to another character, `nonsense`. The function `wording` rewrites a beat, for example into
    another language.
    """

    id = "test:rendering"
    limits = Limits(concurrency=None, first_pause=0)

    def __init__(
        self,
        *faults: RenderingFault | None,
        stranger: str = "Osric",
        wording: Callable[[dict[str, Any]], str] | None = None,
    ) -> None:
        self.calls = 0
        self.requests: list[Request] = []
        self._faults: Sequence[RenderingFault | None] = faults or (None,)
        self._stranger = stranger
        self._wording = wording or (lambda beat: str(beat.get("text", "")))

    async def send(self, request: Request) -> Reply:
        self.calls += 1
        self.requests.append(request)
        second = bool(_AGAIN.search(request.prompt))
        fault = self._faults[min(int(second), len(self._faults) - 1)]
        text = self.answer(request.prompt, request.language, fault)
        return Reply(text, Usage(len(request.system + request.prompt) // 4, len(text) // 4))

    def answer(self, prompt: str, language: Language = "en", fault: RenderingFault | None = None) -> str:
        """Return the reply to the prompt for a scene, with the given fault."""
        if fault == "nonsense":
            return "Certainly! A scene:"
        beats = [json.loads(line) for line in _BEAT.findall(prompt)]
        lines = [self._line(beat) for beat in beats if not beat.get("optional")]
        if fault == "drops":
            lines = lines[::2][: max(len(lines) // 2, 1)]
        if fault == "invents":
            lines.insert(0, {"beats": [1], "who": self._stranger, "how": "", "text": lines[0]["text"]})
        if fault == "leaks":
            lines[-1]["text"] += f" {prompt_word('leak', language)}"
        if fault == "misattributes":
            names = list(dict.fromkeys(line["who"] for line in lines if line["who"]))
            for line in lines:
                line["who"] = names[(names.index(line["who"]) + 1) % len(names)] if line["who"] else ""
        return json.dumps({"lines": lines, "left_out": []}, ensure_ascii=False)

    def _line(self, beat: dict[str, Any]) -> dict[str, Any]:
        if beat["does"] in _SPEAK:
            return {"beats": [beat["beat"]], "who": beat["who"], "how": "", "text": self._wording(beat)}
        text = self._wording(beat) or " ".join(str(beat.get(key, "")) for key in ("who", "does", "thing", "for"))
        return {"beats": [beat["beat"]], "who": "", "how": "", "text": text}
