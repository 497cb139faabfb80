"""Measure run folders, several at a time, and keep the measures on disk."""

import hashlib
import multiprocessing
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path

from pydantic import TypeAdapter

from agentsensus.analysis.study.measures.folders import RunOrigin, Source, StudyFolder, log_of_source, open_source
from agentsensus.analysis.study.metrics.behaviour import (
    FINAL_STAGE,
    Census,
    GoalCounts,
    Repetition,
    census,
    composition,
    drift,
    goal_counts,
    repetition,
    script_of_text,
)
from agentsensus.analysis.study.metrics.cost import (
    Expansion,
    LatencyBin,
    PurposeUsage,
    TextLoss,
    calls_per_deposit,
    expansion,
    latency,
    merged_texts,
    purposes,
    text_loss,
)
from agentsensus.analysis.study.metrics.structure import (
    HORIZONS,
    Depth,
    Footprint,
    MergeClasses,
    Sharing,
    busiest,
    deepest,
    depths,
    footprint,
    horizon,
    in_play,
    merge_classes,
    owned_by_round,
    permuted_horizon,
    rows_by_round,
    sharing,
)
from agentsensus.analysis.study.quality import RunScores
from agentsensus.analysis.study.quality.continuation import Continuation
from agentsensus.analysis.study.usefulness import UsefulPoint, usefulness
from agentsensus.base.files import replace_text
from agentsensus.base.loop import wait_for
from agentsensus.errors import InputError
from agentsensus.memory.answers import Record
from agentsensus.memory.core.caches import TEXT_RULES
from agentsensus.store.sqlite.sizes import StoredBytes
from agentsensus.worlds.events.event import AnyEvent, Remembered, Sent
from agentsensus.worlds.run_folder import read_paired_file
from agentsensus.worlds.runs.merge_truth import merge_truth
from agentsensus.worlds.scenario.scenario import Scenario
from agentsensus.worlds.screenplay import produce

__all__ = ["Cast", "DeepRecord", "Excerpt", "RunMeasures", "measure", "measure_all"]


@dataclass(frozen=True, slots=True)
class Cast:
    """The size of a world."""

    registry: int
    events: int
    active: int
    archived: int
    places: int
    carriers: int


@dataclass(frozen=True, slots=True)
class DeepRecord:
    """A record with many owners: its text, owners and wordings."""

    text: str
    owners: tuple[str, ...]
    wordings: tuple[str, ...]
    origin: str


@dataclass(frozen=True, slots=True)
class Excerpt:
    """One line of the play: its round, speaker, recipients and text."""

    round: int
    by: str
    to: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class PlayGeometry:
    """The size of a run's screenplay, set by rule, and what scoring the run three times would take of a model."""

    scenes: int
    beats: int
    speakers: int
    places: int
    size: int
    scoring_calls: int
    scoring_tokens: int


@dataclass(frozen=True)
class RunMeasures:
    """All measures of one run. A value of None or empty means that the folder lacks the data."""

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
    stored: StoredBytes | None = None
    play: PlayGeometry | None = None


_STEP = 10
_LONGEST_EXCERPT = 220


def measure(folder: StudyFolder) -> RunMeasures:
    """Measure a run folder, or a memory fed from a run."""
    with open_source(folder) as source:
        return _Reading(source).measures()


