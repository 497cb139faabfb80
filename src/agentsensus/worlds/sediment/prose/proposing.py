"""Propose a registry for prose without a model: people by name and title, places and things by their nouns."""

import re
from collections import Counter
from collections.abc import Iterator

from agentsensus.language.languages import language, rules_of
from agentsensus.worlds.sediment.parts import TextScript
from agentsensus.worlds.sediment.registry import Registry, RegistryEntry, sanitized
from agentsensus.worlds.sediment.sources import SourceText
from agentsensus.worlds.sediment.words import SedimentWords, words_of

__all__ = ["proposed_registry"]

_MOST_PEOPLE, _MOST_PLACES, _MOST_THINGS = 120, 40, 12
_SEEN = 2
_PROPOSED = "the names were found by rule, most frequent first; edit the registry and give it back with --registry"


def proposed_registry(script: TextScript, source: SourceText) -> Registry:
    """Return the people, places and things that a text seems to name, with counts, for the author to edit."""
    words = words_of(source.language)
    text = "\n".join(passage.text for part in script.parts for passage in part.passages)
    people = rules_of(source.language).propose_people(text)[:_MOST_PEOPLE]
    entries = [
        RegistryEntry("", person.name, "character", person.aliases, profile=person.role, mentions=person.count)
        for person in people
    ]
    named = {name for person in people for name in (person.name, *person.aliases)}
    places = [pair for pair in _places(text, words) if pair[0] not in named]
    entries += [RegistryEntry("", _shown(name), "place", mentions=count) for name, count in places[:_MOST_PLACES]]
    if not places:
        entries.append(RegistryEntry("", words.phrase("nowhere"), "place"))
    things = _counted(words.pattern("thing_nouns"), text, words)
    entries += [
        RegistryEntry("", _shown(name), "carrier", mentions=count)
        for name, count in things[:_MOST_THINGS]
        if count >= _SEEN and name not in named
    ]
    registry = sanitized(entries)
    return Registry(registry.entries, (*registry.warnings, _PROPOSED))


def _shown(noun: str) -> str:
    """Return a noun as a name: «the kitchen»."""
    return rules_of(language(noun)).telling.articled(noun)


def _places(text: str, words: SedimentWords) -> list[tuple[str, int]]:
    return _counted(words.pattern("place_nouns"), text, words)


def _counted(pattern: re.Pattern[str], text: str, words: SedimentWords) -> list[tuple[str, int]]:
    """Return the nouns that a pattern finds, with counts, most frequent first.

    A noun with an adjective counts as the noun alone, unless it occurs twice.
    """
    found = Counter(_nouns(pattern, text, words))
    merged: Counter[str] = Counter()
    for name, count in found.items():
        head = name.split()[-1]
        merged[name if count >= _SEEN or " " not in name else head] += count
    return sorted(merged.items(), key=lambda pair: (-pair[1], pair[0]))


def _nouns(pattern: re.Pattern[str], text: str, words: SedimentWords) -> Iterator[str]:
    skipped = {*words.listed("not_before_a_noun")}
    for match in pattern.finditer(text):
        name = next(value for value in match.groupdict().values() if value)
        adjective, _, noun = name.rpartition(" ")
        yield noun if adjective in skipped else name
