"""Resolve offices in a timeline: by country and field, by administered region, and by office holder.

A timeline writes «Ukrainian Defence Minister Oleksii Reznikov» where a registry has the Ministry of Defence of Ukraine,
and «shelling in Kharkiv Oblast» where it has the administration of Kharkiv. The clues are in the registry (names,
aliases, duties) and in the appositions of the text.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from agentsensus.language.languages import rules_of
from agentsensus.worlds.sediment.registry import Registry, RegistryEntry
from agentsensus.worlds.sediment.words import SedimentWords

__all__ = ["Offices"]

_STEM = 5


@dataclass(frozen=True, slots=True)
class _Office:
    """The known facts of an office: its country, the stems of its names, and whether it commands or decides."""

    id: str
    country: str
    stems: frozenset[str]
    commands: bool
    decides: bool
    regions: frozenset[str]
    is_installed: bool


@dataclass
class Offices:
    """Finds the offices that a sentence implies, in addition to those it names."""

    registry: Registry
    words: SedimentWords
    holders: dict[str, str] = field(default_factory=dict)
    """Offices by the name of their holder."""

    def __post_init__(self) -> None:
        names = self.words.table("countries")
        self._country_of = {form: country for country, forms in names.items() for form in (country, *forms)}
        ordered = sorted(self._country_of, key=lambda form: (-len(form), form))
        has_spaces = rules_of(self.words.language).comparing.has_capitals
        before, after = (r"(?<![\w-])", r"(?![\w-])") if has_spaces else ("", "")
        self._countries = re.compile(f"{before}(?:{'|'.join(map(re.escape, ordered))}){after}")
        people = self.registry.of_kind("character")
        self._offices = [self._office(entry) for entry in people.values()]
        self._by_country: dict[str, list[_Office]] = defaultdict(list)
        for office in self._offices:
            self._by_country[office.country].append(office)
        regions = sorted({region for office in self._offices for region in office.regions}, key=lambda r: (-len(r), r))
        self._regions = re.compile(f"{before}(?:{'|'.join(map(re.escape, regions))}){after}") if regions else None
        self._holders: re.Pattern[str] | None = None

    def _office(self, entry: RegistryEntry) -> _Office:
        called = " ".join(entry.called)
        of_office = self.words.pattern("office_of_country").search(entry.office)
        match = self._countries.search(called) or (self._countries.search(of_office.group()) if of_office else None)
        country = self._country_of[match.group()] if match else ""
        administered = self.words.pattern("administers").search(entry.office)
        installed = self.words.pattern("installed")
        is_local = administered or self.words.pattern("administration").search(entry.name)
        of_what = administered["what"] if administered else self.words.pattern("administration").sub("", entry.name)
        regions = self._proper(of_what) if is_local and not (country and not administered) else frozenset()
        if not administered:
            regions &= {name for place in self.registry.of_kind("place").values() for name in place.called}
        return _Office(
            entry.id,
            "" if regions else country,
            _stems(self._countries.sub(" ", called), self.words),
            bool(self.words.pattern("commands").search(entry.office)),
            bool(self.words.pattern("decides").search(f"{entry.office} {entry.name}")),
            regions,
            bool(installed.search(f"{called} {entry.office}")),
        )

    def _proper(self, text: str) -> frozenset[str]:
        """Return the names of regions in a text: «Kharkiv» and «Dnipropetrovsk» of «Dnipropetrovsk Oblast»."""
        found = self.words.pattern("region_name").findall(text)
        ordinary = self.words.listed("region_words")
        return frozenset(name for name in found if name not in self._country_of and name not in ordinary)

    def learn(self, sentences: Iterable[str]) -> None:
        """Learn office holders from appositions: «Luhansk governor Serhiy Haidai»."""
        votes: dict[str, Counter[str]] = defaultdict(Counter)
        for sentence in sentences:
            for match in self.words.pattern("holder").finditer(sentence):
                name, offices = match["name"] or match["name2"], self._of_phrase(match["phrase"] or match["phrase2"])
                if len(offices) == 1 and not self._is_a_place(name):
                    votes[name][offices[0]] += 1
        for name, counts in votes.items():
            self.holders[name] = counts.most_common(1)[0][0]
        last_names: dict[str, set[str]] = defaultdict(set)
        for name, office in self.holders.items():
            last_names[name.split()[-1]].add(office)
        self.holders |= {name: next(iter(ids)) for name, ids in last_names.items() if len(ids) == 1 and len(name) > 2}
        ordered = sorted(self.holders, key=lambda name: (-len(name), name))
        self._holders = re.compile(rf"\b(?:{'|'.join(map(re.escape, ordered))})\b") if ordered else None

    def meant(self, sentence: str) -> list[tuple[int, str]]:
        """Return the implied offices with their positions in the sentence, in order."""
        found = [
            (match.start(), id_) for match in self._countries.finditer(sentence) for id_ in self._at(sentence, match)
        ]
        if self._holders:
            found += [(match.start(), self.holders[match.group()]) for match in self._holders.finditer(sentence)]
        found += self._administering(sentence)
        return sorted(found)

    def _is_a_place(self, name: str) -> bool:
        return bool(self._countries.search(name) or (self._regions and self._regions.search(name)))

    def is_local(self, id_: str) -> bool:
        """Return whether an office administers a region."""
        return any(office.id == id_ and office.regions for office in self._offices)

    def _of_phrase(self, phrase: str) -> list[str]:
        """Return the offices that a phrase next to a name implies."""
        ids: list[str] = []
        if self.words.pattern("local_head").search(phrase):
            ids = [id_ for _, id_ in self._administering(phrase)]
        if not ids:
            ids = [id_ for match in self._countries.finditer(phrase) for id_ in self._at(phrase, match)]
        return list(dict.fromkeys(ids))

    def _at(self, sentence: str, match: re.Match[str]) -> list[str]:
        """Return the office implied by a country's name at this position."""
        offices = self._by_country.get(self._country_of[match.group()], [])
        rest = self.words.pattern("possessive_end").sub("", sentence[match.end() :], count=1)
        joined = self.words.pattern("joined_country").match(rest)
        if joined and self._countries.match(rest, joined.end()):
            rest = rest[self._countries.match(rest, joined.end()).end() :]  # type: ignore[union-attr]  # it matched
        if not offices or self.words.pattern("not_the_country").match(rest):
            return []
        phrase = self.words.pattern("noun_phrase").match(rest)
        if self.words.pattern("of_its_forces").match(rest):
            return [office.id for office in offices if office.commands][:1] or self._decider(offices)
        if phrase and (best := _best(offices, _stems(phrase.group(), self.words))):
            return [best]
        if self.words.pattern("of_its_state").match(rest):
            return self._decider(offices)
        return []

    def _decider(self, offices: Sequence[_Office]) -> list[str]:
        return [office.id for office in offices if office.decides][:1] or [o.id for o in offices if len(offices) == 1]

    def _administering(self, sentence: str) -> list[tuple[int, str]]:
        """Return the administrations of the regions in a sentence; of two rivals, the implied side."""
        if self._regions is None:
            return []
        is_installed = bool(self.words.pattern("installed").search(sentence))
        found = []
        for match in self._regions.finditer(sentence):
            here = [office for office in self._offices if match.group() in office.regions]
            side = [office for office in here if office.is_installed == is_installed]
            found += [(match.start(), office.id) for office in (side if len(here) > 1 else here)]
        return found


def _stems(text: str, words: SedimentWords) -> frozenset[str]:
    """Return the stems of a text's words; for Chinese, every pair of characters."""
    empty = words.listed("office_words_that_say_nothing")
    if rules_of(words.language).comparing.has_capitals:
        found = re.findall(r"[a-z]+", text.lower())
        return frozenset(word[:_STEM] for word in found if len(word) > 2 and word not in empty)
    han = "".join(re.findall(r"[\u4e00-\u9fff]", text))
    return frozenset(han[place : place + 2] for place in range(len(han) - 1)) - frozenset(empty)


def _best(offices: Sequence[_Office], stems: frozenset[str]) -> str | None:
    """Return the office that shares the most stems with a phrase, if it is unique."""
    shared = Counter({office.id: len(office.stems & stems) for office in offices if office.stems & stems})
    ranked = shared.most_common(2)
    if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):
        return None
    return ranked[0][0]
