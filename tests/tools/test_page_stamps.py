"""Generated pages say which version, weights and seeds made them, and whether the weights are today's."""

from pathlib import Path

import pytest

from tools.page_stamps import NOTICE, PAGES, current_weights, marked, problem, stamped

PAGE = "# Tables\n\nOne | two.\n"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_generated_page_has_a_stamp_and_says_if_its_weights_are_old(path: Path) -> None:
    assert problem(path.read_text("utf-8"), current_weights()) is None


def test_a_page_without_a_stamp_or_with_silent_old_weights_is_found() -> None:
    assert "no stamp" in (problem(PAGE, "abc") or "")
    page = stamped(PAGE, "1,2", "abc")
    assert problem(page, "abc") is None
    assert "other weights" in (problem(page, "def") or "")


def test_the_notice_comes_with_other_weights_and_goes_with_a_new_stamp() -> None:
    page = stamped(PAGE, "1,2", "abc")
    stale = marked(page, "def")
    assert NOTICE in stale.splitlines()[:5]
    assert problem(stale, "def") is None
    assert marked(stale, "def") == stale
    assert marked(stale, "abc") == page
    assert NOTICE not in stamped(stale, "1,2", "def")
