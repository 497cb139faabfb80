"""The case study of a run: how conversation, ownership and links relate."""

from agentsensus.analysis.study.case.case import CaseStudy, case_study
from agentsensus.analysis.study.case.pictures import case_figures, write_case
from agentsensus.analysis.study.case.relations import (
    PairRelation,
    PartitionAgreement,
    adjusted_rand,
    agreement_of,
    mutual_information,
    relations_of,
)

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
