"""A case study of one run: its communities, its relations, and how far conversation and memory agree."""

from collections.abc import Mapping
from dataclasses import dataclass

from agentsensus.study.case.agreement import PartitionAgreement, agreement_of
from agentsensus.study.case.communities import communities_of
from agentsensus.study.case.matter import CaseMatter, CaseRow, matter_of
from agentsensus.study.case.relations import PairRelation, relations_of
from agentsensus.study.run import Run

__all__ = ["CaseStudy", "case_study"]


@dataclass(frozen=True, slots=True)
class CaseStudy:
    """What the case study of a run says.

    `speaking` are the communities of conversation, `owning` those of the rows made in play that agents own together,
    `owning_all` those of all rows, what was before round 1 included; agents who are tied to nobody in one of two
    partitions are left out of their agreement. `clusters` are the clusters of rows by their links.
    """

    matter: CaseMatter
    speaking: Mapping[str, int]
    owning: Mapping[str, int]
    owning_all: Mapping[str, int]
    clusters: Mapping[str, int]
    agreement: PartitionAgreement | None
    agreement_all: PartitionAgreement | None
    relations: tuple[PairRelation, ...]


def case_study(run: Run) -> CaseStudy:
    """The case study of a run, of players or of a model."""
    return study_of(matter_of(run))


def study_of(matter: CaseMatter) -> CaseStudy:
    """The case study of some matter."""
    speaking = communities_of(matter.agents, matter.spoken)
    owning = _by_ownership(matter, matter.sim)
    owning_all = _by_ownership(matter, list(matter.rows))
    clusters = communities_of(_linked(matter), dict.fromkeys(matter.links, 1.0))
    return CaseStudy(
        matter,
        speaking,
        owning,
        owning_all,
        clusters,
        _agreement(matter, speaking, owning, matter.sim),
        _agreement(matter, speaking, owning_all, list(matter.rows)),
        tuple(relations_of(matter)),
    )


def _linked(matter: CaseMatter) -> list[str]:
    tied = {id_ for pair in matter.links for id_ in pair}
    return [row.id for row in matter.sim if row.id in tied]


def _by_ownership(matter: CaseMatter, rows: list[CaseRow]) -> dict[str, int]:
    """A partition from the store alone: agents tied by the share of their rows that they own together."""
    owned = dict.fromkeys(matter.agents, 0)
    for row in rows:
        for owner in row.owners:
            owned[owner] += 1
    shared = matter.shared(rows)
    weights = {(a, b): count / (owned[a] + owned[b] - count) for (a, b), count in shared.items()}
    return communities_of(matter.agents, weights)


def _agreement(
    matter: CaseMatter, speaking: Mapping[str, int], owning: Mapping[str, int], rows: list[CaseRow]
) -> PartitionAgreement | None:
    speaks = {agent for pair, count in matter.spoken.items() if count for agent in pair}
    owns = {agent for pair in matter.shared(rows) for agent in pair}
    both = [agent for agent in matter.agents if agent in speaks & owns]
    if len(both) < 4:
        return None
    return agreement_of([speaking[agent] for agent in both], [owning[agent] for agent in both])
