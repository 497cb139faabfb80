"""Time the store at several sizes, compared with chromadb."""

import ast
import gc
import multiprocessing
import re
import statistics
import sysconfig
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from agentsensus.analysis.bench.material import (
    AGENTS,
    BIG,
    JOINT,
    SMALL,
    STATEMENTS,
    Cut,
    Material,
    Never,
    Ready,
    owners,
    percentiles,
)
from agentsensus.base.loop import wait_for
from agentsensus.embed import by_name
from agentsensus.errors import InputError
from agentsensus.language.sentences import sentences
from agentsensus.memory import AsyncMemory, DepositInput
from agentsensus.memory.api import engine_of
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.ids import text_key
from agentsensus.memory.core.search import nearest
from agentsensus.memory.core.writer import Writer
from agentsensus.store.rows import AtomRow, DepositRow, OwnerRow

__all__ = []


_PLAIN = re.compile(r"[A-Z][\w ,;:'\"`()/*=.-]{25,240}[.!?]")


def real_sentences(count: int, source: Path | None = None) -> list[str]:
    """Return up to `count` different sentences from a text file, or from docstrings if `source` is None."""
    different: dict[str, None] = {}
    for text in _texts(source):
        for sentence in _cut(text, source is not None):
            different[sentence] = None
        if len(different) >= count:
            break
    return list(different)[:count]


def _cut(text: str, prose: bool) -> list[str]:
    if prose:
        return sentences(text)
    # Documentation is half code: take only plain prose, which a simple sentence splitter can handle.
    pieces = re.split(r"(?<=[.!?])\s+", " ".join(text.split()))
    return [piece for piece in pieces if _PLAIN.fullmatch(piece)]


def _texts(source: Path | None) -> Iterator[str]:
    if source is not None:
        yield from source.read_text("utf-8").splitlines()
        return
    paths = sysconfig.get_paths()
    for folder in (Path(paths["stdlib"]), Path(paths["purelib"])):
        for path in sorted(folder.rglob("*.py")):
            if folder.name == "site-packages" or "site-packages" not in path.parts:
                yield from _docstrings(path)


