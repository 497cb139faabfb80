"""Vetoes for stance: one statement denies, plans, asks or reports what the other states, or states the opposite."""

from agentsensus.language.reading import Reading
from agentsensus.memory.judge.alignment import align
from agentsensus.memory.judge.parts import parts
from agentsensus.memory.judge.polarity import compared_turned, denials_differ, opposites, plans_differ
from agentsensus.memory.judge.vetoes.veto import Veto, VetoKind

_QUESTION_MARKS = ("?", "？")


def negation(a: Reading, b: Reading) -> Veto | None:
    """Return a veto if the negations of the statements do not cancel out, so that only one of them can be true."""
    if a.language != b.language:
        return Veto(VetoKind.NEGATED) if a.negated != b.negated else None
    alignment = align(a, b)
    if opposites(alignment) or not denials_differ(alignment):
        return None
    return Veto(VetoKind.NEGATED)


def opposite(a: Reading, b: Reading) -> Veto | None:
    """Return a veto if a word of one statement is the opposite of a word of the other, and nothing cancels it out."""
    if a.language != b.language:
        return None
    alignment = align(a, b)
    pairs = opposites(alignment)
    if not pairs or not denials_differ(alignment) or compared_turned(alignment, parts(alignment)):
        return None
    return Veto(VetoKind.OPPOSITES, (pairs[0][0].text, pairs[0][1].text))


def plan(a: Reading, b: Reading) -> Veto | None:
    """Return a veto if only one statement is an intention, an order, a promise or a possibility."""
    differ = a.planned != b.planned if a.language != b.language else plans_differ(align(a, b), a.planned, b.planned)
    return Veto(VetoKind.PLANNED) if differ else None


def question(a: Reading, b: Reading) -> Veto | None:
    """Return a veto if only one statement is a question."""
    differ = a.asks != b.asks or is_question(a) != is_question(b)
    return Veto(VetoKind.ASKED) if differ else None


def silence(a: Reading, b: Reading) -> Veto | None:
    """Return a veto if only one statement says that a fact was kept secret."""
    return Veto(VetoKind.KEPT_SILENT) if a.keeps_silent != b.keeps_silent else None


def speech(a: Reading, b: Reading) -> Veto | None:
    """Return a veto if only one statement reports speech: that something was said does not mean that it happened."""
    return Veto(VetoKind.REPORTED) if a.reports_speech != b.reports_speech else None


def is_question(reading: Reading) -> bool:
    """Return whether a statement is itself a question, and not the report of a question."""
    return reading.text.rstrip().endswith(_QUESTION_MARKS)
