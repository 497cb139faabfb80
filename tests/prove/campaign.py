"""What a campaign counts, and how it is run in batches that a stopped campaign need not repeat."""

import json
import subprocess
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from math import ceil
from pathlib import Path
from typing import TypeVar

from agentsensus.errors import AgentsensusError
from tests.paths import ROOT

__all__ = ["Campaign", "Checkpoint", "Tally", "in_parallel"]

T = TypeVar("T")

_SHOWN = 8
_THREADS = 4


@dataclass
class Tally:
    """Counts of one campaign: attempts, refusals with a clear message, and violations of a guarantee."""

    name: str
    attempts: int = 0
    refusals: int = 0
    violations: list[str] = field(default_factory=list)
    counts: dict[str, float] = field(default_factory=dict)
    highest: dict[str, float] = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def summary(self) -> str:
        """One line for the terminal."""
        outcome = f"{len(self.violations)} violations" if self.violations else "no violation"
        counts = ", ".join(
            [f"{count:g} {what}" for what, count in self.counts.items()]
            + [f"at most {number:g} {what}" for what, number in self.highest.items()]
        )
        row = f"{self.name:<28}{self.attempts:>8} attempts {self.refusals:>7} refused  {outcome}"
        return f"{row}  {counts}".rstrip() + f"  ({self.seconds:.0f} s)"

    @property
    def first_violations(self) -> list[str]:
        return [f"  {violation}" for violation in self.violations[:_SHOWN]]

    def count(self, what: str, number: float = 1) -> None:
        """Add to a count that the summary shows."""
        self.counts[what] = self.counts.get(what, 0) + number

    def measure(self, what: str, number: float) -> None:
        """Keep the highest number of all attempts."""
        self.highest[what] = max(self.highest.get(what, number), number)

    def record_error(self, error: BaseException, what: str) -> None:
        """Count one of our own one-line errors as a refusal, any other error as a violation."""
        if isinstance(error, AgentsensusError) and "\n" not in str(error):
            self.refusals += 1
        else:
            self.violations.append(f"{what}: {type(error).__name__}: {str(error)[:90]}")

    def add(self, other: "Tally") -> None:
        """Add the counts of another batch."""
        self.attempts += other.attempts
        self.refusals += other.refusals
        self.violations += other.violations
        self.seconds += other.seconds
        for what, number in other.counts.items():
            self.count(what, number)
        for what, number in other.highest.items():
            self.measure(what, number)


@dataclass(frozen=True)
class Campaign:
    """A function that makes `attempts` attempts with a seed, and the number of batches they are made in."""

    attack: Callable[[int, int], Tally]
    attempts: int
    batches: int = 1

    def batch_sizes(self, share: float) -> list[int]:
        """Return the attempts of each batch when a share of all attempts is made."""
        attempts = max(1, round(self.attempts * share))
        batches = min(attempts, ceil(self.batches * share))
        return [attempts * (batch + 1) // batches - attempts * batch // batches for batch in range(batches)]

    def run(
        self, name: str, share: float, seed: int, checkpoint: "Checkpoint", until: float | None = None
    ) -> tuple[Tally, int]:
        """Run the batches that the checkpoint lacks; return the counts of all batches and how many are left.

        After `until`, a reading of the monotonic clock, no further batch is begun.
        """
        total, left = Tally(name), 0
        for batch, size in enumerate(self.batch_sizes(share)):
            key = f"{name} {size} of {share:g}, seed {seed}, batch {batch}"
            tally = checkpoint.find(key)
            if tally is None and until is not None and time.monotonic() > until:
                left += 1
                continue
            tally = tally or checkpoint.save(key, self._run_batch(size, seed * 1_000 + batch))
            total.name = tally.name
            total.add(tally)
        return total, left

    def _run_batch(self, size: int, seed: int) -> Tally:
        began = time.monotonic()
        tally = self.attack(size, seed)
        tally.seconds = time.monotonic() - began
        return tally


class Checkpoint:
    """Finished batches, one JSON line each with the commit, in a file; without a path nothing is saved."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._finished: dict[str, Tally] = {}
        self._commit = _commit()
        if path is not None and path.exists():
            for line in path.read_text("utf-8").splitlines():
                entry = json.loads(line)
                batch = entry.pop("batch")
                entry.pop("commit", None)
                self._finished[batch] = Tally(**entry)

    def find(self, key: str) -> Tally | None:
        return self._finished.get(key)

    def save(self, key: str, tally: Tally) -> Tally:
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as out:
                out.write(json.dumps({"batch": key, "commit": self._commit, **asdict(tally)}) + "\n")
        return tally


def _commit() -> str:
    """Return the commit of this working tree, with a mark if files differ from it."""
    command = ["git", "describe", "--always", "--dirty", "--exclude", "*"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    return done.stdout.strip()


def in_parallel(attempt: Callable[[int], T], numbers: Iterable[int]) -> list[T]:
    """Make independent attempts in a few threads and return their results in order."""
    with ThreadPoolExecutor(_THREADS) as pool:
        return list(pool.map(attempt, numbers))
