"""All tables of a study, in the order of its page."""

from collections.abc import Mapping, Sequence
from typing import Any

from agentsensus.analysis.study.measures.groups import Group
from agentsensus.analysis.study.tables.ablation import ablation_tables
from agentsensus.analysis.study.tables.behaviour import behaviour_tables, example_tables, sedimentation_table
from agentsensus.analysis.study.tables.cost import cost_tables, usefulness_table
from agentsensus.analysis.study.tables.structure import structure_tables
from agentsensus.analysis.study.tables.table import StudyTable

__all__ = ["SECTIONS", "all_tables"]


SECTIONS = ("Structure", "Cost", "Usefulness of recall", "Behaviour", "Ablations and controls", "Worlds and examples")


def all_tables(groups: Sequence[Group], sediments: Sequence[Mapping[str, Any]] = ()) -> dict[str, list[StudyTable]]:
    """Return the tables by section."""
    tables = (
        structure_tables(groups),
        cost_tables(groups),
        usefulness_table(groups),
        behaviour_tables(groups),
        ablation_tables(groups),
        [sedimentation_table(groups, sediments), *example_tables(groups)],
    )
    return dict(zip(SECTIONS, tables, strict=True))
