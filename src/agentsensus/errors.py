"""Every exception Agentsensus raises.

AgentsensusError
├── InputError              your mistake: the message says what, where and what to do (exit code 2)
│   ├── BadText             empty, too long, or not valid text
│   ├── UnknownName         no such record, agent, setting, design or embedder
│   ├── NotOwned            the agent may not touch this record
│   ├── Backdated           a deposit dated before the last committed round
│   ├── RunDamaged          the files of a run do not fit together; the message says what can be done
│   └── ScenarioError       a world that cannot be played as it is written; `.problems` lists every mistake
├── StoreError              the file is not what it should be (exit code 2)
│   ├── NotAStore           the file is something else, or broken
│   │   └── StoreDamaged    what was read is not what was written
│   ├── StoreTooNew         written by a newer version
│   ├── StoreReadOnly       the file or this view of it takes no writes
│   ├── StoreBusy           another writer holds it
│   └── StoreMismatch       another embedder, names or space than the one it was made with
├── CannotWrite             a file cannot be written: a full disk, a folder that is gone (exit code 1)
└── ModelError              a model or endpoint failed after its retries (exit code 1)
    ├── LiveForbidden       a live request where tests forbid them
    ├── ModelUnreachable    no reply could be had (exit code 2)
    └── NotOnTape           a tape without a model was asked for a reply that it does not hold
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal

__all__ = [
    "AgentsensusError",
    "Backdated",
    "BadText",
    "CannotWrite",
    "InputError",
    "LiveForbidden",
    "ModelError",
    "ModelUnreachable",
    "NotAStore",
    "NotOnTape",
    "NotOwned",
    "Problem",
    "RunDamaged",
    "ScenarioError",
    "StoreBusy",
    "StoreDamaged",
    "StoreError",
    "StoreMismatch",
    "StoreReadOnly",
    "StoreTooNew",
    "UnknownName",
    "closest",
    "listable",
    "nearest",
    "plain",
]


class AgentsensusError(Exception):
    """The root of the tree; catch this to catch everything we raise on purpose."""


class InputError(AgentsensusError, ValueError):
    """Something given to us cannot be used as it is."""


class BadText(InputError):
    """A text that cannot be stored: empty, too long, or not valid Unicode text."""


class UnknownName(InputError, LookupError):
    """A name that nothing here answers to."""


class NotOwned(InputError):
    """An agent asked for a record that it does not own."""


class Backdated(InputError):
    """A deposit dated before the last committed round."""


class RunDamaged(InputError):
    """A run whose log, store, world and run.json do not fit together."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake in a world's files: in which file, where in it, and what to do; a warning does not stop a run."""

    severity: Literal["error", "warning"]
    file: str
    path: str
    problem: str
    line: int | None = None

    def __str__(self) -> str:
        return f"{self.file}: {self.path}: {self.problem}" if self.path else f"{self.file}: {self.problem}"


class ScenarioError(InputError):
    """A world that cannot be played as it is written."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        errors = [problem for problem in self.problems if problem.severity == "error"]
        more = f" ({len(errors)} errors in all; `agentsensus check` lists them)" if len(errors) > 1 else ""
        super().__init__(f"{errors[0]}{more}")


class StoreError(AgentsensusError):
    """A store that cannot be opened or written."""


class NotAStore(StoreError):
    """The file is not an Agentsensus store."""


class StoreDamaged(NotAStore):
    """What was read from the store is not what was written to it."""


class StoreTooNew(StoreError):
    """The store was written by a newer version of Agentsensus."""


class StoreReadOnly(StoreError):
    """The store takes no writes."""


class StoreBusy(StoreError):
    """Another writer holds the store."""


class StoreMismatch(StoreError):
    """The store was made with something else than what it is opened with."""


class CannotWrite(AgentsensusError):
    """A file that cannot be written, because the disk is full, the folder is gone or it may not be."""


class ModelError(AgentsensusError):
    """A model, or the way to it, failed."""


class LiveForbidden(ModelError):
    """A live request was about to be made where tests forbid them."""


class ModelUnreachable(ModelError):
    """No reply of a model could be had."""


class NotOnTape(ModelError):
    """A tape without a model does not hold the reply that was asked for."""


_LONGEST_LIST = 300
"""Characters of the known names that an error lists."""


def nearest(name: str, known: Iterable[str]) -> str:
    """Say what the caller may have meant: «; did you mean 'horatio'?», or the known names, or nothing."""
    known = list(known)
    meant = closest(name, known)
    if meant is not None:
        return f"; did you mean {meant!r}?"
    names = listable(known)
    while len(", ".join(names)) > _LONGEST_LIST:
        names = names[: len(names) * 3 // 4]
    more = ", …" if len(names) < len(listable(known)) else ""
    return f"; known: {', '.join(names)}{more}" if names else ""


def closest(name: str, known: Sequence[str]) -> str | None:
    """The known name that may have been meant; None when none is near."""
    by_plain = {plain(word): word for word in reversed(known)}
    # Of a Chinese name of two characters one is often right.
    close = get_close_matches(plain(name), by_plain, n=1, cutoff=0.6 if len(name) > 3 else 0.5)
    return by_plain[close[0]] if close else None


def plain(name: str) -> str:
    """A name as it is compared: without case, spacing, underscores or a leading article."""
    words = name.casefold().replace("_", " ").replace("’", "'").split()
    return " ".join(words[1:] if len(words) > 1 and words[0] == "the" else words)


def listable(known: Iterable[str]) -> list[str]:
    """Names in order, unless they are too many to list."""
    names = sorted(known)
    return names if len(names) <= 40 else []
