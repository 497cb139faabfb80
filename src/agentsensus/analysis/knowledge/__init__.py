"""Questions about a run: who knew what, when and from which source; differences between runs; answers of an agent.

Reads logs and stores. Only `review` writes.
"""

from agentsensus.analysis.knowledge.acquisitions import Acquisition, acquisitions, subject_of
from agentsensus.analysis.knowledge.asking import CitedAnswer, CitedSentence, ask
from agentsensus.analysis.knowledge.knowers import Knowing, knows
from agentsensus.analysis.knowledge.matching import TOP, MatchedRecord, checked_round, matching
from agentsensus.analysis.knowledge.origins import OriginFigures, origin_truth
from agentsensus.analysis.knowledge.run_diff import AgentDiff, HeldStatement, RunDiff, SaidLine, diff
from agentsensus.analysis.knowledge.tracing import Trace, TraceNode, trace

__all__ = [
    "TOP",
    "Acquisition",
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
    "acquisitions",
    "ask",
    "checked_round",
    "diff",
    "knows",
    "matching",
    "origin_truth",
    "subject_of",
    "trace",
]
