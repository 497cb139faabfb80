"""Tokens of the HTTP service. A token gives the rights of one agent, a group of agents, or the author.

The file holds hashes only. The server reads it again when it changes, so tokens can be added, rotated and revoked
without a restart.
"""

import hashlib
import json
import os
import secrets
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from agentsensus.base.files import read_bytes
from agentsensus.errors import InputError, UnknownName, did_you_mean
from agentsensus.memory.core.checks import checked_name

__all__ = ["RateLimit", "TokenAccess", "TokenBook", "TokenEntry"]


class TokenEntry(BaseModel):
    """One token: the agents it may act as, or the author, and the spaces it is valid in (empty: all)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    sha256: str
    agents: tuple[str, ...] = ()
    author: bool = False
    spaces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TokenAccess:
    """The rights of the sender of a request."""

    id: str
    is_author: bool = False
    agents: frozenset[str] = frozenset()
    spaces: frozenset[str] = frozenset()

    def may_act_as(self, agent: str) -> bool:
        """Return whether the sender may act as this agent."""
        return self.is_author or agent in self.agents

    def may_enter(self, space: str) -> bool:
        """Return whether the sender may use this space."""
        return not self.spaces or space in self.spaces


AUTHOR = TokenAccess("loopback", is_author=True)
"""The rights of every sender on this machine if the service has no tokens."""


class TokenBook:
    """The tokens in a file, by their hashes."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._seen: tuple[int, int] | None = None
        self._entries: dict[str, TokenEntry] = {}
        self._guard = threading.Lock()

    def access_of(self, token: str) -> TokenAccess | None:
        """Return the rights of a token; None for an unknown or revoked token."""
        self._follow()
        # Look up by hash, so that the duration reveals nothing about the token.
        entry = self._entries.get(_hash(token))
        if entry is None:
            return None
        return TokenAccess(entry.id, entry.author, frozenset(entry.agents), frozenset(entry.spaces))

    def entries(self) -> list[TokenEntry]:
        """Return every token, in the order of the file."""
        self._follow()
        return list(self._entries.values())

    def add(self, agents: Sequence[str] = (), *, author: bool = False, spaces: Sequence[str] = ()) -> tuple[str, str]:
        """Create a token for one agent, a group of agents or the author. Returns its id and the token itself."""
        if author == bool(agents):
            raise InputError("a token is for agents or for the author: give one of both")
        token, id_ = secrets.token_urlsafe(32), f"t{secrets.token_hex(4)}"
        names = tuple(checked_name(agent) for agent in dict.fromkeys(agents))
        entry = TokenEntry(id=id_, sha256=_hash(token), agents=names, author=author, spaces=tuple(spaces))
        with self._guard:
            self._write([*self._read(), entry])
        return id_, token

    def revoke(self, id_: str) -> None:
        """Revoke the token with this id. Raises UnknownName."""
        with self._guard:
            entries = self._read()
            self._find(entries, id_)
            self._write([entry for entry in entries if entry.id != id_])

    def rotate(self, id_: str) -> str:
        """Replace the token with this id by a new one with the same rights. Returns the new token."""
        token = secrets.token_urlsafe(32)
        with self._guard:
            entries = self._read()
            old = self._find(entries, id_)
            fresh = old.model_copy(update={"sha256": _hash(token)})
            self._write([fresh if entry is old else entry for entry in entries])
        return token

    def _find(self, entries: Sequence[TokenEntry], id_: str) -> TokenEntry:
        for entry in entries:
            if entry.id == id_:
                return entry
        known = [entry.id for entry in entries]
        raise UnknownName(f"{self._file}: no token has the id {id_!r}{did_you_mean(id_, known)}")

    def _follow(self) -> None:
        """Read the file again if it has changed. If it cannot be read, all requests are refused."""
        try:
            status = self._file.stat()
        except OSError:
            self._entries, self._seen = {}, None
            return
        seen = (status.st_mtime_ns, status.st_ino)
        if seen != self._seen:
            self._entries = {entry.sha256: entry for entry in self._read()}
            self._seen = seen

    def _read(self) -> list[TokenEntry]:
        if not self._file.exists():
            return []
        if os.name == "posix" and (mode := self._file.stat().st_mode & 0o077):
            raise InputError(f"{self._file}: others may read or write it ({mode:03o}); chmod 600 it")
        try:
            return [TokenEntry.model_validate(entry) for entry in json.loads(read_bytes(self._file))]
        except (ValueError, TypeError, ValidationError):
            raise InputError(f"{self._file}: not a file of tokens; name a new one") from None

    def _write(self, entries: Sequence[TokenEntry]) -> None:
        if not self._file.parent.is_dir():
            raise InputError(f"{self._file.parent}: there is no such folder")
        text = json.dumps([entry.model_dump() for entry in entries], ensure_ascii=False, indent=1)
        write_secret(self._file, f"{text}\n")


def write_secret(file: Path, text: str) -> None:
    """Write a file atomically, readable by its owner only."""
    beside = file.with_name(f".{file.name}.new")
    beside.unlink(missing_ok=True)
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as out:
        out.write(text)
    os.replace(beside, file)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).hexdigest()


@dataclass(slots=True)
class RateLimit:
    """Limits each sender to a number of requests per minute. A burst may have a sixth of that number."""

    a_minute: int
    _left: dict[str, tuple[float, float]] = field(default_factory=dict)

    def allows(self, sender: str) -> bool:
        """Return whether the sender may make one more request now."""
        now, burst = time.monotonic(), max(1.0, self.a_minute / 6)
        left, since = self._left.get(sender, (burst, now))
        left = min(burst, left + (now - since) * self.a_minute / 60)
        self._left[sender] = (left - 1 if left >= 1 else left, now)
        return left >= 1
