"""docs/worlds.md says of every key what its type says."""

import pytest

from agentsensus.worlds.scenario import (
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
from agentsensus.worlds.scenario.happenings import Condition, Deed, Effect, StoryArc, WorldHappening
from agentsensus.worlds.scenario.scenario import Arc, MapFile, Span
from agentsensus.worlds.scenario.written import AuthoredModel
from tests.paths import ROOT

PAGE = (ROOT / "docs" / "worlds.md").read_text("utf-8")
TYPES: list[type[AuthoredModel]] = [
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
def test_the_page_has_every_key_with_its_meaning(written: type[AuthoredModel]) -> None:
    rows = [
        f"| `{key}` | {field.description} |"
        for key, field in written.model_fields.items()
        if not (key == "id" and written.keyed_by_id)
    ]
    assert rows
    assert [row for row in rows if row not in PAGE] == []
