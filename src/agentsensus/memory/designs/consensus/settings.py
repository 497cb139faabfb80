"""The settings of the consensus design, and the presets `ours` and `paper`."""

from typing import ClassVar, Literal, TypeAlias

from pydantic import Field, field_validator

from agentsensus.memory.inputs import ReportsAs
from agentsensus.memory.settings import CommonSettings, Showing

Merging: TypeAlias = Literal["judged", "off", "self", "exact", "cosine", "owners", "oracle"]


class Settings(CommonSettings):
    """How the consensus design matches, judges, merges and recalls. The defaults are the preset `ours`."""

    design: ClassVar[str] = "consensus"
    default: ClassVar[str] = "ours"

    reports: ReportsAs = Field(
        "content",
        description="A report to its depositor is kept as what was told, with the telling as its source, or whole",
    )
    recall: Literal["hybrid", "dense"] = Field("hybrid", description="Rank by words and vectors, or by vectors alone")
    merging: Merging = Field(
        "judged", description="Which statements become one record: all that the judge says, or a control's"
    )
    merge_cosine: float | None = Field(
        None, ge=-1, le=1, description="Where `cosine` merges; the embedder's own threshold when left out"
    )

    top_k: int = Field(5, ge=1, description="Candidates taken from the whole store")
    floor: float = Field(0.50, ge=-1, le=1, description="No candidate below this cosine")
    recent_k: int = Field(5, ge=0, description="Further candidates taken from the last rounds only")
    recent_rounds: int = Field(3, ge=1, description="How many rounds count as the last ones")
    search: Literal["wording", "shown"] = Field("wording", description="Match every wording, or the shown text only")

    thresholds: dict[str, float] = Field(
        {}, description="The rule judge's cosine for a language, instead of the packaged one"
    )
    judge_call: Literal["batch", "deposit", "statement"] = Field(
        "batch", description="One judge call for all deposits of a write (a round), per deposit, or per statement"
    )
    judge_answer: Literal["relation", "match"] = Field(
        "relation", description="A model judge says how each pair stands, or only names the same record or none"
    )
    writes: Literal["round", "deposit"] = Field(
        "round", description="The deposits of a round in a world are judged together, or each after the one before it"
    )
    same_deposit: Literal["equal", "all"] = Field(
        "equal", description="Whether two statements of one deposit may be one event only in equal words, or in any"
    )
    verify: Literal["code", "judge", "none"] = Field(
        "code", description="Check a model's «same» by the vetoes, by them and the offline judge, or trust it"
    )
    second_look: bool = Field(
        False, description="Ask a model judge again, the other way round, where the rule disagrees"
    )

    conflicts: Literal["linked", "off"] = Field(
        "linked", description="Whether statements that contradict each other are linked as such"
    )
    equal_text: Literal["merged", "by_round", "judged"] = Field(
        "merged",
        description="Equal text that stands alone is one record; only within `recent_rounds`; or as the judge says",
    )
    review_band: float = Field(0.05, ge=0, le=1, description="Verdicts this near the operating point are marked")

    text_rule: Literal["role-preserving", "shorter", "longer"] = Field(
        "role-preserving", description="Which wording a merged record shows to the author"
    )
    wording: Literal["own", "record"] = Field("own", description="An agent is shown its own wording, or the record's")
    receipts: Literal["private", "open"] = Field("private", description="Whether a receipt names owners and merges")

    expansion: Literal["ranked", "append", "off"] = Field("ranked", description="How linked records join the hits")
    expansion_rows: int = Field(10, ge=1, description="Rows of a ranked recall, hits included")
    expansion_tokens: int = Field(512, ge=1, description="Tokens of a ranked recall, hits included")

    @field_validator("equal_text", mode="before")
    @classmethod
    def _renamed(cls, value: object) -> object:
        """Files written before the value was renamed say «checked»."""
        return "by_round" if value == "checked" else value

    @property
    def showing(self) -> Showing:
        """How records with several wordings are searched and shown."""
        return Showing(self.search, self.text_rule, self.wording, self.receipts)


Settings.presets = {
    "ours": Settings(),
    "paper": Settings(
        reports="whole",
        recall="dense",
        statements="all",
        cut_call="deposit",
        floor=0.70,
        recent_k=0,
        conflicts="off",
        equal_text="judged",
        search="shown",
        judge_call="statement",
        judge_answer="match",
        writes="deposit",
        verify="none",
        same_deposit="all",
        text_rule="shorter",
        wording="record",
        receipts="open",
        expansion="append",
    ),
}
