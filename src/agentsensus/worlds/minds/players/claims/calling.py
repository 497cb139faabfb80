"""Forms of address: how a speaker refers to itself and to others, and how such words are parsed."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from agentsensus.language.languages import rules_of
from agentsensus.language.names import Names
from agentsensus.worlds.minds.players.bonds import HATED, Bonds
from agentsensus.worlds.minds.players.phrases import PlayerPhrases
from agentsensus.worlds.scenario.cast import Character
from agentsensus.worlds.scenario.scenario import Scenario

__all__ = ["Calling"]


class Calling:
    """The word for «I» and the forms of address for other people that each speaker uses."""

    def __init__(self, scenario: Scenario, names: Names, phrases: PlayerPhrases) -> None:
        self._names = names
        self._me, words = phrases.words_for_me
        self._language = phrases.language
        speakers = scenario.active if phrases.names_kin_by_call else ()
        self._own = {speaker: _own_word(scenario.characters[speaker], words) for speaker in scenario.active}
        bonds = Bonds(scenario)
        self._calls = {speaker: _calls_of(scenario, speaker, _family(bonds, speaker)) for speaker in speakers}
        self._persons = {speaker: {call: id_ for id_, call in calls.items()} for speaker, calls in self._calls.items()}
        self._patterns = {speaker: _pattern(persons) for speaker, persons in self._persons.items() if persons}

    def of(self, speaker: str, person: str) -> str:
        """Return the speaker's form of address for a person; empty if the speaker uses the name."""
        return self._calls.get(speaker, {}).get(person, "")

    def as_oneself(self, text: str, speaker: str) -> str:
        """Replace «I» by the speaker's own word for it, such as 朕, if the speaker has one."""
        own = self._own.get(speaker)
        return re.sub(self._me + rules_of(self._language).world_words.not_plural, own, text) if own else text

    def as_anybody(self, text: str, speaker: str) -> str:
        """Replace the speaker's own word for «I» by the usual one."""
        own = self._own.get(speaker)
        return text.replace(own, self._me) if own else text

    def said(self, sentence: str, speaker: str) -> str:
        """Replace names by the speaker's forms of address."""
        pieces, last = [], 0
        for start, end, id_ in self._names.spans(sentence):
            if call := self.of(speaker, id_):
                pieces += [sentence[last:start], call]
                last = end
        return "".join([*pieces, sentence[last:]])

    def plainly(self, sentence: str, speaker: str, name_of: Mapping[str, str]) -> str:
        """Replace the speaker's forms of address by names.

        A name never contains a form of address, but a form of address may contain a name: «凤姐姐» contains «凤姐».
        """
        pattern = self._patterns.get(speaker)
        if pattern is None:
            return sentence
        pieces, last = [], 0
        for start, end, _ in self._names.spans(sentence):
            if start < last:
                continue
            begun = pattern.match(sentence, start)
            ends = max(end, begun.end()) if begun else end
            whole = self._named(sentence[start:ends], speaker, pattern, name_of) if ends > end else sentence[start:end]
            pieces += [self._named(sentence[last:start], speaker, pattern, name_of), whole]
            last = ends
        return "".join([*pieces, self._named(sentence[last:], speaker, pattern, name_of)])

    def _named(self, text: str, speaker: str, pattern: re.Pattern[str], name_of: Mapping[str, str]) -> str:
        return pattern.sub(lambda call: name_of[self._persons[speaker][call.group()]], text)


def _own_word(character: Character, words: Sequence[str]) -> str:
    return next((word for word in words if any(word in turn for turn in character.voice.turns)), "")


def _calls_of(scenario: Scenario, speaker: str, family: set[str]) -> dict[str, str]:
    """Return the speaker's unambiguous forms of address by person. Enemies outside the family have none."""
    character = scenario.characters[speaker]
    first = {id_: calls[0] for id_, calls in character.voice.calls.items() if calls}
    times = Counter(first.values())
    foes = {id_ for id_, trust in character.trusts.items() if trust <= HATED and id_ not in family}
    return {id_: call for id_, call in first.items() if times[call] == 1 and id_ not in foes}


def _family(bonds: Bonds, speaker: str) -> set[str]:
    """Return the speaker's kin and the kin of those. They are not called by their bare names even if hated."""
    near = bonds.kin(speaker)
    return {*near, *(other for id_ in near for other in bonds.kin(id_))}


def _pattern(persons: Mapping[str, str]) -> re.Pattern[str]:
    return re.compile("|".join(re.escape(call) for call in sorted(persons, key=len, reverse=True)))
