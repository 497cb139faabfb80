"""The author's decisions on close verdicts."""

import shutil
from pathlib import Path

import pytest

from agentsensus import Memory, Run
from agentsensus.analysis.bench.pairs import read_pairs
from agentsensus.analysis.knowledge.reviewing import Decision, calls_of, memory_place, review, write_pairs
from agentsensus.base.loop import wait_for
from agentsensus.errors import InputError
from agentsensus.memory.answers import Close
from agentsensus.worlds.run_folder import RunFolder
from agentsensus.worlds.runs import replay


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A memory in which every verdict is close: three merges, and statements that stay separate."""
    (tmp_path / "run").mkdir()
    with Memory.open(tmp_path / "run" / "memory.db", settings={"review_band": 1.0}) as memory:
        memory.remember("marcellus", "The late king's ghost walked the battlements at midnight.", at=1)
        memory.remember("bernardo", "At midnight the ghost of the late king was seen walking the battlements.", at=2)
        memory.remember("horatio", "Polonius hid behind the arras in the closet.", at=3)
        memory.remember("gertrude", "Polonius was hiding in the closet behind the arras.", at=4)
    return Path(memory_place(tmp_path / "run").where)


def _decide(store: Path, *decisions: Decision) -> tuple[int, int]:
    answers = iter(decisions)
    return wait_for(review(store, lambda number, call: next(answers, "stop")))


def test_what_is_merged_and_called_different_is_split_and_a_decision_is_not_asked_for_again(store: Path) -> None:
    before = wait_for(calls_of(store))
    assert len(before) >= 2
    merged = next(call for call in before if call.together)

    def decider(number: int, call: Close) -> Decision:
        return "different" if call == merged else "same"

    decided, split = wait_for(review(store, decider))
    assert decided == len(before)
    assert split == 1
    after = wait_for(calls_of(store))
    assert all(entry.same is not None for entry in after)
    assert [entry.same for entry in after] == [entry != merged for entry in before]
    with Memory.open(store, read_only=True) as memory:
        ids = memory.record_ids([merged.wording, merged.other])
        assert ids[merged.wording] != ids[merged.other]
        assert all(entry.reviewed == memory.round for entry in after)
    assert wait_for(review(store, decider)) == (0, 0)


def test_the_memory_of_a_run_that_was_reviewed_replays_as_it_was_played(run: Run, tmp_path: Path) -> None:
    folder = RunFolder(shutil.copytree(run.folder, tmp_path / "reviewed"))
    with Memory.open(folder.memory) as memory:
        before, played = memory.sha256(), memory.sha256(authors=False)
    with Memory.open(folder.memory) as memory:
        record = next(each for each in memory.records() if len({wording.agent for wording in each.wordings}) > 1)
        memory.split(record.id, record.wordings[-1].id)
        assert memory.sha256() != before
        assert memory.sha256(authors=False) == played == before
    (tmp_path / "again").mkdir()
    assert wait_for(replay(folder, tmp_path / "again")).store_identical


def test_skipping_and_stopping_decide_nothing(store: Path) -> None:
    assert _decide(store, "skip", "stop") == (0, 0)
    assert all(entry.same is None for entry in wait_for(calls_of(store)))


def test_decisions_survive_an_export_and_become_pairs_to_train_on(store: Path, tmp_path: Path) -> None:
    _decide(store, "same", "different")
    with Memory.open(store, read_only=True) as memory:
        memory.export(tmp_path / "all.jsonl")
    with Memory.open(tmp_path / "new.db", embedder="universal") as memory:
        memory.import_(tmp_path / "all.jsonl")
    entries = wait_for(calls_of(tmp_path / "new.db"))
    assert [entry.same for entry in entries[:2]] == [True, False]
    assert write_pairs(entries, tmp_path / "pairs.tsv") == 2
    pairs = read_pairs(tmp_path / "pairs.tsv")
    assert [pair.same for pair in pairs] == [True, False]
    assert [pair.b for pair in pairs] == [entry.text for entry in entries[:2]]


def test_what_is_no_memory_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="neither a run's folder nor a memory file"):
        memory_place(tmp_path)
