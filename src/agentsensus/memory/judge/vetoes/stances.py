"""One statement denies, plans, asks or reports what the other says was done, or says that the opposite was."""

from agentsensus.memory.judge.alignment import align
from agentsensus.memory.judge.parts import parts
from agentsensus.memory.judge.polarity import compared_turned, denials_differ, opposites, plans_differ
from agentsensus.text.reading import Reading

_QUESTION_MARKS = ("?", "？")


def negation(a: Reading, b: Reading) -> str | None:
    """One statement denies once more than the other, so that they cannot both be so."""
    if a.language != b.language:
        return "done against not done" if a.negated != b.negated else None
    alignment = align(a, b)
    if opposites(alignment) or not denials_differ(alignment):
        return None
    return "done against not done"


def opposite(a: Reading, b: Reading) -> str | None:
    """A word of one statement says the opposite of a word of the other, and nothing turns it round again."""
    if a.language != b.language:
        return None
    alignment = align(a, b)
    pairs = opposites(alignment)
    if not pairs or not denials_differ(alignment) or compared_turned(alignment, parts(alignment)):
        return None
    return f"opposites: {pairs[0][0].text} against {pairs[0][1].text}"


def plan(a: Reading, b: Reading) -> str | None:
    """Only one statement is an intention, an order, a promise or a possibility."""
    differ = a.planned != b.planned if a.language != b.language else plans_differ(align(a, b), a.planned, b.planned)
    return "planned against done" if differ else None


def question(a: Reading, b: Reading) -> str | None:
    """Only one statement is a question."""
    differ = a.asks != b.asks or is_question(a) != is_question(b)
    return "asked against stated" if differ else None


def silence(a: Reading, b: Reading) -> str | None:
    """Only one statement says that somebody told nobody of a thing: that is no telling of the thing."""
    return "kept to oneself against told or done" if a.keeps_silent != b.keeps_silent else None


def speech(a: Reading, b: Reading) -> str | None:
    """Only one statement reports speech: that something was said is another fact than that it happened."""
    return "told against happened" if a.reports_speech != b.reports_speech else None


def is_question(reading: Reading) -> bool:
    """Whether a statement is itself a question, rather than tells that somebody asked one."""
    return reading.text.rstrip().endswith(_QUESTION_MARKS)
