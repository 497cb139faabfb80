"""Who and what a sentence names: by alias outside quotes, and by short names where the full one stands near."""

import re
from collections import Counter
from dataclasses import dataclass

from agentsensus.sediment.registry import Registry
from agentsensus.sediment.words import SedimentWords
from agentsensus.text.names import Names
from agentsensus.text.quotes import outside_quotes

__all__ = ["Mention", "Mentions"]

_HAN_NAME = re.compile(r"[\u4e00-\u9fff]{2,3}")
_MEMORY = 4
"""For so many parts a short name stands for whoever was last called by the full one."""


@dataclass(frozen=True, slots=True)
class Mention:
    """Somebody named in a sentence: who, where, and whether in quoted speech."""

    id: str
    start: int
    end: int
    is_quoted: bool


class Mentions:
    """Finds people and places in sentences; remembers who was named, part by part, for the sake of short names."""

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
        """Another part begins."""
        self._part += 1

    def people(self, sentence: str) -> list[Mention]:
        """Everybody whom a sentence names, in order."""
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
        """Every place that a sentence names outside quotes, and whether it says that something is or goes there."""
        open_spans = outside_quotes(sentence)
        locative, after = self._words.pattern("locative"), self._words.pattern("locative_after")
        return [
            (id_, bool(locative.search(sentence[:start]) or after.match(sentence[end:])))
            for start, end, id_ in self._places.spans(sentence)
            if _inside(start, open_spans)
        ]

    def _shortened(self, sentence: str, full: list[Mention], open_spans: list[tuple[int, int]]) -> list[Mention]:
        """Short names: «操» for Cao Cao, where he was named not long ago and the character stands as a name would."""
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
        """«关、张»: two by their surnames, whoever of each family was named most of late."""
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
    """By last character: those whose name of two or three characters ends in it."""
    ids_by_char: dict[str, list[str]] = {}
    for id_, entry in registry.of_kind("character").items():
        if _HAN_NAME.fullmatch(entry.name):
            ids_by_char.setdefault(entry.name[-1], []).append(id_)
    return {char: tuple(ids) for char, ids in ids_by_char.items()}


def _surnames(registry: Registry) -> dict[str, tuple[str, ...]]:
    """By first character: those whose name of two or three characters begins with it."""
    ids_by_char: dict[str, list[str]] = {}
    for id_, entry in registry.of_kind("character").items():
        if _HAN_NAME.fullmatch(entry.name):
            ids_by_char.setdefault(entry.name[0], []).append(id_)
    return {char: tuple(ids) for char, ids in ids_by_char.items()}


def _inside(place: int, spans: list[tuple[int, int]]) -> bool:
    return any(start <= place < end for start, end in spans)
