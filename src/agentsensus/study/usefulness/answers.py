"""Answers cut to a budget of rows or tokens, and the share of questions that are still answered in it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agentsensus.models.tokens import tokens
from agentsensus.study.metrics.rows import mean

__all__ = ["ROW_BUDGETS", "TOKEN_BUDGETS", "AnswerRow", "UsefulPoint", "point", "within"]

ROW_BUDGETS = (5, 10)
TOKEN_BUDGETS = (50, 100, 200, 400)
_BULLET = 2
"""Tokens of what stands before a row in a prompt."""


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """A row that came back: its text, and the events it tells of."""

    text: str
    events: frozenset[str]

    @property
    def tokens(self) -> int:
        """What the row takes of a prompt."""
        return tokens(self.text) + _BULLET


@dataclass(frozen=True, slots=True)
class UsefulPoint:
    """Of so many questions the share answered in per cent, and what an answer took.

    `cue` is how much of a telling was asked with.

    `way` is how linked rows joined the hits (off, append, ranked; empty where a design follows no links), `budget` is
    `as it is`, `5 rows`, `200 tokens` and so on.
    """

    cue: str
    way: str
    budget: str
    questions: int
    answered: float
    tokens: float
    rows: float


def within(rows: Sequence[AnswerRow], budget: int) -> list[AnswerRow]:
    """The first rows that fit a budget of tokens; the first of all is always given, however long it is."""
    spent = 0
    fitting: list[AnswerRow] = []
    for row in rows:
        spent += row.tokens
        if spent > budget and fitting:
            break
        fitting.append(row)
    return fitting


def point(
    which: tuple[str, str, str],
    asked: Sequence[tuple[str, Sequence[AnswerRow]]],
    cut: Callable[[Sequence[AnswerRow]], Sequence[AnswerRow]],
) -> UsefulPoint | None:
    """What questions (the event meant, and what came back) come to after a cut; None where nothing was asked.

    `which` is cue, way and budget.
    """
    if not asked:
        return None
    answers = [(event, cut(rows)) for event, rows in asked]
    right = [any(event in row.events for row in rows) for event, rows in answers]
    return UsefulPoint(
        *which,
        len(asked),
        100 * sum(right) / len(right),
        mean([sum(row.tokens for row in rows) for _, rows in answers]) or 0.0,
        mean([len(rows) for _, rows in answers]) or 0.0,
    )
