"""Turns in words: what somebody did, and what came of it."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from agentsensus.events.event import Delivered, Remembered, Sent
from agentsensus.telling.phrases import phrases
from agentsensus.text.languages import rules_of
from agentsensus.world.mail import WORLD
from agentsensus.world.scenario import Scenario

__all__ = ["Teller"]


class Teller:
    """Tells what happens in a world, by names, in its language."""

    def __init__(self, scenario: Scenario) -> None:
        self.language = scenario.world.language
        self.phrases = phrases(self.language)
        self._named = {**scenario.carriers, **scenario.places, **scenario.characters}

    def phrase(self, key: str, /, **parts: object) -> str:
        """A phrase with its parts put in."""
        return self.phrases.said[key].format(**parts)

    def name(self, id_: str) -> str:
        """What somebody or something is called; the world itself where nobody is named."""
        if id_ in ("", WORLD):
            return self.phrase("world")
        return self._named[id_].called[0] if id_ in self._named else id_

    def names(self, ids: Sequence[str]) -> str:
        """Several names in a row."""
        return self.phrases.listed.join(self.name(id_) for id_ in ids)

    def done(self, agent: str, action: str, params: Mapping[str, Any]) -> str:
        """What somebody did or tried to do, without its name: «says to Ben: “…”»."""
        form = self.phrases.acts.get(action)
        try:
            return (form or "").format(**self._parts(agent, params)) or self._raw(action, params)
        except KeyError:
            return self._raw(action, params)

    def turn(self, agent: str, action: str, params: Mapping[str, Any]) -> str:
        """The same with its name."""
        return f"{self.name(agent)}{rules_of(self.language).writing.sentence_joiner}{self.done(agent, action, params)}"

    def _parts(self, agent: str, params: Mapping[str, Any]) -> dict[str, str]:
        parts = {key: self._part(value) for key, value in params.items()}
        if "query" in params:
            parts.setdefault("memory_id", self.phrase("by_row", query=parts["query"]))
        if isinstance(with_ := params.get("with"), list):
            parts.setdefault("thread", self._part(with_))
        parts.setdefault("thread", self.phrase("anybody"))
        if isinstance(thread := params.get("thread"), str):
            parts["thread"] = self.names([id_ for id_ in thread.split("+") if id_ != agent])
        return parts

    def _part(self, value: Any) -> str:
        match value:
            case str():
                return self.name(" ".join(value.split()))
            case list() if all(isinstance(one, str) for one in value):
                return self.names(value)
            case _:
                return json.dumps(value, ensure_ascii=False)

    def _raw(self, action: str, params: Mapping[str, Any]) -> str:
        return f"{action} {json.dumps(dict(params), ensure_ascii=False)}" if params else action

    def came_of(self, action: str, ok: bool, result: Any) -> list[str]:
        """What came of it, line by line; nothing where that is plain from what was done."""
        if not ok:
            return [self.phrase("refused", reason=result)]
        if not isinstance(result, dict):
            return [] if result is None else [str(result)]
        match action:
            case "recall" | "read":
                return self._rows(result["rows"])
            case "get_affiliated":
                return self._rows(result["linked"])
            case "read_thread":
                return self._messages(result)
            case "observe":
                return self._seen(result)
            case "think":
                return [" ".join(str(result["reply"]).split())]
            case "move":
                return [self.phrase("arrives", arrives=result["arrives"])]
            case "say" | "gesture":
                return [self.phrase("heard", due=max(result["due"].values()))]
            case "wait":
                until = result["waiting_until"]
                return [self.phrase("for_ever") if until is None else self.phrase("until", until=until)]
            case _:
                return []

    def _rows(self, rows: Sequence[Mapping[str, str]]) -> list[str]:
        return [self._row(row) for row in rows] or [self.phrase("nothing")]

    def _row(self, row: Mapping[str, str]) -> str:
        if "via" not in row:
            return row["text"]
        return self.phrase("row", text=row["text"], via=self._via(row["via"], row.get("from", "")))

    def _via(self, kind: str, source: str) -> str:
        return self.phrases.via.get(kind, kind).format(source=self.name(source))

    def _messages(self, result: Mapping[str, Any]) -> list[str]:
        more = [self.phrase("more", n=result["earlier"])] if result["earlier"] else []
        return more + [
            self.phrase(
                "message", sender=self.name(one["from"]), round=one["round"], content=" ".join(one["content"].split())
            )
            for one in result["messages"]
        ]

    def _seen(self, result: Mapping[str, Any]) -> list[str]:
        lines = [self.phrase("status", key=key, value=value) for key, value in result["status"].items()]
        if "present" in result:
            ids = [one["id"] for one in result["present"]]
            lines.append(self.phrase("present", present=self.names(ids)) if ids else self.phrase("nobody"))
        return lines + [self.phrase("happened", text=text) for text in result.get("happened_here", ())]

    def came(self, event: Delivered, message: Sent) -> str:
        """What reached somebody."""
        content = " ".join(message.content.split())
        key = {"say": "comes", "gesture": "gesture_comes", "system": "announced"}[message.sort]
        return self.phrase(key, sender=self.name(message.sender), sent=event.sent, content=content)

    def kept(self, event: Remembered) -> list[str]:
        """What somebody remembers from now on, statement by statement, and how it came to know."""
        via = self._via(event.via, event.source)
        return [self.phrase("kept", text=one.text, via=via) for one in event.statements]
