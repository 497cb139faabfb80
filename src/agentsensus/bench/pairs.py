"""Labelled pairs from a tab-separated file: `label`, `text_a`, `text_b`, and `topic` and `kind` where it has them."""

import csv
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from agentsensus.errors import InputError


class LabelledPair(BaseModel):
    """Two sentences and whether they tell the same event."""

    model_config = ConfigDict(frozen=True)

    a: str
    b: str
    same: bool
    topic: str
    kind: str


def read_pairs(path: Path) -> list[LabelledPair]:
    """The pairs of a file; a row that is no labelled pair is an error that names its line."""
    if not path.is_file():
        raise InputError(f"{path}: there is no such file")
    pairs = []
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        missing = {"label", "text_a", "text_b"} - set(rows.fieldnames or ())
        if missing:
            raise InputError(f"{path}: its first line names no column {sorted(missing)[0]!r}; it must be tab-separated")
        for number, row in enumerate(rows, 2):
            if row["label"] not in ("0", "1") or not (row["text_a"] or "").strip() or not (row["text_b"] or "").strip():
                raise InputError(
                    f"{path}: line {number} is no pair: label must be 0 or 1, and both texts must be there"
                )
            topic = row.get("topic") or f"{(number - 2) // 25}"
            kind = row.get("kind") or ""
            pairs.append(
                LabelledPair(a=row["text_a"], b=row["text_b"], same=row["label"] == "1", topic=topic, kind=kind)
            )
    if len({pair.same for pair in pairs}) < 2:
        raise InputError(f"{path}: it needs pairs of both labels")
    return pairs
