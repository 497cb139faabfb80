"""The choices of Collaborative Memory: where new rows go, and what lets somebody read them."""

from typing import ClassVar, Literal

from pydantic import Field

from agentsensus.memory.designs.common_settings import CommonSettings


class CollaborativeSettings(CommonSettings):
    """Which tier a row is written to and how access is decided. The defaults are the preset `paper`."""

    design: ClassVar[str] = "collaborative"

    write_policy: Literal["private", "shared", "witnessed"] = Field(
        "private", description="Which rows go to the shared tier: none, all, or those that were witnessed"
    )
    read_policy: Literal["provenance", "grants"] = Field(
        "provenance", description="Read by grants and by the access graphs, or by grants alone"
    )


CollaborativeSettings.presets = {"paper": CollaborativeSettings()}
