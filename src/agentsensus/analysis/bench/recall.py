"""Measure recall on conversations with questions: the share of answering turns among the first results.

The file has the format of LoCoMo: a list of conversations, each with sessions of turns (`dia_id`, `speaker`, `text`)
and questions with the turns that answer them (`evidence`).
"""

import asyncio
import json
import math
import re
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeAlias
from uuid import uuid4

import numpy as np
from pydantic import BaseModel, ConfigDict

from agentsensus.base.files import as_path, parse_json, read_text
from agentsensus.base.loop import wait_for
from agentsensus.embed import Embedder, by_name
from agentsensus.errors import InputError
from agentsensus.language.terms import terms
from agentsensus.memory import AsyncMemory
from agentsensus.memory.core.vector_book import embedded
from agentsensus.models.tokens import tokens

__all__ = ["RecallFigures", "bench_recall", "bm25_scores"]

_CATEGORIES = (1, 2, 3, 4)
"""The categories of questions that the conversation answers. Questions of category 5 have no answer in it."""
_TURN = re.compile(r"D\d+:\d+")
_CUTS = (5, 10)
_HITS = 40
_TOKENS = 4_000
_READER = "reader"


class RecallFigures(BaseModel):
    """The figures of one search method: the mean share of gold turns among the first 5 and 10, and the tokens of the
    first 10."""

    model_config = ConfigDict(frozen=True)

    name: str
    questions: int
    recall_at_5: float
    recall_at_10: float
    tokens: float


class _SpokenTurn(BaseModel):
    model_config = ConfigDict(frozen=True)

    id: str
    session: int
    speaker: str
    text: str

    @property
    def line(self) -> str:
        return f"{self.speaker}: {self.text}"


class _AskedQuestion(BaseModel):
    model_config = ConfigDict(frozen=True)

    text: str
    gold: frozenset[str]


class _Conversation(BaseModel):
    model_config = ConfigDict(frozen=True)

    turns: tuple[_SpokenTurn, ...]
    questions: tuple[_AskedQuestion, ...]


Ranking: TypeAlias = list[tuple[str, str]]
"""The turns found, best first, each with the text shown for it. A turn may occur more than once."""
Searcher: TypeAlias = Callable[[_Conversation], Awaitable[dict[str, list[Ranking]]]]
"""A function that answers the questions of a conversation by one or more search methods, keyed by method name."""


def bench_recall(
    file: Path, embedder: str = "universal", note: Callable[[str], None] = lambda _: None
) -> list[RecallFigures]:
    """Measure every search method on the conversations of a file."""
    return wait_for(_bench(_conversations(as_path(file)), by_name(embedder), note))


async def _bench(
    conversations: Sequence[_Conversation], embedder: Embedder, note: Callable[[str], None]
) -> list[RecallFigures]:
    searchers: list[tuple[str, Searcher]] = [
        ("ours", lambda each: _ours(each, embedder)),
        ("BM25", _bm25),
        ("cosine", lambda each: _cosine(each, embedder)),
        ("chromadb", lambda each: _chroma(each, embedder)),
    ]
    shares: dict[str, list[tuple[float, float, int]]] = {}
    for number, each in enumerate(conversations, 1):
        for name, search in searchers:
            note(f"conversation {number} of {len(conversations)}: {name}")
            for way, rankings in (await search(each)).items():
                answered = zip(each.questions, rankings, strict=True)
                shares.setdefault(way, []).extend(_shares(question, ranking) for question, ranking in answered)
    return [_figures(name, rows) for name, rows in shares.items()]


def _shares(question: _AskedQuestion, ranking: Ranking) -> tuple[float, float, int]:
    """Return the share of gold turns among the first 5 and 10 distinct turns, and the tokens up to the tenth."""
    seen: list[str] = []
    spent = 0
    for turn, text in ranking:
        if turn not in seen:
            if len(seen) == _CUTS[-1]:
                break
            seen.append(turn)
        spent += tokens(text)
    first, last = (len(question.gold.intersection(seen[:cut])) / len(question.gold) for cut in _CUTS)
    return first, last, spent


def _figures(name: str, rows: Sequence[tuple[float, float, int]]) -> RecallFigures:
    first, last, spent = (float(np.mean(column)) for column in zip(*rows, strict=True))
    return RecallFigures(
        name=name,
        questions=len(rows),
        recall_at_5=round(first, 4),
        recall_at_10=round(last, 4),
        tokens=round(spent, 1),
    )


