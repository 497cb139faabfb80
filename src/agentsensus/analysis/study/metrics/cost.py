"""Metrics of what a memory costs: latency, model usage, rows added by links, and text lost in merges."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agentsensus.analysis.study.metrics.statistics import mean, median, percent
from agentsensus.language.names import Names
from agentsensus.language.reading import Reading, read
from agentsensus.memory.answers import Record
from agentsensus.memory.core.caches import TEXT_RULES, TextRule
from agentsensus.models.tokens import tokens
from agentsensus.worlds.events.event import Recalled

__all__ = [
    "BIN",
    "MEMORY_PURPOSES",
    "Expansion",
    "LatencyBin",
    "MergedTexts",
    "PurposeUsage",
    "TextLoss",
    "calls_per_deposit",
    "expansion",
    "latency",
    "merged_texts",
    "purposes",
    "text_loss",
]


BIN = 5


@dataclass(frozen=True, slots=True)
class LatencyBin:
    """The mean seconds of a deposit or a recall in these rounds, and the share of each stage."""

    operation: str
    first: int
    last: int
    calls: int
    seconds: float
    stages: Mapping[str, float]


def latency(timings: Iterable[Mapping[str, Any]], size: int = BIN) -> list[LatencyBin]:
    """Return the mean times per bin of rounds, remember before recall; history and whole rounds do not count."""
    bins: dict[tuple[str, int], list[Mapping[str, Any]]] = {}
    for row in timings:
        if row.get("operation") in ("remember", "recall") and row["at"] > 0:
            bins.setdefault((row["operation"], (row["at"] - 1) // size), []).append(row)
    ordered = sorted(bins.items(), key=lambda entry: (entry[0][0] != "remember", entry[0][1]))
    return [_bin(operation, place, rows, size) for (operation, place), rows in ordered]


def _bin(operation: str, place: int, rows: Sequence[Mapping[str, Any]], size: int) -> LatencyBin:
    calls = sum(row.get("deposits", 1) for row in rows)
    stages: dict[str, float] = {}
    for row in rows:
        for name, seconds in row.get("stages", {}).items():
            stages[name] = stages.get(name, 0.0) + seconds / calls
    spent = sum(row["seconds"] - row.get("queued", 0.0) for row in rows)
    return LatencyBin(operation, place * size + 1, (place + 1) * size, calls, spent / calls, stages)


MEMORY_PURPOSES = frozenset(("atomize", "judge", "importance", "questions", "insights", "distil", "merge"))
"""The purposes of model calls made by a deposit."""


@dataclass(frozen=True, slots=True)
class PurposeUsage:
    """The model usage of one purpose."""

    purpose: str
    calls: int
    input: int
    output: int
    money: float


def purposes(usage: Mapping[str, Any]) -> list[PurposeUsage]:
    """Return the model usage from run.json, by purpose."""
    return [
        PurposeUsage(name, each.get("calls", 0), each.get("input", 0), each.get("output", 0), each.get("money") or 0.0)
        for name, each in sorted(usage.items())
    ]


def calls_per_deposit(usage: Mapping[str, Any], deposits: int) -> float | None:
    """Return the memory's model calls per deposit; None without deposits."""
    calls = sum(each.calls for each in purposes(usage) if each.purpose in MEMORY_PURPOSES)
    return calls / deposits if deposits else None


@dataclass(frozen=True, slots=True)
class Expansion:
    """Recalls of an agent's own memory: their number, how many followed links, and their results.

    `amplification` is rows returned per hit, `keyword_*` the percentage of rows that contain the query verbatim,
    `near_*` the mean cosine of rows to the query, and `tokens` the mean tokens of an answer.
    """

    recalls: int
    expanded: int
    linked_per_call: float | None
    hits: float | None
    linked: float | None
    rows: float | None
    amplification: float | None
    keyword_hits: float | None
    keyword_linked: float | None
    near_hits: float | None
    near_linked: float | None
    tokens: float | None


