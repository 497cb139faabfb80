"""How one came to know: what was seen, heard, read and thought, and which of it a deposit is about."""

import json
import re
from collections.abc import Sequence

from agentsensus.events.event import Acted
from agentsensus.memory.provenance import Via
from agentsensus.world.character import Learnt
from agentsensus.world.mail import WORLD, Message

__all__ = ["heard", "learnt_by", "source_of"]

_ALIKE = 0.5
_WORD = re.compile(r"[a-z0-9']+|[\u4e00-\u9fff]", re.IGNORECASE)
_SMALL = frozenset(
    (
        "a an and are as at be but by for from had has he her him his i in is it me my of on or our she so than that "
        "the their them they this to was we were will with you your 的 了 在 是 和 有 我 他 她 不 也 就"
    ).split()
)


def heard(message: Message) -> Learnt:
    """What reading a message teaches; a gesture is seen, and what the world itself says is as good as seen."""
    if not message.sender or message.sort == "gesture":
        return Learnt("witnessed", message.content, message.sender or WORLD, message.id)
    return Learnt("told", message.content, message.sender, message.id)


def learnt_by(event: Acted) -> list[Learnt]:
    """What an action teaches whoever did it."""
    if not event.ok:
        return []
    match event.action:
        case "observe":
            return [Learnt("witnessed", json.dumps(event.data, ensure_ascii=False, sort_keys=True))]
        case "read":
            rows = [row["text"] for row in event.data.get("rows", ())]
            return [Learnt("read", text, str(event.params["target"])) for text in rows]
        case "think" | "conclude":
            return [Learnt("inferred", str(event.data.get("reply") or event.data.get("text", "")))]
        case "say" | "gesture" | "act_on":
            return [Learnt("witnessed", str(event.params.get("content") or event.params.get("description", "")))]
        case _:
            return []


def source_of(text: str, learnt: Sequence[Learnt]) -> Via:
    """How somebody came to know what it now remembers: by what it resembles most, the latest of equals.

    What resembles nothing was witnessed if anything was seen since the last deposit and nothing heard or read, else
    it is somebody's own inference.
    """
    words = _words(text)
    scored = [(_share(words, _words(one.text)), place) for place, one in enumerate(learnt)]
    best = max(scored, default=(0.0, -1))
    if best[0] >= _ALIKE:
        one = learnt[best[1]]
        return Via(kind=one.how, source=one.source, detail=one.detail)
    seen = {one.how for one in learnt}
    return Via(kind="witnessed") if seen == {"witnessed"} else Via(kind="inferred")


def _words(text: str) -> frozenset[str]:
    found = frozenset(word.casefold() for word in _WORD.findall(text))
    return found - _SMALL or found


def _share(words: frozenset[str], known: frozenset[str]) -> float:
    return round(len(words & known) / len(words), 4) if words else 0.0
