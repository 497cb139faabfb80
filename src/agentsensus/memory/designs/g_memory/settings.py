"""The settings of G-Memory: with rows and insights as in the paper's comparison (`paper`), or also queries
(`original`).
"""

from typing import ClassVar, Literal

from pydantic import Field, ValidationInfo, field_validator

from agentsensus.memory.settings import CommonSettings


class GMemorySettings(CommonSettings):
    """How interactions become insights, and how both are recalled. The defaults are the preset `paper`."""

    design: ClassVar[str] = "g-memory"

    batch: int = Field(10, ge=2, description="Interaction rows of an owner after which insights are distilled")
    insights: int = Field(5, ge=1, description="Insights that one batch may add")
    first_score: int = Field(2, ge=1, description="Score of a new insight")
    agree: int = Field(1, ge=0, description="What AGREE and EDIT add to a score")
    remove: int = Field(1, ge=1, description="What REMOVE takes from a score")
    remove_many: int = Field(3, ge=1, description="What REMOVE takes where there are many insights")
    many: int = Field(10, ge=1, description="How many insights of an owner are many")
    merge_every: int = Field(20, ge=2, description="How many of what `merge_per` says make alike insights be merged")
    merge_per: Literal["insights", "rows"] = Field(
        "insights", description="Merge where an owner has that many insights, or whenever that many rows came"
    )
    near: float = Field(0.60, ge=-1, le=1, description="Cosine from which, by rule, two speak of the same thing")
    distil: Literal["subjects", "clauses"] = Field(
        "subjects",
        description="By rule, an insight says what rows share (a person, place or theme), or joins their clauses",
    )
    insight_rows: int = Field(2, ge=0, description="Insights among the rows of a recall, if there are that many")

    @field_validator("insight_rows")
    @classmethod
    def _within_the_rows(cls, rows: int, known: ValidationInfo) -> int:
        if rows > known.data.get("recall_k", rows):
            raise ValueError(f"more insights than rows of a recall, which are {known.data['recall_k']}; set both")
        return rows

    query_tier: bool = Field(False, description="Keep queries too, and recall through those like the new one")
    query_neighbours: int = Field(10, ge=1, description="Queries that a new one may be joined to")
    query_cosine: float = Field(0.85, ge=-1, le=1, description="Cosine from which queries are joined")


GMemorySettings.presets = {
    "paper": GMemorySettings(cut_call="deposit"),
    "original": GMemorySettings(query_tier=True, batch=5, merge_per="rows"),
}
