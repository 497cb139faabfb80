"""What a part of the campaign found, and the campaign in pieces that are kept as they are done."""

import json
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from math import ceil
from pathlib import Path
from typing import TypeVar

from agentsensus.errors import AgentsensusError

__all__ = ["Ledger", "Part", "Proof", "is_ours", "many_at_once"]

T = TypeVar("T")

_SHOWN = 8
_AT_ONCE = 4


@dataclass
class Proof:
    """How often something was tried, how often it was refused in words, and what went wrong."""

    name: str
    tried: int = 0
    refused: int = 0
    wrong: list[str] = field(default_factory=list)
    counts: dict[str, float] = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def line(self) -> str:
        """One row for people."""
        outcome = f"{len(self.wrong)} wrong" if self.wrong else "all right"
        counts = ", ".join(f"{count:g} {what}" for what, count in self.counts.items())
        row = f"{self.name:<28}{self.tried:>8} tried {self.refused:>7} refused  {outcome}"
        return f"{row}  {counts}".rstrip() + f"  ({self.seconds:.0f} s)"

    @property
    def complaints(self) -> list[str]:
        """The first things that went wrong."""
        return [f"  {complaint}" for complaint in self.wrong[:_SHOWN]]

    def count(self, what: str, number: float = 1) -> None:
        """Count something that is worth telling."""
        self.counts[what] = self.counts.get(what, 0) + number

    def take(self, error: BaseException, what: str) -> None:
        """Count an error of ours as a refusal; any other went wrong."""
        if is_ours(error):
            self.refused += 1
        else:
            self.wrong.append(f"{what}: {type(error).__name__}: {str(error)[:90]}")

    def add(self, other: "Proof") -> None:
        """Count what another piece of the same part found too."""
        self.tried += other.tried
        self.refused += other.refused
        self.wrong += other.wrong
        self.seconds += other.seconds
        for what, number in other.counts.items():
            self.count(what, number)


@dataclass(frozen=True)
class Part:
    """A part of the campaign: what is done, how often in the whole of it, and in how many pieces."""

    work: Callable[[int, int], Proof]
    whole: int
    pieces: int = 1

    def sizes(self, share: float) -> list[int]:
        """How much is done in each piece for a share of the whole."""
        count = max(1, round(self.whole * share))
        pieces = min(count, ceil(self.pieces * share))
        return [count * (piece + 1) // pieces - count * piece // pieces for piece in range(pieces)]

    def prove(self, name: str, share: float, seed: int, ledger: "Ledger") -> Proof:
        """Do all pieces that the ledger lacks; returns what was found in all of them."""
        total: Proof | None = None
        for piece, size in enumerate(self.sizes(share)):
            key = f"{name} {size} of {share:g}, seed {seed}, piece {piece}"
            proof = ledger.find(key) or ledger.keep(key, _timed(self.work, size, seed * 1_000 + piece))
            if total is None:
                total = proof
            else:
                total.add(proof)
        assert total is not None
        return total


def _timed(work: Callable[[int, int], Proof], size: int, seed: int) -> Proof:
    began = time.monotonic()
    proof = work(size, seed)
    proof.seconds = time.monotonic() - began
    return proof


class Ledger:
    """The pieces that are done, in a file of lines, so that a campaign that was stopped goes on; or nowhere."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._done: dict[str, Proof] = {}
        if path is not None and path.exists():
            for line in path.read_text("utf-8").splitlines():
                entry = json.loads(line)
                piece = entry.pop("piece")
                self._done[piece] = Proof(**entry)

    def find(self, key: str) -> Proof | None:
        """What a piece found, if it was done already."""
        return self._done.get(key)

    def keep(self, key: str, proof: Proof) -> Proof:
        """Keep what a piece has found."""
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as out:
                out.write(json.dumps({"piece": key, **asdict(proof)}, ensure_ascii=True) + "\n")
        return proof


def many_at_once(work: Callable[[int], T], numbers: Iterable[int]) -> list[T]:
    """The results of attempts that do not touch each other, a few of them under way at a time, in order."""
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        return list(pool.map(work, numbers))


def is_ours(error: BaseException) -> bool:
    """Whether an error is one of ours, in one line."""
    return isinstance(error, AgentsensusError) and "\n" not in str(error)
