"""Every design and control, small enough that its by-products and triggers happen within a test."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agentsensus import Memory
from agentsensus.memory.api import engine_of
from agentsensus.store.rows import AttributeRow

DATA = Path(__file__).parent.parent / "data"


@dataclass(frozen=True)
class Kind:
    """A design with settings."""

    name: str
    design: str
    settings: dict[str, Any] = field(default_factory=dict)

    def open(self, where: str | Path = ":memory:", **options: Any) -> Memory:
        options = {"embedder": "hashing", "seed": 0, "settings": self.settings, **options}
        return Memory.open(where, design=self.design, **options)


BASELINES = (
    Kind("generative-agents", "generative-agents", {"reflection_threshold": 12}),
    Kind(
        "generative-agents by rank",
        "generative-agents",
        {"preset": "code", "reflection_threshold": 12, "rank_order": "oldest"},
    ),
    Kind("g-memory", "g-memory", {"batch": 2, "merge_every": 3, "near": 0.3}),
    Kind("g-memory with queries", "g-memory", {"preset": "original", "batch": 3, "query_cosine": 0.3}),
    Kind("collaborative", "collaborative"),
    Kind("collaborative shared", "collaborative", {"write_policy": "shared", "read_policy": "grants"}),
)
CONTROLS = tuple(
    Kind(f"merging {name}", "consensus", {"merging": name})
    for name in ("off", "self", "exact", "cosine", "owners", "oracle")
)
CONSENSUS = Kind("consensus", "consensus")
EVERY = (CONSENSUS, *BASELINES, *CONTROLS)
ids = lambda kind: kind.name  # noqa: E731


def attributes(memory: Memory, key: str) -> list[AttributeRow]:
    """The attribute rows of one key, as the store has them."""
    rows = engine_of(memory.asynchronous).store.rows("attributes")
    return [row for row in rows if isinstance(row, AttributeRow) and row.key == key]
