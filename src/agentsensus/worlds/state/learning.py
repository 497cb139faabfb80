"""How characters come to know things: the source of a deposit, and who knows which event."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from agentsensus.language.languages import all_rules, language, rules_of
from agentsensus.language.names import Names
from agentsensus.memory.inputs import Via
from agentsensus.worlds.events.event import Acted
from agentsensus.worlds.scenario.happenings import Condition
from agentsensus.worlds.scenario.scenario import Scenario
from agentsensus.worlds.state.character import Learnt
from agentsensus.worlds.state.mail import Message

__all__ = ["EventKnowers", "Learning", "Surroundings", "source_of"]

_ALIKE = 0.5
_FROM_A_SOURCE = ("told", "overheard", "read")
_WORD = re.compile(r"[a-z0-9']+|[\u4e00-\u9fff]", re.IGNORECASE)
_SMALL = frozenset[str]().union(*(rules.world_words.small_words for rules in all_rules()))


class Learning(Protocol):
    """What actions and messages teach. Implemented by the action registry and passed to the world."""

    def by_deed(self, event: Acted) -> Sequence[Learnt]:
        """Return what the acting character learns from its action."""
        ...

    def by_message(self, message: Message) -> Learnt:
        """Return what a message teaches its reader."""
        ...

    def is_seen(self, event: Acted) -> bool:
        """Return whether bystanders see the action."""
        ...


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The character who remembers, the characters it sees or hears, and the names of all characters."""

    agent: str
    present: frozenset[str]
    names: Names


def source_of(
    text: str, learnt: Sequence[Learnt], named: Sequence[Learnt] = (), company: Surroundings | None = None
) -> Via:
    """Return the source of a text that a character remembers.

    If `named` lessons are given, only they are considered. With `company`, a text about the character's own deed is
    `did`. Otherwise the source that shares the most words with the text wins; lessons from one person or document count
    together, and the latest wins a tie. Without a sufficient match, a text about somebody in the company is
    `witnessed`, and any other text is the character's own inference.
    """
    if named:
        return Via(kind=named[-1].how, source=named[-1].source, detail=named[-1].detail)
    seen = None if company is None else _by_subject(text, company)
    if seen == "did":
        return Via(kind="did")
    words = _words(text)
    scored = [
        (_share(words, frozenset().union(*(_words(lesson.text) for lesson in lessons))), place)
        for place, lessons in enumerate(_by_source(learnt))
    ]
    share, place = max(scored, default=(0.0, -1))
    if share < _ALIKE:
        return Via(kind=seen or "inferred")
    lessons = _by_source(learnt)[place]
    lesson = max(lessons, key=lambda lesson: _share(words, _words(lesson.text)))
    return Via(kind=lesson.how, source=lesson.source, detail=lesson.detail)


_BEFORE_SUBJECT = 2
"""Words that may stand before the subject of a sentence: «Then King Claudius»."""


def _by_subject(text: str, company: Surroundings) -> Literal["did", "witnessed"] | None:
    """Return `did` if the subject of a text is the character itself, `witnessed` if it is somebody in sight, else
    None.
    """
    spans = company.names.spans(text)
    if not spans or len(text[: spans[0][0]].split()) > _BEFORE_SUBJECT:
        return None
    start, end = spans[0][0], spans[0][1]
    subject = company.names.mentioned(text[start:end])
    if len(subject) != 1:
        return None
    words, rest = rules_of(language(text)).world_words, text[end:]
    if subject[0] != company.agent:
        return "witnessed" if subject[0] in company.present else None
    if re.match(words.thought, rest):
        return None
    return "witnessed" if re.match(words.perceived, rest) else "did"


def _by_source(learnt: Sequence[Learnt]) -> list[list[Learnt]]:
    """Group lessons by the person or document they came from, the latest group last."""
    groups: dict[object, list[Learnt]] = {}
    for place, lesson in enumerate(learnt):
        key = (lesson.how, lesson.source) if lesson.how in _FROM_A_SOURCE else place
        groups[key] = [*groups.pop(key, []), lesson]
    return list(groups.values())


def _words(text: str) -> frozenset[str]:
    """Return the words of a text without stop words, unless it has only stop words."""
    words = frozenset(word.casefold() for word in _WORD.findall(text))
    return words - _SMALL or words


def _share(words: frozenset[str], known: frozenset[str]) -> float:
    return round(len(words & known) / len(words), 4) if words else 0.0


class EventKnowers:
    """The characters who know each event. Tracks only events that a condition of the world asks for.

    A character knows an event if it saw, heard, read or remembered it in any of its wordings.
    """

    def __init__(self, scenario: Scenario) -> None:
        wanted = {event for condition in _conditions(scenario) for event in condition.knows}
        self.by_event: dict[str, set[str]] = {event: set() for event in sorted(wanted)}
        self._wordings: dict[str, tuple[str, ...]] = {}
        for event in scenario.events:
            if event.id in wanted:
                self.by_event[event.id].update(event.witnesses)
                self._wordings[event.id] = _plain((event.text, *event.tellings))
        for id_, happening in scenario.happenings.items():
            if id_ in wanted:
                self._wordings[id_] = _plain((happening.text, *happening.tellings))

    def learn(self, agent: str, event: str) -> None:
        """Record that an agent knows an event."""
        if event in self.by_event:
            self.by_event[event].add(agent)

    def hear(self, agent: str, text: str) -> None:
        """Record that an agent knows every event that the text tells in one of its wordings."""
        if not self.by_event:
            return
        (plain,) = _plain((text,))
        for event, wordings in self._wordings.items():
            if agent not in self.by_event[event] and any(wording in plain for wording in wordings):
                self.by_event[event].add(agent)

    def keep(self, agent: str, records: Iterable[str], events: Mapping[str, str]) -> None:
        """Record the events behind the records an agent owns; `events` maps records to events."""
        for record in records:
            self.learn(agent, events.get(record, ""))


def _conditions(scenario: Scenario) -> list[Condition]:
    conditions = [happening.when for happening in scenario.happenings.values()]
    conditions += [arc.ends_when for arc in scenario.world.arcs if arc.ends_when is not None]
    return [part for condition in conditions for part in condition.parts()]


def _plain(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(" ".join(text.casefold().split()).rstrip(".。!！") for text in texts)