async def _ours(conversation: _Conversation, embedder: Embedder) -> dict[str, list[Ranking]]:
    """Deposit the sessions as messages of one reader, then recall by words and vectors, and by vectors alone."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "memory.db"
        turn_of: dict[str, str] = {}
        async with AsyncMemory.open(path, embedder=embedder) as memory:
            for session in sorted({turn.session for turn in conversation.turns}):
                turns = [turn for turn in conversation.turns if turn.session == session]
                messages = [{"name": turn.speaker, "content": turn.text} for turn in turns]
                receipts = await memory.remember_messages(_READER, messages, at=session)
                turn_of |= {id_: turn.id for turn, receipt in zip(turns, receipts, strict=True) for id_ in receipt.ids}
            hybrid = await _recalled(memory, conversation, turn_of)
        async with AsyncMemory.open(path, embedder=embedder, settings={"recall": "dense"}, read_only=True) as memory:
            dense = await _recalled(memory, conversation, turn_of)
    return {"ours": hybrid, 'ours, recall="dense"': dense}


async def _recalled(memory: AsyncMemory, conversation: _Conversation, turn_of: dict[str, str]) -> list[Ranking]:
    rankings = []
    for question in conversation.questions:
        found = await memory.recall(_READER, question.text, k=_HITS, max_tokens=_TOKENS)
        rankings.append([(turn_of[hit.id], hit.text) for hit in found.hits])
    return rankings


async def _bm25(conversation: _Conversation) -> dict[str, list[Ranking]]:
    documents = [Counter(terms(turn.line)) for turn in conversation.turns]
    rankings = [_best(conversation, bm25_scores(documents, question.text)) for question in conversation.questions]
    return {'BM25 over "speaker: text"': rankings}


def bm25_scores(documents: Sequence[Counter[str]], query: str) -> Any:
    """Return the BM25 score (k1 = 1.2, b = 0.75) of each document, given as counts of its terms."""
    lengths = np.array([document.total() for document in documents])
    scores = np.zeros(len(documents))
    for term in sorted(set(terms(query))):
        held = np.array([document[term] for document in documents])
        matching = np.count_nonzero(held)
        weight = math.log(1 + (len(documents) - matching + 0.5) / (matching + 0.5))
        scores += weight * held * 2.2 / (held + 1.2 * (0.25 + 0.75 * lengths / lengths.mean()))
    return scores


async def _cosine(conversation: _Conversation, embedder: Embedder) -> dict[str, list[Ranking]]:
    rows = await embedded(embedder, [turn.line for turn in conversation.turns])
    queries = await embedded(embedder, [question.text for question in conversation.questions])
    return {'cosine over "speaker: text"': [_best(conversation, rows @ query) for query in queries]}


def _best(conversation: _Conversation, scores: Any) -> Ranking:
    order = np.argsort(-np.round(scores, 6), kind="stable")[: _CUTS[-1]]
    return [(conversation.turns[place].id, conversation.turns[place].line) for place in order.tolist()]


async def _chroma(conversation: _Conversation, embedder: Embedder) -> dict[str, list[Ranking]]:
    """Search the turns in a chromadb collection with the same vectors. Returns {} if chromadb is not installed."""
    try:
        import chromadb
        from chromadb.config import Settings as ChromaSettings
    except ImportError:
        return {}
    client = chromadb.EphemeralClient(ChromaSettings(anonymized_telemetry=False))
    name = f"bench-{uuid4().hex}"
    collection: Any = client.create_collection(name, metadata={"hnsw:space": "cosine"})
    rows = await embedded(embedder, [turn.line for turn in conversation.turns])
    queries = await embedded(embedder, [question.text for question in conversation.questions])
    lines = {turn.id: turn.line for turn in conversation.turns}
    await asyncio.to_thread(collection.add, ids=list(lines), embeddings=rows.tolist(), documents=list(lines.values()))
    found = await asyncio.to_thread(collection.query, query_embeddings=queries.tolist(), n_results=_CUTS[-1])
    return {"chromadb, same vectors": [[(id_, lines[id_]) for id_ in ids] for ids in found["ids"]]}


def _conversations(file: Path) -> list[_Conversation]:
    """Read the conversations of a file. Raises InputError if the file has another format."""
    try:
        entries = parse_json(read_text(file))
        conversations = [_conversation(entry) for entry in entries]
    except (ValueError, KeyError, TypeError, AttributeError, json.JSONDecodeError) as error:
        cause = " ".join(f"{type(error).__name__}: {error}".split())[:120]
        raise InputError(f"{file}: not a file of conversations in the format of LoCoMo ({cause})") from None
    if not any(each.questions for each in conversations):
        raise InputError(f"{file}: no question of categories 1 to 4 names a turn as evidence")
    return conversations


def _conversation(entry: dict[str, Any]) -> _Conversation:
    said = entry["conversation"]
    numbers = sorted(int(match.group(1)) for key in said if (match := re.fullmatch(r"session_(\d+)", key)))
    turns = tuple(
        _SpokenTurn(id=turn["dia_id"], session=number, speaker=turn["speaker"], text=turn["text"])
        for number in numbers
        for turn in said[f"session_{number}"]
    )
    known = {turn.id for turn in turns}
    asked = (
        _AskedQuestion(text=question["question"], gold=_gold(question["evidence"], known))
        for question in entry["qa"]
        if question["category"] in _CATEGORIES
    )
    return _Conversation(turns=turns, questions=tuple(question for question in asked if question.gold))


def _gold(evidence: Iterable[str], known: set[str]) -> frozenset[str]:
    return frozenset(turn for part in evidence for turn in _TURN.findall(part) if turn in known)
