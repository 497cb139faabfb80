"""Protect judges from texts that are too long or that make the text analysis fail.

A statement of one agent is analysed again whenever another agent says something similar. So a text that cannot be
analysed, or that is far too long, must not stop or slow down the other agent's call.
"""

import logging
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from agentsensus.errors import AgentsensusError
from agentsensus.language.reading import Reading
from agentsensus.memory.core.ids import text_key
from agentsensus.memory.judge import Candidate, Judged, Question, Relation, Verdict, Veto
from agentsensus.models.tokens import tokens

JUDGED_TOKENS = 256
"""Token limit of texts for judges without a model. Comparing two texts takes time quadratic in their length.

A longer text counts as the same only as an equal text (by hash). Recall and search still find it by its vector.
"""

UNREAD = Veto.from_text("one of the texts is too long to compare, or cannot be read")

_log = logging.getLogger("agentsensus.memory")
_reported: set[tuple[str, str, int]] = set()
T = TypeVar("T")


def is_too_long(reading: Reading) -> bool:
    """Return whether a text is longer than `JUDGED_TOKENS`."""
    return len(reading.text) > JUDGED_TOKENS and tokens(reading.text) > JUDGED_TOKENS


class PairJudge(Protocol):
    """A judge without a model, which can also compare a single pair directly."""

    @property
    def id(self) -> str: ...

    async def judge(self, questions: Sequence[Question]) -> Judged: ...

    def compare(self, statement: Reading, candidate: Candidate) -> Verdict: ...


class GuardedJudge:
    """Wraps a judge without a model. A pair that is too long, or makes the judge fail, counts as different unless
    equal.
    """

    def __init__(self, judge: PairJudge) -> None:
        self.id = judge.id
        self.inner = judge

    async def prepare(self, questions: Sequence[Question]) -> None:
        """Let the judge prepare for the questions that are not too long."""
        prepare = getattr(self.inner, "prepare", None)
        if prepare is None:
            return
        try:
            await prepare([_short(question) for question in questions])
        except AgentsensusError:
            raise
        except Exception as error:  # noqa: BLE001  # the border of reading
            report(error)

    def compare(self, statement: Reading, candidate: Candidate) -> Verdict:
        """Return the verdict on one pair."""
        otherwise = unread(statement, candidate, self.id)
        if not _is_short(statement, candidate):
            return otherwise
        return attempt(lambda: self.inner.compare(statement, candidate), otherwise)

    async def judge(self, questions: Sequence[Question]) -> Judged:
        """Return the judge's verdicts. If the judge fails, compare pair by pair, so that only the failing pair has no
        verdict.
        """
        try:
            judged = (await self.inner.judge([_short(question) for question in questions])).verdicts
        except AgentsensusError:
            raise
        except Exception as error:  # noqa: BLE001  # the border of reading
            report(error)
            return Judged(tuple(tuple(self.compare(q.statement, c) for c in q.candidates) for q in questions))
        return Judged(tuple(map(self._whole, questions, judged)))

    def _whole(self, question: Question, judged: Sequence[Verdict]) -> tuple[Verdict, ...]:
        """Return verdicts on all candidates of a question: `judged` for those compared, a fixed verdict for the
        others.
        """
        read = iter(judged)
        return tuple(
            next(read) if _is_short(question.statement, candidate) else unread(question.statement, candidate, self.id)
            for candidate in question.candidates
        )


def guarded_vetoes(
    find: Callable[[Reading, Reading], dict[str, Veto]],
) -> Callable[[Reading, Reading], dict[str, Veto]]:
    """Wrap a function that finds vetoes: if it fails on two texts, they get a veto unless they are equal."""

    def found(a: Reading, b: Reading) -> dict[str, Veto]:
        against = {} if text_key(a.text) == text_key(b.text) else {UNREAD.kind.value: UNREAD}
        if is_too_long(a) or is_too_long(b):
            return against
        return attempt(lambda: find(a, b), against)

    return found


def unread(statement: Reading, candidate: Candidate, judge: str) -> Verdict:
    """Return the verdict on a pair that cannot be analysed: «same» for equal texts, otherwise «different»."""
    is_equal = text_key(statement.text) == text_key(candidate.reading.text)
    return Verdict(
        relation=Relation.SAME if is_equal else Relation.DIFFERENT,
        score=float(is_equal),
        threshold=1.0,
        cosine=candidate.cosine,
        judge=judge,
    )


def attempt(work: Callable[[], T], otherwise: T) -> T:
    """Return the result of `work`; `otherwise` if it raises. The failure is logged once."""
    try:
        return work()
    except AgentsensusError:
        raise
    except Exception as error:  # noqa: BLE001  # the border of reading
        report(error)
    return otherwise


def report(error: Exception) -> None:
    """Log an error once per place in the code. The message contains no text of an agent."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = ("", 0) if trace is None else (trace.tb_frame.f_code.co_name, trace.tb_lineno)
    place = (type(error).__name__, *where)
    if place not in _reported:
        _reported.add(place)
        _log.warning(
            "%s in %s (line %d): a statement could not be read, so it is kept as new; please report this", *place
        )


def _is_short(statement: Reading, candidate: Candidate) -> bool:
    return not is_too_long(statement) and not is_too_long(candidate.reading)


def _short(question: Question) -> Question:
    """Return the question without the candidates that are too long."""
    return question.only([n for n, each in enumerate(question.candidates) if _is_short(question.statement, each)])