@dataclass
class _Reading:
    """A source with the intermediate values that several measures need."""

    source: Source

    @cached_property
    def records(self) -> list[Record]:
        return self.source.memory.records()

    @cached_property
    def events(self) -> list[AnyEvent]:
        return log_of_source(self.source)

    @property
    def last(self) -> int:
        return self.source.origin.rounds

    def measures(self) -> RunMeasures:
        source, records, events = self.source, self.records, self.events
        stats = source.memory.stats()
        truth, names = source.played.truth, source.scenario.known_names()
        marks = merge_truth(source.memory.asynchronous, truth, names) if truth else None
        deposited = [event for event in source.played.events if isinstance(event, Remembered)]
        useful, asked_with = wait_for(usefulness(source.memory.asynchronous, source.scenario, source.played))
        final_from = max(1, self.last - FINAL_STAGE + 1)
        at = self._marks()
        return RunMeasures(
            origin=source.origin,
            cast=_cast(source.scenario),
            footprint=footprint(source.memory.records(at=0), records),
            sharing=sharing(records),
            merges=merge_classes(records),
            depths=depths(records),
            horizon=horizon(records, at),
            horizon_null=permuted_horizon(records, at, seed=source.origin.seed) if self._merges() else {},
            growth=rows_by_round(records, self.last),
            owned=self._owned(),
            expansion=expansion(source.recalls, self._texts()),
            losses=self._losses(deposited),
            census=census(events) if events else None,
            final_census=census(events, final_from) if events else None,
            final_from=final_from,
            scripts=composition(in_play(records)),
            drift=self._drift(),
            goals=goal_counts(_authored(source.scenario), events) if events else None,
            repetition=repetition(events) if events else None,
            latency=latency(source.timings),
            usage=purposes(source.usage),
            deposits=len(deposited),
            calls_per_deposit=calls_per_deposit(source.usage, len(deposited)),
            vectors=stats.vectors,
            file_bytes=source.file_bytes,
            precision=(marks or {}).get("precision"),
            recall=(marks or {}).get("recall"),
            useful=useful,
            asked_with=asked_with,
            deepest=self._deepest(),
            excerpt=_excerpt(events, self.last),
            stored=source.stored,
            play=_geometry(source, events) if events else None,
        )

    def _marks(self) -> list[int]:
        return sorted({*range(_STEP, self.last + 1, _STEP), *(at for at in HORIZONS if at <= self.last), self.last})

    def _merges(self) -> bool:
        return any(len(record.wordings) > 1 for record in in_play(self.records))

    def _owned(self) -> dict[str, list[int]]:
        owned = owned_by_round(self.records, self.last)
        names = self.source.scenario.known_names()
        return {names.display(agent): owned[agent] for agent in busiest(owned, self.source.scenario.active)}

    def _texts(self) -> dict[str, str]:
        texts = {record.id: record.text for record in self.records}
        return texts | {wording.id: wording.text for record in self.records for wording in record.wordings}

    def _losses(self, deposited: Sequence[Remembered]) -> dict[str, list[TextLoss]]:
        """Return the loss of each text rule on the merges of this memory: on all, and on those visible in the paper's
        logs."""
        sizes = {stated.id: len(event.statements) for event in deposited for stated in event.statements}
        merges = list(merged_texts(self.records, sizes))
        names, cap = self.source.scenario.known_names(), self.source.memory.settings.token_cap
        if not merges:
            return {}
        return {
            which: [text_loss(merges, rule, names, cap, seen_only=which == "seen") for rule in TEXT_RULES]
            for which in ("all", "seen")
        }

    def _drift(self) -> list[float | None]:
        script = script_of_text(" ".join(event.text for event in self.source.scenario.events))
        return drift(self.records, script, _STEP, self.last)

    def _deepest(self) -> DeepRecord | None:
        record = deepest(in_play(self.records)) or deepest(self.records)
        names = self.source.scenario.known_names()
        if record is None:
            return None
        wordings = tuple(dict.fromkeys(wording.text for wording in record.wordings))
        return DeepRecord(record.text, tuple(map(names.display, record.owners)), wordings, record.origin)


def _cast(scenario: Scenario) -> Cast:
    return Cast(
        registry=len(scenario.characters) + len(scenario.registry),
        events=len(scenario.events),
        active=len(scenario.active),
        archived=len(scenario.characters) - len(scenario.active),
        places=len(scenario.places),
        carriers=len(scenario.carriers),
    )


def _authored(scenario: Scenario) -> dict[str, list[str]]:
    return {id_: [goal.text for goal in scenario.characters[id_].goals] for id_ in scenario.active}


def _excerpt(events: Sequence[AnyEvent], last: int) -> Excerpt | None:
    """Return the longest line of the final stage that is short enough to quote (the first of equals); None without
    one."""
    lines = [event for event in events if isinstance(event, Sent) and event.sender and event.sort == "say"]
    late = [event for event in lines if event.round > last - FINAL_STAGE] or lines
    fitting = [event for event in late if len(event.content) <= _LONGEST_EXCERPT]
    if not fitting:
        return None
    line = max(fitting, key=lambda event: len(event.content))
    return Excerpt(line.round, line.sender, line.recipients, line.content)


