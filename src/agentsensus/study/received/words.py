"""Which words of a world say much: content words of its facts, weighed by how few facts have them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import log

from agentsensus.text.language import language
from agentsensus.text.languages import rules_of
from agentsensus.text.names import Names
from agentsensus.text.reading import read
from agentsensus.world.scenario import Scenario

__all__ = ["Lexicon"]


class Lexicon:
    """The content words of texts, without names, and how much each of them says in this world."""

    def __init__(self, facts: Iterable[Sequence[str]], names: Names) -> None:
        self.names = names
        documents = [frozenset(word for text in texts for word in self._words(text)) for texts in facts]
        counts = Counter(word for words in documents for word in words)
        self._facts = len(documents)
        self._weights = {word: log((1 + self._facts) / (1 + count)) for word, count in counts.items()}
        self.words = lru_cache(maxsize=65_536)(self._words)

    @classmethod
    def of(cls, scenario: Scenario) -> "Lexicon":
        """The lexicon of a world: each event with its tellings is one fact, so is each profile and each carrier."""
        facts: list[Sequence[str]] = [(event.text, *event.tellings) for event in scenario.events]
        facts += [(happening.text, *happening.tellings) for happening in scenario.happenings.values()]
        facts += [carrier.text for carrier in scenario.carriers.values()]
        facts += [(character.profile,) for character in scenario.characters.values()]
        return cls(facts, scenario.known_names())

    def _words(self, text: str) -> frozenset[str]:
        plain = self.names.canonical(text)
        if rules_of(language(plain)).comparing.has_capitals:
            return read(plain, self.names).vocabulary
        for start, end, _ in reversed(self.names.spans(plain)):
            plain = plain[:start] + "，" + plain[end:]
        return frozenset(rules_of(language(plain)).reader.content_words(plain, ()))

    def weight(self, words: Iterable[str]) -> float:
        """How much some words say together; a word of no fact says as much as one of a single fact."""
        most = log((1 + self._facts) / 2)
        return sum(self._weights.get(word, most) for word in sorted(words))

    def persons(self, text: str) -> frozenset[str]:
        """Who is named in a text, by id, places left out."""
        places = self.names.places()
        return frozenset(id_ for id_ in self.names.mentioned(text) if id_ not in places)
