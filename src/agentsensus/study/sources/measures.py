"""Everything that is measured of one run, as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from agentsensus.study.metrics.census import Census
from agentsensus.study.metrics.depth import Depth
from agentsensus.study.metrics.expansion import Expansion
from agentsensus.study.metrics.footprint import Footprint
from agentsensus.study.metrics.goals import GoalCounts
from agentsensus.study.metrics.latency import LatencyBin
from agentsensus.study.metrics.merging import MergeClasses
from agentsensus.study.metrics.repetition import Repetition
from agentsensus.study.metrics.sharing import Sharing
from agentsensus.study.metrics.text_loss import TextLoss
from agentsensus.study.metrics.usage import PurposeUsage
from agentsensus.study.quality import RunScores
from agentsensus.study.usefulness import UsefulPoint

__all__ = ["Cast", "DeepRecord", "Excerpt", "RunMeasures", "RunOrigin"]


@dataclass(frozen=True, slots=True)
class RunOrigin:
    """Which run it is: its world, design and seed, and the settings and rules it was played with."""

    folder: str
    world: str
    world_hash: str
    stamp: str
    design: str
    seed: int
    rounds: int
    is_fed: bool
    settings: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Cast:
    """How large a world is."""

    registry: int
    events: int
    active: int
    archived: int
    places: int
    carriers: int


@dataclass(frozen=True, slots=True)
class DeepRecord:
    """A record with many owners: its text, who owns it, and its wordings."""

    text: str
    owners: tuple[str, ...]
    wordings: tuple[str, ...]
    origin: str


@dataclass(frozen=True, slots=True)
class Excerpt:
    """One line of the play: in which round, who said what to whom."""

    round: int
    by: str
    to: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class RunMeasures:
    """What is measured of one run. None and empty stand for what its folder does not tell."""

    origin: RunOrigin
    cast: Cast
    footprint: Footprint
    sharing: Sharing
    merges: MergeClasses
    depths: list[Depth]
    horizon: dict[int, float | None]
    horizon_null: dict[int, tuple[float, float, float] | None]
    growth: list[int]
    owned: dict[str, list[int]]
    expansion: Expansion
    losses: dict[str, list[TextLoss]]
    census: Census | None
    final_census: Census | None
    final_from: int
    scripts: dict[str, float]
    drift: list[float | None]
    goals: GoalCounts | None
    repetition: Repetition | None
    latency: list[LatencyBin]
    usage: list[PurposeUsage]
    deposits: int
    calls_per_deposit: float | None
    vectors: int
    file_bytes: int
    precision: float | None
    recall: float | None
    useful: list[UsefulPoint] = field(default_factory=list)
    asked_with: str = ""
    deepest: DeepRecord | None = None
    excerpt: Excerpt | None = None
    quality: RunScores | None = None
