"""What users of other memories complain about must not happen here. Each test names the complaint it answers."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from agentsensus import Context, DepositInput, Memory, ModelAtomizer, ModelJudge
from agentsensus.base.arrays import FloatArray
from agentsensus.embed.hashing import HashingEmbedder
from agentsensus.errors import AgentsensusError
from agentsensus.memory.judge import Relation
from agentsensus.models import Reply, Request
from agentsensus.testing.models import FailingModel, InstantModel, ScriptedModel, SlowModel

GHOST = "The ghost of the late king walked the battlements at midnight."
GHOST_AGAIN = "At midnight the late king's ghost walked on the battlements."
POISON = "Claudius poured poison into the ear of King Hamlet."


def always(new: str, known: str) -> bool:
    return True


@pytest.fixture
def memory() -> Iterator[Memory]:
    """A memory that understands meaning."""
    with Memory.open() as opened:
        yield opened


@pytest.fixture
def plain() -> Iterator[Memory]:
    """A memory that knows shared letters only, and is quick."""
    with Memory.open(embedder="hashing") as opened:
        yield opened


# --- duplicates and junk


@pytest.mark.thorough
def test_mem0_4573_one_fact_repeated_668_times_stays_one_record(plain: Memory) -> None:
    for at in range(668):
        plain.remember("assistant", "The user prefers Vim.", at=at)
    (record,) = plain.records()
    assert record.owners == ("assistant",)
    assert plain.stats().wordings == 1
    assert plain.stats().vectors == 1
    assert plain.recall("assistant", "which editor?").text() == "- The user prefers Vim."


def test_mem0_4573_one_fact_668_times_in_one_batch_stays_one_record(plain: Memory) -> None:
    plain.remember_many([DepositInput(f"agent_{n % 7}", "The user prefers Vim.", number=n) for n in range(668)])
    (record,) = plain.records()
    assert record.owners == tuple(f"agent_{n}" for n in range(7))


def test_mem0_4573_what_was_recalled_and_deposited_again_adds_nothing(memory: Memory) -> None:
    memory.remember("assistant", f"{GHOST} Horatio swore an oath. Claudius drank wine in the great hall.", at=0)
    before = memory.stats()
    for at in range(1, 5):
        memory.remember("assistant", memory.recall("assistant", "what happened?").text(), at=at)
    after = memory.stats()
    assert (after.total, after.wordings) == (before.total, before.wordings)
    assert "- -" not in memory.recall("assistant", "what happened?").text()


def test_letta_3116_four_tellings_of_a_fact_are_one_record() -> None:
    memory = Memory.open()
    for at, text in enumerate(
        [
            "The user is allergic to peanuts.",
            "The user has a peanut allergy.",
            "User is allergic to peanuts.",
            "The user has an allergy to peanuts.",
        ]
    ):
        memory.remember("assistant", text, at=at)
    (record,) = memory.records()
    assert len(record.wordings) == 4
    assert len(memory.recall("assistant", "what must the user not eat?").hits) == 1


@pytest.mark.parametrize("again", ["the user  prefers\tVim.", "The user prefers Vim", " The user prefers Vim.\n"])
def test_letta_3116_spelling_out_the_same_words_is_no_copy(plain: Memory, again: str) -> None:
    plain.remember("assistant", "The user prefers Vim.")
    plain.remember("assistant", again)
    assert plain.stats().total == 1


def test_bookworld_the_same_text_is_always_cut_and_merged_alike(plain: Memory) -> None:
    text = f"{GHOST} I swore an oath, and Marcellus wept. “Who's there? Stand!” cried Bernardo."
    first = plain.remember("horatio", text)
    again = plain.remember("horatio", text)
    assert [one.text for one in again.statements] == [one.text for one in first.statements]
    assert [one.known for one in again.statements] == [True] * len(first.statements)
    assert plain.stats().total == len(first.statements)


def test_bookworld_the_order_of_arrival_changes_nothing() -> None:
    said = [("horatio", GHOST), ("marcellus", GHOST_AGAIN), ("claudius", POISON), ("horatio", "The cock crew twice.")]
    hashes = set()
    for order in (said, said[::-1], said[2:] + said[:2]):
        with Memory.open(embedder="hashing") as memory:
            memory.remember_many(order, at=1)
            hashes.add(memory.sha256())
    assert len(hashes) == 1


# --- wrong merges

ONE_DIGIT = [
    ("Order 10241 was shipped to Anna.", "Order 10242 was shipped to Anna."),
    ("Invoice INV-2024-001 was paid.", "Invoice INV-2024-002 was paid."),
    ("Room B12 holds the archive.", "Room B13 holds the archive."),
    ("The meeting begins at 14:05.", "The meeting begins at 14:06."),
    ("The bill came to 1,204.50 crowns.", "The bill came to 1,204.51 crowns."),
    ("Version 1.2.3 was released.", "Version 1.2.4 was released."),
    ("The debt is 12345678 ducats.", "The debt is 12345679 ducats."),
    ("The mass is 123456.7 grams.", "The mass is 123456.8 grams."),
    ("The account is 12345678901234567.", "The account is 12345678901234568."),
    ("The match ended 3 to 3.", "The match ended 3 to 2."),
    ("The temperature was -5 degrees.", "The temperature was 5 degrees."),
    ("The door code is 0007.", "The door code is 007."),
    ("曹操率领八十三万大军南下。", "曹操率领八十二万大军南下。"),
    ("订单10241已经发货。", "订单10242已经发货。"),
    ("港口来了1艘大船。", "港口来了2艘大船。"),
]
ONE_NUMBER_WORD = [
    ("Twelve ships arrived in the harbour.", "Eleven ships arrived in the harbour."),
    ("One ship arrived in the harbour.", "Two ships arrived in the harbour."),
    ("Laertes came first in the race.", "Laertes came second in the race."),
    ("港口来了一艘大船。", "港口来了两艘大船。"),
    ("他得了第一名。", "他得了第二名。"),
]


@pytest.mark.parametrize(("one", "other"), ONE_DIGIT)
def test_graphiti_1241_records_that_differ_in_one_digit_are_not_fused(memory: Memory, one: str, other: str) -> None:
    memory.remember("clerk", one)
    memory.remember("clerk", other)
    assert {record.text for record in memory.records()} == {one, other}


@pytest.mark.parametrize(("one", "other"), ONE_NUMBER_WORD)
def test_graphiti_1241_nor_records_that_differ_in_one_number_word(memory: Memory, one: str, other: str) -> None:
    memory.remember("clerk", one)
    memory.remember("clerk", other)
    assert {record.text for record in memory.records()} == {one, other}


@pytest.mark.parametrize(("one", "other"), ONE_DIGIT[:8])
def test_graphiti_1241_nor_when_a_model_calls_them_the_same(one: str, other: str) -> None:
    with Memory.open(judge=ModelJudge(InstantModel(always))) as memory:
        memory.remember("clerk", one)
        memory.remember("clerk", other)
        assert {record.text for record in memory.records()} == {one, other}


def test_graphiti_1728_unrelated_facts_leave_each_other_alone(memory: Memory) -> None:
    facts = [
        "Alice works at a bakery in Lyon.",
        "Alice bought a red bicycle.",
        "Bob works at a bank in Paris.",
        "The bridge over the river was closed.",
    ]
    for at, fact in enumerate(facts):
        memory.remember("assistant", fact, at=at)
    assert [record.text for record in memory.records()] == facts
    assert [record.links for record in memory.records()] == [()] * 4
    assert {hit.text for hit in memory.recall("assistant", "what is known?", k=9).hits} == set(facts)


def test_graphiti_1728_even_facts_that_do_conflict_are_both_kept() -> None:
    conflict = json.dumps({"answers": [{"statement": 1, "match": 1, "relation": "conflicting"}]})
    with Memory.open(embedder="hashing", judge=ModelJudge(ScriptedModel([conflict]))) as memory:
        memory.remember("marcellus", "The ghost walked along the western wall.")
        memory.remember("bernardo", "The ghost walked along the eastern wall.")
        first, second = memory.records()
        assert first.links == ((second.id, "conflicts_with"),)
        assert memory.recall("marcellus", "the ghost").text() == "- The ghost walked along the western wall."
        assert memory.recall("bernardo", "the ghost").text() == "- The ghost walked along the eastern wall."


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The first watch began at dawn.", "The first watch ended at dawn."),
        ("The user loves jazz music.", "The user hates jazz music."),
        ("Anna bought the house on the hill.", "Anna sold the house on the hill."),
    ],
)
@pytest.mark.parametrize("embedder", ["universal", "hashing"])
def test_graphiti_1728_opposite_facts_are_not_fused(embedder: str, one: str, other: str) -> None:
    with Memory.open(embedder=embedder) as memory:
        memory.remember("assistant", one)
        memory.remember("assistant", other)
        assert {record.text for record in memory.records()} == {one, other}


def test_amem_32_a_judges_number_means_the_candidate_it_was_shown_and_no_other() -> None:
    model = InstantModel(lambda new, known: "lantern" in new and "lantern" in known)
    with Memory.open(embedder="hashing", judge=ModelJudge(model)) as memory:
        texts = [f"Osric {deed} in the great hall." for deed in ("sang", "danced", "lit the lantern", "wept", "slept")]
        ids = [memory.remember("osric", text, at=at).ids[0] for at, text in enumerate(texts)]
        merged = memory.remember("horatio", "Osric lit a lantern in the great hall.", at=9).ids[0]
        assert memory.get(merged).id == ids[2]
        assert memory.get(ids[2]).owners == ("horatio", "osric")
        others = [memory.get(record) for place, record in enumerate(ids) if place != 2]
        assert [other.text for other in others] == [text for place, text in enumerate(texts) if place != 2]
        assert [other.owners for other in others] == [("osric",)] * 4


def test_amem_32_a_number_that_was_not_shown_overwrites_nothing() -> None:
    wrong = json.dumps({"answers": [{"statement": 1, "match": 7, "relation": "same"}]})
    with Memory.open(embedder="hashing", judge=ModelJudge(ScriptedModel([wrong]))) as memory:
        memory.remember("osric", "Osric sang in the great hall.")
        late = memory.remember("horatio", "Osric slept in the great hall of Elsinore.")
        assert memory.get(late.ids[0]).owners in (("horatio",), ("horatio", "osric"))
        (judged,) = [change for change in memory.history(late.ids[0]) if change.kind == "judged"]
        assert "no known statement 7" in judged.detail["note"]


# --- what belongs to several


def test_cognee_2732_one_owner_forgetting_deletes_nothing_of_the_others() -> None:
    memory = Memory.open(judge="rule")
    mine = memory.remember("marcellus", GHOST, metadata={"mood": "afraid"})
    memory.remember("bernardo", GHOST_AGAIN)
    memory.remember_event(["bernardo", "marcellus", "horatio"], "The cock crew twice.")
    memory.forget("marcellus", mine.ids[0])
    assert "ghost" not in memory.recall("marcellus", "the ghost").text()
    assert memory.recall("bernardo", "the ghost").hits[0].text == GHOST_AGAIN
    assert memory.recall("horatio", "the cock").hits[0].text == "The cock crew twice."
    assert memory.get(mine.ids[0]).owners == ("bernardo",)


def test_cognee_2732_purging_one_owner_deletes_nothing_of_the_others(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with Memory.open(path) as memory:
        memory.remember("marcellus", GHOST)
        memory.remember("bernardo", GHOST_AGAIN)
        memory.remember_event(["bernardo", "marcellus"], "The cock crew twice.")
        memory.purge(agent="marcellus")
    with Memory.open(path) as memory:
        assert memory.recall("bernardo", "the ghost", k=1).text().startswith(f"- {GHOST_AGAIN}")
        assert memory.recall("bernardo", "the cock", k=1).hits[0].text == "The cock crew twice."
        assert not memory.recall("marcellus", "the ghost")
        assert "marcellus" not in memory.agents


HOLMES = {"holmes": ["Sherlock Holmes", "Sherlock", "Holmes", "Mr. Holmes"], "watson": ["John Watson", "Dr. Watson"]}


def test_graphrag_401_sherlock_holmes_and_mr_holmes_are_one() -> None:
    with Memory.open(names=HOLMES) as memory:
        for at, name in enumerate(HOLMES["holmes"]):
            memory.remember(f"witness_{at}", f"{name} examined the letter at Baker Street.", at=at)
        (record,) = memory.records()
        assert record.owners == ("witness_0", "witness_1", "witness_2", "witness_3")
        assert [wording.text.split(" examined")[0] for wording in record.wordings] == HOLMES["holmes"]
        assert memory.recall("witness_3", "what did Sherlock do?").hits[0].text.startswith("Mr. Holmes examined")


def test_graphrag_401_two_persons_stay_two() -> None:
    with Memory.open(names=HOLMES) as memory:
        memory.remember("lestrade", "Mr. Holmes examined the letter at Baker Street.")
        memory.remember("lestrade", "Dr. Watson examined the letter at Baker Street.")
        assert memory.stats().total == 2


def test_graphrag_401_courtesy_names_are_one_person_in_chinese() -> None:
    with Memory.open(names={"guanyu": ["关羽", "云长", "关云长"]}) as memory:
        memory.remember("caocao", "云长在白马斩了颜良。")
        memory.remember("zhangliao", "关羽在白马斩了颜良。")
        (record,) = memory.records()
        assert record.owners == ("caocao", "zhangliao")


# --- silent loss

_WRITE_AND_DIE = """
import os, signal, sys
from agentsensus import Memory
memory = Memory.open(sys.argv[1], embedder="hashing")
for at in range(20):
    receipt = memory.remember("horatio", f"Bell {at} rang at sea. Osric wrote letter {at}.", at=at)
    print(*receipt.ids, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_memos_1355_what_was_acknowledged_is_there_after_reopening(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with Memory.open(path, embedder="hashing") as memory:
        receipts = [memory.remember("horatio", f"Bell {n} rang at sea. Osric wrote letter {n}.") for n in range(20)]
        before = memory.sha256()
    with Memory.open(path) as memory:
        assert memory.sha256() == before
        for receipt in receipts:
            assert [memory.get(one.id).text for one in receipt.statements] == [one.text for one in receipt.statements]


def test_sillytavern_5941_what_was_acknowledged_survives_kill_9(tmp_path: Path) -> None:
    command = [sys.executable, "-c", _WRITE_AND_DIE, str(tmp_path / "memory.db")]
    died = subprocess.run(command, capture_output=True, text=True, check=False)
    assert died.returncode == -signal.SIGKILL
    ids = died.stdout.split()
    assert len(ids) == 40
    with Memory.open(tmp_path / "memory.db") as memory:
        assert [memory.get(one).owners for one in ids] == [("horatio",)] * 40
        assert memory.round == 19
        assert memory.remember("horatio", "The morning came.", at=20).ids


class DyingEmbedder(HashingEmbedder):
    """Works until it is told to die."""

    dead = False

    async def embed(self, texts: Sequence[str]) -> FloatArray:
        if self.dead:
            raise ConnectionError("no embedder there")
        return await super().embed(texts)


def test_mem0_4536_a_revision_that_fails_deletes_nothing() -> None:
    embedder = DyingEmbedder()
    with Memory.open(embedder=embedder) as memory:
        old = memory.remember("assistant", "The user lives in Berlin.").ids[0]
        embedder.dead = True
        with pytest.raises((AgentsensusError, ConnectionError)):
            memory.revise("assistant", old, "The user lives in Munich.")
        embedder.dead = False
        assert memory.recall("assistant", "where does the user live?").text() == "- The user lives in Berlin."


@pytest.mark.parametrize("new", ["The user lives in Munich.", "The user lives in Berlin.", "The user lives in  Berlin"])
def test_mem0_4536_a_revision_always_leaves_something_stored(plain: Memory, new: str) -> None:
    old = plain.remember("assistant", "The user lives in Berlin.", at=1).ids[0]
    receipt = plain.revise("assistant", old, new, at=2)
    (hit,) = plain.recall("assistant", "where does the user live?").hits
    assert hit.text == receipt.statements[0].text
    assert plain.recall("assistant", "where does the user live?", at=1).text() == "- The user lives in Berlin."


def test_mem0_4536_a_refused_revision_deletes_nothing(plain: Memory) -> None:
    old = plain.remember("assistant", "The user lives in Berlin.").ids[0]
    with pytest.raises(AgentsensusError):
        plain.revise("assistant", old, " ")
    assert plain.recall("assistant", "where does the user live?").text() == "- The user lives in Berlin."


def test_graphrag_1677_a_model_that_dies_in_the_middle_stops_nothing_and_is_reported() -> None:
    class DyingModel(InstantModel):
        async def send(self, request: Request) -> Reply:
            if self.calls >= 3:
                raise TimeoutError("no reply")
            return await super().send(request)

    settings = {"cut_call": "needed"}
    with Memory.open(embedder="hashing", settings=settings, atomizer=ModelAtomizer(DyingModel())) as memory:
        receipts = memory.remember_many(
            [(f"agent_{n}", f"Bell {n} rang at sea. Osric wrote letter {n}.") for n in range(8)]
        )
        assert [len(receipt.statements) for receipt in receipts] == [2] * 8
        assert sum("TimeoutError: no reply" in receipt.note for receipt in receipts) == 5
        assert memory.stats().total == 16


def test_memos_1355_a_listener_hears_of_every_commit_and_may_ask_the_memory(tmp_path: Path) -> None:
    program = (
        "from agentsensus import Memory\n"
        "memory = Memory.open(embedder='hashing')\n"
        "memory.subscribe(lambda commit: print(memory.stats().total, flush=True))\n"
        "memory.remember('horatio', 'The ghost walked.')\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, done.stdout) == (0, "1\n")


# --- locks and checkpoints


def test_mem0_7196_readers_never_lock_out_the_writer_and_see_what_it_wrote(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with Memory.open(path, embedder="hashing") as writer, closing(sqlite3.connect(path)) as stranger:
        writer.remember("horatio", "The ghost walked.")
        stranger.execute("BEGIN")
        assert stranger.execute("SELECT COUNT(*) FROM atoms").fetchone() == (1,)
        with Memory.open(path, read_only=True) as reader:
            for at in range(1, 20):
                writer.remember("horatio", f"The {at}th cock crew.", at=at)
                assert reader.stats().total == at + 1


def test_mem0_7196_a_file_that_is_locked_for_a_moment_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with Memory.open(path, embedder="hashing") as writer:
        stranger = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        stranger.execute("BEGIN IMMEDIATE")
        later = threading.Timer(0.4, lambda: stranger.execute("COMMIT"))
        later.start()
        assert writer.remember("horatio", "The ghost walked.").ids
        later.join()
        stranger.close()
        assert writer.stats().total == 1


WATCH = ["Marcellus", "Bernardo", "Francisco", "Horatio", "Osric", "Reynaldo"]


def test_mem0_7196_many_threads_write_through_one_memory(plain: Memory) -> None:
    def keep_watch(agent: str) -> None:
        for number in range(10):
            plain.remember(agent, f"{agent} saw star {number}.")

    threads = [threading.Thread(target=keep_watch, args=(name,)) for name in WATCH]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for name in WATCH:
        assert len(plain.recall(name, "stars", k=99).hits) == 10


_STORY = """
import sys
from agentsensus import Memory
names = {"hamlet": ["Hamlet", "the prince"], "claudius": ["Claudius", "the king"]}
with Memory.open(sys.argv[1], names=names, seed=1) as memory:
    start = memory.round + 1 if memory.agents else 0
    for at in range(start, start + 2):
        memory.remember_many([
            ("horatio", "The ghost of the late king walked the battlements. The prince wept."),
            ("marcellus", "On the battlements the late king's ghost walked. Hamlet wept."),
            ("claudius", f"The king drank cup {at}, and he laughed."),
        ], at=at)
    print(memory.sha256(), memory.stats().total)
"""


def _story(path: Path, salt: int) -> list[str]:
    environment = os.environ | {"PYTHONHASHSEED": str(salt)}
    command = [sys.executable, "-c", _STORY, str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout.split()


@pytest.mark.thorough
def test_concordia_salted_hash_does_not_enter_the_store(tmp_path: Path) -> None:
    assert _story(tmp_path / "one.db", 1) == _story(tmp_path / "two.db", 2)


@pytest.mark.thorough
def test_concordia_salted_hash_does_not_end_deduplication_after_resume(tmp_path: Path) -> None:
    _, before = _story(tmp_path / "memory.db", 1)
    resumed, after = _story(tmp_path / "memory.db", 2)
    assert int(after) == int(before) + 2  # two more cups; ghost, tears and laughter are known
    _story(tmp_path / "other.db", 3)
    assert _story(tmp_path / "other.db", 3)[0] == resumed


def test_oasis_108_a_copy_at_a_round_goes_on_as_the_original_did(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "memory.db", embedder="hashing") as memory:
        for at in range(5):
            memory.remember("horatio", f"The {at}th watch began.", at=at)
        whole = memory.sha256()
        fork = memory.fork(tmp_path / "fork.db", at=2)
    with Memory.open(fork) as resumed:
        assert resumed.round == 2
        for at in range(3, 5):
            resumed.remember("horatio", f"The {at}th watch began.", at=at)
        assert resumed.sha256() == whole


# --- weak models

WEAK_REPLIES = {
    "in a fence": '```json\n{"statements": ["The ghost walked.", "The cock crew."]}\n```',
    "after talk": 'Sure! Here you are:\n{"statements": ["The ghost walked.", "The cock crew."]}\nAnything else?',
    "after thought": '<think>{hm}</think>{"statements": ["The ghost walked.", "The cock crew."]}',
    "talk only": "The ghost walked and the cock crew.",
    "cut off": '{"statements": ["The ghost walked.", "The co',
    "single quotes": "{'statements': ['The ghost walked.', 'The cock crew.']}",
    "a list": '["The ghost walked.", "The cock crew."]',
    "other key": '{"facts": ["The ghost walked.", "The cock crew."]}',
    "null": '{"statements": null}',
    "empty list": '{"statements": []}',
    "blank statements": '{"statements": ["", " "]}',
    "only dots": '{"statements": ["..."]}',
    "dots among others": '{"statements": ["The ghost walked.", "...", "The cock crew."]}',
    "numbers": '{"statements": [1, 2]}',
    "objects": '{"statements": [{"text": "The ghost walked."}]}',
    "NUL": '{"statements": ["The ghost\\u0000 walked."]}',
    "surrogate": '{"statements": ["The ghost \\ud83d walked."]}',
    "empty": "",
    "too deep": '{"statements": ' + "[" * 5_000,
}


@pytest.mark.parametrize("reply", WEAK_REPLIES)
def test_mem0_3391_mem0_2758_graphiti_868_amem_23_invalid_json_never_means_an_empty_result(reply: str) -> None:
    model = ScriptedModel([WEAK_REPLIES[reply]])
    with Memory.open(embedder="hashing", atomizer=ModelAtomizer(model)) as memory:
        receipt = memory.remember("marcellus", "The ghost walked. The cock crew.")
        assert [one.text for one in receipt.statements] == ["The ghost walked.", "The cock crew."]
        assert bool(receipt.note) == (receipt.calls > 1)
        assert len(memory.recall("marcellus", "the ghost").hits) == 2


@pytest.mark.parametrize(
    "reply", ["no JSON", '{"answers": ', '{"answers": null}', '{"answers": [{"match": "one"}]}', ""]
)
def test_graphiti_868_an_unusable_judge_never_stops_a_deposit(reply: str) -> None:
    with Memory.open(embedder="hashing", judge=ModelJudge(ScriptedModel([reply]))) as memory:
        memory.remember("marcellus", "The ghost walked along the wall.")
        receipt = memory.remember("bernardo", "The ghost walked along the walls.")
        assert receipt.calls == 3
        assert memory.get(receipt.ids[0]).owners == ("bernardo", "marcellus")
        (judged,) = [change for change in memory.history(receipt.ids[0]) if change.kind == "judged"]
        assert judged.detail["relation"] == Relation.SAME
        assert "decided by learned" in judged.detail["note"]


BRACES = "Osric said: “Write {crown}} or } alone, {{text}} and \\ too.”"


def test_braces_in_a_reply_break_no_parser() -> None:
    reply = f"I keep {{ and }} as they are: {json.dumps({'statements': [BRACES, 'The cock crew.']})} }}"
    with Memory.open(embedder="hashing", atomizer=ModelAtomizer(ScriptedModel([reply]))) as memory:
        receipt = memory.remember("osric", f"{BRACES} The cock crew.")
        assert [one.text for one in receipt.statements] == [BRACES, "The cock crew."]
        assert receipt.calls == 1


def test_braces_in_dialogue_reach_the_model_and_the_store_as_they_were_said() -> None:
    model = InstantModel()
    with Memory.open(embedder="hashing", atomizer=ModelAtomizer(model), judge=ModelJudge(model)) as memory:
        memory.remember("osric", f"{BRACES} The cock crew.", context=Context(place="{{text}}"))
        assert json.dumps(f"{BRACES} The cock crew.", ensure_ascii=False) in model.prompts[0]
        assert model.prompts[0].count("The cock crew.") == 1
        memory.remember("horatio", BRACES.replace("alone", "only"))
        assert memory.recall("osric", "what did Osric say?", k=1).hits[0].text == BRACES
        assert len(memory.recall("horatio", "what did Osric say?").hits) == 1


# --- cost


def test_graphrag_741_a_deposit_costs_two_calls_however_many_statements_it_makes() -> None:
    model = InstantModel()
    with Memory.open(embedder="hashing", judge=ModelJudge(model), atomizer=ModelAtomizer(model)) as memory:
        for at in range(4):
            text = " ".join(f"Guard {n} saw star {n * 10 + at} over the tower." for n in range(9))
            receipt = memory.remember("horatio", text, at=at)
            assert len(receipt.statements) == 9
            assert receipt.calls <= 2
        assert model.calls <= 8


def test_graphrag_741_a_plain_fact_and_a_repetition_cost_nothing() -> None:
    model = InstantModel()
    with Memory.open(embedder="hashing", judge=ModelJudge(model), atomizer=ModelAtomizer(model)) as memory:
        assert memory.remember("horatio", "The ghost walked.").calls == 0
        assert memory.remember("marcellus", "The ghost walked.").calls == 0
        memory.recall("horatio", "what walked?")
        memory.who_knows("the ghost")
        assert model.calls == 0


def test_memos_1897_a_dead_model_is_asked_three_times_and_no_more() -> None:
    model = FailingModel()
    with Memory.open(embedder="hashing", judge=ModelJudge(model), atomizer=ModelAtomizer(model)) as memory:
        memory.remember("marcellus", "The ghost walked along the wall.")
        receipt = memory.remember("bernardo", "The ghost walked along the walls. It was cold. The cock crew.")
        assert receipt.calls == model.calls == 6  # three for cutting, three for judging
        assert len(receipt.statements) == 3


def test_memos_1897_a_deposit_that_is_refused_costs_nothing() -> None:
    model = InstantModel()
    with Memory.open(embedder="hashing", judge=ModelJudge(model), atomizer=ModelAtomizer(model)) as memory:
        memory.remember("horatio", "The ghost walked.", at=3)
        for act in (
            lambda: memory.remember("horatio", "It was cold. The cock crew.", at=1),
            lambda: memory.remember("horatio", "It was cold. The cock crew.", via="nosuch"),
            lambda: memory.remember_many([("horatio", "It was cold. The cock crew."), ("horatio", "")]),
            lambda: memory.revise("horatio", "nosuchrecord", "It was cold. The cock crew."),
        ):
            with pytest.raises(AgentsensusError):
                act()
        assert model.calls == 0


def test_graphiti_1516_graphiti_1262_all_deposits_of_a_round_are_asked_about_at_once() -> None:
    model = SlowModel(0.5)
    with Memory.open(embedder="hashing", judge=ModelJudge(model), atomizer=ModelAtomizer(model)) as memory:
        memory.remember_many([(f"agent_{n}", f"Guard {n} came. Guard {n} left.") for n in range(16)])
        assert model.calls == 2


def test_graphiti_1516_a_model_that_is_a_plain_function_is_asked_at_once_too() -> None:
    both = threading.Barrier(2)

    def ask(prompt: str) -> str:
        both.wait(timeout=60)
        return InstantModel().answer(prompt)

    settings = {"cut_call": "needed"}
    with Memory.open(embedder="hashing", settings=settings, atomizer=ModelAtomizer(ask)) as memory:
        receipts = memory.remember_many([("horatio", "One came. One left."), ("osric", "Two came. Two left.")])
        assert [receipt.note for receipt in receipts] == ["", ""]


# --- Chinese

RED_CLIFFS = "曹操在赤壁被周瑜打败。"
THREE_VISITS = "刘备三顾茅庐请诸葛亮出山。"


def test_mem0_6717_graphiti_1850_chinese_is_stored_as_chinese_and_recalled(memory: Memory) -> None:
    receipt = memory.remember("史官", f"{RED_CLIFFS}{THREE_VISITS}")
    assert [one.text for one in receipt.statements] == [RED_CLIFFS, THREE_VISITS]
    assert memory.recall("史官", "谁在赤壁战败？", k=1).hits[0].text == RED_CLIFFS
    assert memory.recall("史官", "诸葛亮", k=1).hits[0].text == THREE_VISITS
    assert memory.recall("史官", "who was defeated at Red Cliffs?", k=1).hits[0].text == RED_CLIFFS
    assert [knower.agent for knower in memory.who_knows("赤壁", k=1)] == ["史官"]


def test_mem0_6717_a_model_is_asked_about_chinese_in_chinese() -> None:
    model = InstantModel()
    with Memory.open(embedder="hashing", atomizer=ModelAtomizer(model), judge=ModelJudge(model)) as memory:
        receipt = memory.remember("史官", f"{RED_CLIFFS}{THREE_VISITS}")
        assert [one.text for one in receipt.statements] == [RED_CLIFFS, THREE_VISITS]
        memory.remember("史官", "曹操在赤壁又被周瑜打败。")
    for prompt in model.prompts:
        words = sum("a" <= char.lower() <= "z" for char in prompt)
        han = sum("\u4e00" <= char <= "\u9fff" for char in prompt)
        assert han > words
        assert "\\u" not in prompt


@pytest.mark.parametrize(
    "text", ["死。", "“降！”", "𠮷野家開了。", "　关羽　至。", "OK，他来了。", "他说：「去（不去）？」"]
)
def test_mem0_6312_mem0_3707_no_chinese_text_crashes_or_comes_out_empty(plain: Memory, text: str) -> None:
    receipt = plain.remember("说书人", text, metadata={"回": "第一回"})
    assert "".join(one.text for one in receipt.statements).strip("　 ") != ""
    assert plain.recall("说书人", text, where={"回": "第一回"}).hits


def test_graphrag_667_long_chinese_is_cut_between_clauses_and_loses_nothing(plain: Memory) -> None:
    clauses = [f"第{n}队人马在江边扎下营寨并且点起火把照亮了整个夜空" for n in "二三四五六七八九"]
    text = "，".join(clauses) + "。"
    kept = "".join(one.text for one in plain.remember("说书人", text).statements)
    for clause in clauses:
        assert clause in kept


def test_graphrag_667_an_export_of_chinese_can_be_read_and_comes_back_whole(tmp_path: Path) -> None:
    with Memory.open(embedder="hashing") as memory, Memory.open(embedder="hashing") as copy:
        memory.remember("史官", RED_CLIFFS)
        export = memory.export(tmp_path / "export.jsonl")
        assert RED_CLIFFS in export.read_text("utf-8")
        copy.import_(export)
        assert copy.sha256() == memory.sha256()


# --- stories


def test_sillytavern_4527_a_character_recalls_nothing_that_it_was_not_there_for(memory: Memory) -> None:
    memory.remember("claudius", POISON, at=1)
    memory.remember_event(["claudius", "hamlet"], "The court mourned King Hamlet.", at=1)
    for question in (POISON, "poison", "what did Claudius do?", "how did King Hamlet die?"):
        found = memory.agent("hamlet").recall(question, k=99)
        assert found.text() == "- The court mourned King Hamlet."
    memory.remember("hamlet", POISON, at=5, via="told:ghost")
    assert "poison" in memory.recall("hamlet", "how did King Hamlet die?").text()
    assert "poison" not in memory.recall("hamlet", "how did King Hamlet die?", at=4).text()


def test_sillytavern_4766_a_shared_record_leads_to_nothing_that_the_other_said_with_it() -> None:
    memory = Memory.open(judge="rule")
    memory.remember("marcellus", f"{GHOST} Marcellus stole the captain's purse.", metadata={"mood": "guilty"})
    receipt = memory.remember("bernardo", GHOST_AGAIN)
    assert memory.get(receipt.ids[0]).owners == ("bernardo", "marcellus")
    bernardo = memory.agent("bernardo")
    found = bernardo.recall("the ghost on the battlements, and what Marcellus did", k=99)
    assert found.text() == f"- {GHOST_AGAIN}"
    assert found.hits[0].metadata == {}
    assert found.hits[0].id == receipt.ids[0]
    assert bernardo.links(receipt.ids[0]) == []


def test_sillytavern_4766_a_receipt_does_not_tell_whether_somebody_knew(memory: Memory) -> None:
    with Memory.open() as alone:
        memory.remember("marcellus", GHOST)
        met, unmet = memory.remember("bernardo", GHOST_AGAIN), alone.remember("bernardo", GHOST_AGAIN)
        assert repr(met) == repr(unmet)
        assert met == unmet
        assert repr(memory.recall("bernardo", "the ghost")) == repr(alone.recall("bernardo", "the ghost"))


def test_character_memory_16_branches_fork_memory(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "trunk.db", embedder="hashing") as trunk:
        trunk.remember("hamlet", "The ghost spoke to Hamlet.", at=1)
        trunk.remember("hamlet", "Hamlet killed Polonius.", at=2)
        branch_file = trunk.fork(tmp_path / "branch.db", at=1)
        with Memory.open(branch_file) as branch:
            branch.remember("hamlet", "Hamlet spared Polonius.", at=2)
            trunk.remember("hamlet", "Hamlet sailed to England.", at=3)
            assert {record.text for record in branch.records()} == {
                "The ghost spoke to Hamlet.",
                "Hamlet spared Polonius.",
            }
        assert {record.text for record in trunk.records()} == {
            "The ghost spoke to Hamlet.",
            "Hamlet killed Polonius.",
            "Hamlet sailed to England.",
        }


@pytest.mark.parametrize("way", ["stats", "agents", "as_of", "sha256", "fork", "export"])
def test_character_memory_16_no_way_leads_from_the_past_into_its_future(tmp_path: Path, way: str) -> None:
    with Memory.open(tmp_path / "trunk.db", embedder="hashing") as trunk:
        trunk.remember("hamlet", "The ghost spoke to Hamlet.", at=1)
        then = trunk.sha256()
        trunk.remember("laertes", "Hamlet killed Polonius.", at=2)
        past = trunk.as_of(1)
        match way:
            case "stats":
                assert past.stats(at=9).total == 1
            case "agents":
                assert past.agents == ("hamlet",)
            case "as_of":
                assert past.as_of(9).stats().total == 1
            case "sha256":
                assert past.sha256() == then
            case "fork":
                assert b"Polonius" not in past.fork(tmp_path / "fork.db", at=9).read_bytes()
            case "export":
                assert "Polonius" not in past.export(tmp_path / "export.jsonl").read_text("utf-8")


def test_character_memory_16_a_branch_carries_no_other_space(tmp_path: Path) -> None:
    path = tmp_path / "trunk.db"
    with (
        Memory.open(path, space="hamlet", embedder="hashing") as hamlet,
        Memory.open(path, space="macbeth", embedder="hashing") as macbeth,
    ):
        hamlet.remember("hamlet", "The ghost spoke to Hamlet.", at=1)
        macbeth.remember("macbeth", "Macbeth saw a dagger.", at=9)
        fork = hamlet.fork(tmp_path / "fork.db", at=1)
    assert b"dagger" not in fork.read_bytes()


def test_generative_agents_141_no_message_masks_another(tmp_path: Path) -> None:
    (tmp_path / "hamlet.txt").write_text("Who's there?\n" * 99)
    said: list[str] = []
    with Memory.open(embedder="hashing") as memory:
        memory.remember("horatio", "The ghost walked.", at=3)
        mistakes: list[Any] = [
            lambda: memory.remember("horatio", ""),
            lambda: memory.remember("horatio", "..."),
            lambda: memory.remember("horatio", "x" * 200_000),
            lambda: memory.remember("horatio", "The cock\x00 crew."),
            lambda: memory.remember("", "The cock crew."),
            lambda: memory.remember("horatio", "The cock crew.", at=1),
            lambda: memory.remember("horatio", "The cock crew.", via="nosuch"),
            lambda: memory.remember("horatio", "The cock crew.", metadata={"a": object()}),
            lambda: memory.forget("horatio", "nosuchrecord"),
            lambda: memory.get("nosuchrecord"),
            lambda: memory.recall("horatio", "the cock", k=0),
            lambda: memory.as_of(1).remember("horatio", "The cock crew."),
            lambda: Memory.open(tmp_path),
            lambda: Memory.open(tmp_path / "hamlet.txt"),
            lambda: Memory.open(tmp_path / "nosuch.db", read_only=True),
            lambda: Memory.open(embedder="nosuch"),
            lambda: Memory.open(settings="nosuch"),
        ]
        for mistake in mistakes:
            with pytest.raises(AgentsensusError) as caught:
                mistake()
            said.append(str(caught.value))
    assert len(set(said)) == len(mistakes)


def test_generative_agents_141_a_note_tells_one_failure_of_a_model_from_another() -> None:
    notes = set()
    models: list[Any] = [
        FailingModel(ConnectionError("refused")),
        FailingModel(TimeoutError("30 s")),
        ScriptedModel(["prose"]),
        ScriptedModel(['{"statements": []}']),
        ScriptedModel(['{"statements": 5}']),
    ]
    for model in models:
        with Memory.open(embedder="hashing", atomizer=ModelAtomizer(model)) as memory:
            notes.add(memory.remember("horatio", "The ghost walked. The cock crew.").note)
    assert len(notes) == len(models)
    assert any("ConnectionError: refused" in note for note in notes)
