"""Load test of worker processes that share one store: a PostgreSQL database, beside a file and chromadb."""

import multiprocessing
import secrets
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pydantic import BaseModel

from agentsensus.analysis.bench.service import (
    QUESTION,
    Load,
    Milliseconds,
    ServiceFigures,
    chromadb_in_threads,
    percentiles_of,
    warm_up,
)
from agentsensus.analysis.bench.store import rss_mb
from agentsensus.base.addresses import shown_address
from agentsensus.embed import by_name
from agentsensus.memory import Memory

__all__ = ["WorkerBench", "WorkerFigures", "bench_workers"]

_PATIENCE = 600


class WorkerFigures(BaseModel):
    """The figures of one number of workers. `worker_mb` is the memory of the largest worker at the end."""

    workers: int
    deposits_per_second: float
    recalls_per_second: float
    remember_ms: Milliseconds
    recall_ms: Milliseconds
    worker_mb: int


class WorkerBench(BaseModel):
    """A file with one worker, a database with several numbers of workers, and chromadb (None if not installed)."""

    store: str
    agents: int
    deposits: int
    embedder: str
    file: WorkerFigures
    database: list[WorkerFigures]
    recall_times_of_file: float
    peer: ServiceFigures | None


class _WorkerTimes(BaseModel):
    """What a worker measured: durations of calls, in seconds, and its memory."""

    remember: list[float]
    recall: list[float]
    remember_seconds: float
    recall_seconds: float
    mb: int


def bench_workers(
    store: str, workers: Sequence[int], agents: int, deposits: int, embedder: str, say: Callable[[str], None]
) -> WorkerBench:
    """Let agents deposit, then recall, in each number of workers on the database, in one worker on a file, and in
    chromadb.

    Each number of workers gets a new space, which is deleted afterwards.
    """
    load = Load(agents, deposits)
    with TemporaryDirectory() as folder:
        say("a file, one worker")
        file = _measured(str(Path(folder) / "memory.db"), "main", 1, load, embedder)
        database = []
        for count in workers:
            say(f"the database, {count} workers")
            space = f"bench-{secrets.token_hex(4)}"
            try:
                database.append(_measured(store, space, count, load, embedder))
            finally:
                if space in Memory.spaces(store):
                    Memory.delete_space(store, space)
        say("chromadb in threads")
        model = by_name(embedder)
        warm_up(model)
        peer = chromadb_in_threads(load, Path(folder) / "chroma", model)
    return WorkerBench(
        store=shown_address(store),
        agents=agents,
        deposits=deposits,
        embedder=embedder,
        file=file,
        database=database,
        recall_times_of_file=round(database[0].recall_ms.p50 / max(file.recall_ms.p50, 1e-3), 2),
        peer=peer,
    )


def _measured(where: str, space: str, workers: int, load: Load, embedder: str) -> WorkerFigures:
    """Share the agents among worker processes that start together."""
    spawn = multiprocessing.get_context("spawn")
    barrier, answers = spawn.Barrier(workers), spawn.Queue()
    parts = [range(number, load.agents, workers) for number in range(workers)]
    processes = [
        spawn.Process(target=_work, args=(where, space, load, part, embedder, barrier, answers)) for part in parts
    ]
    for process in processes:
        process.start()
    try:
        times = [_WorkerTimes.model_validate_json(answers.get(timeout=_PATIENCE)) for _ in processes]
    finally:
        for process in processes:
            process.join(timeout=10)
            process.kill()
    calls = load.agents * load.deposits
    return WorkerFigures(
        workers=workers,
        deposits_per_second=round(calls / max(each.remember_seconds for each in times), 1),
        recalls_per_second=round(calls / max(each.recall_seconds for each in times), 1),
        remember_ms=percentiles_of([second for each in times for second in each.remember]),
        recall_ms=percentiles_of([second for each in times for second in each.recall]),
        worker_mb=max(each.mb for each in times),
    )


def _work(where: str, space: str, load: Load, agents: Sequence[int], embedder: str, barrier: Any, answers: Any) -> None:
    """Be one worker: all deposits of its agents, then, when every worker is done, all recalls."""
    model = by_name(embedder)
    warm_up(model)
    with Memory.open(where, space=space, embedder=model) as memory:
        barrier.wait()
        began = time.perf_counter()
        remember = [
            _seconds(lambda who=number, words=text: memory.remember(f"agent {who}", words))  # type: ignore[misc]
            for number in agents
            for text in load.texts(number)
        ]
        middle = time.perf_counter()
        barrier.wait()
        start = time.perf_counter()
        recall = [
            _seconds(lambda who=number: memory.recall(f"agent {who}", QUESTION))  # type: ignore[misc]
            for number in agents
            for _ in range(load.deposits)
        ]
        end = time.perf_counter()
        times = _WorkerTimes(
            remember=remember, recall=recall, remember_seconds=middle - began, recall_seconds=end - start, mb=rss_mb()
        )
    answers.put(times.model_dump_json())


def _seconds(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    call()
    return time.perf_counter() - began
