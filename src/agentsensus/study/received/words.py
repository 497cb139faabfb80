"""Which words of a world say much: content words of its facts, weighed by how few facts have them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import log

from agentsensus.models.tokens import rank
from agentsensus.text.language import language
from agentsensus.text.languages import rules_of
from agentsensus.text.names import Names
from agentsensus.world.scenario import Scenario

__all__ = ["WorldWords"]

_COMMON = 9_000
_ENDINGS = ("", "e", "s")
_SMALL = 0.34
"""Words among the first so many of the vocabulary, with an ending that was cut, count so much."""


class WorldWords:
    """The content words of texts, without names, and how much each of them says in this world."""

    def __init__(self, facts: Iterable[Sequence[str]], names: Names) -> None:
        self.names = names
        self._places = frozenset(names.places())
        self._read = lru_cache(maxsize=65_536)(self._reading)
        documents = [frozenset(word for text in texts for word in self.words(text)) for texts in facts]
        counts = Counter(word for words in documents for word in words)
        self._facts = len(documents)
        self._weights = {word: log((1 + self._facts) / (1 + count)) for word, count in counts.items()}

    @classmethod
    def of(cls, scenario: Scenario) -> "WorldWords":
        """The lexicon of a world: each event with its tellings is one fact, so is each profile and each carrier."""
        facts: list[Sequence[str]] = [(event.text, *event.tellings) for event in scenario.events]
        facts += [(happening.text, *happening.tellings) for happening in scenario.happenings.values()]
        facts += [carrier.text for carrier in scenario.carriers.values()]
        facts += [(character.profile,) for character in scenario.characters.values()]
        return cls(facts, scenario.known_names())

    def words(self, text: str) -> frozenset[str]:
        """The content words of a text, without names."""
        return self._read(text)[0]

    def persons(self, text: str) -> frozenset[str]:
        """Who is named in a text, by id, places left out."""
        return self._read(text)[1] - self._places

    def names_and_words(self, text: str) -> frozenset[str]:
        """The content words of a text together with the people and places that it names, each as @id."""
        words, ids = self._read(text)
        return words | frozenset(f"@{id_}" for id_ in ids)

    def _reading(self, text: str) -> tuple[frozenset[str], frozenset[str]]:
        spans, plain = self.names.spans(text), text
        for start, end, _ in reversed(spans):
            plain = f"{plain[:start]}，{plain[end:]}"
        words = rules_of(language(plain)).reader.content_words(plain, ())
        return frozenset(words), frozenset(id_ for _, _, id_ in spans)

    @staticmethod
    def is_common(word: str) -> bool:
        """Whether a word is one of those that everybody uses, whatever this world is about."""
        return any(len(ranks) == 1 and ranks[0] < _COMMON for ranks in (rank(word + end) for end in _ENDINGS))

    def weight(self, words: Iterable[str]) -> float:
        """How much some words say together; a word of no fact says as much as one of a single fact."""
        return sum(self._weight(word) for word in sorted(words))

    def telling(self, words: Iterable[str]) -> float:
        """How much some words say together of this world in particular: what everybody says counts a third."""
        return sum(self._weight(word) * (_SMALL if self.is_common(word) else 1) for word in sorted(words))

    def _weight(self, word: str) -> float:
        return self._weights.get(word, log((1 + self._facts) / 2))
