"""Turns in words: what somebody did, and what came of it."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from agentsensus.actions import ACTIONS, Action
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
        named = {**scenario.carriers, **scenario.places, **scenario.characters}
        deeds = {id_: deed.name for id_, deed in scenario.world.deeds.items()}
        self._called = deeds | {id_: something.called[0] for id_, something in named.items()}

    def phrase(self, key: str, /, **parts: object) -> str:
        """A phrase with its parts put in."""
        return self.phrases.phrases[key].format(**parts)

    def name(self, id_: str) -> str:
        """What somebody, something or a deed is called; the world itself where nobody is named."""
        if id_ in ("", WORLD):
            return self.phrase("world")
        return self._called.get(id_, id_)

    def names(self, ids: Sequence[str]) -> str:
        """Several names in a row."""
        return self.phrases.between.join(self.name(id_) for id_ in ids)

    def is_watched(self, action: str) -> bool:
        """Whether an action is shown to whoever watches a run."""
        return action in ACTIONS and ACTIONS[action].declared.is_watched

    def done(self, agent: str, action: str, params: Mapping[str, Any]) -> str:
        """What somebody did or tried to do, without its name: «says to Ben: “…”»."""
        kind = ACTIONS.get(action)
        if kind is None:
            return _raw(action, params)
        own = _OwnWords(self, kind)
        parts = {key: own.part(value) for key, value in params.items()} | kind.declared.parts(own, agent, params)
        try:
            return own.texts.done.format(**parts)
        except KeyError:
            return _raw(action, params)

    def turn(self, agent: str, action: str, params: Mapping[str, Any]) -> str:
        """What somebody did or tried to do, with its name: «Ada says to Ben: “…”»."""
        return f"{self.name(agent)}{rules_of(self.language).writing.sentence_joiner}{self.done(agent, action, params)}"

    def came_of(self, action: str, ok: bool, result: Any) -> list[str]:
        """What came of it, line by line; nothing where that is plain from what was done."""
        if not ok:
            return [self.phrase("refused", reason=result)]
        if not isinstance(result, dict):
            return [] if result is None else [str(result)]
        kind = ACTIONS.get(action)
        return [] if kind is None else kind.declared.tells(_OwnWords(self, kind), result)

    def row(self, row: Mapping[str, str]) -> str:
        """A row of a memory, with how one knows it where that is told."""
        if "via" not in row:
            return row["text"]
        return self.phrase("row", text=row["text"], via=self.how(row["via"], row.get("from", "")))

    def how(self, kind: str, source: str) -> str:
        """How one came to know something: «told by Ada»."""
        return self.phrases.via.get(kind, kind).format(source=self.name(source))

    def came(self, event: Delivered, message: Sent) -> str:
        """What reached somebody."""
        content = " ".join(message.content.split())
        if message.sort not in ACTIONS:
            return self.phrase("announced", content=content)
        own = _OwnWords(self, ACTIONS[message.sort])
        sender = self.name(message.sender)
        if event.overheard and message.sort != "gesture":
            return self.phrase("overheard", sender=sender, to=self.names(message.recipients), content=content)
        return own.line("comes", sender=sender, sent=event.sent, content=content)

    def kept(self, event: Remembered) -> list[str]:
        """What somebody remembers from now on, statement by statement, and how it came to know."""
        via = self.how(event.via, event.source)
        return [self.phrase("kept", text=statement.text, via=via) for statement in event.statements]


class _OwnWords:
    """A teller with the texts of one action."""

    def __init__(self, teller: Teller, kind: type[Action]) -> None:
        self.texts = kind.texts(teller.language)
        self._teller = teller

    def line(self, key: str, /, **parts: object) -> str:
        return self.texts.lines[key].format(**parts)

    def part(self, value: Any) -> str:
        match value:
            case str():
                return self._teller.name(" ".join(value.split()))
            case list() if all(isinstance(name, str) for name in value):
                return self._teller.names(value)
            case _:
                return json.dumps(value, ensure_ascii=False)

    def rows(self, rows: Sequence[Mapping[str, str]]) -> list[str]:
        return [self._teller.row(row) for row in rows] or [self._teller.phrase("nothing")]


def _raw(action: str, params: Mapping[str, Any]) -> str:
    return f"{action} {json.dumps(dict(params), ensure_ascii=False)}" if params else action
