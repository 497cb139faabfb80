"""One statement denies, plans, asks or reports what the other says was done, or says that the opposite was."""

from agentsensus.text.languages import rules_of
from agentsensus.text.reading import Reading


def negation(a: Reading, b: Reading) -> str | None:
    """Only one statement says that something did not happen.

    Where the registry knows who is named in both, it is also a veto if one denies once more often than the other.
    """
    if a.negated != b.negated:
        return "done against not done"
    is_odd = (a.negations - b.negations) % 2 == 1
    return "denied against denied once more" if a.known and b.known and is_odd else None


def opposite(a: Reading, b: Reading) -> str | None:
    """The same person does in one statement the opposite of what that person does in the other."""
    if a.language != b.language or a.doer != b.doer:
        return None  # «A bought it from B» is «B sold it to A»
    rules = rules_of(a.language).comparing
    for words, opposites in rules.opposites:
        words_a, words_b = rules.words_among(a.text, words), rules.words_among(b.text, words)
        opposites_a, opposites_b = rules.words_among(a.text, opposites), rules.words_among(b.text, opposites)
        if words_a and opposites_b and not words_b and not opposites_a:
            return f"opposites: {min(words_a)} against {min(opposites_b)}"
        if words_b and opposites_a and not words_a and not opposites_b:
            return f"opposites: {min(words_b)} against {min(opposites_a)}"
    return None


def plan(a: Reading, b: Reading) -> str | None:
    """Only one statement is an intention, an order, a promise or a possibility."""
    return "planned against done" if a.planned != b.planned else None


def question(a: Reading, b: Reading) -> str | None:
    """Only one statement is a question."""
    return "asked against stated" if a.asks != b.asks else None


def speech(a: Reading, b: Reading) -> str | None:
    """Only one statement reports speech: that something was said is another fact than that it happened."""
    return "told against happened" if a.reports_speech != b.reports_speech else None
