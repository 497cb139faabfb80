"""All tables of a study, in the order of its page."""

from collections.abc import Mapping, Sequence
from typing import Any

from agentsensus.study.sources.groups import Group
from agentsensus.study.tables.ablation import ablation_tables
from agentsensus.study.tables.behaviour import behaviour_tables
from agentsensus.study.tables.cost import cost_tables
from agentsensus.study.tables.examples import example_tables
from agentsensus.study.tables.sedimentation import sedimentation_table
from agentsensus.study.tables.structure import structure_tables
from agentsensus.study.tables.table import StudyTable
from agentsensus.study.tables.usefulness import usefulness_table

__all__ = ["SECTIONS", "every_table"]

SECTIONS = ("Structure", "Cost", "Usefulness of recall", "Behaviour", "Ablations and controls", "Worlds and examples")


def every_table(groups: Sequence[Group], sediments: Sequence[Mapping[str, Any]] = ()) -> dict[str, list[StudyTable]]:
    """The tables by section."""
    tables = (
        structure_tables(groups),
        cost_tables(groups),
        usefulness_table(groups),
        behaviour_tables(groups),
        ablation_tables(groups),
        [sedimentation_table(groups, sediments), *example_tables(groups)],
    )
    return dict(zip(SECTIONS, tables, strict=True))
