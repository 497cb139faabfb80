"""Metrics of the records of a memory: footprint, sharing, depth, merges, growth, and sharing over rounds."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from agentsensus.analysis.study.metrics.statistics import median, percent
from agentsensus.memory.answers import Record

__all__ = [
    "DEPOSITED",
    "DEPTHS",
    "HORIZONS",
    "Depth",
    "Footprint",
    "MergeClasses",
    "Sharing",
    "busiest",
    "deepest",
    "depths",
    "footprint",
    "horizon",
    "in_play",
    "merge_classes",
    "owned_by_round",
    "owned_since",
    "owners_at",
    "permuted",
    "permuted_horizon",
    "rows_by_round",
    "shared_at",
    "sharing",
]


DEPOSITED = "deposit"
"""The kind of link between statements of one deposit."""


def in_play(records: Iterable[Record]) -> list[Record]:
    """Return the records made in play, without the history."""
    return [record for record in records if record.origin != "sediment"]


def owners_at(record: Record, at: int) -> frozenset[str]:
    """Return the current owners of a record who already owned it after round `at`; empty before the record was made."""
    return frozenset(owner for wording in record.wordings if wording.at <= at for owner in wording.owners)


def owned_since(record: Record) -> dict[str, int]:
    """Return, for each owner of a record, the round since which the agent owns it."""
    since: dict[str, int] = {}
    for wording in sorted(record.wordings, key=lambda wording: wording.at):
        for owner in wording.owners:
            since.setdefault(owner, wording.at)
    return since


@dataclass(frozen=True, slots=True)
class Footprint:
    """The number of rows, how many are by-products of the design, the distinct wordings, and the bytes of their
    text."""

    sediment: int
    sim: int
    total: int
    sediment_byproducts: int
    sim_byproducts: int
    wordings: int
    text_bytes: int

    @property
    def sediment_byproduct_share(self) -> float | None:
        """By-products per hundred other rows of the history, as in the paper; None without rows."""
        return percent(self.sediment_byproducts, self.sediment - self.sediment_byproducts)


def footprint(past: Sequence[Record], now: Sequence[Record]) -> Footprint:
    """Return the footprint of a memory, from its records after the history and at the end."""
    laid_down = [record for record in past if record.origin == "sediment"]
    made = in_play(now)
    texts = {wording.text for record in now for wording in record.wordings}
    return Footprint(
        sediment=len(laid_down),
        sim=len(made),
        total=len(now),
        sediment_byproducts=sum(bool(record.kind) for record in laid_down),
        sim_byproducts=sum(bool(record.kind) for record in made),
        wordings=len(texts),
        text_bytes=sum(len(text.encode("utf-8")) for text in texts),
    )


@dataclass(frozen=True, slots=True)
class Sharing:
    """Rows made in play: their number, and how many have two owners, three or more, and links.

    `grown` counts rows, history included, that gained an owner later; `statements` counts deposited statements, and
    `shared_statements` those that ended in a row with several owners.
    """

    sim: int
    shared: int
    three_plus: int
    max_owners: int
    linked: int
    grown: int
    statements: int
    shared_statements: int

    @property
    def shared_share(self) -> float | None:
        """The percentage of rows with several owners; None without rows."""
        return percent(self.shared, self.sim)

    @property
    def linked_share(self) -> float | None:
        """The percentage of rows with links; None without rows."""
        return percent(self.linked, self.sim)

    @property
    def shared_statement_share(self) -> float | None:
        """The percentage of statements that ended in a row with several owners; None without statements."""
        return percent(self.shared_statements, self.statements)


def sharing(records: Sequence[Record]) -> Sharing:
    """Count sharing and linking among the records of a memory."""
    made = in_play(records)
    statements = [record for record in records for wording in record.wordings if _is_deposited(record, wording.at)]
    return Sharing(
        sim=len(made),
        shared=sum(len(record.owners) >= 2 for record in made),
        three_plus=sum(len(record.owners) >= 3 for record in made),
        max_owners=max((len(record.owners) for record in made), default=0),
        linked=sum(any(kind == DEPOSITED for _, kind in record.links) for record in made),
        grown=sum(_has_grown(record) for record in records),
        statements=len(statements),
        shared_statements=sum(len(record.owners) >= 2 for record in statements),
    )


def shared_at(records: Sequence[Record], owners: Sequence[frozenset[str]]) -> float | None:
    """Return the percentage of rows with several owners, given the owners of each row; None if no row has an owner."""
    there = [who for _, who in zip(records, owners, strict=True) if who]
    return percent(sum(len(who) >= 2 for who in there), len(there))


def _is_deposited(record: Record, at: int) -> bool:
    return not record.kind and (record.origin != "sediment" or at > record.created)


def _has_grown(record: Record) -> bool:
    first = set(record.wordings[0].owners) if record.wordings else set()
    return not first.issuperset(record.owners)


DEPTHS = ("1", "2", "3", "4+")


@dataclass(frozen=True, slots=True)
class Depth:
    """Rows with this many owners: their number, and the medians of their text length and their linked rows."""

    owners: str
    rows: int
    characters: float | None
    siblings: float | None


def depths(records: Sequence[Record]) -> list[Depth]:
    """Summarise the records by number of owners: one, two, three, and four or more."""
    return [_of(name, [record for record in records if _depth(record) == name]) for name in DEPTHS]


def deepest(records: Sequence[Record]) -> Record | None:
    """Return the record with most owners (the first of equals); None if no record has two."""
    several = [record for record in records if len(record.owners) >= 2]
    return max(several, key=lambda record: len(record.owners), default=None)


def _of(name: str, records: Sequence[Record]) -> Depth:
    siblings = [len({other for other, kind in record.links if kind == DEPOSITED}) for record in records]
    return Depth(name, len(records), median([len(record.text) for record in records]), median(siblings))


def _depth(record: Record) -> str:
    return DEPTHS[min(max(len(record.owners), 1), len(DEPTHS)) - 1]


@dataclass(slots=True)
class MergeClasses:
    """Merges by owner (self, cross) and origin (play, history) of the row that a statement joined."""

    self_sim: int = 0
    self_sediment: int = 0
    cross_sim: int = 0
    cross_sediment: int = 0

    @property
    def total(self) -> int:
        """The number of merges."""
        return self.self_sim + self.self_sediment + self.cross_sim + self.cross_sediment

    @property
    def cross(self) -> int:
        """The number of merges into a row that the depositor did not own."""
        return self.cross_sim + self.cross_sediment


def merge_classes(records: Sequence[Record]) -> MergeClasses:
    """Count the merges in the records by class."""
    classes = MergeClasses()
    for record in records:
        owners: set[str] = set()
        for place, wording in enumerate(record.wordings):
            if place:
                whose = "self" if owners.issuperset(wording.owners) else "cross"
                name = f"{whose}_{'sediment' if record.origin == 'sediment' else 'sim'}"
                setattr(classes, name, getattr(classes, name) + 1)
            owners.update(wording.owners)
    return classes


def rows_by_round(records: Sequence[Record], last: int) -> list[int]:
    """Return the number of rows made in play after each round, from round 0 to `last`."""
    return _added_up(Counter(record.created for record in in_play(records)), last)


def owned_by_round(records: Sequence[Record], last: int) -> dict[str, list[int]]:
    """Return, for each agent, the number of rows gained since the beginning, after each round."""
    won: dict[str, Counter[int]] = {}
    for record in records:
        for agent, since in owned_since(record).items():
            if since > 0 or record.origin != "sediment":
                won.setdefault(agent, Counter())[since] += 1
    return {agent: _added_up(counts, last) for agent, counts in sorted(won.items())}


def busiest(owned: Mapping[str, Sequence[int]], among: Sequence[str], count: int = 6) -> list[str]:
    """Return the agents that own most rows at the end, most first; ties by name."""
    present = [agent for agent in among if agent in owned]
    return sorted(present, key=lambda agent: (-owned[agent][-1], agent))[:count]


def _added_up(counts: Mapping[int, int], last: int) -> list[int]:
    rows, total = [], 0
    for round_ in range(last + 1):
        total += counts.get(round_, 0)
        rows.append(total)
    return rows


HORIZONS = (10, 20, 40, 60, 80)
"""The rounds at which the paper reports sharing."""


def horizon(records: Sequence[Record], rounds: Sequence[int]) -> dict[int, float | None]:
    """Return the percentage of rows made in play with several owners after each of these rounds."""
    made = in_play(records)
    return {at: shared_at(made, [owners_at(record, at) for record in made]) for at in rounds}


def permuted_horizon(
    records: Sequence[Record], rounds: Sequence[int], times: int = 200, seed: int = 0
) -> dict[int, tuple[float, float, float] | None]:
    """Return `horizon` with witnesses permuted at random: mean, 2.5th and 97.5th percentile over the draws."""
    chance = random.Random(seed)  # noqa: S311 - a null model, no secret
    draws = [horizon(permuted(records, chance), rounds) for _ in range(times)]
    return {at: _spread([share for draw in draws if (share := draw[at]) is not None]) for at in rounds}


def permuted(records: Sequence[Record], chance: random.Random) -> list[Record]:
    """Return the same rows, wordings and rounds, with the owners of deposits made in play permuted at random."""
    made = in_play(records)
    whose = [wording.owners for record in made for wording in record.wordings]
    chance.shuffle(whose)
    owners = iter(whose)
    exchanged = []
    for record in made:
        wordings = tuple(replace(wording, owners=next(owners)) for wording in record.wordings)
        exchanged.append(replace(record, wordings=wordings))
    return exchanged


def _spread(shares: Sequence[float]) -> tuple[float, float, float] | None:
    if not shares:
        return None
    ordered, last = sorted(shares), len(shares) - 1
    return sum(ordered) / len(ordered), ordered[round(0.025 * last)], ordered[round(0.975 * last)]
