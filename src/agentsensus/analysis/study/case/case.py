"""A case study of one run: communities, relations, and the agreement of conversation and memory."""

from collections.abc import Mapping
from dataclasses import dataclass

from agentsensus.analysis.drawing import communities_of
from agentsensus.analysis.study.case.data import CaseData, CaseRow, case_data_of
from agentsensus.analysis.study.case.relations import PairRelation, PartitionAgreement, agreement_of, relations_of
from agentsensus.worlds.runs.run import Run

__all__ = ["CaseStudy", "case_study"]


@dataclass(frozen=True, slots=True)
class CaseStudy:
    """The results of a case study.

    `speaking` are the communities of conversation, `owning` those of shared ownership of rows made in play,
    `owning_all` those over all rows including the history; an agent without ties in one partition is left out of the
    agreement. `clusters` are the clusters of linked rows.
    """

    data: CaseData
    speaking: Mapping[str, int]
    owning: Mapping[str, int]
    owning_all: Mapping[str, int]
    clusters: Mapping[str, int]
    agreement: PartitionAgreement | None
    agreement_all: PartitionAgreement | None
    relations: tuple[PairRelation, ...]


def case_study(run: Run) -> CaseStudy:
    """The case study of a run, played by players or by a model."""
    return study_of(case_data_of(run))


def study_of(data: CaseData) -> CaseStudy:
    """The case study of the given data."""
    speaking = communities_of(data.agents, data.spoken)
    owning = _by_ownership(data, data.sim)
    owning_all = _by_ownership(data, list(data.rows))
    clusters = communities_of(_linked(data), dict.fromkeys(data.links, 1.0))
    return CaseStudy(
        data,
        speaking,
        owning,
        owning_all,
        clusters,
        _agreement(data, speaking, owning, data.sim),
        _agreement(data, speaking, owning_all, list(data.rows)),
        tuple(relations_of(data)),
    )


def _linked(data: CaseData) -> list[str]:
    tied = {id_ for pair in data.links for id_ in pair}
    return [row.id for row in data.sim if row.id in tied]


def _by_ownership(data: CaseData, rows: list[CaseRow]) -> dict[str, int]:
    """The communities of agents by the share of rows that two own together."""
    owned = dict.fromkeys(data.agents, 0)
    for row in rows:
        for owner in row.owners:
            owned[owner] += 1
    shared = data.shared(rows)
    weights = {(a, b): count / (owned[a] + owned[b] - count) for (a, b), count in shared.items()}
    return communities_of(data.agents, weights)


def _agreement(
    data: CaseData, speaking: Mapping[str, int], owning: Mapping[str, int], rows: list[CaseRow]
) -> PartitionAgreement | None:
    speaks = {agent for pair, count in data.spoken.items() if count for agent in pair}
    owns = {agent for pair in data.shared(rows) for agent in pair}
    both = [agent for agent in data.agents if agent in speaks & owns]
    if len(both) < 4:
        return None
    return agreement_of([speaking[agent] for agent in both], [owning[agent] for agent in both])
