"""The settings of Collaborative Memory: the tier of new rows, and the read policy."""

from typing import ClassVar, Literal

from pydantic import Field

from agentsensus.memory.settings import CommonSettings


class CollaborativeSettings(CommonSettings):
    """Which tier a row is written to and how access is decided. The defaults are the preset `paper`."""

    design: ClassVar[str] = "collaborative"

    write_policy: Literal["private", "shared", "witnessed"] = Field(
        "private", description="Which rows go to the shared tier: none, all, or those that were witnessed"
    )
    read_policy: Literal["provenance", "grants"] = Field(
        "provenance", description="Read by grants and by the access graphs, or by grants alone"
    )


CollaborativeSettings.presets = {"paper": CollaborativeSettings(cut_call="deposit")}
