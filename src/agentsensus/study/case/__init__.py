"""The case study of a run: conversation, ownership and links, and how far they go together."""

from agentsensus.study.case.agreement import PartitionAgreement, adjusted_rand, agreement_of, mutual_information
from agentsensus.study.case.case import CaseStudy, case_study
from agentsensus.study.case.files import case_figures, write_case
from agentsensus.study.case.relations import PairRelation, relations_of

__all__ = [
    "CaseStudy",
    "PairRelation",
    "PartitionAgreement",
    "adjusted_rand",
    "agreement_of",
    "case_figures",
    "case_study",
    "mutual_information",
    "relations_of",
    "write_case",
]
