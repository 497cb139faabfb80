"""Deposits into atoms, by rule or by model."""

from agentsensus.memory.atoms.atom import OVER_CAP, UNRESOLVED, Atom, Atomized, Atomizer, Context
from agentsensus.memory.atoms.model import ModelAtomizer
from agentsensus.memory.atoms.rule import RuleAtomizer

__all__ = ["OVER_CAP", "UNRESOLVED", "Atom", "Atomized", "Atomizer", "Context", "ModelAtomizer", "RuleAtomizer"]