def measure_all(
    folders: Sequence[StudyFolder],
    jobs: int,
    done: Callable[[StudyFolder], None] = lambda _: None,
    keep: Path | None = None,
) -> list[RunMeasures]:
    """Measure each folder and return the measures in order. Raises an error for the first unreadable folder.

    With `keep`, measures are cached in that folder and not computed again.
    """
    digests = [_digest(folder) for folder in folders]
    if jobs <= 1 or len(set(digests)) <= 1:
        return _one_by_one(folders, digests, done, keep)
    measured = []
    with ProcessPoolExecutor(min(jobs, len(folders)), multiprocessing.get_context("spawn")) as pool:
        futures: dict[str, Future[RunMeasures]] = {}
        for folder, digest in zip(folders, digests, strict=True):
            if digest not in futures:
                futures[digest] = pool.submit(_measured, folder, _kept_at(keep, digest))
        try:
            for folder, digest in zip(folders, digests, strict=True):
                measured.append(_named(futures[digest].result(), folder))
                done(folder)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return measured


def _one_by_one(
    folders: Sequence[StudyFolder], digests: Sequence[str], done: Callable[[StudyFolder], None], keep: Path | None
) -> list[RunMeasures]:
    measures: dict[str, RunMeasures] = {}
    for folder, digest in zip(folders, digests, strict=True):
        if digest not in measures:
            measures[digest] = _measured(folder, _kept_at(keep, digest))
        done(folder)
    return [_named(measures[digest], folder) for folder, digest in zip(folders, digests, strict=True)]


def _measured(folder: StudyFolder, kept: Path | None) -> RunMeasures:
    """Return the measures of a folder, from the cache if possible."""
    if kept is not None and kept.is_file():
        return _measures().validate_json(kept.read_bytes())
    measures = measure(folder)
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        replace_text(kept, _measures().dump_json(measures).decode())
    return measures


def _kept_at(keep: Path | None, digest: str) -> Path | None:
    return keep / f"{digest[:32]}-{_program()[:16]}.json" if keep is not None else None


@lru_cache(maxsize=1)
def _measures() -> TypeAdapter[RunMeasures]:
    return TypeAdapter(RunMeasures)


@lru_cache(maxsize=1)
def _program() -> str:
    """Return the hash of this program. Measures cached by another version are not used."""
    digest = hashlib.sha256()
    for file in sorted(Path(__file__).parents[1].rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _named(measures: RunMeasures, folder: StudyFolder) -> RunMeasures:
    return replace(measures, origin=replace(measures.origin, folder=folder.path.name))


def _digest(folder: StudyFolder) -> str:
    """Return the hash of a folder's content; for a fed memory also of the run that it was fed from."""
    digest = hashlib.sha256()
    sources = [folder.path / read_paired_file(folder.path).source] if folder.is_fed else []
    for path in (folder.path, *sources):
        for file in sorted(each for each in path.rglob("*") if each.is_file() and not each.name.endswith("-shm")):
            digest.update(f"{file.relative_to(path)}\0{file.stat().st_size}\0".encode())
            digest.update(_content(file))
    return digest.hexdigest()


def _content(file: Path) -> bytes:
    if file.suffix == ".db":  # only SQLite opens a store: another opening would drop the locks of its connections here
        with (
            suppress(sqlite3.Error),  # not a store, or in a read-only folder
            closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as db,
        ):
            return hashlib.sha256(db.serialize()).digest()
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").digest()


def _geometry(source: Source, events: Sequence[AnyEvent]) -> PlayGeometry | None:
    """Return the size of a run's screenplay; None for a fed memory, which has no run."""
    if source.run is None:
        return None
    try:
        numbers = produce(source.scenario, events).numbers()
    except InputError:  # nobody said or did anything
        return None
    calls, size = Continuation(source.run).estimate()
    return PlayGeometry(numbers.scenes, numbers.beats, numbers.speakers, numbers.places, numbers.size, calls, size)
