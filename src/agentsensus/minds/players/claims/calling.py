"""How one speaks of others and oneself: by what one calls them, by one's own word for «I», and understood again."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from agentsensus.minds.players.phrases import PlayerPhrases
from agentsensus.text.names import Names
from agentsensus.world.cast import Character
from agentsensus.world.scenario import Scenario

__all__ = ["Calling"]

_HATED = -2


class Calling:
    """By speaker: the word for oneself, and for each person whom the speaker does not speak of by name."""

    def __init__(self, scenario: Scenario, names: Names, phrases: PlayerPhrases) -> None:
        self._names = names
        self._me, words = phrases.words_for_me
        speakers = scenario.active if phrases.names_kin_by_call else ()
        self._own = {speaker: _own_word(scenario.characters[speaker], words) for speaker in scenario.active}
        self._calls = {speaker: _calls_of(scenario.characters[speaker]) for speaker in speakers}
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

        Inside a name nothing is a call, but a call may hold the name of whom it is for: «子孝将军» beside «子孝».
        """
        pattern = self._patterns.get(speaker)
        if pattern is None:
            return sentence
        persons, names = self._persons[speaker], self._names.spans(sentence)

        def named(call: re.Match[str]) -> str:
            person = persons[call.group()]
            is_call = all(
                _is_apart(call, start, end) or (id_ == person and _holds(call, start, end)) for start, end, id_ in names
            )
            return name_of[person] if is_call else call.group()

        return pattern.sub(named, sentence)


def _own_word(character: Character, words: Sequence[str]) -> str:
    return next((word for word in words if any(word in turn for turn in character.voice.turns)), "")


def _calls_of(character: Character) -> dict[str, str]:
    """The first call for everybody who is no foe, where it is nobody else's."""
    first = {id_: calls[0] for id_, calls in character.voice.calls.items() if calls}
    times = Counter(first.values())
    return {id_: call for id_, call in first.items() if times[call] == 1 and character.trusts.get(id_, 0) > _HATED}


def _is_apart(call: re.Match[str], start: int, end: int) -> bool:
    return end <= call.start() or call.end() <= start


def _holds(call: re.Match[str], start: int, end: int) -> bool:
    return call.start() <= start and end <= call.end()


def _pattern(persons: Mapping[str, str]) -> re.Pattern[str]:
    return re.compile("|".join(re.escape(call) for call in sorted(persons, key=len, reverse=True)))
