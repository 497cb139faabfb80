"""Attacks on the files of an open store: lost locks, a deleted log, blocks of other threads, forks, purged words."""

import html
import json
import os
import signal
import subprocess
import sys
import threading
import tracemalloc
from pathlib import Path

import pytest

from agentsensus import Memory
from agentsensus.errors import NotAStore, StoreBusy, StoreError

WRITER = """
import sys
from agentsensus import Memory
path, first = sys.argv[1], int(sys.argv[2])
with Memory.open(path, embedder="hashing", wait=5) as memory:
    for number in range(first, first + 5):
        memory.remember("ana", f"Worker {number} painted door {number}.", cut=False)
    memory.purge(record=memory.recall("ana", "door", k=1)[0].id)
"""


def _write(path: Path, first: int) -> None:
    subprocess.run([sys.executable, "-c", WRITER, str(path), str(first)], check=True)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc/locks")
def test_locks_dropped_a_reader_keeps_its_locks_and_sees_every_commit(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    _write(path, 0)
    reader = Memory.open(path, read_only=True, embedder="hashing")

    def locks() -> int:
        return sum(f" {os.getpid()} " in line for line in Path("/proc/locks").read_text().splitlines())

    reader.recall("ana", "door")
    before = locks()
    Memory.spaces(path)
    Memory.open(path, read_only=True, embedder="hashing").close()
    assert locks() == before
    for turn in range(1, 4):
        _write(path, 5 * turn)
        with Memory.open(path, read_only=True, embedder="hashing") as fresh:
            assert len(reader.records()) == len(fresh.records())
    reader.close()


AUDITED = """
import sys
from pathlib import Path
from agentsensus import Memory
from agentsensus.analysis.study.measures.measuring import _content
path = Path(sys.argv[1])
opened = []
def watch(event, arguments):
    if event == "open" and Path(str(arguments[0])).name in ("s.db", "s.db-shm", "b.db", "b.db-shm"):
        opened.append(str(arguments[0]))
sys.addaudithook(watch)
with Memory.open(path, embedder="hashing") as memory, Memory.open(path.with_name("b.db"), embedder="hashing") as other:
    other.remember("ana", "The vault code is 4417.")
    row = memory.remember("ana", "The vault code is 4417.").ids[0]
    with Memory.open(path, read_only=True) as reader:
        reader.recall("ana", "vault")
    Memory.spaces(path)
    memory.fork(path.with_name("copy.db"))
    memory.export(path.with_name("copy.jsonl"))
    memory.backup(path.with_name("backup"))
    _content(path)
    named = memory.purge(record=row).also_in
    memory.sha256()
assert sorted(named) == ["b.db", "b.db-wal", "backup", "copy.db", "copy.jsonl"], named
assert not opened, opened
print("done")
"""


def test_locks_dropped_nothing_but_sqlite_opens_a_store(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", AUDITED, str(tmp_path / "s.db")], capture_output=True, text=True, check=False
    )
    assert done.stdout == "done\n", done.stderr


def test_other_files_are_still_refused_in_one_line(tmp_path: Path) -> None:
    for number, junk in enumerate((b"hello", b"x" * 5000, b"SQLite format 3\x00" + b"y" * 3000)):
        path = tmp_path / f"{number}.db"
        path.write_bytes(junk)
        for read_only in (True, False):
            with pytest.raises(NotAStore, match="not an Agentsensus store") as error:
                Memory.open(path, read_only=read_only)
            assert "\n" not in str(error.value)
        assert path.read_bytes() == junk


def test_wal_deleted_no_write_is_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    memory = Memory.open(path, embedder="hashing")
    memory.remember("a", "The first door is green.")
    path.with_name("s.db-wal").unlink()
    for number in range(3):
        with pytest.raises(StoreError, match="log of the store was deleted"):
            memory.remember("a", f"Worker {number} painted door {number} red.")
    memory.close()
    with Memory.open(path) as again:
        assert [record.text for record in again.records()] == ["The first door is green."]


def test_at_once_other_thread_is_refused_and_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    memory = Memory.open(path, embedder="hashing")
    memory.remember("ana", "The first sentence is about a lamp.")
    answers: list[object] = []

    def other() -> None:
        try:
            answers.append(memory.remember("ben", "Ben saw the red ferry leave the harbour."))
        except StoreBusy as error:
            answers.append(error)

    with pytest.raises(RuntimeError), memory.at_once():  # noqa: PT012  # the block fails after the other thread
        memory.remember("ana", "Ana fed the cat in the kitchen.")
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
        raise RuntimeError
    assert isinstance(answers[0], StoreBusy)
    memory.close()
    with Memory.open(path) as again:
        again.remember("ben", "Ben saw the red ferry leave the harbour.")
        assert len(again.records()) == 2


def test_purge_at_once_erases_at_the_end_of_the_block(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    memory = Memory.open(path, embedder="hashing")
    row = memory.remember("ana", "The vault code is xylophone4417 since Monday.").ids[0]
    memory.remember("ben", "The cat sat on the mat.")
    with memory.at_once():
        assert "at_once" in memory.purge(record=row).unfinished
    memory.close()
    assert not [file for file in tmp_path.iterdir() if b"xylophone4417" in file.read_bytes()]


@pytest.mark.parametrize("how", ["agent", "record"])
def test_purge_agent_leaves_no_words_in_decisions(how: str, tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    memory = Memory.open(path)
    row = memory.remember("ana", "Mrs Zanzibar's diagnosis of 7 March was leukaemia, code 4417.").ids[0]
    other = memory.remember("ben", "Mr Pell's diagnosis of 9 March was a cold, code 5520.").ids[0]
    shown = json.dumps([change.detail for change in memory.history(other)], default=str)
    assert "different" in shown
    if how == "agent":
        memory.purge(agent="ana")
    else:
        memory.purge(record=row)
    memory.close()
    data = path.read_bytes()
    assert [word for word in ("Zanzibar", "leukaemia", "4417", "7 March") if word.encode() in data] == []


def test_purge_beside_names_every_file_that_holds_the_words(tmp_path: Path) -> None:
    text = "Ana's vault code is \"xylophone4417\" & it opens O'Brien's safe."
    memory = Memory.open(tmp_path / "s.db", embedder="hashing")
    row = memory.remember("ana", text, cut=False).ids[0]
    memory.remember("ben", "The cat sat on the mat.")
    memory.fork(tmp_path / "copy.db")
    memory.export(tmp_path / "export.jsonl")
    for name in ("x.json", "x.csv", "x.yaml", "x.fountain", "x.svg", "x.log", "x.MD", "x.htm"):
        (tmp_path / name).write_text(text)
    (tmp_path / "world.json").write_text(json.dumps({"text": text}))
    (tmp_path / "report.html").write_text(f"<p>{html.escape(text)}</p>")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub/notes.md").write_text(text)
    (tmp_path / "table.csv").write_text('"' + text.replace('"', '""') + '"')
    (tmp_path / "entities.svg").write_text(html.escape(text).replace("&#x27;", "&apos;").replace("&quot;", "&#34;"))
    (tmp_path / "page.html").write_text(f"<script>{json.dumps(json.dumps(html.escape(text)))}</script>")
    memory.backup(tmp_path / "backup.db")
    (tmp_path / "wrapped.txt").write_text(text.replace("opens ", "opens\n"))
    (tmp_path / "clean.txt").write_text("Nothing.")
    named = memory.purge(record=row).also_in
    memory.close()
    holding = [
        file.relative_to(tmp_path).as_posix()
        for file in tmp_path.rglob("*")
        if file.is_file() and b"xylophone4417" in file.read_bytes()
    ]
    assert sorted(named) == sorted(holding)


def test_purge_reads_a_large_file_beside_the_store_in_parts(tmp_path: Path) -> None:
    text = "The vault code of the lighthouse is xylophone4417."
    memory = Memory.open(tmp_path / "s.db", embedder="hashing")
    row = memory.remember("ana", text, cut=False).ids[0]
    with (tmp_path / "large.log").open("wb") as large:
        large.seek(9 * (1 << 22) - 20)  # the words lie across the border of two parts
        large.write(text.encode())
    tracemalloc.start()
    named = memory.purge(record=row).also_in
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    memory.close()
    assert named == ("large.log",)
    assert most < 60 << 20


FORKS = """
import os, sys, threading
from agentsensus import Memory
from agentsensus.errors import AgentsensusError
memory = Memory.open(sys.argv[1], embedder="hashing")
memory.remember("w", "warm up now")
stop = threading.Event()
def work():
    number = 0
    while not stop.is_set():
        memory.remember("a", f"Worker painted door {number} of the house.", cut=False)
        Memory.open(embedder="hashing").close()
        number += 1
thread = threading.Thread(target=work)
thread.start()
for _ in range(30):
    child = os.fork()
    if child == 0:
        try:
            with Memory.open(sys.argv[1], read_only=True, embedder="hashing") as reader:
                reader.recall("a", "door")
            with Memory.open(embedder="hashing") as own:
                own.remember("x", "A new thing here.")
        except AgentsensusError:
            pass
        os._exit(0)
    os.waitpid(child, 0)
stop.set()
thread.join()
memory.close()
print("done")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.thorough
def test_fork_hang_children_open_their_own_memory(tmp_path: Path) -> None:
    work = subprocess.Popen(
        [sys.executable, "-c", FORKS, str(tmp_path / "s.db")], stdout=subprocess.PIPE, start_new_session=True
    )
    try:
        assert work.communicate(timeout=240)[0].strip() == b"done"
    finally:
        if work.poll() is None:
            os.killpg(work.pid, signal.SIGKILL)
