"""run.json: what a run is made of, and how it went so far."""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from agentsensus.run_folder.injected import AnyInjected

__all__ = ["FORMAT", "Allowance", "MadeWith", "RunFile", "Segment", "Stop"]

FORMAT = 2
"""Runs of format 1 can be read; their stores do not know the hash of their logs, so they are not gone on with."""
Stop: TypeAlias = Literal["max_rounds", "wall_time", "quiescent", "budget", "person", "ending"]
Count: TypeAlias = Annotated[int, Field(ge=0, le=2**53)]
Amount: TypeAlias = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class _RunFile(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Segment(_RunFile):
    """One sitting: from which round to which it was to play, how far it got, and why it stopped (None: it was cut)."""

    after: Count
    until: Count
    reached: Count | None = None
    stop: Stop | None = None


class Allowance(_RunFile):
    """What the models of a run may take, all sittings together; None is no limit."""

    calls: Count | None = None
    tokens: Count | None = None
    money: Amount | None = None


class MadeWith(_RunFile):
    """What a run was begun with that no setting says: versions and weights, which another version may not have.

    `judge` is the offline judge of a memory that has one, and `judge_sha256` the hash of its packaged weights (of the
    rule judge: of its thresholds); a model judge falls back on it.
    """

    version: str
    embedder: str
    judge: str | None = None
    judge_sha256: str | None = None


class RunFile(_RunFile):
    """What a run is made of: everything needed to go on with it, and how it went so far.

    `settings` and `rules` are complete, whatever the defaults of the version that reads them; in runs of version 0.1.0
    `settings` holds only what differs from the preset. `models` are ids by role as they were given, `asked` the models
    that did each work; `usage` is what they took, by purpose. `stamp` is the world's.
    """

    format: int = FORMAT
    world: str
    stamp: str = ""
    world_hash: str
    design: str
    preset: str | None = None
    settings: dict[str, Any] = {}
    rules: dict[str, Any] = {}
    seed: int = 0
    embedder: str = ""
    made_with: MadeWith | None = None
    company: str | None = None
    person: str = ""
    injected: tuple[AnyInjected, ...] = ()
    forked_from: dict[str, Any] | None = None
    models: dict[str, str] = {}
    asked: dict[str, Annotated[tuple[str, ...], Field(min_length=1)]] = {}
    budget: Allowance = Allowance()
    segments: tuple[Segment, ...] = ()
    usage: dict[str, dict[Literal["calls", "input", "output", "money"], Count | Amount]] = {}

    @property
    def reached(self) -> int:
        """The last round that a sitting ended with, rounds in which nothing happened included."""
        return max((segment.reached for segment in self.segments if segment.reached is not None), default=0)

    @property
    def stop(self) -> Stop | None:
        """Why the last sitting stopped; None where it was broken off, or none was begun."""
        return self.segments[-1].stop if self.segments else None
