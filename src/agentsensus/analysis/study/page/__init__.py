"""Make a study: measure runs, and write tables, figures and a page of findings into a folder."""

from agentsensus.analysis.study.page.findings import StudyFinding, findings
from agentsensus.analysis.study.page.making import QualityRequest, StudyResult, make_study

__all__ = ["QualityRequest", "StudyFinding", "StudyResult", "findings", "make_study"]
