"""Words of the package's prompts by which model doubles find what they are shown."""

from agentsensus.base.texts import texts
from agentsensus.language.languages import LANGUAGES

__all__ = ["either_prompt", "prompt_word"]


def prompt_word(key: str, language: str) -> str:
    """The word of one language."""
    return str(texts(__package__, "prompt_words", language)[key])


def either_prompt(key: str) -> str:
    """A pattern that matches the word of any language."""
    return "|".join(prompt_word(key, language) for language in LANGUAGES)
