"""Words of the package's prompts, by which test models recognise the parts of a prompt."""

from agentsensus.base.texts import texts
from agentsensus.language.languages import LANGUAGES

__all__ = ["either_prompt", "prompt_word"]


def prompt_word(key: str, language: str) -> str:
    """Return a prompt word in one language."""
    return str(texts(__package__, "prompt_words", language)[key])


def either_prompt(key: str) -> str:
    """Return a pattern that matches a prompt word in any language."""
    return "|".join(prompt_word(key, language) for language in LANGUAGES)
