"""Find, open and measure run folders, and arrange the measures into groups."""

from agentsensus.analysis.study.measures.folders import StudyFolder, folders_in
from agentsensus.analysis.study.measures.groups import Column, Group, arrange_groups
from agentsensus.analysis.study.measures.measuring import RunMeasures, measure

__all__ = ["Column", "Group", "RunMeasures", "StudyFolder", "arrange_groups", "folders_in", "measure"]
