"""The published figures of the paper as data."""

from functools import lru_cache
from importlib.resources import files

import yaml
from pydantic import BaseModel, ConfigDict

__all__ = ["Published", "published"]


class Published(BaseModel):
    """The tables of the paper; lists are in the order of `designs`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    designs: tuple[str, ...]
    worlds: dict[str, dict[str, int]]
    footprint: dict[str, list[tuple[int, int, int]]]
    savings: dict[str, float]
    structure: dict[str, dict[str, float]]
    horizon: dict[str, dict[int, float]]
    costs: dict[str, dict[str, float]]
    all_merges: dict[str, float]
    ablation: dict[str, tuple[float, float, float, float]]
    quality: dict[str, list[tuple[float, float, float, float]]]
    quality_scales: dict[str, tuple[float, float]]
    census: dict[str, dict[str, tuple[int, int, int, int]]]
    sedimentation: dict[str, dict[str, float]]
    screenplays: dict[str, dict[str, int]]
    ablation_quality: dict[str, tuple[float, float, float, float]]


@lru_cache(maxsize=1)
def published() -> Published:
    return Published.model_validate(yaml.safe_load((files(__package__) / "published.yaml").read_text("utf-8")))
