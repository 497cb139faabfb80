"""The same work by chromadb, the extra `bench`: top five of everything before a row is added, owners as metadata."""

import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from agentsensus.bench.material import AGENTS, BIG, SMALL, STATEMENTS, Material, owners, percentiles
from agentsensus.errors import InputError

PEER_ROWS = 20_000
_CHUNK = 5_000
_TIMES = 60


def measure_peer(folder: Path, material: Material, rows: int) -> dict[str, Any]:
    """Fill a chromadb collection with the same rows and time the same things."""
    try:
        import chromadb
        from chromadb.config import Settings as ChromaSettings
    except ImportError:
        raise InputError(
            "the peer is chromadb; pip install 'agentsensus[bench]', or leave it out with --no-peer"
        ) from None
    client = chromadb.PersistentClient(str(folder), ChromaSettings(anonymized_telemetry=False))
    collection = client.create_collection("rows", metadata={"hnsw:space": "cosine"})
    for first in range(0, rows, _CHUNK):
        _add(collection, material, first, min(rows, first + _CHUNK), "")
    vectors = material.vectors[material.base :].tolist()
    figures: dict[str, Any] = {
        "recall_big_ms": _median(vectors, lambda v: _query(collection, v, BIG)),
        "recall_small_ms": _median(vectors, lambda v: _query(collection, v, SMALL)),
        "global_ms": _median(vectors, lambda v: _query(collection, v, None)),
        "remember_ms": _remember(collection, material, rows, STATEMENTS),
        "statement_ms": _remember(collection, material, rows + 100_000, 1),
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


def _median(vectors: list[list[float]], work: Callable[[list[float]], None]) -> float:
    times = []
    for vector in vectors[: _TIMES + 3]:
        started = time.perf_counter()
        work(vector)
        times.append(time.perf_counter() - started)
    return round(statistics.median(times[3:]) * 1000, 3)


def _remember(collection: Any, material: Material, first: int, statements: int) -> dict[str, float]:
    """Each statement is looked for and added in turn, so that the next can meet it; then they are linked."""
    times = []
    for number in range(first, first + _TIMES * statements, statements):
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
