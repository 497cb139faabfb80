"""What a study reads: run folders, memories that were fed from one, and sediment.json; and what it measures of each."""

from agentsensus.study.sources.folders import StudyFolder, folders_in
from agentsensus.study.sources.groups import Column, Group, arranged
from agentsensus.study.sources.measures import RunMeasures
from agentsensus.study.sources.measuring import measure

__all__ = ["Column", "Group", "RunMeasures", "StudyFolder", "arranged", "folders_in", "measure"]
