"""The laws of the memory, for any life it may have led."""

import itertools
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentsensus import DepositInput, Memory
from agentsensus.errors import AgentsensusError
from agentsensus.memory import Deposit, Hit
from agentsensus.memory.judge import Judged, Question, Relation, Verdict
from tests.memory.company import AGENTS, TEXTS, Deed, deeds, new_memory, play, snapshot

SINGLE = [text for text in TEXTS if "。关羽" not in text and ". Polonius" not in text]


@settings(max_examples=40)
@given(deeds(("remember",)))
def test_owners_only_grow_by_merging(life: list[Deed]) -> None:
    memory = new_memory()
    before: dict[str, set[str]] = {}
    for deed in life:
        play(memory, deed)
        now = {record.id: set(record.owners) for record in memory.records()}
        assert set(before) <= set(now)
        assert all(before[record] <= now[record] for record in before)
        before = now


@settings(max_examples=40)
@given(deeds(), st.sampled_from(AGENTS), st.sampled_from(TEXTS))
def test_repeating_a_deposit_changes_nothing_but_the_merge_count(life: list[Deed], agent: str, text: str) -> None:
    memory = new_memory()
    for deed in life:
        play(memory, deed)
    memory.remember(agent, text)
    known, merges = _essence(memory), sum(memory.stats().merges.values())
    receipt = memory.remember(agent, text)
    assert _essence(memory) == known
    assert all(statement.known for statement in receipt.statements)
    assert sum(memory.stats().merges.values()) == merges + len(receipt.statements)


def _essence(memory: Memory) -> list[tuple[object, ...]]:
    return [(r.id, r.text, r.owners, r.links, {w.text for w in r.wordings}) for r in memory.records()]


@settings(max_examples=40)
@given(deeds())
def test_no_answer_to_an_agent_reveals_what_it_may_not_see(life: list[Deed]) -> None:
    memory = new_memory()
    receipts: list[tuple[str, Deposit]] = []
    for deed in life:
        play(memory, deed)
    for agent in AGENTS[:2]:
        receipts.append((agent, memory.remember(agent, TEXTS[0])))
    records = list(memory.records())
    for agent in AGENTS:
        mine = {w.id for r in records for w in r.wordings if agent in w.owners}
        my_texts = {w.text for r in records for w in r.wordings if agent in w.owners}
        seen: list[Hit] = []
        for text in TEXTS:
            answer = memory.recall(agent, text, k=50)
            seen += [*answer.hits, *answer.linked]
        for record in records:
            try:
                seen += memory.links(agent, record.id)
                assert agent in record.owners
            except AgentsensusError:
                assert agent not in record.owners
        assert {hit.id for hit in seen} <= mine
        assert {hit.text for hit in seen} <= my_texts
        assert not any(
            other in repr(hit) for hit in seen for other in AGENTS if other != agent and other not in hit.text
        )
    for agent, receipt in receipts:
        others = [other for other in AGENTS if other != agent]
        assert all(s.owners is None and s.record is None and s.links is None for s in receipt.statements)
        assert not any(other in repr(receipt) for other in others)


@settings(max_examples=25)
@given(st.sampled_from(TEXTS), st.sampled_from(TEXTS))
def test_a_receipt_does_not_tell_whether_somebody_elses_record_was_met(first: str, second: str) -> None:
    alone, together = new_memory(), new_memory()
    together.remember("bernardo", first)
    assert together.remember("horatio", second) == alone.remember("horatio", second)
    assert together.recall("horatio", first) == alone.recall("horatio", first)


@settings(max_examples=40)
@given(deeds())
def test_as_of_a_round_is_the_memory_as_it_was(life: list[Deed]) -> None:
    memory = new_memory()
    seen: dict[int, dict[str, object]] = {}
    for deed in life:
        play(memory, deed)
        seen[memory.round] = snapshot(memory)
    memory.advance(memory.round + 1)
    for at, was in seen.items():
        assert snapshot(memory, at=at) == was
        assert snapshot(memory.as_of(at)) == was


@settings(max_examples=15)
@given(life=deeds())
def test_a_fork_at_a_round_is_the_memory_as_it_was(life: list[Deed], tmp_path_factory: pytest.TempPathFactory) -> None:
    memory, folder = new_memory(), tmp_path_factory.mktemp("fork")
    hashes: dict[int, str] = {}
    for deed in life:
        play(memory, deed)
        hashes[memory.round] = memory.sha256()
    for at, sha256 in hashes.items():
        with Memory.open(memory.fork(folder / f"{at}.db", at=at), embedder="hashing") as forked:
            assert forked.sha256() == sha256


