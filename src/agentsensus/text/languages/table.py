"""The languages there are. To add one, write its `LanguageRules`, add them here and their code to `Language`."""

from agentsensus.text.languages.chinese import CHINESE
from agentsensus.text.languages.english import ENGLISH
from agentsensus.text.languages.rules import Language, LanguageRules

_RULES: dict[str, LanguageRules] = {rules.code: rules for rules in (ENGLISH, CHINESE)}
LANGUAGES: tuple[Language, ...] = tuple(rules.code for rules in _RULES.values())
DEFAULT_LANGUAGE: Language = ENGLISH.code


def rules_of(language: str) -> LanguageRules:
    """The rules of a language, by its code."""
    return _RULES[language]
