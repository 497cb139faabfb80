"""Which language a text is in, by its script."""

from agentsensus.text.languages import LANGUAGES, Language, rules_of

__all__ = ["Language", "language"]


def language(text: str) -> Language:
    """The language that a text has most of: Latin words against Han characters; English where they are as many."""
    return max(LANGUAGES, key=lambda code: rules_of(code).evidence(text))
