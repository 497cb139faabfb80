"""The controls of the consensus design: each takes one thing away from it, and only that."""

from importlib.resources import files
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentsensus import DepositInput, Memory
from agentsensus.errors import InputError
from agentsensus.memory.designs.consensus.design import Consensus
from agentsensus.memory.designs.consensus.settings import Merging
from agentsensus.memory.designs.registry import CONSENSUS_VARIANTS
from tests.memory.company import TEXTS, new_memory
from tests.memory.every_design import attributes

GHOST, GHOST_TOO, TRUNKS, FOUR = TEXTS[0], TEXTS[1], TEXTS[3], TEXTS[4]


def shape(merging: str, **settings: object) -> tuple[int, int, int, int]:
    """Rows, shared rows, merges and linked rows after the same day under a control."""
    memory = new_memory(settings={"merging": merging, **settings})
    memory.remember_event(["marcellus", "bernardo", "battlements"], GHOST, at=0)
    memory.remember("marcellus", GHOST_TOO, at=1)
    memory.remember("marcellus", f"{GHOST} {TRUNKS}", at=2)
    memory.remember("horatio", FOUR, at=3)
    memory.remember("osric", TRUNKS, at=3)
    stats = memory.stats()
    return stats.total, stats.shared, sum(stats.merges.values()), stats.linked


@pytest.mark.parametrize(
    ("merging", "expected"),
    [
        ("judged", (3, 2, 3, 2)),  # the ghost, three trunks, four trunks; the last two conflict, which links none
        ("off", (8, 0, 0, 2)),  # three witnesses, then every statement by itself; one deposit links two
        ("self", (6, 0, 2, 2)),  # Marcellus repeats himself twice, nobody else is met
        ("exact", (4, 2, 2, 2)),  # the other wording of the ghost stays apart
        ("cosine", (2, 2, 4, 2)),  # nothing stands against four trunks being three
        ("owners", (6, 1, 0, 2)),  # the event is one row of three owners, and nothing merges
        ("oracle", (6, 1, 0, 2)),  # nothing is known to be true here
    ],
)
def test_each_control_merges_what_it_says_and_nothing_else(merging: str, expected: tuple[int, ...]) -> None:
    assert shape(merging) == expected


def test_every_value_of_the_setting_has_its_class_and_the_default_is_the_plain_design() -> None:
    assert set(CONSENSUS_VARIANTS) == set(get_args(Merging))
    assert CONSENSUS_VARIANTS["judged"] is Consensus
    assert len(set(CONSENSUS_VARIANTS.values())) == len(CONSENSUS_VARIANTS)


@pytest.mark.parametrize("module", ["design", "matching", "judging", "judgement", "commit"])
def test_the_plain_design_does_not_ask_which_control_it_is(module: str) -> None:
    source = files("agentsensus.memory.designs.consensus").joinpath(f"{module}.py").read_text("utf-8")
    assert "merging" not in source
    assert "import ablations" not in source


def test_the_cosine_control_takes_its_threshold_from_a_setting() -> None:
    assert shape("cosine", merge_cosine=1.0)[0] == 4
    assert shape("cosine", merge_cosine=0.5)[0] == 2


def test_merging_off_keeps_the_links_of_a_deposit_for_every_witness() -> None:
    memory = new_memory(settings={"merging": "off"})
    memory.remember_event(["horatio", "marcellus"], [GHOST, TRUNKS], at=0)
    assert [record.owners for record in memory.records()] == [("horatio",)] * 2 + [("marcellus",)] * 2
    answer = memory.recall("horatio", GHOST, k=1)
    assert ([hit.text for hit in answer.hits], [hit.text for hit in answer.linked]) == ([GHOST], [TRUNKS])


def test_self_searches_among_the_own_rows_only_however_near_those_of_others_are() -> None:
    memory = new_memory(settings={"merging": "self", "top_k": 1, "recent_k": 0})
    memory.remember("marcellus", GHOST_TOO, at=1)
    for agent in ("a", "b", "c"):
        memory.remember(agent, GHOST, at=2)
    assert memory.remember("marcellus", GHOST, at=3).statements[0].known
    assert memory.stats().merges["self_since"] == 1


