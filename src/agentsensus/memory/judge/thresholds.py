"""From which cosine on two statements may be the same: a number that belongs to an embedder and a language."""

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files


@lru_cache(maxsize=1)
def _table() -> dict[str, dict[str, float]]:
    table: dict[str, dict[str, float]] = json.loads(files(__package__).joinpath("thresholds.json").read_text("utf-8"))
    return table


def threshold(embedder: str, *languages: str, own: Mapping[str, float] | None = None) -> float:
    """The cosine at which the rule judge begins to see the same event: one's own where it is given, else packaged."""
    table, language = _table(), "cross" if len(set(languages)) > 1 else languages[0]
    family = next((name for name in table if embedder.startswith(name)), "other")
    return (table[family] | dict(own or {}))[language]
