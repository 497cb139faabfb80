"""The word index: which wordings contain which terms, and how well they match a query (BM25).

A wording is indexed with its own terms, the terms of the deposit it was cut from, and the terms of the question that
the deposit answers. The index is derived from the texts. Blocks of `BLOCK` wordings are saved in the store. A block
that is missing, damaged or made by older indexing rules is rebuilt. Wordings after the last full block are indexed when
needed.
"""

import hashlib
import math
import struct
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from agentsensus.base.arrays import GrowingArray, IntArray
from agentsensus.base.heap import release_freed_memory
from agentsensus.language.terms import is_question, last_question, terms
from agentsensus.memory.core.atoms import UNRESOLVED
from agentsensus.store import Store
from agentsensus.store.columns import Columns
from agentsensus.store.rows import NO_ORIGINAL, AtomRow, OriginalRow

__all__ = ["BLOCK", "PLAIN", "QUESTION", "VAGUE", "WordIndex"]

BLOCK = 4_096
PLAIN, VAGUE, QUESTION = 0, 1, 2
"""Kinds of wordings: an ordinary statement, one with an unresolved subject, a question."""

_RULES = 2
"""The version of the indexing rules. Raise it when `terms` or `_document` changes, so that saved blocks are built
again.
"""
_K1, _B = 1.2, 0.75
_CONTEXT = 256
"""A deposit with more terms than this is no context for its statements: it says too little about each of them."""
_NEAR = 256
"""How many deposits before an answer are searched for its question. Both are written in one commit."""
_MOST = 255
_DECIMALS = 9
_MOST_KEPT = 1_000_000
"""Maximum number of cached postings of recent queries."""
_MOST_KEPT_OF_SERVER = 200_000
_BLOCKS_HERE = 5
"""The first blocks, up to this number, are held in memory even if the store is on a server."""
_LONGEST_KEY = 200
_MANY_BLOCKS = 24
_NOWHERE: tuple[IntArray, IntArray] = np.empty(0, np.int64), np.empty(0, np.int64)
_HEAD = struct.Struct("<IIII")
_Floats: TypeAlias = npt.NDArray[np.float64]


class _Block(NamedTuple):
    """The postings (wordings and counts per term) of `BLOCK` wordings. `starts` marks where those of each term
    begin.
    """

    first: int
    vocabulary: bytes
    starts: npt.NDArray[np.uint32]
    rows: npt.NDArray[np.uint16]
    counts: npt.NDArray[np.uint8]
    lengths: npt.NDArray[np.uint32]
    kinds: npt.NDArray[np.uint8]

    def postings(self, term: str) -> tuple[IntArray, IntArray] | None:
        """Return the wordings that contain a term, and how often; None if there are none."""
        place = self.vocabulary.find(f"\n{term}\n".encode())
        if place < 0:
            return None
        number = self.vocabulary.count(b"\n", 0, place)
        part = slice(int(self.starts[number]), int(self.starts[number + 1]))
        return self.rows[part].astype(np.int64) + self.first, self.counts[part].astype(np.int64)

    def by_term(self) -> "Iterator[tuple[bytes, bytes, bytes]]":
        """Yield each term's key, with the positions and counts of the wordings that contain it."""
        for number, term in enumerate(self.vocabulary.strip(b"\n").split(b"\n") if len(self.starts) > 1 else ()):
            part = slice(int(self.starts[number]), int(self.starts[number + 1]))
            yield _term_key(term), self.rows[part].tobytes(), self.counts[part].tobytes()

    def without_postings(self) -> "_Block":
        """Return a copy with only the lengths and kinds of its wordings."""
        nothing = np.empty(0, np.uint32), np.empty(0, np.uint16), np.empty(0, np.uint8)
        return _Block(self.first, b"", *nothing, self.lengths.copy(), self.kinds.copy())

    def packed(self) -> bytes:
        """Encode the block as bytes."""
        arrays = (self.starts, self.rows, self.counts, self.lengths, self.kinds)
        head = _HEAD.pack(_RULES, len(self.vocabulary), len(self.starts), len(self.rows))
        return zlib.compress(head + self.vocabulary + b"".join(array.tobytes() for array in arrays), 6)


