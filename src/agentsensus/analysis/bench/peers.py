"""Measure the same deposits and questions in several memories: this one, mem0, chromadb, LangGraph's store and BM25.

The deposits are the events of a world, each told by up to four witnesses in different words. The questions are wordings
of the same events that no witness uses. Every memory runs in a process of its own, with the same embedder.
"""

import importlib
import multiprocessing
import os
import resource
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any, Protocol

from pydantic import BaseModel, ConfigDict

from agentsensus.analysis.bench.recall import bm25_scores
from agentsensus.base.loop import wait_for
from agentsensus.embed import Embedder, by_name
from agentsensus.errors import InputError
from agentsensus.language.terms import terms
from agentsensus.memory import Memory
from agentsensus.worlds.scenario import Scenario, load

__all__ = ["PeerFigures", "bench_peers"]

SHOWN = 5
_WITNESSES = 4
_ALL = "all"
"""The session id under which mem0 keeps every row, so that all agents' rows can be searched together."""


class PeerFigures(BaseModel):
    """The figures of one memory. None where they do not apply, all None if the package is not installed.

    `found_by_all` and `found_by_one` are the shares of questions whose event is among the first five rows, searching
    the rows of all agents or those of one witness. `repeats` is the mean number of these five rows whose
    event a row above them tells already. Times are processor time, including embedding.
    """

    model_config = ConfigDict(frozen=True)

    name: str
    version: str
    rows: int | None = None
    found_by_all: float | None = None
    found_by_one: float | None = None
    repeats: float | None = None
    deposit_ms: float | None = None
    search_ms: float | None = None
    memory_mb: float | None = None
    disk_mb: float | None = None


class _PeerDeposit(BaseModel):
    model_config = ConfigDict(frozen=True)

    agent: str
    text: str
    event: str


class _PeerQuestion(BaseModel):
    model_config = ConfigDict(frozen=True)

    text: str
    event: str
    witness: str


class _PeerMaterial(BaseModel):
    """The deposits and the questions. `names` are the aliases of each person, for memories that take them."""

    model_config = ConfigDict(frozen=True)

    deposits: tuple[_PeerDeposit, ...]
    questions: tuple[_PeerQuestion, ...]
    names: dict[str, tuple[str, ...]]


class _PeerMemory(Protocol):
    """A memory under test."""

    def add(self, agent: str, text: str) -> None: ...

    def search(self, query: str, agent: str | None) -> list[str]:
        """Return the texts of the first five rows: of one agent, or of all agents if `agent` is None."""
        ...

    def rows(self) -> int: ...


def bench_peers(
    world: str = "hamlet", embedder: str = "universal", note: Callable[[str], None] = lambda _: None
) -> list[PeerFigures]:
    """Measure every memory whose package is installed, one after the other."""
    material = _material(load(world))
    figures = []
    for name, (package, _) in _PEERS.items():
        note(name)
        version = _version(package)
        if version is None:
            figures.append(PeerFigures(name=name, version="not installed"))
            continue
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            figures.append(pool.apply(_measured, (name, version, embedder, material)))
    return figures


def _version(package: str) -> str | None:
    if not package:
        return ""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _material(scenario: Scenario) -> _PeerMaterial:
    deposits, questions = [], []
    for event in scenario.events:
        ways = (event.text, *event.tellings)
        told = list(zip(event.witnesses[:_WITNESSES], range(_WITNESSES), strict=False))
        deposits += [_PeerDeposit(agent=agent, text=ways[n % len(ways)], event=event.id) for agent, n in told]
        if told:
            questions += [_PeerQuestion(text=text, event=event.id, witness=told[0][0]) for text in event.kept_back]
    if not questions:
        raise InputError("this world keeps no wordings back for questions (≈ in scenes.md); take a shipped world")
    names = {id_: (each.name, *each.aliases) for id_, each in scenario.characters.items()}
    return _PeerMaterial(deposits=tuple(deposits), questions=tuple(questions), names=names)


