"""Atomizers cut a deposit into statements, with rules or with a model."""

from agentsensus.memory.core.atoms import OVER_CAP, UNRESOLVED, Atom, Atomized, Atomizer
from agentsensus.memory.inputs import Context
from agentsensus.memory.write.cut.model import ModelAtomizer
from agentsensus.memory.write.cut.rule import RuleAtomizer

__all__ = ["OVER_CAP", "UNRESOLVED", "Atom", "Atomized", "Atomizer", "Context", "ModelAtomizer", "RuleAtomizer"]
