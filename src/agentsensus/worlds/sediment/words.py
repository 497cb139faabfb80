"""Words and patterns of a language for the rules, from words.LANGUAGE.yaml."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from agentsensus.base.texts import texts
from agentsensus.language.languages import rules_of
from agentsensus.language.rules import Language

__all__ = ["SedimentWords", "listed", "words_of"]

_PATTERNS = """
joiners articles enter exit exeunt all_but enters_after exits_after aside apart addressed dies kills strikes
reads letter before_a_name_that_is_absent same_place place_prefix place_end promised rulers sought commentary
speech_verbs quoted victim_after victim_before locative short_before short_after dead_in_speech remains
only_spoken_of subject_at_hand together surnames verse subject_left_out himself pronoun_object kills_self falls
slain_in_speech bodies carried_dead lifeless group_alone everybody_named beaten own_place inside_region
while_going aside_to office_of_country administers administration installed commands decides holder local_head
possessive_end joined_country not_the_country noun_phrase of_its_forces of_its_state region_name subject_dies
locative_after takes_article with_the_body deadly written of_the_dead pronoun_speaks and_others you_here
owned_by_one_above handles means_ill exit_with place_nouns thing_nouns thinks witnesses departs
hides alone time_passes after_leaving owns_something nobody
""".split()
_CASED = frozenset(
    """sought addressed aside_to dead_in_speech slain_in_speech carried_dead bodies own_place inside_region
    administration decides holder region_name office_of_country""".split()
)
"""Case-sensitive patterns."""


class SedimentWords:
    """The words of one language: compiled patterns by name, phrases by path."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self._table: dict[str, Any] = texts(__package__, "words", language)
        self._patterns = {
            name: re.compile(self._table[name], 0 if name in _CASED else re.IGNORECASE) for name in _PATTERNS
        }
        self.kinds = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in self._table["kinds"].items()}
        self.generic = frozenset(self._table["generic"].split())
        self.possessive = re.compile(self._table["possessive"])
        self.drops_subjects = bool(self._table["drops_subjects"])

    def pattern(self, name: str) -> re.Pattern[str]:
        return self._patterns[name]

    def listed(self, name: str) -> tuple[str, ...]:
        """Return a list of words."""
        return tuple(self._table[name])

    def table(self, name: str) -> dict[str, Any]:
        """Return a table of words or phrases."""
        words: dict[str, Any] = self._table[name]
        return words

    def phrase(self, path: str, **values: str) -> str:
        """Return a phrase with its placeholders filled: `goal.promise`."""
        node: Any = self._table
        for step in path.split("."):
            node = node[step]
        return _begun(str(node).format(**values))

    def phrases(self, path: str, **values: str) -> tuple[str, ...]:
        """Return several phrases with their placeholders filled."""
        node: Any = self._table
        for step in path.split("."):
            node = node[step]
        return tuple(_begun(str(phrase).format(**values)) for phrase in node)


def _begun(text: str) -> str:
    """Capitalise a leading «the»."""
    return f"T{text[1:]}" if text.startswith("the ") else text


def listed(names: Sequence[str], words: SedimentWords) -> str:
    """Join names: «A, B and C»."""
    writing = rules_of(words.language).writing
    return names[0] if len(names) == 1 else writing.all_of(names)


@lru_cache(maxsize=8)
def words_of(language: Language) -> SedimentWords:
    return SedimentWords(language)
