"""docs/worlds.md says of every key what its type says."""

import pytest

from agentsensus.world import (
    Carrier,
    Character,
    Goal,
    Kickoff,
    LaterEvent,
    Place,
    Players,
    Reference,
    Registered,
    Traits,
    Voice,
    WorldFile,
)
from agentsensus.world.conditions import Condition
from agentsensus.world.happenings import Deed, Effect, StoryArc, WorldHappening
from agentsensus.world.reading.written import Written
from agentsensus.world.scenario import Arc, MapFile, Span
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "worlds.md").read_text("utf-8")
TYPES: list[type[Written]] = [
    Arc,
    Carrier,
    Character,
    Condition,
    Deed,
    Effect,
    Goal,
    Kickoff,
    LaterEvent,
    MapFile,
    Place,
    Players,
    Reference,
    Registered,
    Span,
    StoryArc,
    Traits,
    Voice,
    WorldFile,
    WorldHappening,
]


@pytest.mark.parametrize("written", TYPES, ids=lambda written: written.__name__)
def test_the_page_has_every_key_with_its_meaning(written: type[Written]) -> None:
    rows = [
        f"| `{key}` | {field.description} |"
        for key, field in written.model_fields.items()
        if not (key == "id" and written.keyed_by_id)
    ]
    assert rows
    assert [row for row in rows if row not in PAGE] == []
