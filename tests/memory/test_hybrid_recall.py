"""Recall by words and vectors: what it finds, whose rows count, and an index that is derived and can be made again."""

import sqlite3
import zlib
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from agentsensus import Memory
from agentsensus.errors import InputError
from agentsensus.memory import DepositInput
from agentsensus.memory.core import word_index
from agentsensus.store.sqlite import problems_of

CHORES = [
    f"{who} {deed} the {thing}."
    for who in ("Osric", "Yorick", "Reynaldo")
    for deed in ("mended", "sold", "painted")
    for thing in ("fence", "boat", "lantern")
]
MESSAGES = [
    {"name": "Tom", "content": "Which city did you visit in the spring?"},
    {"name": "Maria", "content": "Rome, with my sister. It rained a lot."},
]


def opened(where: Path | str = ":memory:", **options: object) -> Memory:
    return Memory.open(where, embedder="hashing", **options)  # type: ignore[arg-type]


def filled(where: Path | str = ":memory:", **options: object) -> Memory:
    memory = opened(where, **options)
    memory.remember_many([DepositInput("ana", text, number=number) for number, text in enumerate(CHORES)], at=1)
    return memory


def texts(memory: Memory, agent: str, query: str, **options: Any) -> list[str]:
    return [hit.text for hit in memory.recall(agent, query, **options).hits]


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_index, "BLOCK", 8)


def blocks(path: Path) -> list[tuple[int, bytes]]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT first, data FROM word_blocks ORDER BY first").fetchall()


# --- what is found


def test_an_answer_is_found_by_the_words_of_its_question() -> None:
    with filled() as memory:
        memory.remember_messages("ana", MESSAGES, at=2)
        found = texts(memory, "ana", "Which city was visited in the spring?", k=2)
        assert any("Rome" in text for text in found)


def test_a_statement_is_found_by_the_words_of_the_deposit_it_was_cut_from() -> None:
    with filled() as memory:
        memory.remember("ana", "The regatta took place on Sunday. Gertrude won.", at=2)
        assert "Gertrude won." in texts(memory, "ana", "regatta", k=2)


def test_a_forgotten_statement_does_not_come_back_through_its_deposit() -> None:
    with filled() as memory:
        first, second = memory.remember("ana", "The regatta took place on Sunday. Gertrude won.", at=2).ids
        memory.forget("ana", first, at=3)
        assert all("regatta" not in text for text in texts(memory, "ana", "regatta on Sunday", k=99))
        memory.forget("ana", second, at=4)
        assert set(texts(memory, "ana", "regatta on Sunday", k=99)) == set(CHORES)


def test_what_was_revised_superseded_or_expired_does_not_come_back_through_its_deposit() -> None:
    with filled() as memory:
        revised, superseded, expired, _ = memory.remember(
            "ana", "The regatta took place on Sunday. Rowena rowed. The pier broke. Gertrude won.", at=2
        ).ids
        memory.revise("ana", revised, "The regatta was cancelled.", at=3)
        memory.remember("ana", "Rowena steered.", supersedes=superseded, at=3)
        memory.mark("ana", expired, expires=4, at=3)
        memory.remember("ben", "Time goes by.", at=5)
        for query in ("regatta on Sunday", "Rowena rowed", "pier broke"):
            found = [*texts(memory, "ana", query, k=99), *(hit.text for hit in memory.search(query, k=99))]
            assert not {"The regatta took place on Sunday.", "Rowena rowed.", "The pier broke."} & set(found)
            assert "Gertrude won." in found


def test_a_row_that_shares_only_a_name_with_the_question_does_not_come_first() -> None:
    with Memory.open() as memory:
        for text in ("Samir watched a skating show.", "Samir broke his wrist on the ice.", "Leo's son likes football."):
            memory.remember_many([DepositInput("ana", text, cut=False)], at=1)
        assert texts(memory, "ana", "How did Samir break his wrist?", k=1) == ["Samir broke his wrist on the ice."]


def test_chinese_is_found_by_pairs_of_characters() -> None:
    with opened() as memory:
        memory.remember("刘备", "关羽在虎牢关前温酒斩了华雄。", at=1)
        memory.remember("刘备", "张飞在长坂桥喝退了曹军。", at=1)
        assert texts(memory, "刘备", "长坂桥", k=1) == ["张飞在长坂桥喝退了曹军。"]


def test_every_row_is_ranked_once_and_the_first_hits_do_not_depend_on_how_many_are_asked_for() -> None:
    with filled() as memory:
        every = texts(memory, "ana", "Who painted the boat?", k=99, max_tokens=9_999)
        assert sorted(every) == sorted(CHORES)
        assert texts(memory, "ana", "Who painted the boat?", k=4, max_tokens=9_999) == every[:4]


def test_scores_are_cosines_and_a_minimum_is_one_of_the_cosine() -> None:
    with filled() as memory:
        hits = memory.recall("ana", "Who painted the boat?", k=99, max_tokens=9_999).hits
        floor = sorted(hit.score for hit in hits)[-5]
        above = memory.recall("ana", "Who painted the boat?", k=99, max_tokens=9_999, min_score=floor).hits
        assert above == tuple(hit for hit in hits if hit.score >= floor)


def test_the_dense_ranking_is_the_order_of_the_cosines() -> None:
    with filled(settings={"recall": "dense"}) as memory:
        scores = [hit.score for hit in memory.recall("ana", "Who painted the boat?", k=20).hits]
        assert scores == sorted(scores, reverse=True)
    with filled(settings="paper") as memory:
        assert memory.settings.recall == "dense"


# --- whose rows count


