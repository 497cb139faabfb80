"""Every number and choice of the memory, in one place; `paper` and `ours` differ only here."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agentsensus.errors import InputError, UnknownName, nearest


class Settings(BaseModel):
    """How a memory matches, judges, merges and recalls. The defaults are the preset `ours`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    token_cap: int = Field(64, ge=8, description="A statement longer than this is split at clause borders")
    max_characters: int = Field(100_000, ge=1, description="A deposit longer than this is refused")

    top_k: int = Field(5, ge=1, description="Candidates taken from the whole store")
    floor: float = Field(0.50, ge=-1, le=1, description="No candidate below this cosine")
    recent_k: int = Field(5, ge=0, description="Further candidates taken from the last rounds only")
    recent_rounds: int = Field(3, ge=1, description="How many rounds count as the last ones")
    search: Literal["wording", "shown"] = Field("wording", description="Match every wording, or the shown text only")

    thresholds: dict[str, float] = Field(
        {}, description="The rule judge's cosine for a language, instead of the packaged one"
    )
    judge_call: Literal["deposit", "statement"] = Field(
        "deposit", description="One judge call per deposit or statement"
    )
    verify: Literal["code", "none"] = Field("code", description="Check a model's «same» by the vetoes, or trust it")
    second_look: bool = Field(
        False, description="Ask a model judge again, the other way round, where the rule disagrees"
    )

    review_band: float = Field(0.05, ge=0, le=1, description="Verdicts this near the operating point are marked")

    text_rule: Literal["role-preserving", "shorter", "longer"] = Field(
        "role-preserving", description="Which wording a merged record shows to the author"
    )
    wording: Literal["own", "record"] = Field("own", description="An agent is shown its own wording, or the record's")
    receipts: Literal["private", "open"] = Field("private", description="Whether a receipt names owners and merges")

    recall_k: int = Field(5, ge=1, description="Hits of a recall")
    expansion: Literal["ranked", "append", "off"] = Field("ranked", description="How linked records join the hits")
    expansion_rows: int = Field(10, ge=1, description="Rows of a ranked recall, hits included")
    expansion_tokens: int = Field(512, ge=1, description="Tokens of a ranked recall, hits included")

    @classmethod
    def preset(cls, name: str) -> "Settings":
        """The settings of that name: `ours` (default) or `paper`."""
        if name not in PRESETS:
            raise UnknownName(f"no preset is called {name!r}{nearest(name, PRESETS)}")
        return PRESETS[name]

    def with_(self, **changes: object) -> "Settings":
        """These settings with some changed; an unknown name or value is refused with the valid ones."""
        for name in changes:
            if name not in type(self).model_fields:
                raise UnknownName(f"no setting is called {name!r}{nearest(name, type(self).model_fields)}")
        try:
            return type(self).model_validate(self.model_dump() | changes)
        except ValidationError as error:
            first = error.errors()[0]
            raise InputError(f"setting {first['loc'][0]} is {first['input']!r}: {first['msg'].lower()}") from None


PRESETS: dict[str, Settings] = {
    "ours": Settings(),
    "paper": Settings(
        floor=0.70,
        recent_k=0,
        search="shown",
        judge_call="statement",
        verify="none",
        text_rule="shorter",
        wording="record",
        receipts="open",
        expansion="append",
    ),
}
