"""What a model is shown of a view, and what only players look at."""

from tests.worlds.minds.mill import COINS, did, learnt, letter, view


def test_a_prompt_leaves_out_letters_and_what_was_learnt() -> None:
    seen = view("ann", letters=(letter("cat", "ann", COINS),), learnt=(learnt(COINS, "cat"),))
    shown = seen.prompt()
    assert {"letters", "learnt"} & set(shown) == set()
    assert COINS not in str(shown)
    left_out = {
        "letters",
        "learnt",
        "things",
        "sightings",
        "minded",
        "is_held",
        "held",
        "holds",
        "seen",
        "persons",
        "rules",
    }
    assert set(seen.model_dump()) - set(shown) == left_out


def test_a_prompt_shortens_old_results_more_than_the_last_and_leaves_short_ones_alone() -> None:
    rows = {"rows": [{"id": str(number), "text": COINS} for number in range(200)]}
    seen = view("ann", cache=(did("recall", {}, {"rows": []}), did("recall", {}, rows), did("recall", {}, rows)))
    short, old, last = (turn["result"] for turn in seen.prompt()["cache"])
    assert short == {"rows": []}
    assert old.endswith("…")
    assert last.endswith("…")
    assert len(old) < len(last) < len(str(rows))
    assert seen.cache[1].result == rows, "the view itself keeps them whole"
