"""Turn actions and their results into sentences. The phrases are in phrases.LANGUAGE.yaml."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from pydantic import BaseModel, ConfigDict

from agentsensus.base.texts import texts
from agentsensus.language.languages import rules_of
from agentsensus.worlds.actions import ACTIONS, Action
from agentsensus.worlds.events.event import Delivered, Remembered, Sent
from agentsensus.worlds.scenario.scenario import Scenario
from agentsensus.worlds.state.mail import WORLD

__all__ = ["Teller", "TellingPhrases", "phrases"]


class Teller:
    """Describes the events of a world by name, in its language."""

    def __init__(self, scenario: Scenario) -> None:
        self.language = scenario.world.language
        self.phrases = phrases(self.language)
        named = {**scenario.carriers, **scenario.places, **scenario.characters}
        deeds = {id_: deed.name for id_, deed in scenario.world.deeds.items()}
        self._called = deeds | {id_: something.called[0] for id_, something in named.items()}

    def phrase(self, key: str, /, **parts: object) -> str:
        """Return a phrase with its fields filled in."""
        return self.phrases.phrases[key].format(**parts)

    def name(self, id_: str) -> str:
        """Return the display name of an id. An empty id stands for the world itself."""
        if id_ in ("", WORLD):
            return self.phrase("world")
        return self._called.get(id_, id_)

    def names(self, ids: Sequence[str]) -> str:
        """Return several names as a list in the world's language."""
        return self.phrases.between.join(self.name(id_) for id_ in ids)

    def is_watched(self, action: str) -> bool:
        """Return whether an action is shown while a run is being watched."""
        return action in ACTIONS and ACTIONS[action].declared.is_watched

    def done(self, agent: str, action: str, params: Mapping[str, Any]) -> str:
        """Return an action as a phrase without the actor's name: «says to Ben: “…”»."""
        kind = ACTIONS.get(action)
        if kind is None:
            return _raw(action, params)
        action_phrases = _ActionPhrases(self, kind)
        parts = {key: action_phrases.part(value) for key, value in params.items()} | kind.declared.parts(
            action_phrases, agent, params
        )
        try:
            return action_phrases.texts.done.format(**parts)
        except KeyError:
            return _raw(action, params)

    def turn(self, agent: str, action: str, params: Mapping[str, Any]) -> str:
        """Return an action as a phrase with the actor's name: «Ada says to Ben: “…”»."""
        return f"{self.name(agent)}{rules_of(self.language).writing.sentence_joiner}{self.done(agent, action, params)}"

    def came_of(self, action: str, ok: bool, result: Any) -> list[str]:
        """Return the result of an action as lines; none if the action already says it all."""
        if not ok:
            return [self.phrase("refused", reason=result)]
        if not isinstance(result, dict):
            return [] if result is None else [str(result)]
        kind = ACTIONS.get(action)
        return [] if kind is None else kind.declared.tells(_ActionPhrases(self, kind), result)

    def row(self, row: Mapping[str, str]) -> str:
        """Return a memory row with its source, if given."""
        if "via" not in row:
            return row["text"]
        return self.phrase("row", text=row["text"], via=self.how(row["via"], row.get("from", "")))

    def how(self, kind: str, source: str) -> str:
        """Return a source as a phrase: «told by Ada»."""
        return self.phrases.via.get(kind, kind).format(source=self.name(source))

    def came(self, event: Delivered, message: Sent) -> str:
        """Return a delivered message as a line."""
        content = " ".join(message.content.split())
        if message.sort not in ACTIONS:
            return self.phrase("announced", content=content)
        action_phrases = _ActionPhrases(self, ACTIONS[message.sort])
        sender = self.name(message.sender)
        if event.overheard and message.sort != "gesture":
            return self.phrase("overheard", sender=sender, to=self.names(message.recipients), content=content)
        return action_phrases.line("comes", sender=sender, sent=event.sent, content=content)

    def kept(self, event: Remembered) -> list[str]:
        """Return one line for each statement that an agent remembers, with its source."""
        via = self.how(event.via, event.source)
        return [self.phrase("kept", text=statement.text, via=via) for statement in event.statements]


class _ActionPhrases:
    """The phrases of one action, filled in by a teller."""

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


class TellingPhrases(BaseModel):
    """The phrases of one language for events, sources, reasons to wake and run statistics.

    The phrases of actions are declared by the actions themselves.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    between: str
    phrases: dict[str, str]
    via: dict[str, str]
    reasons: dict[str, str]
    watch: dict[str, str]


@lru_cache(maxsize=8)
def phrases(language: str) -> TellingPhrases:
    """Load the phrases of a language."""
    return TellingPhrases.model_validate(texts(__package__, "phrases", language))