def _measured(name: str, version: str, embedder: str, material: _PeerMaterial) -> PeerFigures:
    """Fill one memory and ask it every question. Runs in a process of its own."""
    model = by_name(embedder)
    _vectors(model, ["warm up"])
    with tempfile.TemporaryDirectory(prefix="agentsensus-peers-") as folder:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        memory = _PEERS[name][1](Path(folder), model, material)
        started = time.process_time()
        for deposit in material.deposits:
            memory.add(deposit.agent, deposit.text)
        filled = time.process_time()
        by_all = [memory.search(question.text, None) for question in material.questions]
        by_one = [memory.search(question.text, question.witness) for question in material.questions]
        ended = time.process_time()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        disk = sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file())
        rows = memory.rows()
    events = _events(material)
    return PeerFigures(
        name=name,
        version=version,
        rows=rows,
        found_by_all=_found(material.questions, by_all, events),
        found_by_one=_found(material.questions, by_one, events),
        repeats=round(sum(_repeats(texts, events) for texts in by_all) / len(by_all), 2),
        deposit_ms=round(1000 * (filled - started) / len(material.deposits), 2),
        search_ms=round(1000 * (ended - filled) / (2 * len(material.questions)), 2),
        memory_mb=round((peak - before) / 1024, 1),
        disk_mb=round(disk / 1e6, 2) or None,
    )


def _events(material: _PeerMaterial) -> dict[str, str]:
    return {deposit.text: deposit.event for deposit in material.deposits}


def _found(questions: Sequence[_PeerQuestion], answers: Sequence[list[str]], events: dict[str, str]) -> float:
    hits = (
        question.event in {events.get(text) for text in texts}
        for question, texts in zip(questions, answers, strict=True)
    )
    return round(sum(hits) / len(questions), 4)


def _repeats(texts: Sequence[str], events: dict[str, str]) -> int:
    return len(texts) - len({events.get(text, text) for text in texts})


def _vectors(embedder: Embedder, texts: Sequence[str]) -> Any:
    return wait_for(embedder.embed(texts))


class _Ours:
    def __init__(self, folder: Path, embedder: Embedder, material: _PeerMaterial) -> None:
        # The deposits are single statements; cutting them would only make rows harder to recognise.
        self._memory = Memory.open(
            folder / "memory.db", embedder=embedder, names={k: list(v) for k, v in material.names.items()}
        )

    def add(self, agent: str, text: str) -> None:
        self._memory.remember(agent, text, cut=False)

    def search(self, query: str, agent: str | None) -> list[str]:
        if agent is None:
            return [found.text for found in self._memory.search(query, k=SHOWN)]
        return [hit.text for hit in self._memory.recall(agent, query, k=SHOWN).hits]

    def rows(self) -> int:
        return len(self._memory.records())


class _Mem0:
    def __init__(self, folder: Path, embedder: Embedder, material: _PeerMaterial) -> None:
        os.environ["MEM0_TELEMETRY"] = "False"
        os.environ["MEM0_DIR"] = str(folder / "mem0")
        config = {
            "vector_store": {
                "provider": "qdrant",
                "config": {
                    "path": str(folder / "qdrant"),
                    "collection_name": "rows",
                    "embedding_model_dims": embedder.dim,
                    "on_disk": True,
                },
            },
            # Neither is asked: texts are stored as they are, and the embedder is replaced below.
            "llm": {"provider": "openai", "config": {"api_key": "unused"}},
            "embedder": {"provider": "openai", "config": {"api_key": "unused"}},
            "history_db_path": str(folder / "history.db"),
        }
        self._memory = importlib.import_module("mem0").Memory.from_config(config)
        self._memory.embedding_model = _ForMem0(embedder)
        self._added = 0

    def add(self, agent: str, text: str) -> None:
        self._memory.add(text, agent_id=agent, run_id=_ALL, infer=False)
        self._added += 1

    def search(self, query: str, agent: str | None) -> list[str]:
        filters = {"run_id": _ALL} if agent is None else {"run_id": _ALL, "agent_id": agent}
        found = self._memory.search(query, filters=filters, top_k=SHOWN, threshold=0.0)
        return [each["memory"] for each in found["results"]]

    def rows(self) -> int:
        return len(self._memory.get_all(filters={"run_id": _ALL}, top_k=100_000)["results"])


