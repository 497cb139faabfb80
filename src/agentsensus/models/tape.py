"""The tape: a file of recorded model replies, so that a run can be repeated exactly without a model."""

import asyncio
import hashlib
import json
import threading
from collections.abc import AsyncIterator
from concurrent.futures import Future
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from agentsensus.base.files import parse_json, read_bytes
from agentsensus.errors import InputError, ModelError, NotOnTape
from agentsensus.models.chat import BudgetExhausted, Chat, Failed, Outcome, Position, Reply, Request, Usage


class KeyedLock:
    """One lock per key. A lock is released even if its holder fails."""

    def __init__(self) -> None:
        self._taken: dict[str, Future[None]] = {}
        self._guard = threading.Lock()

    @asynccontextmanager
    async def of(self, key: str) -> AsyncIterator[None]:
        """Context manager: hold the lock of a key."""
        turn: Future[None] = Future()
        turn.set_running_or_notify_cancel()  # so that a waiter cannot cancel it for the others
        while (holder := self._hold(key, turn)) is not turn:
            await asyncio.wait([asyncio.wrap_future(holder)])
        try:
            yield
        finally:
            with self._guard:
                del self._taken[key]
            turn.set_result(None)

    def _hold(self, key: str, turn: Future[None]) -> Future[None]:
        with self._guard:
            return self._taken.setdefault(key, turn)


FORMAT = 1
_SHORT = 80
"""Shorter paragraphs are written inline; longer ones once, and referred to by hash."""
_MOST = 2**53


class Tape:
    """A file of JSON lines: texts by hash, and outcomes (replies and failures) by key. The first reply for a key wins.

    A line that a crash cut short is ignored. "The budget is exhausted" counts only until a reply or failure is
    recorded; a failure counts until `ask_failures_again`. If `keeps_failures` is false, failures are not recorded.
    """

    def __init__(self, path: str | Path, *, keeps_failures: bool = True) -> None:
        self.path = Path(path)
        self._keeps_failures = keeps_failures
        self._outcomes: dict[str, Outcome] = {}
        self._texts: set[str] = set()
        self._ends_torn = False
        self._has_header = False
        self.locks = KeyedLock()
        self._guard = threading.Lock()
        if self.path.exists():
            self._read()

    def __len__(self) -> int:
        return len(self._outcomes)

    def chat(self, model: Chat | str) -> "TapedChat":
        """Return a chat that records the replies of `model` on this tape. If `model` is only an id, it answers only
        from the tape.
        """
        if isinstance(model, TapedChat) and model.tape is self:
            return model
        return TapedChat(self, model)

    def find(self, key: str) -> Outcome | None:
        """Return the outcome that was recorded under a key; None if there is none."""
        return self._outcomes.get(key)

    def ask_failures_again(self, *, after: int) -> None:
        """Forget the failures of all rounds after round `after`, so that the model is asked again."""
        later = [key for key, outcome in self._outcomes.items() if isinstance(outcome, Failed) and _round(key) > after]
        for key in later:
            del self._outcomes[key]

    def record(self, key: str, request: Request, outcome: Outcome) -> None:
        """Write an outcome to the file and flush it to disk."""
        with self._guard:
            if not self._takes(key, outcome) or (isinstance(outcome, Failed) and not self._keeps_failures):
                return
            lines: list[dict[str, Any]] = [] if self._has_header else [{"tape": FORMAT}]
            system, prompt = self._cut(request.system, lines), self._cut(request.prompt, lines)
            lines.append({"key": key, "system": system, "prompt": prompt, **_as_dict(outcome)})
            self._append(b"".join(_line(line) for line in lines))
            self._texts.update(line["text"] for line in lines if "is" in line)
            self._outcomes[key] = outcome

    def _takes(self, key: str, outcome: Outcome) -> bool:
        recorded = self._outcomes.get(key)
        return recorded is None or not (isinstance(recorded, Reply) or isinstance(outcome, BudgetExhausted))

    def _cut(self, text: str, lines: list[dict[str, Any]]) -> list[Any]:
        """Split a text into paragraphs and replace each long one by its hash. Paragraphs not yet on the tape are added
        to `lines`.
        """
        cut: list[Any] = []
        for part in text.split("\n\n") if text else []:
            if len(part) < _SHORT:
                cut.append(part)
                continue
            name = hashlib.sha256(part.encode("utf-8", "surrogatepass")).hexdigest()[:32]
            cut.append({"text": name})
            if name not in self._texts and not any(line.get("text") == name for line in lines):
                lines.append({"text": name, "is": part})
        return cut

    def begin(self) -> None:
        """Check that the file can be written, before any call costs money. Raises CannotWrite."""
        with self._guard:
            if not self._has_header:
                self._append(_line({"tape": FORMAT}))

    def _append(self, lines: bytes) -> None:
        left = memoryview((b"\n" if self._ends_torn else b"") + lines)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab", buffering=0) as file:
                while left:
                    written = file.write(left)
                    self._ends_torn = True
                    left = left[written:]
        except OSError as error:
            raise ModelError(
                f"{self.path}: the tape cannot be written ({error.strerror}); no further request is made"
            ) from None
        self._ends_torn, self._has_header = False, True

    def _read(self) -> None:
        content = read_bytes(self.path)
        self._ends_torn = bool(content) and not content.endswith(b"\n")
        loaded = {number: _loaded(line) for number, line in enumerate(content.split(b"\n"), 1)}
        entries = {number: entry for number, entry in loaded.items() if entry is not None}
        formats = [entry["tape"] for entry in entries.values() if "tape" in entry]
        self._has_header = bool(formats)
        if formats[:1] not in ([], [FORMAT]):
            raise InputError(f"{self.path}: the tape has format {formats[0]!r}, and this version reads {FORMAT}")
        if not formats and content.count(b"\n") > 0:
            raise InputError(f"{self.path}: this is not a tape; give another file")
        for number, entry in entries.items():
            try:
                self._take(entry)
            except (KeyError, TypeError, ValueError):
                raise InputError(f"{self.path}: line {number} is not a line of a tape; give another file") from None

    def _take(self, entry: dict[str, Any]) -> None:
        if "is" in entry:
            self._texts.add(_text(entry["text"]))
        elif "key" in entry:
            key, outcome = _text(entry["key"]), _outcome(entry)
            if outcome is not None and self._takes(key, outcome):
                self._outcomes[key] = outcome


