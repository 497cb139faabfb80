"""The tokens of the doors in a file that only its owner reads, made when they are not there yet."""

import json
import os
import re
import secrets
from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from agentsensus.errors import InputError
from agentsensus.files import read_bytes

_TOKEN = re.compile(r"[!-~]{16,200}")


class TokenFile(BaseModel):
    """The author's token, and that of each agent."""

    model_config = ConfigDict(extra="forbid")

    author: str = ""
    agents: dict[str, str] = {}


def tokens_for(agents: Sequence[str], file: Path | None) -> dict[str, str]:
    """A token for each agent's door, or under the name "" for the author's when no agent is named.

    Tokens come from the file, if one is named, and those that it lacks are added to it; else they are new each time.
    """
    known = _read(file) if file is not None and file.exists() else TokenFile()
    before = known.model_copy(deep=True)
    if agents:
        tokens = {agent: known.agents.setdefault(agent, _new()) for agent in agents}
    else:
        known.author = known.author or _new()
        tokens = {"": known.author}
    if file is not None and known != before:
        _write(file, known)
    return tokens


def _new() -> str:
    return secrets.token_urlsafe(32)


def _read(file: Path) -> TokenFile:
    try:
        tokens = TokenFile.model_validate_json(read_bytes(file))
    except (InputError, ValidationError) as error:
        raise InputError(f"{file}: no file of tokens ({' '.join(str(error).split())}); name a new file") from None
    every = [*([tokens.author] if tokens.author else []), *tokens.agents.values()]
    if not all(_TOKEN.fullmatch(token) for token in every):
        raise InputError(f"{file}: a token needs 16 to 200 letters, digits or signs; remove the others")
    if len(set(every)) < len(every):
        raise InputError(f"{file}: two doors have the same token; give each its own")
    return tokens


def _write(file: Path, tokens: TokenFile) -> None:
    """Write the file anew, readable by its owner alone, whole or not at all."""
    if not file.parent.is_dir():
        raise InputError(f"{file.parent}: there is no such folder to write tokens into")
    beside = file.with_name(f".{file.name}.new")
    beside.unlink(missing_ok=True)
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as written:
        written.write(json.dumps(tokens.model_dump(), ensure_ascii=False, indent=1) + "\n")
    os.replace(beside, file)
