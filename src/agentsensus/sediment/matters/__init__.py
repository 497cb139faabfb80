"""What is open where the text breaks off, and what follows from it by rule."""

from agentsensus.sediment.matters.goals import goals_by_rule
from agentsensus.sediment.matters.open import OpenMatter, open_matters
from agentsensus.sediment.matters.stirring import arcs_by_rule, deeds_by_rule, happenings_by_rule, kickoffs_by_rule

__all__ = [
    "OpenMatter",
    "arcs_by_rule",
    "deeds_by_rule",
    "goals_by_rule",
    "happenings_by_rule",
    "kickoffs_by_rule",
    "open_matters",
]