def expansion(recalls: Sequence[Recalled], texts: Mapping[str, str]) -> Expansion:
    """Summarise these recalls; `texts` are wordings by row id."""
    own = [recall for recall in recalls if recall.owner == recall.agent]
    expanding = [recall for recall in own if recall.linked]
    hits, linked = sum(len(recall.hits) for recall in own), sum(len(recall.linked) for recall in own)
    return Expansion(
        recalls=len(own),
        expanded=len(expanding),
        linked_per_call=mean([len(recall.linked) for recall in expanding]),
        hits=median([len(recall.hits) for recall in own]),
        linked=median([len(recall.linked) for recall in own]),
        rows=median([len(recall.hits) + len(recall.linked) for recall in own]),
        amplification=(hits + linked) / hits if hits else None,
        keyword_hits=_with_query([(recall.query, row.id) for recall in own for row in recall.hits], texts),
        keyword_linked=_with_query([(recall.query, row.id) for recall in own for row in recall.linked], texts),
        near_hits=mean([row.score for recall in own for row in recall.hits]),
        near_linked=mean([row.score for recall in own for row in recall.linked]),
        tokens=mean([_tokens(recall, texts) for recall in own]),
    )


def _with_query(rows: Sequence[tuple[str, str]], texts: Mapping[str, str]) -> float | None:
    """Return the percentage of rows that contain the query verbatim, not counting deleted rows; None without rows."""
    known = [(query, texts[id_]) for query, id_ in rows if id_ in texts]
    return percent(sum(query.casefold() in text.casefold() for query, text in known), len(known))


def _tokens(recall: Recalled, texts: Mapping[str, str]) -> int:
    return sum(tokens(texts[row.id]) for row in (*recall.hits, *recall.linked) if row.id in texts)


@dataclass(frozen=True, slots=True)
class MergedTexts:
    """The wordings of a row at a merge, oldest first; `alone` if the new wording came from a deposit of one
    statement."""

    before: tuple[str, ...]
    incoming: str
    alone: bool


@dataclass(frozen=True, slots=True)
class TextLoss:
    """The text lost by a text rule on merges of unequal texts.

    `merges` counts all, `seen` those visible in a log without both texts (the text changed, or the deposit was one
    statement). Shares are percentages of `measured`.
    """

    rule: str
    merges: int
    seen: int
    measured: int
    characters: float | None
    most_characters: int
    lost_name: float | None
    lost_principal: float | None


def merged_texts(records: Sequence[Record], statements: Mapping[str, int]) -> Iterator[MergedTexts]:
    """Yield every merge; `statements` gives the number of statements in a wording's deposit, by wording id."""
    for record in records:
        for place, wording in enumerate(record.wordings[1:], 1):
            before = tuple(earlier.text for earlier in record.wordings[:place])
            yield MergedTexts(before, wording.text, statements.get(wording.id) == 1)


def text_loss(merges: Sequence[MergedTexts], rule: str, names: Names, cap: int, *, seen_only: bool) -> TextLoss:
    """Measure the text lost by a rule on these merges; with `seen_only`, only on those visible in the paper's logs."""
    reader = _reader(names)
    losses = [_loss(merge, TEXT_RULES[rule], reader, cap) for merge in merges]
    seen = [loss for loss, merge in zip(losses, merges, strict=True) if loss.changed or merge.alone]
    measured = seen if seen_only else losses
    return TextLoss(
        rule=rule,
        merges=len(losses),
        seen=len(seen),
        measured=len(measured),
        characters=median([loss.characters for loss in measured]),
        most_characters=max((loss.characters for loss in measured), default=0),
        lost_name=percent(sum(loss.name for loss in measured), len(measured)),
        lost_principal=percent(sum(loss.principal for loss in measured), len(measured)),
    )


@dataclass(frozen=True, slots=True)
class _Loss:
    changed: bool
    characters: int
    name: bool
    principal: bool


def _loss(merge: MergedTexts, rule: TextRule, reader: Callable[[str], Reading], cap: int) -> _Loss:
    earlier = [(text, reader(text)) for text in merge.before]
    shown = rule(earlier, cap)
    survivor = rule([*earlier, (merge.incoming, reader(merge.incoming))], cap)
    inputs = [reader(shown), reader(merge.incoming)]
    lost = {person for reading in inputs for person in reading.persons} - set(reader(survivor).persons)
    principals = {reading.doer for reading in inputs if reading.orders and reading.doer}
    shorter_by = max(len(shown), len(merge.incoming)) - len(survivor)
    return _Loss(survivor != shown, max(shorter_by, 0), bool(lost), bool(lost & principals))


def _reader(names: Names) -> Callable[[str], Reading]:
    return lambda text: read(names.canonical(text), names)