class TapedChat:
    """A chat that answers from a tape if it can; else it asks the model and records the outcome."""

    def __init__(self, tape: Tape, model: Chat | str) -> None:
        self.id = model if isinstance(model, str) else model.id
        self.tape = tape
        self._model = None if isinstance(model, str) else model

    async def ask(self, request: Request, position: Position) -> Outcome:
        key = request.key(self.id, position)
        if (recorded := self._recorded(key)) is not None:
            return recorded
        if self._model is None:
            raise NotOnTape(
                f"{self.tape.path} holds no reply for {key} ({self.id}); give the model, or replay with the "
                "world, settings and version it was recorded with"
            )
        async with self.tape.locks.of(key):
            # Another task may have asked the same in the meantime.
            return self._recorded(key) or await self._asked(self._model, key, request, position)

    def _recorded(self, key: str) -> Outcome | None:
        recorded = self.tape.find(key)
        return None if self._model is not None and isinstance(recorded, BudgetExhausted) else recorded

    async def _asked(self, model: Chat, key: str, request: Request, position: Position) -> Outcome:
        self.tape.begin()
        outcome = await model.ask(request, position)
        self.tape.record(key, request, outcome)
        return outcome

    async def close(self) -> None:
        """Close the model's connections."""
        if self._model is not None:
            await self._model.close()


def _round(key: str) -> int:
    """Return the round at the start of a tape key; 0 if the request was made outside a run."""
    try:
        return int(key.partition("/")[0])
    except ValueError:
        return 0


def _as_dict(outcome: Outcome) -> dict[str, Any]:
    if isinstance(outcome, Failed):
        return {"failed": outcome.reason, "calls": outcome.calls}
    if isinstance(outcome, BudgetExhausted):
        return {"exhausted": outcome.reason}
    usage = None if outcome.usage is None else [outcome.usage.input, outcome.usage.output]
    return {"reply": outcome.text, "usage": usage, "cut": outcome.is_cut}


def _outcome(entry: dict[str, Any]) -> Outcome | None:
    """Return the outcome recorded in an entry of a tape. Raises ValueError if the entry is invalid."""
    if isinstance(entry.get("reply"), str):
        usage = entry.get("usage")
        taken, made = map(_count, usage or (0, 0))
        return Reply(entry["reply"], Usage(taken, made) if usage else None, bool(entry.get("cut")))
    if "failed" in entry:
        return Failed(_text(entry["failed"]), _count(entry.get("calls", 1)))
    return BudgetExhausted(_text(entry["exhausted"])) if "exhausted" in entry else None


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is no text")
    return value


def _count(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < _MOST:
        raise ValueError(f"{value!r} is no count")
    return value


def _line(entry: dict[str, Any]) -> bytes:
    try:
        return json.dumps(entry, ensure_ascii=False, sort_keys=True).encode() + b"\n"
    except UnicodeEncodeError:  # an unpaired surrogate needs an escape
        return json.dumps(entry, sort_keys=True).encode() + b"\n"


def _loaded(line: bytes) -> dict[str, Any] | None:
    try:
        entry = parse_json(line)
    except ValueError:
        return None
    return entry if isinstance(entry, dict) else None