class _Never:
    """A judge for whom nothing is ever the same."""

    id = "never"

    async def judge(self, questions: list[Question]) -> Judged:
        verdicts = [
            tuple(
                Verdict(relation=Relation.DIFFERENT, score=0, threshold=1, cosine=c.cosine, judge=self.id)
                for c in question.candidates
            )
            for question in questions
        ]
        return Judged(tuple(verdicts))


@pytest.mark.parametrize(("first", "second"), list(itertools.permutations(TEXTS[:3], 2)))
@pytest.mark.parametrize("witness", ["marcellus", "bernardo"])
def test_split_undoes_a_merge_exactly(first: str, second: str, witness: str) -> None:
    merged, apart = new_memory(), new_memory(judge=_Never())
    for memory in (merged, apart):
        memory.remember("marcellus", f"{first} {TEXTS[3]}", at=1)
        memory.remember("bernardo", f"{second} {TEXTS[7]}", at=2)
    shared = [record for record in merged.records() if len(record.owners) == 2]
    assert len(shared) == 1
    assert not any(len(record.owners) == 2 for record in apart.records())
    merged.split(shared[0].id, witness, at=2)
    mine, theirs = snapshot(merged), snapshot(apart)
    assert mine["records"] == theirs["records"]
    assert mine["recalls"] == theirs["recalls"]
    assert merged.as_of(1).stats().total == 2


def test_splitting_off_the_founder_moves_the_others_to_the_next() -> None:
    memory = new_memory()
    ids = [memory.remember(agent, text).ids[0] for agent, text in zip(AGENTS, TEXTS[:3], strict=False)]
    assert memory.get(ids[2]).id == ids[0]
    stays, left = memory.split(ids[0], "bernardo")
    assert (stays, left) == (ids[1], ids[0])
    assert memory.get(ids[2]).id == ids[1]
    assert memory.get(ids[1]).owners == ("horatio", "marcellus")


@settings(max_examples=30)
@given(
    batch=st.lists(
        st.tuples(st.sampled_from(AGENTS), st.sampled_from(TEXTS), st.integers(0, 2)), min_size=2, max_size=8
    ),
    chance=st.randoms(use_true_random=False),
)
def test_shuffled_arrival_gives_identical_bytes(
    batch: list[tuple[str, str, int]], chance: random.Random, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("shuffle")
    deposits = [DepositInput(agent, text, number=number) for agent, text, number in batch]
    written = []
    for turn in range(2):
        memory = new_memory()
        memory.remember("marcellus", TEXTS[0])
        memory.remember_many(deposits, at=1)
        written.append(memory.export(folder / f"{turn}.jsonl").read_bytes())
        chance.shuffle(deposits)
    assert written[0] == written[1]


def test_receipts_of_a_batch_come_in_the_order_of_its_deposits() -> None:
    memory = new_memory()
    receipts = memory.remember_many([("marcellus", TEXTS[3]), ("bernardo", TEXTS[0])])
    assert [receipt.agent for receipt in receipts] == ["marcellus", "bernardo"]
    assert memory.get(receipts[1].ids[0]).text == TEXTS[0]


@settings(max_examples=20)
@given(life=deeds())
def test_export_and_import_are_the_identity(life: list[Deed], tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("export")
    memory = new_memory(seed=7, names={"laertes": ["Laertes", "Ophelia's brother"]})
    for deed in life:
        play(memory, deed)
    first = memory.export(folder / "a.jsonl")
    again = new_memory()
    again.import_(first)
    assert again.export(folder / "b.jsonl").read_bytes() == first.read_bytes()
    assert snapshot(again) == snapshot(memory)
    for one in (memory, again):
        one.remember("horatio", TEXTS[4])
    assert again.sha256() == memory.sha256()


@pytest.mark.parametrize(("first", "second"), list(itertools.product(SINGLE, SINGLE)))
def test_why_agrees_with_what_remember_does(first: str, second: str) -> None:
    memory = new_memory()
    said = memory.why(first, second)
    memory.remember("marcellus", first)
    memory.remember("bernardo", second)
    assert len(list(memory.records())) == (1 if said.merges else 2)


def test_why_takes_records_by_id(tmp_path: Path) -> None:
    memory = new_memory()
    a = memory.remember("marcellus", TEXTS[3]).ids[0]
    b = memory.remember("bernardo", TEXTS[4]).ids[0]
    verdict = memory.why(a, b)
    assert not verdict.merges
    assert "different numbers: 3 against 4" in str(verdict) or "different numbers: 4 against 3" in str(verdict)
    assert memory.links("marcellus", a) == []


def test_ids_do_not_tell_whose_they_are() -> None:
    memory = new_memory()
    (record,) = memory.remember("marcellus", TEXTS[0]).ids
    assert "marcellus" not in record
    assert record == new_memory().remember("marcellus", TEXTS[0]).ids[0]
    assert record != new_memory(seed=1).remember("marcellus", TEXTS[0]).ids[0]
