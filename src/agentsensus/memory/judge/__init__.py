"""Do two statements tell the same event? Judges by rule and by model, and the vetoes that stand above both."""

from agentsensus.memory.judge.cosine import CosineJudge
from agentsensus.memory.judge.judge import Candidate, Judge, Judged, Question, Relation, Verdict
from agentsensus.memory.judge.learned import LearnedJudge
from agentsensus.memory.judge.model import ModelJudge
from agentsensus.memory.judge.rule import RuleJudge

__all__ = [
    "Candidate",
    "CosineJudge",
    "Judge",
    "Judged",
    "LearnedJudge",
    "ModelJudge",
    "Question",
    "Relation",
    "RuleJudge",
    "Verdict",
]
