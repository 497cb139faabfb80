"""What recalls bring: rows by likeness, rows by links, how many times more that makes, and how near they are."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agentsensus.events.event import Recalled
from agentsensus.models.tokens import tokens
from agentsensus.study.metrics.rows import mean, median, percent

__all__ = ["Expansion", "expansion"]


@dataclass(frozen=True, slots=True)
class Expansion:
    """Recalls of one's own memory: how many, how many of them followed links, and what they brought.

    `amplification` is rows returned for each hit; `keyword_*` the share of rows in per cent that contain the query as
    it stands, `near_*` the mean cosine of rows to the query, `tokens` the mean tokens of an answer.
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
    """What these recalls brought; `texts` are the wordings of rows by id."""
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
    """The share of rows whose text has the words of the query in it, as they stand; rows that are gone do not count."""
    known = [(query, texts[id_]) for query, id_ in rows if id_ in texts]
    return percent(sum(query.casefold() in text.casefold() for query, text in known), len(known))


def _tokens(recall: Recalled, texts: Mapping[str, str]) -> int:
    return sum(tokens(texts[row.id]) for row in (*recall.hits, *recall.linked) if row.id in texts)
