"""Languages: everything that differs from one to the other is in the folder of each, and is asked for here."""

from agentsensus.text.languages.rules import Language, LanguageRules
from agentsensus.text.languages.table import DEFAULT_LANGUAGE, LANGUAGES, rules_of

__all__ = ["DEFAULT_LANGUAGE", "LANGUAGES", "Language", "LanguageRules", "rules_of"]
