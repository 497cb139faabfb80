"""Find people, places and deaths in sentences: by alias outside quotes, and by short names near full ones."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from agentsensus.language.names import Names
from agentsensus.language.quotes import outside_quotes
from agentsensus.worlds.sediment.registry import Registry
from agentsensus.worlds.sediment.words import SedimentWords

__all__ = ["Mention", "Mentions", "deaths_in"]


_HAN_NAME = re.compile(r"[\u4e00-\u9fff]{2,3}")
_MEMORY = 4
"""For how many parts a short name refers to the last full one."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A mention of a character: id, position, and whether it is in quoted speech."""

    id: str
    start: int
    end: int
    is_quoted: bool


class Mentions:
    """Finds people and places in sentences; tracks full names per part to resolve short ones."""

    def __init__(self, registry: Registry, words: SedimentWords) -> None:
        self._people = registry.names("character")
        self._places = Names({id_: entry.called for id_, entry in registry.of_kind("place").items()})
        self._words = words
        self._short = _short_names(registry)
        self._named_in: dict[str, int] = {}
        self._times: Counter[str] = Counter()
        self._family = _surnames(registry)
        self._part = 0
        chars = "".join(sorted(self._short))
        self._short_pattern = re.compile(f"[{chars}]") if chars else None

    def begin_part(self) -> None:
        self._part += 1

    def people(self, sentence: str) -> list[Mention]:
        """Return all mentions of people in a sentence, in order."""
        open_spans = outside_quotes(sentence)
        mentions = [
            Mention(id_, start, end, not _inside(start, open_spans)) for start, end, id_ in self._people.spans(sentence)
        ]
        for mention in mentions:
            self._named_in[mention.id] = self._part
            self._times[mention.id] += 1
        mentions += self._shortened(sentence, mentions, open_spans)
        mentions += self._by_surname(sentence, mentions, open_spans)
        return sorted(mentions, key=lambda mention: mention.start)

    def places(self, sentence: str) -> list[tuple[str, bool]]:
        """Return the places that a sentence names outside quotes, and whether it locates something there."""
        open_spans = outside_quotes(sentence)
        locative, after = self._words.pattern("locative"), self._words.pattern("locative_after")
        return [
            (id_, bool(locative.search(sentence[:start]) or after.match(sentence[end:])))
            for start, end, id_ in self._places.spans(sentence)
            if _inside(start, open_spans)
        ]

    def _shortened(self, sentence: str, full: list[Mention], open_spans: list[tuple[int, int]]) -> list[Mention]:
        """Resolve short names: «操» for Cao Cao, if he was named recently and the character can be a name."""
        if self._short_pattern is None:
            return []
        taken = {place for mention in full for place in range(mention.start, mention.end)}
        short_mentions = []
        before, after = self._words.pattern("short_before"), self._words.pattern("short_after")
        for match in self._short_pattern.finditer(sentence):
            place = match.start()
            if place in taken or not _inside(place, open_spans):
                continue
            if before.search(sentence[:place]) and after.match(sentence[place + 1 :] or "。"):
                who = self._latest(self._short[match.group()])
                if who:
                    short_mentions.append(Mention(who, place, place + 1, False))
        return short_mentions

    def _by_surname(self, sentence: str, full: list[Mention], open_spans: list[tuple[int, int]]) -> list[Mention]:
        """Resolve two surnames, «关、张», to the most recently named member of each family."""
        taken = {place for mention in full for place in range(mention.start, mention.end)}
        pairs = []
        for match in self._words.pattern("surnames").finditer(sentence):
            places = (match.start("first"), match.start("second"))
            owners = [self._of_family(match["first"]), self._of_family(match["second"])]
            if all(owners) and not taken & set(places) and all(_inside(place, open_spans) for place in places):
                pairs += [
                    Mention(id_, place, place + 1, False) for id_, place in zip(owners, places, strict=True) if id_
                ]
        return pairs

    def _of_family(self, surname: str) -> str | None:
        near = [id_ for id_ in self._family.get(surname, ()) if self._part - self._named_in.get(id_, -99) < _MEMORY]
        return max(near, key=lambda id_: (self._times[id_], id_)) if near else None

    def _latest(self, candidates: tuple[str, ...]) -> str | None:
        named = [
            (self._named_in[id_], id_) for id_ in candidates if self._part - self._named_in.get(id_, -99) < _MEMORY
        ]
        return max(named)[1] if named else None


def _short_names(registry: Registry) -> dict[str, tuple[str, ...]]:
    """Return ids by the last character of names with two or three characters."""
    ids_by_char: dict[str, list[str]] = {}
    for id_, entry in registry.of_kind("character").items():
        if _HAN_NAME.fullmatch(entry.name):
            ids_by_char.setdefault(entry.name[-1], []).append(id_)
    return {char: tuple(ids) for char, ids in ids_by_char.items()}


def _surnames(registry: Registry) -> dict[str, tuple[str, ...]]:
    """Return ids by the first character of names with two or three characters."""
    ids_by_char: dict[str, list[str]] = {}
    for id_, entry in registry.of_kind("character").items():
        if _HAN_NAME.fullmatch(entry.name):
            ids_by_char.setdefault(entry.name[0], []).append(id_)
    return {char: tuple(ids) for char, ids in ids_by_char.items()}


def _inside(place: int, spans: list[tuple[int, int]]) -> bool:
    return any(start <= place < end for start, end in spans)


def deaths_in(sentence: str, named: Sequence[Mention], words: SedimentWords) -> list[tuple[str, str]]:
    """Return victim and doer of every death told outside quotes; the doer is empty if not named."""
    deaths: list[tuple[str, str]] = []
    outside = [mention for mention in named if not mention.is_quoted]
    for mention in outside:
        before, after = sentence[: mention.start], sentence[mention.end :]
        if words.pattern("victim_after").search(before):
            doers = [other.id for other in outside if other.end <= mention.start and other.id != mention.id]
            deaths.append((mention.id, doers[-1] if doers else ""))
        elif words.pattern("victim_before").match(after):
            deaths.append((mention.id, ""))
    return deaths or _death_of_the_subject(sentence, outside, words)


def _death_of_the_subject(sentence: str, outside: Sequence[Mention], words: SedimentWords) -> list[tuple[str, str]]:
    """Resolve «The knife struck Joost, and he died»: the last name in English, the subject in Chinese."""
    match = words.pattern("subject_dies").search(sentence)
    if match is None or not any(start <= match.start() < end for start, end in outside_quotes(sentence)):
        return []
    before = [mention for mention in outside if mention.end <= match.start()]
    return [(before[0 if words.drops_subjects else -1].id, "")] if before else []
