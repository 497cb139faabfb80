"""Load test of a memory with many agents: async, in threads, and with chromadb, each in its own process."""

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from pydantic import BaseModel

from agentsensus.base.loop import run_here, wait_for
from agentsensus.embed import Embedder, by_name
from agentsensus.language.caching import forget_texts
from agentsensus.memory import AsyncMemory, Memory

BEAT = 0.005
_IDLE_SECONDS = 1.0
QUESTION = "which service failed?"
_SENTENCES = (
    "Agent {agent} found that the payment service failed with code {count}.",
    "Customer {count} asked agent {agent} for a refund of the annual plan.",
    "The nightly backup of host {host} took {count} minutes.",
    "Agent {agent} moved the staging database to port {count}.",
    "Invoice {count} was sent to the wrong address.",
    "The meeting about release {count} was put off until Friday.",
    "Host {host} ran out of disk space while agent {agent} was on call.",
    "Agent {agent} merged the fix for ticket {count} into the main branch.",
)


class Milliseconds(BaseModel):
    """Percentiles of a duration in milliseconds."""

    p50: float
    p99: float
    max: float


class ServiceFigures(BaseModel):
    """The figures of one method (async, threads or chromadb).

    `heartbeat_ms` is the lateness of a 5 ms timer on the event loop. On a busy machine `processor_seconds` (CPU time of
    the process) says more than `seconds`, and `between_beats_ms` (CPU time between two beats) more than the lateness,
    which includes waiting for other processes.
    """

    seconds: float
    processor_seconds: float
    operations_per_second: float
    remember_ms: Milliseconds
    recall_ms: Milliseconds
    heartbeat_ms: Milliseconds | None = None
    between_beats_ms: Milliseconds | None = None


class ServiceBench(BaseModel):
    """The figures of all methods. `peer` is None without chromadb; `idle_heartbeat_ms` is the timer's lateness without
    load."""

    agents: int
    operations: int
    embedder: str
    idle_heartbeat_ms: Milliseconds
    asynchronous: ServiceFigures
    threads: ServiceFigures
    peer: ServiceFigures | None


@dataclass
class _Times:
    """The measured durations."""

    remember: list[float] = field(default_factory=list)
    recall: list[float] = field(default_factory=list)
    lags: list[float] = field(default_factory=list)
    between_beats: list[float] = field(default_factory=list)
    began: float = field(default_factory=time.perf_counter)
    began_computing: float = field(default_factory=time.process_time)

    def figures(self) -> ServiceFigures:
        seconds = time.perf_counter() - self.began
        return ServiceFigures(
            seconds=round(seconds, 3),
            processor_seconds=round(time.process_time() - self.began_computing, 3),
            operations_per_second=round((len(self.remember) + len(self.recall)) / seconds, 1),
            remember_ms=percentiles_of(self.remember),
            recall_ms=percentiles_of(self.recall),
            heartbeat_ms=percentiles_of(self.lags) if self.lags else None,
            between_beats_ms=percentiles_of(self.between_beats) if self.between_beats else None,
        )


def bench_service(agents: int, deposits: int, embedder: str, say: Callable[[str], None]) -> ServiceBench:
    """Let every agent remember and recall `deposits` times, all agents at once, with each method."""
    load = Load(agents, deposits)
    model = by_name(embedder)
    warm_up(model)
    with TemporaryDirectory() as folder:
        idle = run_here(_idle())
        say("an asynchronous program")
        asynchronous = run_here(_asynchronous(load, Path(folder) / "asynchronous.db", model))
        say("the same work in threads")
        forget_texts()  # each method starts with a cold cache
        threads = _in_threads(load, Path(folder) / "threads.db", model)
        say("chromadb in threads")
        peer = chromadb_in_threads(load, Path(folder) / "chroma", model)
    return ServiceBench(
        agents=agents,
        operations=2 * agents * deposits,
        embedder=embedder,
        idle_heartbeat_ms=idle,
        asynchronous=asynchronous,
        threads=threads,
        peer=peer,
    )


def warm_up(embedder: Embedder) -> None:
    """Load the model, the vocabulary and the weights before anything is timed."""
    with Memory.open(embedder=embedder) as memory:
        for text in Load(1, 2 * len(_SENTENCES)).texts(0):
            memory.remember("warm", text)
        memory.recall("warm", QUESTION)
    forget_texts()