@settings(max_examples=25)
@given(st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from(TEXTS[:5])), min_size=2, max_size=14))
def test_self_merges_as_much_in_one_batch_as_one_by_one(said: list[tuple[str, str]]) -> None:
    """One candidate a statement: those of others must not take the place of one's own."""
    batch, single = (new_memory(settings={"merging": "self", "top_k": 1, "recent_k": 0}) for _ in range(2))
    deposits = [DepositInput(agent, text, number=place) for place, (agent, text) in enumerate(said)]
    batch.remember_many(deposits, at=1)
    for one in sorted(deposits, key=lambda one: (one.agent, one.number)):
        single.remember(one.agent, one.text, at=1)
    counts = [(m.stats().total, m.stats().merges, [r.owners for r in m.records()]) for m in (batch, single)]
    assert counts[0] == counts[1]


def test_self_finds_the_own_statement_of_a_batch_however_many_others_say_the_same() -> None:
    memory = new_memory(settings={"merging": "self", "top_k": 1, "recent_k": 0})
    memory.remember_many(
        [DepositInput(agent, GHOST) for agent in "abc"]
        + [DepositInput("z", GHOST_TOO), DepositInput("z", GHOST, number=1)]
    )
    assert memory.stats().merges["self_since"] == 1


def test_the_oracle_merges_by_truth_alone_and_shows_it_to_nobody() -> None:
    memory = new_memory(settings={"merging": "oracle"})
    said = [
        DepositInput("marcellus", f"{GHOST} {TRUNKS}", truth=["ghost", "trunks"]),
        DepositInput("bernardo", "A thing like smoke went by the sentries.", truth="ghost"),
        DepositInput("osric", TRUNKS, truth="other trunks"),
        DepositInput("horatio", TRUNKS),
    ]
    memory.remember_many(said, at=1)
    memory.remember("claudius", "It was the dead man.", truth="ghost", at=2)
    shared = [record for record in memory.records() if len(record.owners) > 1]
    assert [record.owners for record in shared] == [("bernardo", "claudius", "marcellus")]
    assert memory.stats().total == 4
    kept = attributes(memory, "truth")
    assert len(kept) == 5
    assert not any("ghost" in row.value or "trunks" in row.value for row in kept)
    answers = [memory.recall(agent, "ghost") for agent in memory.agents]
    assert not any("truth" in repr(answer) for answer in answers)


def test_truth_is_kept_only_where_the_oracle_asks_for_it() -> None:
    memory = new_memory()
    memory.remember("marcellus", GHOST, truth="ghost")
    assert attributes(memory, "truth") == []


def test_an_oracle_forgets_with_its_owners() -> None:
    memory = new_memory(settings={"merging": "oracle"})
    first = memory.remember("marcellus", GHOST, truth="ghost").ids[0]
    memory.forget("marcellus", first)
    memory.remember("osric", TRUNKS, truth="ghost")
    assert [record.owners for record in memory.records()] == [("osric",)]


@pytest.mark.parametrize("truth", [["a"], ["a", "b", "c"]])
def test_a_key_for_each_statement_or_none(truth: list[str]) -> None:
    memory = new_memory(settings={"merging": "oracle"})
    before = memory.sha256()
    with pytest.raises(InputError, match=f"truth has {len(truth)} keys, but the text has 2 statements"):
        memory.remember("marcellus", f"{GHOST} {TRUNKS}", truth=truth)
    assert memory.sha256() == before


def test_an_unknown_control_names_the_known_ones() -> None:
    with pytest.raises(InputError, match=r"setting merging is 'sideways'.*'judged', 'off', 'self'"):
        Memory.open(settings={"merging": "sideways"})


@pytest.mark.parametrize(
    ("merging", "merges"),
    [("judged", True), ("off", False), ("self", True), ("exact", True), ("cosine", True), ("owners", False)],
)
def test_why_answers_as_the_control_would(merging: str, merges: bool) -> None:
    memory = new_memory(settings={"merging": merging})
    assert memory.why(GHOST, GHOST).merges is merges
    assert memory.why(TRUNKS, FOUR).merges is (merging == "cosine")