def _docstrings(path: Path) -> Iterator[str]:
    try:
        tree = ast.parse(path.read_text("utf-8"))
    except (SyntaxError, UnicodeDecodeError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield from filter(None, [ast.get_docstring(node)])


PEER_ROWS = 20_000
_PEER_CHUNK = 5_000
_PEER_TIMES = 60


def measure_peer(folder: Path, material: Material, rows: int) -> dict[str, Any]:
    """Fill a chromadb collection with the same rows and time the same operations."""
    try:
        import chromadb
        from chromadb.config import Settings as ChromaSettings
    except ImportError:
        raise InputError(
            "the peer is chromadb; pip install 'agentsensus[bench]', or leave it out with --no-peer"
        ) from None
    client = chromadb.PersistentClient(str(folder), ChromaSettings(anonymized_telemetry=False))
    collection = client.create_collection("rows", metadata={"hnsw:space": "cosine"})
    for first in range(0, rows, _PEER_CHUNK):
        _add(collection, material, first, min(rows, first + _PEER_CHUNK), "")
    vectors = material.vectors[material.base :].tolist()
    figures: dict[str, Any] = {
        "recall_big_ms": _peer_median(vectors, lambda v: _query(collection, v, BIG)),
        "recall_small_ms": _peer_median(vectors, lambda v: _query(collection, v, SMALL)),
        "global_ms": _peer_median(vectors, lambda v: _query(collection, v, None)),
        "remember_ms": _peer_remember(collection, material, rows, STATEMENTS),
        "statement_ms": _peer_remember(collection, material, rows + 100_000, 1),
        "save_round_ms": _rounds(collection, material, rows),
    }
    return figures


def _add(collection: Any, material: Material, first: int, last: int, suffix: str) -> None:
    collection.add(
        ids=[f"{n}{suffix}" for n in range(first, last)],
        embeddings=material.rows(first, last),
        documents=material.texts(first, last),
        metadatas=[{f"owner_{AGENTS[owner]}": True} for owner in owners(first, last).tolist()],
    )


def _query(collection: Any, vector: list[float], owner: str | None) -> None:
    where = {f"owner_{owner}": True} if owner else None
    collection.query(query_embeddings=[vector], n_results=5, where=where)


def _peer_median(vectors: list[list[float]], work: Callable[[list[float]], None]) -> float:
    times = []
    for vector in vectors[: _PEER_TIMES + 3]:
        started = time.perf_counter()
        work(vector)
        times.append(time.perf_counter() - started)
    return round(statistics.median(times[3:]) * 1000, 3)


def _peer_remember(collection: Any, material: Material, first: int, statements: int) -> dict[str, float]:
    """Time deposits in chromadb: search for and add each statement in turn, then link the statements of a deposit."""
    times = []
    for number in range(first, first + _PEER_TIMES * statements, statements):
        vectors = material.rows(number, number + statements).tolist()
        ids = [f"{n}-more" for n in range(number, number + statements)]
        texts = material.texts(number, number + statements)
        started = time.perf_counter()
        for id_, vector, text in zip(ids, vectors, texts, strict=True):
            _query(collection, vector, None)
            collection.add(ids=[id_], embeddings=[vector], documents=[text], metadatas=[{f"owner_{BIG}": True}])
        if statements > 1:
            collection.update(ids=ids, metadatas=[{"linked": ",".join(ids)} for _ in ids])
        times.append(time.perf_counter() - started)
    return percentiles(times)


def _rounds(collection: Any, material: Material, rows: int) -> float:
    times = []
    for turn in range(5):
        first = rows + 200_000 + turn * 128
        started = time.perf_counter()
        _add(collection, material, first, first + 128, "-round")
        times.append(time.perf_counter() - started)
    return round(statistics.median(times) * 1000, 3)


BASE, QUERIES = 20_000, 300
_CHUNK = 20_000
_PER_DEPOSIT = 8
_TIMES = 100
Note = Callable[[str], None]


def bench_store(rows: Sequence[int], source: Path | None, peer: bool, note: Note) -> dict[str, dict[str, Any]]:
    """Build and measure a store of each size. Up to 20,000 rows, chromadb is measured too if `peer` is true."""
    material = _material(max(rows), source, note)
    figures = {}
    for count in rows:
        with tempfile.TemporaryDirectory(prefix="agentsensus-bench-") as folder:
            note(f"{count:,} rows: building")
            started = time.perf_counter()
            build(Path(folder) / "store.db", material, count)
            built = time.perf_counter() - started
            note(f"{count:,} rows: measuring")
            # A new process, so that memory use and opening time are those of a finished store.
            with multiprocessing.get_context("spawn").Pool(1) as pool:
                figures[str(count)] = pool.apply(measure, (Path(folder) / "store.db", material, count))
            figures[str(count)]["build_s"] = round(built, 1)
            figures[str(count)]["peer"] = None
            if peer and count <= PEER_ROWS:
                note(f"{count:,} rows: the peer")
                figures[str(count)]["peer"] = measure_peer(Path(folder) / "peer", material, count)
        gc.collect()
    return figures


def _material(rows: int, source: Path | None, note: Note) -> Material:
    note("collecting real sentences")
    sentences = real_sentences(min(rows, BASE) + QUERIES, source)
    if len(sentences) < QUERIES + 100:
        raise InputError(f"only {len(sentences)} sentences found; name a longer text with --sentences")
    note(f"embedding {len(sentences):,} of them")
    vectors = wait_for(by_name("universal").embed(sentences))
    return Material(sentences, vectors, QUERIES)


def build(path: Path, material: Material, rows: int) -> None:
    """Fill a new store in chunks, one round per chunk."""
    embedder = Ready(material.vectors.shape[1])
    memory = AsyncMemory.open(path, embedder=embedder, judge=Never(), atomizer=Cut())
    engine = engine_of(memory)
    for round_, first in enumerate(range(0, rows, _CHUNK), 1):
        last = min(rows, first + _CHUNK)
        _write(engine, engine.writer(round_), material, first, last)
    wait_for(memory.close())


def _write(engine: Engine, writer: Writer, material: Material, first: int, last: int) -> None:
    texts, vectors, whose = material.texts(first, last), material.rows(first, last), owners(first, last).tolist()
    agents = [writer.agent(name) for name in AGENTS]
    for place, (text, vector) in enumerate(zip(texts, vectors, strict=True)):
        owner = whose[place - place % _PER_DEPOSIT]
        if place % _PER_DEPOSIT == 0:
            size = min(_PER_DEPOSIT, last - first - place)
            writer.batch.deposits.append(DepositRow(writer.at, agents[owner], writer.next("atoms"), size, 1, ""))
        key = text_key(text)
        engine.book.give(key, vector)
        row = AtomRow(writer.at, writer.next("deposits") - 1, -1, 0, writer.new_id(AGENTS[owner]), text, "en", "", "")
        atom = writer.atom(row, key, vector)
        writer.batch.owners.append(OwnerRow(writer.at, atom, agents[owner], "witnessed", "", ""))
    engine.commit(writer)


def measure(path: Path, material: Material, rows: int) -> dict[str, Any]:
    """Open a store and time its operations."""
    return wait_for(_measure(path, material, rows))


async def _measure(path: Path, material: Material, rows: int) -> dict[str, Any]:
    embedder = Ready(material.vectors.shape[1])
    queries = material.sentences[material.base :]
    embedder.keep(queries, material.vectors[material.base :])
    started = time.perf_counter()
    memory = AsyncMemory.open(path, embedder=embedder, judge=Never(), atomizer=Cut())
    await memory.recall(SMALL, queries[0])
    reopen = time.perf_counter() - started
    engine, middle = engine_of(memory), max(1, memory.round // 2)
    vectors = material.vectors[material.base :]
    figures: dict[str, Any] = {
        "recall_big_ms": await _median(queries, lambda q: memory.recall(BIG, q)),
        "recall_small_ms": await _median(queries, lambda q: memory.recall(SMALL, q)),
        "as_of_ms": await _median(queries, lambda q: memory.recall(SMALL, q, at=middle)),
        "global_ms": _global_ms(engine, vectors),
        "global_recall": _global_recall(engine, vectors[:50]),
        "reopen_s": round(reopen, 3),
        "rss_mb": rss_mb(),
        "disk_mb": round(sum(file.stat().st_size for file in path.parent.glob("store.db*")) / 1e6),
        "engine": engine.matrix.kind,
    }
    figures["remember_ms"] = await _remember(memory, embedder, material, rows, STATEMENTS)
    figures["statement_ms"] = await _remember(memory, embedder, material, rows + 100_000, 1)
    figures["save_round_ms"] = await _save_round(memory, embedder, material, rows)
    await memory.close()
    return figures


async def _median(queries: Sequence[str], work: Callable[[str], Awaitable[object]]) -> float:
    times = []
    for query in queries[: _TIMES + 5]:
        started = time.perf_counter()
        await work(query)
        times.append(time.perf_counter() - started)
    return _ms(statistics.median(times[5:]))


def _global_ms(engine: Engine, vectors: Any) -> float:
    times = []
    for vector in vectors[: _TIMES + 3]:
        started = time.perf_counter()
        nearest(engine, vector, 5, engine.view())
        times.append(time.perf_counter() - started)
    return _ms(statistics.median(times[3:]))


def _global_recall(engine: Engine, vectors: Any) -> float:
    """Return the share of the true five nearest rows that the global search finds."""
    every = np.arange(engine.view().atoms)
    hits = 0
    for vector in vectors:
        exact, _ = engine.matrix.nearest_of(every, vector, 5, last=len(every))
        quick, _ = engine.matrix.nearest(vector, 5, first=0, last=len(every))
        hits += len(set(exact.tolist()) & set(quick.tolist()))
    return round(hits / (5 * len(vectors)), 4)


async def _remember(
    memory: AsyncMemory, embedder: Ready, material: Material, first: int, statements: int
) -> dict[str, float]:
    """Time deposits with `statements` statements each, from search to commit."""
    times = []
    for number in range(first, first + _TIMES * statements, statements):
        texts = [f"{text} once more." for text in material.texts(number, number + statements)]
        embedder.keep(texts, material.rows(number, number + statements))
        started = time.perf_counter()
        await memory.remember(BIG, JOINT.join(texts))
        times.append(time.perf_counter() - started)
    return percentiles(times)


async def _save_round(memory: AsyncMemory, embedder: Ready, material: Material, rows: int) -> float:
    """Time the commit of a round in which 32 agents deposit four statements each, without matching and judging."""
    times: list[float] = []
    engine = engine_of(memory)
    commit = engine.commit

    def timed(*args: Any, **options: Any) -> None:
        started = time.perf_counter()
        commit(*args, **options)
        times.append(time.perf_counter() - started)

    engine.commit = timed  # type: ignore[method-assign]  # times each commit
    for turn in range(9):
        first = rows + 200_000 + turn * 128
        texts = [f"{text} in a round" for text in material.texts(first, first + 128)]
        embedder.keep(texts, material.rows(first, first + 128))
        deposits = [DepositInput(f"agent{n % 30:02d}", text, number=n) for n, text in enumerate(texts)]
        await memory.remember_many(deposits, at=memory.round + 1)
    return _ms(statistics.median(times))


def rss_mb() -> int:
    """Return the memory of this process in megabytes."""
    for line in Path("/proc/self/status").read_text().splitlines() if Path("/proc/self/status").exists() else ():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) // 1024
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 3)
