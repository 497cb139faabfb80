"""Correct and wrong merges in a real store, and the figures they must give."""

from typing import Any

from agentsensus.language.names import Names
from agentsensus.memory.api import AsyncMemory
from agentsensus.worlds.runs import merge_truth, truth_of
from agentsensus.worlds.runs.merge_truth import CONTENT, Pairing, figures, pairings
from agentsensus.worlds.runs.truth import Truth
from tests.analysis.study.logs import kept, said
from tests.worlds.kernel.runs import done
from tests.worlds.minds.mill import COINS, COINS_FROM_DAN, COINS_OTHERWISE, SEEN, mill

THIRD = "Three coins were lost to Bob by Cat in the tavern."
NAMES = Names(mill().names())
STORY = (
    ("ann", COINS, "coins"),
    ("cat", COINS_OTHERWISE, "coins"),  # right: the same in other words
    ("dan", COINS_FROM_DAN, "coins"),  # wrong: another version
    ("eli", THIRD, "apart"),  # missed: the same, and not merged
    ("bob", SEEN, "seen"),  # first of its kind: not counted
)


async def _measured(
    story: tuple[tuple[str, str, str], ...], drive: str, reports: str = "content"
) -> tuple[list[Pairing], dict[str, Any] | None]:
    """Remember these statements, merging those with the same key, and measure."""
    settings = {"merging": "oracle", "reports": reports}
    memory = AsyncMemory.open(":memory:", embedder="hashing", names=mill().names(), settings=settings)
    log = said(1, "bob", "dan", COINS_FROM_DAN, drive)
    try:
        for round_, (agent, text, key) in enumerate(story, 1):
            deposit = await memory.remember(agent, text, at=round_, truth=key)
            log.append(kept(round_, agent, text, *((one.id, one.text) for one in deposit.statements)))
        truth: Truth = truth_of(mill(), log)
        return pairings(memory, truth, NAMES), merge_truth(memory, truth, NAMES)
    finally:
        await memory.close()


def test_precision_and_recall_are_what_was_made() -> None:
    _, told = done(_measured(STORY, "gossip"))
    assert told
    assert {key: told[key] for key in ("precision", "recall", "merges", "hard_negatives")} == {
        "precision": 0.5,
        "recall": 0.5,
        "merges": 2,
        "hard_negatives": 1,
    }
    assert told["by_class"] == {
        "drifted": {"same": 0, "other": 1, "merged": 1},
        "other_telling": {"same": 2, "other": 0, "merged": 1},
    }
    assert sum(one["same"] + one["other"] for one in told["overlap"].values()) == 3


def test_a_version_made_on_purpose_is_counted_as_a_lie() -> None:
    found, _ = done(_measured(STORY, "deceive"))
    assert [(one.kind, one.same, one.merged) for one in found] == [
        ("other_telling", True, True),
        ("lie", False, True),
        ("other_telling", True, False),
    ]
    assert found[1].overlap == 1.0


def test_equal_words_and_ones_own_words_do_not_count() -> None:
    equal = (("ann", COINS, "x"), ("cat", COINS, "x"), ("ann", COINS_OTHERWISE, "x"))
    assert done(_measured(equal, "gossip")) == ([], None)


def test_what_was_told_is_not_what_happened() -> None:
    story = (("ann", COINS, "x"), ("cat", f"Dan told Cat that {COINS}", "x"))
    found, told = done(_measured(story, "gossip", reports="whole"))
    assert [(one.kind, one.merged) for one in found] == [("told_against_happened", True)]
    assert told
    assert (told["precision"], told["recall"]) == (0.0, None)


def test_what_was_told_to_its_depositor_is_measured_as_what_it_says() -> None:
    story = (("ann", COINS, "x"), ("cat", f"Dan told Cat that {COINS_OTHERWISE}", "x"))
    found, told = done(_measured(story, "gossip"))
    assert [(one.kind, one.same, one.merged) for one in found] == [("other_telling", True, True)]
    assert told
    assert (told["precision"], told["recall"]) == (1.0, 1.0)


def test_a_plan_is_not_what_was_done() -> None:
    story = (("ann", "Dan means to go to the church.", "x"), ("cat", "Dan came to the church.", "x"))
    found, _ = done(_measured(story, "gossip"))
    assert [one.kind for one in found] == ["plan_against_done"]


def test_several_runs_are_one_total() -> None:
    found, _ = done(_measured(STORY, "gossip"))
    told = figures([*found, *found])
    assert told
    assert {key: told[key] for key in ("precision", "recall", "merges", "hard_negatives")} == {
        "precision": 0.5,
        "recall": 0.5,
        "merges": 4,
        "hard_negatives": 2,
    }
    assert figures([]) is None


def test_what_was_told_beside_what_happened_is_counted_apart() -> None:
    joined = Pairing("told", "Dan had lost it.", "Dan lost the coin.", CONTENT, same=False, merged=True, overlap=1.0)
    found, _ = done(_measured(STORY, "gossip"))
    told, alone = figures([*found, joined]), figures(found)
    assert told
    assert alone
    assert told["by_class"].pop(CONTENT) == {"same": 0, "other": 1, "merged": 1}
    assert told == alone