def test_the_rows_of_others_do_not_change_the_order_of_an_agents_hits() -> None:
    with filled() as alone, filled() as together:
        together.remember_many([("ben", f"The boat and the fence number {n} are painted.") for n in range(30)], at=2)
        query = "Who painted the fence and the boat?"
        assert texts(alone, "ana", query, k=20) == texts(together, "ana", query, k=20)


def test_a_granted_wording_is_not_found_by_the_rest_of_its_deposit() -> None:
    orders = []
    for rest in ("", " The password is swordfish."):
        with opened() as memory:
            for text in CHORES[:6]:
                memory.agent("ana").grant(memory.remember("ana", text, at=1).ids[0], "ben")
            key = memory.remember("ana", f"The key hangs behind the clock.{rest}", at=2).ids[0]
            memory.agent("ana").grant(key, "ben")
            orders.append(texts(memory, "ben", "swordfish password", k=9))
    assert orders[0] == orders[1]


def test_the_past_is_ranked_as_it_was() -> None:
    query = "Who painted the boat?"
    with filled() as memory:
        then = memory.recall("ana", query, k=9).hits
        memory.remember_many([("ana", f"The boat number {number} was painted red.") for number in range(20)], at=2)
        assert memory.recall("ana", query, k=9, at=1).hits == then
        assert memory.recall("ana", query, k=9).hits != then


# --- questions, fillers and answers


def test_a_question_comes_after_all_statements() -> None:
    with filled() as memory:
        memory.remember_many([DepositInput("ana", "Who painted the boat?", cut=False)], at=2)
        found = texts(memory, "ana", "Who painted the boat?", k=99, max_tokens=9_999)
        assert found[-1] == "Who painted the boat?"


def test_a_message_without_words_gets_an_empty_receipt_and_the_others_are_kept() -> None:
    with opened() as memory:
        smile = {"name": "Tom", "content": ";)"}
        receipts = memory.remember_messages("ana", [MESSAGES[0], smile, MESSAGES[1]], at=1)
        assert receipts[1].ids == ()
        assert receipts[2].ids


def test_a_message_answers_the_last_question_of_another_speaker() -> None:
    with opened() as memory:
        memory.remember_messages("ana", [*MESSAGES, {"name": "Maria", "content": "We stayed a week."}], at=1)
        rows = list(memory.asynchronous.session.engine.store.rows("originals"))
        assert [row[-1] for row in rows] == [-1, 0, 0]


@pytest.mark.parametrize("number", [1, 2, 7])
def test_a_deposit_answers_an_earlier_one_of_its_call(number: int) -> None:
    with opened() as memory, pytest.raises(InputError, match="before 1"):
        memory.remember_many([DepositInput("ana", "Rome, in May.", number=1, answers=number)])


# --- the index in the file


@pytest.mark.usefixtures("small_blocks")
def test_full_blocks_are_kept_in_the_file_and_make_no_difference(tmp_path: Path) -> None:
    path, query = tmp_path / "m.db", "Who painted the boat?"
    with filled(path) as memory:
        known, sha256 = memory.recall("ana", query, k=9).hits, memory.sha256()
    assert [first for first, _ in blocks(path)] == [0, 8, 16]
    with opened(path, read_only=True) as memory:
        assert memory.recall("ana", query, k=9).hits == known
        assert memory.sha256() == sha256
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DELETE FROM word_blocks WHERE first = 8")
    with opened(path, read_only=True) as memory:
        assert memory.recall("ana", query, k=9).hits == known
        assert memory.sha256() == sha256


@pytest.mark.usefixtures("small_blocks")
def test_a_damaged_block_is_reported_ignored_and_written_again(tmp_path: Path) -> None:
    path, query = tmp_path / "m.db", "Who painted the boat?"
    with filled(path) as memory:
        known = memory.recall("ana", query, k=9).hits
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE word_blocks SET data = x'00' WHERE first = 8")
    (problem,) = problems_of(path)
    assert "the word index from statement 8 on fails its checksum" in problem
    with opened(path) as memory:
        assert memory.recall("ana", query, k=9).hits == known
        memory.remember("ana", "Osric bowed.", at=2)
    assert problems_of(path) == []


@pytest.mark.usefixtures("small_blocks")
def test_no_purged_word_stays_in_the_index(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    with filled(path) as memory:
        secret = memory.remember("ana", "Claudius used henbane. The king slept.", at=2).ids[0]
        memory.remember_messages(
            "ana",
            [
                {"name": "Tom", "content": "The king died. Was it henbane?"},
                {"name": "Maria", "content": "Perhaps it was."},
            ],
            at=3,
        )
        memory.remember_many([("ana", f"The clock struck {hour}.") for hour in range(1, 12)], at=4)
        assert any(b"henban" in zlib.decompress(data) for _, data in blocks(path))
        memory.purge(record=secret)
        for hit in memory.recall("ana", "henbane", k=99, max_tokens=9_999).hits:
            if "henbane" in hit.text.lower() or "died" in hit.text:
                memory.purge(record=hit.id)
        assert not any(b"henban" in zlib.decompress(data) for _, data in blocks(path))
        memory.remember_many([("ana", f"The bell rang {hour} times.") for hour in range(1, 12)], at=5)
        assert not any(b"henban" in zlib.decompress(data) for _, data in blocks(path))
        assert len(blocks(path)) >= 5


@pytest.mark.usefixtures("small_blocks")
def test_a_fork_of_the_past_keeps_no_block_with_later_words(tmp_path: Path) -> None:
    path, fork = tmp_path / "m.db", tmp_path / "fork.db"
    with filled(path) as memory:
        memory.remember_many([("ana", f"The regatta number {number} began.") for number in range(8)], at=2)
        memory.fork(fork, at=1)
    assert not any(b"regatta" in zlib.decompress(data) for _, data in blocks(fork))
    assert [first for first, _ in blocks(fork)] == [0, 8, 16]
