"""The author's questions about a run: who knew what, when, from whom; what a fork changed; what somebody would say.

Reads logs and stores, and changes nothing but what `review` is told to.
"""

from agentsensus.knowledge.asking import CitedAnswer, CitedSentence, ask
from agentsensus.knowledge.comparing import AgentDiff, HeldStatement, RunDiff, SaidLine, diff
from agentsensus.knowledge.knowing import Knowing, knows
from agentsensus.knowledge.matching import TOP, MatchedRecord, matching
from agentsensus.knowledge.origins import OriginFigures, origin_truth
from agentsensus.knowledge.rounds import checked_round
from agentsensus.knowledge.tracing import Trace, TraceNode, trace

__all__ = [
    "TOP",
    "AgentDiff",
    "CitedAnswer",
    "CitedSentence",
    "HeldStatement",
    "Knowing",
    "MatchedRecord",
    "OriginFigures",
    "RunDiff",
    "SaidLine",
    "Trace",
    "TraceNode",
    "ask",
    "checked_round",
    "diff",
    "knows",
    "matching",
    "origin_truth",
    "trace",
]
