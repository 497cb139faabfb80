"""Who decides: the border between the world and whatever plays a character."""

from agentsensus.minds.company import COMPANIES, company
from agentsensus.minds.mind import Decision, Mind, Thinker
from agentsensus.minds.model.llm import LlmMind, model_company
from agentsensus.minds.recorded import RecordedMind, recorded
from agentsensus.minds.view import View, view_of

__all__ = [
    "COMPANIES",
    "Decision",
    "LlmMind",
    "Mind",
    "RecordedMind",
    "Thinker",
    "View",
    "company",
    "model_company",
    "recorded",
    "view_of",
]
