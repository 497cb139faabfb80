"""The numbers of Generative Agents: as published (`paper`), and as its program has them (`code`)."""

from typing import ClassVar, Literal

from pydantic import Field

from agentsensus.memory.settings import CommonSettings


class GenerativeAgentsSettings(CommonSettings):
    """How a private stream is scored and when it is reflected on. The defaults are the preset `paper`."""

    design: ClassVar[str] = "generative-agents"

    recency: Literal["decay", "rank"] = Field("decay", description="By time since last access, or by rank of it")
    decay: float = Field(0.995, gt=0, le=1, description="What recency is multiplied by, per hour or per rank")
    hours_per_round: float = Field(1.0, gt=0, description="How many game hours a round lasts")
    rank_order: Literal["newest", "oldest"] = Field(
        "newest", description="Which end of the ranks counts as recent; `oldest` is the program's slip"
    )
    recency_weight: float = Field(1.0, ge=0, description="Weight of recency")
    relevance_weight: float = Field(1.0, ge=0, description="Weight of likeness to the query")
    importance_weight: float = Field(1.0, ge=0, description="Weight of importance")

    reflection_threshold: int = Field(150, ge=1, description="Reflect when importance has summed up to this")
    focal_rows: int = Field(100, ge=2, description="Latest rows from which focal questions are drawn")
    questions: int = Field(3, ge=0, description="Focal questions of a reflection; 0 never reflects")
    reflect: Literal["subjects", "clauses"] = Field(
        "subjects",
        description="By rule, a thought says what rows share (a person, place or theme), or joins their clauses",
    )
    evidence_rows: int = Field(30, ge=2, description="Rows recalled for each question")
    insights: int = Field(5, ge=1, description="Insights that a model may draw from one question")


GenerativeAgentsSettings.presets = {
    "paper": GenerativeAgentsSettings(cut_call="deposit"),
    "code": GenerativeAgentsSettings(
        recency="rank", decay=0.99, recency_weight=0.5, relevance_weight=3.0, importance_weight=2.0
    ),
}