def _unpacked(first: int, data: bytes) -> _Block | None:
    """Decode a block. Returns None if the bytes are damaged or come from another version of the rules."""
    arrays = []
    try:
        plain = zlib.decompress(data)
        rules, words, terms_, postings = _HEAD.unpack_from(plain)
        place = _HEAD.size + words
        for kind, size in (("<u4", terms_), ("<u2", postings), ("u1", postings), ("<u4", BLOCK), ("u1", BLOCK)):
            arrays.append(np.frombuffer(plain, kind, size, place))
            place += arrays[-1].nbytes
    except (zlib.error, struct.error, ValueError):
        return None
    block = _Block(first, plain[_HEAD.size : _HEAD.size + words], *arrays)
    fits = place == len(plain) and block.vocabulary.count(b"\n") == terms_ and block.starts[-1:].tolist() == [postings]
    return block if rules == _RULES and fits else None


def _term_key(term: bytes) -> bytes:
    """Return the key of a term on a server; long terms are hashed, because the server's index limits the length."""
    return term if len(term) <= _LONGEST_KEY else hashlib.sha256(term).digest()


class _Tail:
    """The wordings after the last full block."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.postings: dict[str, tuple[list[int], list[int]]] = {}
        self.lengths: list[int] = []
        self.kinds: list[int] = []

    def add(self, document: Sequence[str], kind: int) -> None:
        """Add the next wording."""
        row = self.first + len(self.lengths)
        for term, count in Counter(document).items():
            rows, counts = self.postings.setdefault(term, ([], []))
            rows.append(row)
            counts.append(min(count, _MOST))
        self.lengths.append(len(document))
        self.kinds.append(kind)

    def as_block(self) -> _Block:
        """Return the full tail as a block."""
        words = sorted(self.postings)
        parts = [self.postings[word] for word in words]
        rows = [row - self.first for part in parts for row in part[0]]
        return _Block(
            self.first,
            "".join(f"\n{word}" for word in words).encode() + b"\n",
            np.cumsum([0, *(len(part[0]) for part in parts)]).astype("<u4"),
            np.array(rows, "<u2"),
            np.array([count for part in parts for count in part[1]], "u1"),
            np.array(self.lengths, "<u4"),
            np.array(self.kinds, "u1"),
        )


class WordIndex:
    """The index of all wordings of a store."""

    def __init__(self, store: Store, columns: Columns) -> None:
        self._store = store
        self._columns = columns
        self._blocks: list[_Block] = []
        self._unsaved: list[_Block] = []
        self._tail = _Tail(0)
        self._lengths = GrowingArray(np.uint32)
        self._kinds = GrowingArray(np.uint8)
        self._is_loaded = False
        self._served = store.served
        self._on_server: set[int] = set()
        """Blocks whose postings are read from the server, each by its first wording."""
        self._recent: dict[str, tuple[int, tuple[IntArray, IntArray]]] = {}
        self._kept = 0

    @property
    def size(self) -> int:
        """How many wordings are indexed."""
        return len(self._lengths)

    def extend(self, size: int) -> None:
        """Index the wordings up to number `size`."""
        if self.size >= size:
            return
        saved = {} if self._is_loaded else self._saved()
        is_long = len(saved) >= _MANY_BLOCKS
        self._is_loaded = True
        while self.size < size:
            block = saved.pop(self.size, None)
            if block is not None:
                self._take(block)
                continue
            end = min(size, self._tail.first + BLOCK)
            self._read(self.size, end)
            if end == self._tail.first + BLOCK:
                block = self._tail.as_block()
                self._blocks.append(block)
                self._unsaved.append(block)
                self._tail = _Tail(end)
        if is_long:
            release_freed_memory()

    def save(self, before: int, now: int) -> None:
        """Save the blocks that a commit filled when it raised the number of wordings from `before` to `now`."""
        if before // BLOCK != now // BLOCK:
            self.extend(now)
        if self._unsaved:
            self._store.write_word_blocks((block.first, BLOCK, block.packed()) for block in self._unsaved)
            if self._served is not None:
                for block in self._unsaved:
                    self._served.write_postings(block.first, block.by_term())
                    self._leave_on_server(block)
            self._unsaved = []

    def kinds(self, rows: IntArray) -> npt.NDArray[np.uint8]:
        """Return the kind of each of these wordings (see `PLAIN`)."""
        kinds: npt.NDArray[np.uint8] = self._kinds.values[rows]
        return kinds

    def best(
        self, rows: IntArray, query: Sequence[str], count: int, lent: Sequence[tuple[int, str]] = ()
    ) -> list[tuple[int, float]]:
        """Return the `count` wordings of `rows` (ascending) and `lent` that match the query's terms best.

        Each comes with the share of the query's terms that it contains, weighted by rarity. Document counts and lengths
        come from `rows` only. A lent wording (number and text) is matched by its own text alone, because the reader may
        not search the deposit it was cut from.
        """
        lengths = self._lengths.values[rows].astype(np.float64)
        average = max(1.0, float(lengths.sum()) / max(1, len(rows)))
        scores, shares = np.zeros(len(rows)), np.zeros(len(rows))
        others, other_shares = np.zeros(len(lent)), np.zeros(len(lent))
        whole = 0.0
        documents = [Counter(_document(text)) for _, text in lent]
        sizes = np.array([document.total() for document in documents], np.float64)
        for term in sorted(set(query)):
            places, counts = self._matches(rows, term)
            weight = math.log(1 + (len(rows) - len(places) + 0.5) / (len(places) + 0.5))
            whole += weight
            scores[places] += weight * _saturated(counts, lengths[places], average)
            shares[places] += weight
            if lent:
                held = np.array([document[term] for document in documents])
                others += weight * _saturated(held, sizes, average)
                other_shares += weight * (held > 0)
        found = np.round(np.concatenate([scores, others]), _DECIMALS)
        atoms = np.concatenate([rows, np.array([atom for atom, _ in lent], np.int64)])
        matching = np.flatnonzero(found > 0)
        if len(matching) > count:
            border = np.partition(found[matching], len(matching) - count)[len(matching) - count]
            matching = matching[found[matching] >= border]
        order = matching[np.lexsort((atoms[matching], -found[matching]))[:count]]
        held_shares = np.round(np.concatenate([shares, other_shares])[order] / max(whole, 1e-9), _DECIMALS)
        return list(zip(atoms[order].tolist(), held_shares.tolist(), strict=True))

    # --- internal

    def _matches(self, rows: IntArray, term: str) -> tuple[IntArray, IntArray]:
        """Return the positions in `rows` of the wordings that contain a term, and how often they contain it."""
        held, counts = self._in_blocks(term)
        if term in self._tail.postings:
            rows_, counts_ = self._tail.postings[term]
            held, counts = np.concatenate([held, rows_]), np.concatenate([counts, counts_])
        if not len(held) or not len(rows):
            return np.empty(0, np.int64), np.empty(0, np.int64)
        places = np.minimum(np.searchsorted(rows, held), len(rows) - 1)
        own = rows[places] == held
        return places[own], counts[own]

    def _in_blocks(self, term: str) -> tuple[IntArray, IntArray]:
        """Return the wordings in full blocks that contain a term, and how often. Cached for the next query."""
        size, found = self._recent.get(term, (-1, _NOWHERE))
        now = len(self._blocks) + len(self._on_server)
        if size != now:
            here = {block.first: part for block in self._blocks if (part := block.postings(term)) is not None}
            here |= self._from_server(term)
            parts = [_NOWHERE, *(here[first] for first in sorted(here))]
            held, counts = (np.concatenate(column) for column in zip(*parts, strict=True))
            found = held, counts
            self._kept += len(held) + 1
            if self._kept > (_MOST_KEPT if self._served is None else _MOST_KEPT_OF_SERVER):
                self._recent, self._kept = {}, len(held) + 1
            self._recent[term] = now, found
        return found

    def _from_server(self, term: str) -> dict[int, tuple[IntArray, IntArray]]:
        """Return the postings of a term in the blocks that are kept on the server, by the first wording of each
        block.
        """
        if self._served is None or not self._on_server:
            return {}
        return {
            first: (np.frombuffer(places, "<u2").astype(np.int64) + first, np.frombuffer(counts, "u1").astype(np.int64))
            for first, places, counts in self._served.postings(_term_key(term.encode()))
            if first in self._on_server
        }

    def _leave_on_server(self, block: _Block) -> None:
        """Drop the postings of a saved block from memory, except those of the first blocks."""
        if block.first >= _BLOCKS_HERE * BLOCK:
            self._on_server.add(block.first)
            self._blocks = [kept for kept in self._blocks if kept.first != block.first]

    def _saved(self) -> dict[int, _Block]:
        """Return the usable blocks in the store, by their first wording."""
        blocks = {}
        posted = frozenset[int]() if self._served is None else self._served.posted_blocks()
        for first, size, data in self._store.word_blocks():
            block = _unpacked(first, data) if size == BLOCK and first % BLOCK == 0 else None
            if block is not None:
                is_left = first in posted and first >= _BLOCKS_HERE * BLOCK
                blocks[first] = block.without_postings() if is_left else block
        return blocks

    def _take(self, block: _Block) -> None:
        if block.vocabulary:
            self._blocks.append(block)
            if self._served is not None and block.first >= _BLOCKS_HERE * BLOCK:
                self._unsaved.append(block)  # the server has the block, but not its postings
        else:
            self._on_server.add(block.first)
        self._lengths.extend(block.lengths)
        self._kinds.extend(block.kinds)
        self._tail = _Tail(block.first + BLOCK)

    def _read(self, first: int, end: int) -> None:
        """Index the wordings first..end-1 from their texts."""
        rows = list(cast("Iterator[AtomRow]", self._store.rows("atoms", range(first, end))))
        contexts = self._contexts(range(first, end))
        for row, (original, question) in zip(rows, contexts, strict=True):
            kind = QUESTION if is_question(row.text) else VAGUE if UNRESOLVED in row.flags.split() else PLAIN
            self._tail.add(_document(row.text, original, question), kind)
        fresh = slice(first - self._tail.first, end - self._tail.first)
        self._lengths.extend(self._tail.lengths[fresh])
        self._kinds.extend(self._tail.kinds[fresh])

    def _contexts(self, atoms: range) -> Iterator[tuple[str, str]]:
        """Yield, for each atom, the deposit it was cut from and the question that it answers. Either text may be
        empty.
        """
        columns = self._columns
        deposits = columns.of("atoms", "deposit")[atoms.start : atoms.stop]
        numbers = columns.of("deposits", "original")[deposits]
        originals = self._originals(numbers.tolist())
        asked = self._originals(row.answers for row in originals.values())
        questions: dict[int, str] = {}
        for deposit, number in zip(deposits.tolist(), numbers.tolist(), strict=True):
            row = originals.get(number)
            if row is None:
                yield "", ""
                continue
            if number not in questions:
                questions[number] = last_question(self._words_of(row.answers, asked, deposit))
            yield row.text, questions[number]

    def _originals(self, numbers: "Iterator[int] | Sequence[int]") -> dict[int, OriginalRow]:
        wanted = sorted(set(numbers) - {NO_ORIGINAL})
        rows = cast("Iterator[OriginalRow]", self._store.rows("originals", wanted))
        return dict(zip(wanted, rows, strict=True))

    def _words_of(self, original: int, rows: dict[int, OriginalRow], before: int) -> str:
        """Return the text of an original if it belongs to a deposit shortly before deposit `before`; else ""."""
        row = rows.get(original)
        if row is None or row.cut:
            return row.text if row else ""
        start = max(0, before - _NEAR)
        near = np.flatnonzero(self._columns.of("deposits", "original")[start:before] == original)
        if not len(near):
            return ""
        first, size = (int(self._columns.of("deposits", name)[start + int(near[0])]) for name in ("first", "size"))
        atoms = cast("Iterator[AtomRow]", self._store.rows("atoms", range(first, first + size)))
        return " ".join(atom.text for atom in atoms)


def _document(text: str, original: str = "", question: str = "") -> list[str]:
    """Return the terms of a wording with its context. The wording's own terms always count twice."""
    own, around = terms(text), terms(original)
    asked = terms(question)
    return [*own, *(around if 0 < len(around) <= _CONTEXT else own), *(asked if len(asked) <= _CONTEXT else ())]


def _saturated(counts: IntArray, lengths: _Floats, average: float) -> _Floats:
    """Return the BM25 weight of each document, given how often it contains a term and how long it is."""
    norm = _K1 * (1 - _B + _B * lengths / average)
    return counts * (_K1 + 1) / (counts + norm)