class _ForMem0:
    """Our embedder in the form that mem0 calls."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self.config = type("Config", (), {"embedding_dims": embedder.dim})()

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        return [float(x) for x in _vectors(self._embedder, [text])[0]]

    def embed_batch(self, texts: Sequence[str], memory_action: str = "add") -> list[list[float]]:
        return [[float(x) for x in row] for row in _vectors(self._embedder, list(texts))]


class _Chroma:
    def __init__(self, folder: Path, embedder: Embedder, material: _PeerMaterial) -> None:
        chromadb = importlib.import_module("chromadb")
        config = importlib.import_module("chromadb.config")
        client = chromadb.PersistentClient(str(folder), config.Settings(anonymized_telemetry=False))
        self._rows = client.create_collection("rows", metadata={"hnsw:space": "cosine"})
        self._embedder = embedder

    def add(self, agent: str, text: str) -> None:
        vector = _vectors(self._embedder, [text])
        id_ = str(self._rows.count())
        self._rows.add(ids=[id_], embeddings=vector.tolist(), documents=[text], metadatas=[{"agent": agent}])

    def search(self, query: str, agent: str | None) -> list[str]:
        vector = _vectors(self._embedder, [query])
        where = None if agent is None else {"agent": agent}
        found = self._rows.query(query_embeddings=vector.tolist(), n_results=SHOWN, where=where)
        return list(found["documents"][0])

    def rows(self) -> int:
        return int(self._rows.count())


class _LangGraph:
    def __init__(self, folder: Path, embedder: Embedder, material: _PeerMaterial) -> None:
        store = importlib.import_module("langgraph.store.memory")
        index = {
            "dims": embedder.dim,
            "embed": lambda texts: _vectors(embedder, list(texts)).tolist(),
            "fields": ["text"],
        }
        self._store = store.InMemoryStore(index=index)
        self._count = 0

    def add(self, agent: str, text: str) -> None:
        self._store.put(("agents", agent), str(self._count), {"text": text})
        self._count += 1

    def search(self, query: str, agent: str | None) -> list[str]:
        within = ("agents",) if agent is None else ("agents", agent)
        return [item.value["text"] for item in self._store.search(within, query=query, limit=SHOWN)]

    def rows(self) -> int:
        return self._count


class _Bm25:
    def __init__(self, folder: Path, embedder: Embedder, material: _PeerMaterial) -> None:
        self._rows: list[tuple[str, str, Counter[str]]] = []

    def add(self, agent: str, text: str) -> None:
        self._rows.append((agent, text, Counter(terms(text))))

    def search(self, query: str, agent: str | None) -> list[str]:
        rows = [row for row in self._rows if agent is None or row[0] == agent]
        scores = bm25_scores([words for _, _, words in rows], query)
        order = sorted(range(len(rows)), key=lambda n: -scores[n])[:SHOWN]
        return [rows[n][1] for n in order]

    def rows(self) -> int:
        return len(self._rows)


_PEERS: dict[str, tuple[str, Callable[[Path, Embedder, _PeerMaterial], _PeerMemory]]] = {
    "Agentsensus": ("agentsensus", _Ours),
    "mem0 (infer=False)": ("mem0ai", _Mem0),
    "chromadb": ("chromadb", _Chroma),
    "LangGraph InMemoryStore": ("langgraph-checkpoint", _LangGraph),
    "BM25": ("", _Bm25),
}
"""By name: the package that must be installed (none for BM25), and the memory."""
