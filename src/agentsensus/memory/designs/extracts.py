"""Combine several statements into one without a model, by joining their clauses."""

import re
from collections.abc import Sequence

from agentsensus.language.languages import language, rules_of
from agentsensus.memory.core.atoms import OVER_CAP, Atom
from agentsensus.memory.core.checks import is_unicode
from agentsensus.memory.core.drafts import DraftDeposit, DraftStatement, embed
from agentsensus.memory.core.engine import Engine
from agentsensus.models.tokens import tokens

PARTS = 3
_END = re.compile(r"[\s.;。；]+$")
_BORDER = re.compile(r"[;；]\s*")


def extract(texts: Sequence[str], cap: int, parts: int = PARTS) -> tuple[str, list[int]]:
    """Join clauses of several texts into a new statement. Returns the statement and the positions of the texts used.

    The statement has at most `cap` tokens and `parts` clauses. It uses all clauses of each text or, if the result would
    equal one text, the first clause of each. If it cannot use at least two texts, returns "" and no positions.
    """
    known = {frozenset(_clauses(text)) for text in texts}
    for whole in (True, False):
        clauses, used = _gathered(texts, cap, parts, whole=whole)
        if len(used) >= 2 and frozenset(clauses) not in known:
            return _joined(clauses, texts), used
    return "", []


def _gathered(texts: Sequence[str], cap: int, parts: int, *, whole: bool) -> tuple[list[str], list[int]]:
    clauses: list[str] = []
    used: list[int] = []
    for place, text in enumerate(texts):
        fresh = [clause for clause in _clauses(text) if clause not in clauses]
        if language(text) != language(texts[0]):
            continue
        longer = [*clauses, *(fresh if whole else fresh[:1])]
        if fresh and len(longer) <= parts and tokens(_joined(longer, texts)) <= cap:
            clauses = longer
            used.append(place)
    return clauses, used


def _joined(clauses: Sequence[str], texts: Sequence[str]) -> str:
    return rules_of(language(texts[0])).writing.clauses(clauses)


def _clauses(text: str) -> list[str]:
    return [clause for piece in _BORDER.split(text) if (clause := _END.sub("", piece))]


def unusable(text: str) -> str | None:
    """Return the reason why a text written by a model cannot be stored; None if it can."""
    if not any(char.isalnum() for char in text):
        return "a text says nothing"
    if not is_unicode(text):
        return "a text is no valid text"
    return None


async def drafts_of(engine: Engine, texts: Sequence[str]) -> list[DraftStatement]:
    """Embed texts that are already statements, and return them as drafts."""
    cap = engine.settings.token_cap
    holder = DraftDeposit("", (), "")
    flagged = [Atom(text, (OVER_CAP,) if tokens(text) > cap else ()) for text in texts]
    await embed(engine, [holder], [flagged])
    return holder.drafts
