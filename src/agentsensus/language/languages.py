"""The registered languages, and detection of a text's language.

To add a language, write its `LanguageRules`, register them here and add the code to `Language`.
"""

from collections.abc import Callable

from agentsensus.language.en import ENGLISH
from agentsensus.language.rules import Headings, Language, LanguageRules, WorldPhrases
from agentsensus.language.zh import CHINESE

__all__ = ["DEFAULT_LANGUAGE", "LANGUAGES", "all_rules", "either_heading", "either_language", "language", "rules_of"]

_RULES: dict[str, LanguageRules] = {rules.code: rules for rules in (ENGLISH, CHINESE)}
LANGUAGES: tuple[Language, ...] = tuple(rules.code for rules in _RULES.values())
DEFAULT_LANGUAGE: Language = ENGLISH.code


def rules_of(language: str) -> LanguageRules:
    """Return the rules of a language, given its code."""
    return _RULES[language]


def all_rules() -> tuple[LanguageRules, ...]:
    """Return the rules of every language, the default language first."""
    return tuple(_RULES.values())


def either_language(pattern: Callable[[WorldPhrases], str]) -> str:
    """Return a pattern that matches in every language. `pattern` selects one pattern from the phrases of a language."""
    return "|".join(pattern(rules.world_words) for rules in all_rules())


def either_heading(pattern: Callable[[Headings], str]) -> str:
    """Return a pattern that matches headings in every language. `pattern` selects one pattern from a language's
    headings.
    """
    return "|".join(pattern(rules.headings) for rules in all_rules())


def language(text: str) -> Language:
    """Return the main language of a text, by its count of Latin words and Han characters; English on a tie."""
    return max(LANGUAGES, key=lambda code: rules_of(code).evidence(text))
