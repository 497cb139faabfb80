"""Judges decide whether two statements report the same event: with rules, with trained weights, or with a model. Vetoes
(reasons why two statements cannot be the same event) overrule them.
"""

from agentsensus.memory.judge.cosine import CosineJudge
from agentsensus.memory.judge.judge import Candidate, Judge, Judged, Question, Relation, Verdict
from agentsensus.memory.judge.learned import LearnedJudge
from agentsensus.memory.judge.model import ModelJudge
from agentsensus.memory.judge.offline import OFFLINE, offline_judge, weights_sha256
from agentsensus.memory.judge.rule import RuleJudge
from agentsensus.memory.judge.together import LEARNED_AND_MODEL, DoubtfulToModel
from agentsensus.memory.judge.vetoes import Veto, VetoKind

__all__ = [
    "LEARNED_AND_MODEL",
    "OFFLINE",
    "Candidate",
    "CosineJudge",
    "DoubtfulToModel",
    "Judge",
    "Judged",
    "LearnedJudge",
    "ModelJudge",
    "Question",
    "Relation",
    "RuleJudge",
    "Verdict",
    "Veto",
    "VetoKind",
    "offline_judge",
    "weights_sha256",
]
