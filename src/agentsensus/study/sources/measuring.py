"""One folder measured: everything that the tables and figures are made of."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from agentsensus.events.event import AnyEvent, Remembered, Sent
from agentsensus.loop import wait_for
from agentsensus.memory.core.text_rules import TEXT_RULES
from agentsensus.memory.record import Record
from agentsensus.study.merge_truth import merge_truth
from agentsensus.study.metrics.census import FINAL_STAGE, census
from agentsensus.study.metrics.composition import composition, drift, script_of_text
from agentsensus.study.metrics.depth import deepest, depths
from agentsensus.study.metrics.expansion import expansion
from agentsensus.study.metrics.footprint import footprint
from agentsensus.study.metrics.goals import goal_counts
from agentsensus.study.metrics.growth import busiest, owned_by_round, rows_by_round
from agentsensus.study.metrics.horizon import HORIZONS, horizon, permuted_horizon
from agentsensus.study.metrics.latency import latency
from agentsensus.study.metrics.merging import merge_classes
from agentsensus.study.metrics.repetition import repetition
from agentsensus.study.metrics.rows import in_play
from agentsensus.study.metrics.sharing import sharing
from agentsensus.study.metrics.text_loss import TextLoss, merged_texts, text_loss
from agentsensus.study.metrics.usage import calls_per_deposit, purposes
from agentsensus.study.sources.folders import StudyFolder
from agentsensus.study.sources.measures import Cast, DeepRecord, Excerpt, RunMeasures
from agentsensus.study.sources.source import Source, opened_source, remembered_events
from agentsensus.study.usefulness import usefulness
from agentsensus.world.scenario import Scenario

__all__ = ["measure"]

_STEP = 10
_LONGEST_EXCERPT = 220


def measure(folder: StudyFolder) -> RunMeasures:
    """What is measured of a run folder, or of a memory that was fed from one."""
    with opened_source(folder) as source:
        return _Reading(source).measures()


@dataclass
class _Reading:
    """One source, with what several figures need of it."""

    source: Source

    @cached_property
    def records(self) -> list[Record]:
        return self.source.memory.records()

    @cached_property
    def events(self) -> list[AnyEvent]:
        return remembered_events(self.source)

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
        """What each text rule would lose on the merges of this memory: on all of them, and on what the paper saw."""
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
    """The longest line of the final stage that is short enough to quote, the first of equals."""
    lines = [event for event in events if isinstance(event, Sent) and event.sender and event.sort == "say"]
    late = [event for event in lines if event.round > last - FINAL_STAGE] or lines
    fitting = [event for event in late if len(event.content) <= _LONGEST_EXCERPT]
    if not fitting:
        return None
    line = max(fitting, key=lambda event: len(event.content))
    return Excerpt(line.round, line.sender, line.recipients, line.content)
