"""The true event and version behind each statement of a players' run.

Computed from the log and the world's sentences after the fact. Minds and memory never see it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from agentsensus.language.languages import language, rules_of
from agentsensus.language.sentences import sentences
from agentsensus.worlds.events.event import Acted, AnyEvent, Remembered, Sent
from agentsensus.worlds.minds.players.claims import Claim, Script, script_of
from agentsensus.worlds.minds.players.claims.claim import differs_by
from agentsensus.worlds.minds.players.claims.run_events import is_deed
from agentsensus.worlds.minds.players.hearing import Questions, parse_message
from agentsensus.worlds.scenario.scenario import Scenario

__all__ = ["LIES", "Fact", "Truth", "Version", "truth_of"]

LIES = frozenset(("lie", "deceive", "slander"))


@dataclass(frozen=True, slots=True)
class Fact:
    """The event, version and sentence part that a statement tells."""

    claim: Claim
    part: int = 0


@dataclass(frozen=True, slots=True)
class Version:
    """A version of an event that appeared in the run: who said it first and when, its parent, and drift or lie."""

    claim: Claim
    parent: Claim
    by: str
    round: int
    kind: Literal["drift", "lie"]


@dataclass(slots=True)
class Truth:
    """The truth of a run: facts by statement id, versions in order of appearance, and the claims of each message."""

    script: Script
    facts: dict[str, Fact] = field(default_factory=dict)
    versions: dict[Claim, Version] = field(default_factory=dict)
    said: dict[str, tuple[Claim, ...]] = field(default_factory=dict)
    rounds: dict[str, int] = field(default_factory=dict)

    def kind(self, claim: Claim) -> Literal["original", "drift", "lie"]:
        """Return whether a claim is the original, a drifted version or a lie."""
        version = self.versions.get(claim)
        return version.kind if version else "original"

    def is_of_lies(self, claim: Claim) -> bool:
        """Return whether a claim is a lie or descends from one."""
        looked_at: set[Claim] = set()
        while claim not in looked_at and (version := self.versions.get(claim)) is not None:
            if version.kind == "lie":
                return True
            looked_at.add(claim)
            claim = version.parent
        return False

    def keys_of(self, event: Remembered) -> list[str] | None:
        """Return a key for each statement of a deposit; statements of the same fact have equal keys.

        Returns None if no fact is known. The key of the original version is the event id, as in the world's past.
        """
        keys = [self._key(stated.id) for stated in event.statements]
        return keys if any(keys) else None

    def _key(self, statement: str) -> str:
        fact = self.facts.get(statement)
        if fact is None:
            return ""
        version = name(self.script, fact.claim)
        return "/".join(part for part in (fact.claim.event, version, f"part {fact.part}" if fact.part else "") if part)

    def lines(self) -> Iterator[dict[str, Any]]:
        """Yield the lines of truth.jsonl by round, versions before statements."""
        yield from sorted([*self._version_lines(), *self._statement_lines()], key=lambda line: line["round"])

    def _version_lines(self) -> Iterator[dict[str, Any]]:
        for version in self.versions.values():
            yield {
                "round": version.round,
                "version": name(self.script, version.claim),
                "event": version.claim.event,
                "parent": name(self.script, version.parent),
                "by": version.by,
                "kind": version.kind,
                "text": self.script.wordings(version.claim)[0],
            }

    def _statement_lines(self) -> Iterator[dict[str, Any]]:
        for id_, fact in self.facts.items():
            yield {
                "round": self.rounds[id_],
                "statement": id_,
                "event": fact.claim.event,
                "fact": fact.part,
                "version": name(self.script, fact.claim),
            }


def name(script: Script, claim: Claim) -> str:
    """Name a version by its changes, as in «person:claudius>laertes»; empty for the original."""
    if is_deed(claim.event):
        return ""
    changed = script.changed(script.original(claim.event), claim)
    return ",".join(f"{kind}:{was}>{now}" for kind, was, now in changed)


def truth_of(scenario: Scenario, events: Iterable[AnyEvent]) -> Truth:
    """Compute the truth of a run from its log."""
    truth = Truth(script_of(scenario))
    drives: dict[tuple[int, str], str] = {}
    holds: dict[tuple[str, str], Claim] = {}
    for event in events:
        match event:
            case Acted():
                drives[event.round, event.agent] = event.drive
            case Sent() if event.sender and event.sort == "say":
                _spoken(truth, event, drives.get((event.round, event.sender), ""), holds)
            case Remembered():
                _remembered(truth, event, holds)
            case _:
                pass
    return truth


def _spoken(truth: Truth, event: Sent, drive: str, holds: dict[tuple[str, str], Claim]) -> None:
    heard = parse_message(event.content, event.sender, event.recipients[0], truth.script, Questions({}))
    truth.said[event.message] = heard.claims
    for claim in heard.claims:
        if name(truth.script, claim) and claim not in truth.versions:
            parent = holds.get((event.sender, claim.event)) or _nearest(truth, claim)
            kind: Literal["drift", "lie"] = "lie" if drive in LIES else "drift"
            truth.versions[claim] = Version(claim, parent, event.sender, event.round, kind)
        for hearer in event.recipients:
            holds.setdefault((hearer, claim.event), claim)


def _nearest(truth: Truth, claim: Claim) -> Claim:
    """Return the known version with the fewest differences; the original wins a tie."""
    known = [
        truth.script.original(claim.event),
        *(version for version in truth.versions if version.event == claim.event),
    ]
    return min(known, key=lambda version: differs_by(version, claim))


def _remembered(truth: Truth, event: Remembered, holds: dict[tuple[str, str], Claim]) -> None:
    whole = [(sentence, claim) for sentence in sentences(event.text) if (claim := truth.script.claim(sentence))]
    parts: dict[Claim, int] = {}
    for stated in event.statements:
        claim = truth.script.claim(stated.text) or _within(stated.text, whole)
        if claim is None:
            continue
        is_part = truth.script.claim(stated.text) is None
        truth.facts[stated.id] = Fact(claim, parts.setdefault(claim, 0) + 1 if is_part else 0)
        parts[claim] = parts.get(claim, 0) + is_part
        truth.rounds[stated.id] = event.round
        holds[event.agent, claim.event] = claim


def _within(text: str, whole: list[tuple[str, Claim]]) -> Claim | None:
    """Return the claim of the sentence that a statement was cut from; None if no sentence shares most of its words."""
    words = _words(text)
    scored = [(len(words & _words(sentence)), claim) for sentence, claim in whole]
    best = max(scored, default=(0, None), key=lambda pair: pair[0])
    return best[1] if best[0] * 2 > len(words) else None


def _words(text: str) -> set[str]:
    """Return the words of a text (the characters of a Chinese text)."""
    return rules_of(language(text)).comparing.rough_words(text)
