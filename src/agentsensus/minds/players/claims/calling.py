"""How one speaks of others and oneself: by what one calls them, by one's own word for «I», and understood again."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from agentsensus.minds.players.bonds import HATED, Bonds
from agentsensus.minds.players.phrases import PlayerPhrases
from agentsensus.text.names import Names
from agentsensus.world.cast import Character
from agentsensus.world.scenario import Scenario

__all__ = ["Calling"]


class Calling:
    """By speaker: the word for oneself, and for each person whom the speaker does not speak of by name."""

    def __init__(self, scenario: Scenario, names: Names, phrases: PlayerPhrases) -> None:
        self._names = names
        self._me, words = phrases.words_for_me
        speakers = scenario.active if phrases.names_kin_by_call else ()
        self._own = {speaker: _own_word(scenario.characters[speaker], words) for speaker in scenario.active}
        bonds = Bonds(scenario)
        self._calls = {speaker: _calls_of(scenario, speaker, _family(bonds, speaker)) for speaker in speakers}
        self._persons = {speaker: {call: id_ for id_, call in calls.items()} for speaker, calls in self._calls.items()}
        self._patterns = {speaker: _pattern(persons) for speaker, persons in self._persons.items() if persons}

    def of(self, speaker: str, person: str) -> str:
        """What a speaker calls somebody who is spoken of; empty where it is the name."""
        return self._calls.get(speaker, {}).get(person, "")

    def as_oneself(self, text: str, speaker: str) -> str:
        """A text with the speaker's own word for «I», such as 朕, if its turns have one."""
        own = self._own.get(speaker)
        return re.sub(f"{self._me}(?!们)", own, text) if own else text

    def as_anybody(self, text: str, speaker: str) -> str:
        """What a speaker has said, with the usual word for «I»."""
        own = self._own.get(speaker)
        return text.replace(own, self._me) if own else text

    def said(self, sentence: str, speaker: str) -> str:
        """A sentence with what its speaker calls people for their names."""
        pieces, last = [], 0
        for start, end, id_ in self._names.spans(sentence):
            if call := self.of(speaker, id_):
                pieces += [sentence[last:start], call]
                last = end
        return "".join([*pieces, sentence[last:]])

    def plainly(self, sentence: str, speaker: str, name_of: Mapping[str, str]) -> str:
        """A sentence of a speaker with names for what people are called in it.

        Inside a name nothing is a call, but a call may have a name in it: «凤姐姐» is more than «凤姐».
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
    """The first call for everybody who is no foe, or a foe in one's own family, where it is nobody else's."""
    character = scenario.characters[speaker]
    first = {id_: calls[0] for id_, calls in character.voice.calls.items() if calls}
    times = Counter(first.values())
    foes = {id_ for id_, trust in character.trusts.items() if trust <= HATED and id_ not in family}
    return {id_: call for id_, call in first.items() if times[call] == 1 and id_ not in foes}


def _family(bonds: Bonds, speaker: str) -> set[str]:
    """One's kin and theirs: a second wife hates the first, and still does not say her bare name."""
    near = bonds.kin(speaker)
    return {*near, *(other for id_ in near for other in bonds.kin(id_))}


def _pattern(persons: Mapping[str, str]) -> re.Pattern[str]:
    return re.compile("|".join(re.escape(call) for call in sorted(persons, key=len, reverse=True)))
