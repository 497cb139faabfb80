"""Claims of the paper and of this package, tested on the runs: whether each holds, and the deciding figures."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import yaml

from agentsensus.analysis.study.measures.groups import Column, Group
from agentsensus.analysis.study.measures.measuring import RunMeasures
from agentsensus.analysis.study.metrics.statistics import Seeds, seeds_of
from agentsensus.analysis.study.tables.structure import savings
from agentsensus.analysis.study.tables.table import over_seeds, shown
from agentsensus.analysis.study.usefulness import AS_IT_IS, HALF, WHOLE

__all__ = ["StudyFinding", "findings"]

_A_THIRD, _TWO_THIRDS = 33.0, 69.0
_AS_MUCH = 0.5
"""Percentage points within which two shares count as equal."""


@dataclass(frozen=True, slots=True)
class StudyFinding:
    """A claim about one group of runs: whether it holds, and a sentence with the figures."""

    runs: str
    claim: str
    holds: bool
    sentence: str


def findings(groups: Sequence[Group]) -> list[StudyFinding]:
    """Return every claim that the runs can decide."""
    decided = [finding for group in groups for finding in _of_designs(group)] if groups else []
    return decided + [finding for group in groups for finding in _of_varied(group)]


def _of_designs(group: Group) -> Iterator[StudyFinding]:
    column = group.column("consensus")
    if column is None or not group.is_of_designs:
        return
    for decide in (_rows, _bytes, _rising, _beyond_null, _linking, _names, _ranked, _links, _right):
        finding = decide(group, column)
        if finding is not None:
            yield finding
    insights = group.column("g-memory")
    if insights is not None and (share := over_seeds(insights, lambda run: run.footprint.sediment_byproduct_share)):
        yield _finding(group, "insight_share", _A_THIRD <= share.mean <= _TWO_THIRDS, share=shown(share, 0))


def _rows(group: Group, column: Column) -> StudyFinding | None:
    saved, sim = savings(group), over_seeds(column, lambda run: run.footprint.sim)
    return (
        None
        if saved is None
        else _finding(group, "fewest_rows", saved.low > 0, sim=shown(sim, 0), saving=shown(saved, 0))
    )


def _bytes(group: Group, column: Column) -> StudyFinding | None:
    """Compare the bytes of rows, texts and vectors with those of each other design, seed by seed."""
    own = over_seeds(column, _content)
    others = {other.name: over_seeds(other, _content) for other in group.columns if other.design != column.design}
    known = {name: each for name, each in others.items() if each is not None}
    if own is None or not known:
        return None
    closest = min(known, key=lambda name: known[name].mean)
    figures = {"own": shown(own, 0), "closest": closest, "other": shown(known[closest], 0)}
    return _finding(group, "fewest_bytes", own.mean < known[closest].mean, **figures)


def _content(run: RunMeasures) -> float | None:
    return run.stored.content / 1000 if run.stored else None


def _rising(group: Group, column: Column) -> StudyFinding | None:
    early, late = _marks(column)
    first, last = (over_seeds(column, _shared(at)) for at in (early, late))
    if first is None or last is None or early == late:
        return None
    figures = {"first": shown(first, 1), "last": shown(last, 1), "early": str(early), "late": str(late)}
    return _finding(group, "sharing_rises", last.mean > first.mean, **figures)


def _beyond_null(group: Group, column: Column) -> StudyFinding | None:
    _, late = _marks(column)
    last = over_seeds(column, _shared(late))
    null = seeds_of([drawn[0] if (drawn := run.horizon_null.get(late)) else None for run in column.runs])
    if last is None or null is None:
        return None
    beyond = sum(_is_beyond(run, late) for run in column.runs)
    figures = {"null": shown(null, 1), "last": shown(last, 1), "late": str(late)}
    return _finding(group, "sharing_beyond_null", 2 * beyond > len(column.runs), **figures)


def _is_beyond(run: RunMeasures, at: int) -> bool:
    share, drawn = run.horizon.get(at), run.horizon_null.get(at)
    return share is not None and drawn is not None and share > drawn[2]


def _linking(group: Group, column: Column) -> StudyFinding | None:
    linked = over_seeds(column, lambda run: run.sharing.linked_share)
    return None if linked is None else _finding(group, "linking", linked.mean >= 90, linked=shown(linked, 0))


def _names(group: Group, column: Column) -> StudyFinding | None:
    runs = [run for run in column.runs if run.losses]
    if not runs:
        return None
    rules = {loss.rule: place for place, loss in enumerate(runs[0].losses["all"])}
    lost = {rule: seeds_of([run.losses["all"][place].lost_name for run in runs]) for rule, place in rules.items()}
    shorter, preserving = lost["shorter"], lost["role-preserving"]
    if shorter is None or preserving is None:
        return None
    merges = shown(seeds_of([run.losses["all"][0].merges for run in runs]), 0)
    figures = {"merges": merges, "shorter": shown(shorter, 1), "preserving": shown(preserving, 1)}
    claim = "names_kept" if shorter.mean or preserving.mean else "names_not_at_stake"
    return _finding(group, claim, preserving.mean == 0, **figures)


def _ranked(group: Group, column: Column) -> StudyFinding | None:
    ways = {way: (_answered(column, way, AS_IT_IS), _tokens(column, way)) for way in ("ranked", "append", "off")}
    (ranked, ranked_tokens), (append, append_tokens), (off, off_tokens) = ways.values()
    if not (ranked and append and off and ranked_tokens and append_tokens and off_tokens):
        return None
    holds = ranked.mean >= append.mean - _AS_MUCH and ranked_tokens.mean <= append_tokens.mean - 1
    figures = {"ranked": ranked, "append": append, "off": off}
    tokens = {"ranked_tokens": ranked_tokens, "append_tokens": append_tokens, "off_tokens": off_tokens}
    texts = {name: shown(each, 1) for name, each in figures.items()} | {
        name: shown(each, 0) for name, each in tokens.items()
    }
    return _finding(group, "ranked_links", holds, **texts)


def _links(group: Group, column: Column) -> StudyFinding | None:
    ranked, off = (_answered(column, way, "200 tokens", cue=HALF) for way in ("ranked", "off"))
    if ranked is None or off is None:
        return None
    return _finding(group, "links_help", ranked.mean > off.mean + _AS_MUCH, ranked=shown(ranked, 1), off=shown(off, 1))


def _right(group: Group, column: Column) -> StudyFinding | None:
    precision, recall = (over_seeds(column, of) for of in (lambda run: run.precision, lambda run: run.recall))
    if precision is None or recall is None:
        return None
    figures = {"precision": shown(precision, 3), "recall": shown(recall, 3)}
    return _finding(group, "merging_is_right", precision.mean >= 0.95, **figures)


def _of_varied(group: Group) -> Iterator[StudyFinding]:
    by_value = {str(column.varied.get("reports")): column for column in group.columns}
    if {"content", "whole"} <= set(by_value):
        shares = {value: over_seeds(by_value[value], _in_shared) for value in ("content", "whole")}
        content, whole = shares["content"], shares["whole"]
        if content and whole:
            figures = {"content": shown(content, 1), "whole": shown(whole, 1)}
            yield _finding(group, "content_reports", content.mean > whole.mean, **figures)


def _in_shared(run: RunMeasures) -> float | None:
    return run.sharing.shared_statement_share


def _shared(at: int) -> Callable[[RunMeasures], float | None]:
    return lambda run: run.horizon.get(at)


def _marks(column: Column) -> tuple[int, int]:
    marks = sorted(column.runs[0].horizon)
    return marks[0], marks[-1]


def _answered(column: Column, way: str, budget: str, cue: str = WHOLE) -> Seeds | None:
    wanted = (cue, way, budget)
    points = [each for run in column.runs for each in run.useful if (each.cue, each.way, each.budget) == wanted]
    return seeds_of([each.answered for each in points])


def _tokens(column: Column, way: str) -> Seeds | None:
    points = [
        each
        for run in column.runs
        for each in run.useful
        if (each.cue, each.way, each.budget) == (WHOLE, way, AS_IT_IS)
    ]
    return seeds_of([each.tokens for each in points])


def _finding(group: Group, claim: str, holds: bool, **figures: str) -> StudyFinding:
    words = _sentences()[claim]
    return StudyFinding(group.name, words["claim"], holds, words["sentence"].format(**figures))


@lru_cache(maxsize=1)
def _sentences() -> dict[str, dict[str, str]]:
    sentences: dict[str, dict[str, str]] = yaml.safe_load((files(__package__) / "sentences.yaml").read_text("utf-8"))
    return sentences
