"""Reasons why two statements cannot be the same event, however alike they sound. One file each."""

from collections.abc import Callable
from typing import TypeAlias

from agentsensus.memory.judge.vetoes.negation import negation
from agentsensus.memory.judge.vetoes.number import number
from agentsensus.memory.judge.vetoes.opposite import opposite
from agentsensus.memory.judge.vetoes.person import person
from agentsensus.memory.judge.vetoes.place import place
from agentsensus.memory.judge.vetoes.plan import plan
from agentsensus.memory.judge.vetoes.question import question
from agentsensus.memory.judge.vetoes.report import report
from agentsensus.memory.judge.vetoes.role import role
from agentsensus.memory.judge.vetoes.time import time
from agentsensus.memory.judge.vetoes.told import told
from agentsensus.text.reading import Reading

Veto: TypeAlias = Callable[[Reading, Reading], str | None]

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
    "told": told,
    "report": report,
}
CONTRADICTING = frozenset({"person", "role", "number", "time", "place", "negation", "opposite"})
"""Vetoes that mean two tellings of one event disagree, rather than that there are two events."""


def vetoes(a: Reading, b: Reading) -> dict[str, str]:
    """The vetoes that stand against two statements being one, with their reasons."""
    return {name: reason for name, veto in VETOES.items() if (reason := veto(a, b))}


__all__ = ["CONTRADICTING", "VETOES", "Veto", "vetoes"]
