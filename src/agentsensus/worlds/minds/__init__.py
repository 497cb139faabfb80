"""Minds: whatever decides for a character, behind one protocol."""

from agentsensus.worlds.minds.company import COMPANIES, RECORDED, company
from agentsensus.worlds.minds.mind import BadDecision, Decision, Mind, MindLike, Thinker, checked_minds
from agentsensus.worlds.minds.model.llm import LlmMind, model_company
from agentsensus.worlds.minds.recorded import RecordedMind, Recording, recorded, recording_of
from agentsensus.worlds.minds.view import View, view_of

__all__ = [
    "COMPANIES",
    "RECORDED",
    "BadDecision",
    "Decision",
    "LlmMind",
    "Mind",
    "MindLike",
    "RecordedMind",
    "Recording",
    "Thinker",
    "View",
    "checked_minds",
    "company",
    "model_company",
    "recorded",
    "recording_of",
    "view_of",
]
