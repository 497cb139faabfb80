"""How many bytes of a store are rows, texts, vectors and indexes; and which design takes the fewest."""

import sqlite3
from contextlib import closing
from pathlib import Path

from agentsensus import Memory
from agentsensus.store.sqlite.sizes import StoredBytes, stored_bytes

DESIGNS = ("consensus", "generative-agents", "g-memory", "collaborative")
WITNESSES = [f"witness {n}" for n in range(6)]
EVENTS = [
    f"The {who} {deed} in the {place}."
    for who, deed, place in zip(
        ("miller", "ferryman", "smith", "widow", "judge", "piper") * 5,
        ("sang all night", "lost a purse", "mended the lock", "fell asleep", "sold two mares") * 6,
        ("chapel", "market", "orchard", "tavern", "harbour", "barn", "court") * 5,
        strict=False,
    )
]


def _written(path: Path, design: str) -> StoredBytes:
    with Memory.open(path, design=design, embedder="hashing") as memory:
        for n, event in enumerate(EVENTS):
            memory.remember_event(WITNESSES, event, at=n)
        for n, event in enumerate(EVENTS[:10]):
            memory.remember(WITNESSES[n % 6], event, at=40 + n)
    stored = stored_bytes(path)
    assert stored is not None
    return stored


def test_texts_and_vectors_are_counted_as_they_are(tmp_path: Path) -> None:
    stored = _written(tmp_path / "m.db", "consensus")
    with closing(sqlite3.connect(tmp_path / "m.db")) as db:
        texts = [row[0] for table in ("atoms", "originals") for row in db.execute(f"SELECT text FROM {table}")]
        vectors = db.execute("SELECT SUM(LENGTH(data)) FROM vectors").fetchone()[0]
    assert stored.texts == sum(len(text.encode()) for text in texts)
    assert vectors <= stored.vectors < 1.1 * vectors
    assert stored.content + stored.indexes < stored.file


def test_what_several_saw_takes_the_fewest_bytes_in_the_consensus_memory(tmp_path: Path) -> None:
    sizes = {design: _written(tmp_path / f"{design}.db", design).content for design in DESIGNS}
    assert min(sizes, key=lambda design: sizes[design]) == "consensus"


def test_no_vector_is_stored_but_those_of_statements(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "m.db", embedder="hashing") as memory:
        memory.remember("a", "The courier brought the letter to the mill.", at=1)
        memory.remember("b", "To the mill the letter was brought by the courier.", at=1)
        memory.recall("a", "who brought the letter?")
        assert memory.stats().vectors == 2
