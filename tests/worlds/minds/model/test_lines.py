"""A view in plain lines: what was just heard whole, one's own old words cut first, and no empty part."""

from pathlib import Path

from agentsensus.models.tokens import tokens
from agentsensus.worlds.minds.model.turn_prompt import ViewLines
from agentsensus.worlds.minds.view import View, view_of
from agentsensus.worlds.scenario.rules import Rules
from agentsensus.worlds.state.character import CacheEntry
from agentsensus.worlds.state.mail import Letter
from agentsensus.worlds.state.world import World
from tests.worlds.kernel.runs import six

HEARD = "The bridge is down. " * 120 + "Bring the grey mare."
SAID = "I saw nobody at the gate. " * 20 + "That is all I know."


def _view(tmp_path: Path, **changes: object) -> tuple[View, ViewLines]:
    world = six(tmp_path)
    view = view_of(World(world, Rules(), []), "ada", 9, ("start",))
    return view.model_copy(update=changes), ViewLines(world, "ada")


def _said(round_: int) -> CacheEntry:
    return CacheEntry(round_, "say", {"targets": ["ben"], "content": SAID}, True, {"due": {"ben": round_ + 1}})


def test_what_was_just_heard_is_whole_and_ones_own_old_words_go_first(tmp_path: Path) -> None:
    heard = (Letter("m1", "ben", ("ada",), "say", HEARD, 8, 9),)
    view, lines = _view(tmp_path, letters=heard, cache=tuple(_said(round_) for round_ in range(1, 9)))
    text = lines.text(view)
    assert " ".join(HEARD.split()) in text
    assert text.count("That is all I know.") <= 1
    assert "\\n" not in text
    assert "{" not in text


def test_a_view_within_its_tokens_keeps_every_deed_with_old_words_cut(tmp_path: Path) -> None:
    view, lines = _view(tmp_path, cache=tuple(_said(round_) for round_ in (6, 7, 8)))
    text = lines.text(view)
    assert tokens(text) <= 1_500
    assert text.count("Ada Quill says to Ben Fox") == 3
    assert text.count("That is all I know.") == 1  # the last of them


def test_parts_that_say_nothing_are_left_out(tmp_path: Path) -> None:
    view, lines = _view(tmp_path, hints=())
    phrases = lines._phrases
    text = lines.text(view)
    assert text == text.strip()
    assert all(phrases[part] not in text for part in ("heard", "notices", "seen", "minded", "deeds"))
    assert phrases["goals"] in text
