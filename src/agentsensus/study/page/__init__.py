"""A study made: everything measured, its tables and figures written into a folder, and a page that says what holds."""

from agentsensus.study.page.findings import StudyFinding, findings
from agentsensus.study.page.making import QualityAsked, StudyMade, make_study

__all__ = ["QualityAsked", "StudyFinding", "StudyMade", "findings", "make_study"]
