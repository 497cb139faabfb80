"""docs/players.md says of every drive and switch what the code says, and its figures are the code's."""

from agentsensus.worlds.minds.players.beliefs import Evidence, support
from agentsensus.worlds.minds.players.claims import Claim
from agentsensus.worlds.minds.players.drives import DRIVES
from agentsensus.worlds.scenario import Players
from tests.paths import ROOT

PAGE = (ROOT / "docs" / "players.md").read_text("utf-8")


def test_the_page_has_every_drive_in_order_with_what_it_does() -> None:
    rows = [f"| `{drive.__name__}` | {(drive.__doc__ or '').splitlines()[0]} |" for drive in DRIVES]
    assert [row for row in PAGE.splitlines() if row.startswith("| `")] == rows


def test_the_page_has_every_switch() -> None:
    assert [switch for switch in Players.model_fields if f"{{{switch}: off}}" not in PAGE] == []


def test_the_page_counts_grounds_as_the_code_does() -> None:
    seen, read, concluded = (
        support([Evidence(Claim("x"), how, "a")], lambda _: 3) for how in ("witnessed", "read", "inferred")
    )
    assert f"or word that the world itself brought | {seen} |" in PAGE
    assert f"| read | {read} |" in PAGE
    assert f"| concluded | {concluded} |" in PAGE
