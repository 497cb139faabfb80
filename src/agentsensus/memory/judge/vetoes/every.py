"""All vetoes by name, and those that stand between two statements."""

from collections.abc import Callable
from typing import TypeAlias

from agentsensus.memory.judge.vetoes.exchanges import number, person, place, role, time
from agentsensus.memory.judge.vetoes.reports import report
from agentsensus.memory.judge.vetoes.stances import negation, opposite, plan, question, speech
from agentsensus.text.reading import Reading

Veto: TypeAlias = Callable[[Reading, Reading], str | None]
"""Looks at two statements; the answer is why they cannot be the same event, or None."""

VETOES: dict[str, Veto] = {
    "person": person,
    "role": role,
    "number": number,
    "time": time,
    "place": place,
    "negation": negation,
    "opposite": opposite,
    "plan": plan,
    "question": question,
    "speech": speech,
    "report": report,
}
CONTRADICTING = frozenset({"person", "role", "number", "time", "place", "negation", "opposite"})
"""Vetoes that mean two tellings of one event disagree, rather than that there are two events."""


def vetoes(a: Reading, b: Reading) -> dict[str, str]:
    """Why two statements cannot be the same event: a reason for each veto that stands, by the veto's name."""
    return {name: reason for name, veto in VETOES.items() if (reason := veto(a, b))}