@dataclass(frozen=True)
class Load:
    """How many agents there are, and how many deposits each makes."""

    agents: int
    deposits: int

    def texts(self, agent: int) -> Iterator[str]:
        """Yield the deposits of an agent."""
        for number in range(self.deposits):
            count = agent * 7 + number
            yield _SENTENCES[count % len(_SENTENCES)].format(agent=agent, count=count, host=count % 13)


async def _asynchronous(load: Load, file: Path, embedder: Embedder) -> ServiceFigures:
    async with AsyncMemory.open(file, embedder=embedder) as memory:
        times = _Times()

        async def agent(number: int) -> None:
            for text in load.texts(number):
                with _timed(times.remember):
                    await memory.remember(f"agent {number}", text)
                with _timed(times.recall):
                    await memory.recall(f"agent {number}", QUESTION)

        heart = asyncio.create_task(_beat(times))
        await asyncio.gather(*(agent(number) for number in range(load.agents)))
        heart.cancel()
        return times.figures()


async def _idle() -> Milliseconds:
    times = _Times()
    heart = asyncio.create_task(_beat(times))
    await asyncio.sleep(_IDLE_SECONDS)
    heart.cancel()
    return percentiles_of(times.lags)


async def _beat(times: _Times) -> None:
    """Record the lateness and the CPU time of a 5 ms timer, until cancelled."""
    while True:
        due, computed = time.perf_counter() + BEAT, time.process_time()
        await asyncio.sleep(BEAT)
        times.lags.append(max(0.0, time.perf_counter() - due))
        times.between_beats.append(time.process_time() - computed)


def _in_threads(load: Load, file: Path, embedder: Embedder) -> ServiceFigures:
    with Memory.open(file, embedder=embedder) as memory:
        return _all_agents(
            load,
            lambda number, text: memory.remember(f"agent {number}", text),
            lambda number: memory.recall(f"agent {number}", QUESTION),
        )


def chromadb_in_threads(load: Load, folder: Path, embedder: Embedder) -> ServiceFigures | None:
    """Do the same work in chromadb, with the same vectors and with owners as metadata, without merging. Returns None if
    chromadb is not installed."""
    try:
        import chromadb
        from chromadb.config import Settings as ChromaSettings
    except ImportError:
        return None
    client = chromadb.PersistentClient(str(folder), ChromaSettings(anonymized_telemetry=False))
    rows: Any = client.create_collection("rows", metadata={"hnsw:space": "cosine"})

    def vector(text: str) -> list[list[float]]:
        vectors: list[list[float]] = wait_for(embedder.embed([text])).tolist()
        return vectors

    def remember(number: int, text: str) -> None:
        rows.add(ids=[f"{number}: {text}"], embeddings=vector(text), documents=[text], metadatas=[{"owner": number}])

    def recall(number: int) -> None:
        rows.query(query_embeddings=vector(QUESTION), n_results=5, where={"owner": number})

    return _all_agents(load, remember, recall)


def _all_agents(load: Load, remember: Callable[[int, str], object], recall: Callable[[int], object]) -> ServiceFigures:
    """Run every agent in its own thread."""
    times = _Times()

    def agent(number: int) -> None:
        for text in load.texts(number):
            with _timed(times.remember):
                remember(number, text)
            with _timed(times.recall):
                recall(number)

    with ThreadPoolExecutor(load.agents) as pool:
        list(pool.map(agent, range(load.agents)))
    return times.figures()


@contextmanager
def _timed(times: list[float]) -> Iterator[None]:
    began = time.perf_counter()
    yield
    times.append(time.perf_counter() - began)


def percentiles_of(seconds: list[float]) -> Milliseconds:
    """Return percentiles of durations given in seconds."""
    p50, p99, most = (round(float(value) * 1000, 2) for value in np.percentile(np.array(seconds), [50, 99, 100]))
    return Milliseconds(p50=p50, p99=p99, max=most)


def as_rows(bench: ServiceBench) -> list[tuple[str, dict[str, Any]]]:
    """Return the measured methods, each with its name."""
    ways = {"asynchronous": bench.asynchronous, "threads": bench.threads, "chromadb in threads": bench.peer}
    return [(name, way.model_dump()) for name, way in ways.items() if way is not None]
