"""Words by which test models recognize the parts of this package's prompts."""

from agentsensus.base.texts import texts
from agentsensus.language.languages import LANGUAGES

__all__ = ["either_prompt", "prompt_word"]


def prompt_word(key: str, language: str) -> str:
    """Return the prompt word with this key in one language."""
    return str(texts(__package__, "prompt_words", language)[key])


def either_prompt(key: str) -> str:
    """Return a regular expression that matches the prompt word with this key in every language."""
    return "|".join(prompt_word(key, language) for language in LANGUAGES)
