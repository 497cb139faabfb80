"""Every exception Agentsensus raises on purpose.

AgentsensusError
├── InputError              your mistake: the message says what, where and what to do (exit code 2)
│   ├── BadText             empty, too long, or not valid text
│   ├── UnknownName         no such record, agent, setting, design or embedder
│   ├── NotOwned            the agent does not own this record
│   ├── Backdated           a deposit dated before the last committed round
│   ├── RunDamaged          the files of a run contradict each other
│   └── ScenarioError       a world that cannot be played; `.problems` lists every mistake
├── StoreError              the memory file cannot be used (exit code 2)
│   ├── NotAStore           the file is not an Agentsensus store
│   │   └── StoreDamaged    the contents fail their checksums
│   ├── StoreTooNew         written by a newer version
│   ├── StoreReadOnly       the file, or this view of it, does not accept writes
│   ├── StoreBusy           another writer has locked it
│   ├── StoreUnreachable    the server of the store does not answer
│   │   └── ConnectionLost  the connection broke and nothing was committed; repeat the call
│   └── StoreMismatch       opened with another embedder, names or space than it was created with
├── ServiceError            a memory service refused a request or does not answer (exit code 1)
├── CannotWrite             a file cannot be written, for example because the disk is full (exit code 1)
└── ModelError              a model or endpoint failed after its retries (exit code 1)
    ├── LiveForbidden       a live request where tests forbid them
    ├── ModelUnreachable    the model did not reply (exit code 2)
    └── NotOnTape           a tape without a model does not hold the reply
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
    "ConnectionLost",
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
    "ServiceError",
    "StoreBusy",
    "StoreDamaged",
    "StoreError",
    "StoreMismatch",
    "StoreReadOnly",
    "StoreTooNew",
    "StoreUnreachable",
    "UnknownName",
    "closest",
    "did_you_mean",
    "listable",
    "plain",
]


class AgentsensusError(Exception):
    """The base class. Catch it to catch every error that Agentsensus raises on purpose."""


class InputError(AgentsensusError, ValueError):
    """An argument, option or file that cannot be used."""


class BadText(InputError):
    """A text that cannot be stored: empty, too long, or not valid Unicode."""


class UnknownName(InputError, LookupError):
    """A name that does not exist."""


class NotOwned(InputError):
    """An agent used a record that it does not own."""


class Backdated(InputError):
    """A deposit dated before the last committed round."""


class RunDamaged(InputError):
    """A run with a log, store, world and run.json that contradict each other."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake in the files of a world: the file, the place in it, and what to do. A warning does not stop a run."""

    severity: Literal["error", "warning"]
    file: str
    path: str
    problem: str
    line: int | None = None

    def __str__(self) -> str:
        return f"{self.file}: {self.path}: {self.problem}" if self.path else f"{self.file}: {self.problem}"


class ScenarioError(InputError):
    """A world that cannot be played. `problems` lists every mistake."""

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
    """The data read from the store fails its checksums."""


class StoreTooNew(StoreError):
    """The store was written by a newer version of Agentsensus."""


class StoreReadOnly(StoreError):
    """The store does not accept writes."""


class StoreBusy(StoreError):
    """Another writer has locked the store."""


class StoreUnreachable(StoreError):
    """The server of a store does not answer."""


class ConnectionLost(StoreUnreachable):
    """The connection to a store broke before anything was committed."""


class StoreMismatch(StoreError):
    """The store was created with other settings than it is opened with."""


class CannotWrite(AgentsensusError):
    """A file cannot be written: the disk is full, the folder is missing, or permission is denied."""


class ServiceError(AgentsensusError):
    """A memory service refused a request: a wrong token, too many requests, or no answer."""


class ModelError(AgentsensusError):
    """A model or its endpoint failed."""


class LiveForbidden(ModelError):
    """A live request was stopped because tests forbid them."""


class ModelUnreachable(ModelError):
    """The model did not reply."""


class NotOnTape(ModelError):
    """The requested reply is not on the tape (recorded model replies), and no model can be asked."""


_LONGEST_LIST = 300
"""Maximum length of a list of names in an error message."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return a hint for an unknown name: "; did you mean 'horatio'?", or the known names, or ""."""
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
    """Return the known name most similar to `name`; None when none is similar."""
    by_plain = {plain(word): word for word in reversed(known)}
    # In a Chinese name of two characters, one is often right.
    close = get_close_matches(plain(name), by_plain, n=1, cutoff=0.6 if len(name) > 3 else 0.5)
    return by_plain[close[0]] if close else None


def plain(name: str) -> str:
    """Normalize a name for comparison: no case, spacing, underscores or leading article."""
    words = name.casefold().replace("_", " ").replace("’", "'").split()
    return " ".join(words[1:] if len(words) > 1 and words[0] == "the" else words)


def listable(known: Iterable[str]) -> list[str]:
    """Return the names sorted, or an empty list if there are more than 40."""
    names = sorted(known)
    return names if len(names) <= 40 else []
