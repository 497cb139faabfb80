"""The tape: every reply that was paid for, by key, so that a run repeats bit for bit without a model."""

import hashlib
import json
import threading
from pathlib import Path
from typing import Any

from agentsensus.errors import InputError, ModelError, NotOnTape
from agentsensus.files import parse_json, read_bytes
from agentsensus.models.chat import Chat
from agentsensus.models.keyed_lock import Turns
from agentsensus.models.reply import BudgetExhausted, Failed, Outcome, Reply, Usage
from agentsensus.models.request import Position, Request

FORMAT = 1
_SHORT = 80
"""Text shorter than this is written where it stands; longer text once, and named by its hash."""
_MOST = 2**53


class Tape:
    """A file of JSON lines: texts by hash, and outcomes by key. The first reply for a key wins.

    A line that was torn by a crash is ignored. That a budget was used up counts only until a real outcome is there, and
    a failure until what failed was asked again (`ask_failures_again`).
    With `keeps_failures` off, a final failure is not kept, so that the same may be asked again later.
    """

    def __init__(self, path: str | Path, *, keeps_failures: bool = True) -> None:
        self.path = Path(path)
        self._keeps_failures = keeps_failures
        self._outcomes: dict[str, Outcome] = {}
        self._texts: set[str] = set()
        self._ends_torn = False
        self._has_header = False
        self.turns = Turns()
        self._guard = threading.Lock()
        if self.path.exists():
            self._read()

    def __len__(self) -> int:
        return len(self._outcomes)

    def chat(self, model: Chat | str) -> "TapedChat":
        """The model with its replies recorded here; for a model's id, a chat that answers from this tape alone."""
        if isinstance(model, TapedChat) and model.tape is self:
            return model
        return TapedChat(self, model)

    def find(self, key: str) -> Outcome | None:
        """What was recorded under a key."""
        return self._outcomes.get(key)

    def ask_failures_again(self, *, after: int) -> None:
        """Forget the failures of later rounds than this one, so that a model is asked once more."""
        later = [key for key, outcome in self._outcomes.items() if isinstance(outcome, Failed) and _round(key) > after]
        for key in later:
            del self._outcomes[key]

    def record(self, key: str, request: Request, outcome: Outcome) -> None:
        """Write an outcome to the file; when this returns, it survives the end of this process."""
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
        """The text as paragraphs, each long one replaced by its hash; new ones go to `lines`."""
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
        """Make sure that the file can be written, before anything is paid for."""
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
                f"{self.path}: the tape cannot be written ({error.strerror}); nothing more is asked"
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
            raise InputError(f"{self.path}: this is no tape; give another file")
        for number, entry in entries.items():
            try:
                self._take(entry)
            except (KeyError, TypeError, ValueError):
                raise InputError(f"{self.path}: line {number} is not of a tape; give another file") from None

    def _take(self, entry: dict[str, Any]) -> None:
        if "is" in entry:
            self._texts.add(_text(entry["text"]))
        elif "key" in entry:
            key, outcome = _text(entry["key"]), _outcome(entry)
            if outcome is not None and self._takes(key, outcome):
                self._outcomes[key] = outcome


class TapedChat:
    """A model with a tape: answers from the tape where it can, else asks the model and records the outcome."""

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
        async with self.tape.turns.of(key):
            # Somebody else may have asked the very same in the meantime, and been answered or not.
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
        """Let go of the model's connections."""
        if self._model is not None:
            await self._model.close()


def _round(key: str) -> int:
    """The round that a key begins with; 0 for one that is of no run."""
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
    """What an entry says came of a question; a ValueError where it says what none of ours does."""
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
    except UnicodeEncodeError:  # half a character, which only an escape can write down
        return json.dumps(entry, sort_keys=True).encode() + b"\n"


def _loaded(line: bytes) -> dict[str, Any] | None:
    try:
        entry = parse_json(line)
    except ValueError:
        return None
    return entry if isinstance(entry, dict) else None
