"""Output of commands: JSON on stdout on request, text and progress on stderr."""

import dataclasses
import json
import re
import sys
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import typer

from agentsensus.cli.terminal import visible
from agentsensus.errors import InputError

_PIECE = re.compile(
    r"[\u3000-\u9fff\uff00-\uffef](?:[、。，：；！？”’」』）》]*)\s?|[^\s\u3000-\u9fff\uff00-\uffef]+\s?"
)
"""A line may break after a word, or after a Chinese character with its closing punctuation."""
RUN = typer.Argument(None, help="Run folder (default: the newest under runs/).", metavar="RUN")
AT = typer.Option(None, min=0, help="State at the end of this round (default: now).")
JSON_OPTION = typer.Option(False, "--json", help="Print JSON on stdout; text goes to stderr.")


def print_json(value: Any) -> None:
    """Print a value as JSON, in ASCII if the terminal cannot show it otherwise. Dataclasses become objects."""
    text = json.dumps(value, ensure_ascii=False, default=_plain)
    is_safe = visible(text) == text and _can_print(text)
    typer.echo(text if is_safe else json.dumps(value, default=_plain))


def print_stats(stats: Mapping[str, Any], as_json: bool) -> None:
    """Print the statistics of a memory, as JSON or one figure per line."""
    if as_json:
        print_json(stats)
        return
    width = max(map(len, stats)) + 2
    for name, value in stats.items():
        typer.echo(f"{name:{width}}{value}")


def _can_print(text: str) -> bool:
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def printable(text: str) -> str:
    """Return a text without control characters except newlines."""
    return "".join(char for char in text if char == "\n" or unicodedata.category(char) != "Cc")


def counted(number: int, things: str) -> str:
    """Return a count with its noun: "2 places", "1 place"."""
    return f"{number} {things.removesuffix('s') if number == 1 else things}"


def width(text: str) -> int:
    """Return the terminal columns of a text; Chinese characters take two."""
    return sum(1 + (unicodedata.east_asian_width(char) in ("W", "F")) for char in text)


def padded(text: str, columns: int) -> str:
    """Pad a text with spaces to a number of terminal columns."""
    return text + " " * (columns - width(text))


def folded(text: str, columns: int) -> list[str]:
    """Wrap a text to a number of columns, between words or between Chinese characters."""
    lines = [""]
    for piece in _PIECE.findall(" ".join(text.split())):
        if lines[-1] and width(lines[-1] + piece.rstrip()) > columns:
            lines.append("")
        lines[-1] += piece
    return [line.rstrip() for line in lines]


def write_json(where: Path, value: Any) -> None:
    """Write a value as JSON to a file, atomically."""
    from agentsensus.base.files import replace_text

    if not where.parent.is_dir():
        raise InputError(f"{where.parent}: there is no such folder to write into")
    replace_text(where, json.dumps(value, ensure_ascii=False, indent=1) + "\n")


def _plain(value: object) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return dataclasses.asdict(value)
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} cannot be printed as JSON")


def settings_given(words: Sequence[str]) -> dict[str, Any]:
    """Parse settings from `KEY=VALUE`; a value that is not JSON is taken as text."""
    settings: dict[str, Any] = {}
    for setting in words:
        key, is_set, value = setting.partition("=")
        if not is_set or not key.strip():
            raise InputError(f"--set {setting!r}: write key=value, for example --set recall_k=3")
        try:
            settings[key.strip()] = json.loads(value)
        except ValueError:
            settings[key.strip()] = value
    return settings


def listed(words: str) -> list[str]:
    """Return the distinct parts of a comma-separated text."""
    return [*dict.fromkeys(part.strip() for part in words.split(","))]


def seeds_given(words: str) -> tuple[int, ...]:
    """Parse seeds from `1,2,3`."""
    try:
        return tuple(int(part) for part in listed(words))
    except ValueError:
        raise InputError(f"--seeds {words!r}: give whole numbers, for example 1,2,3") from None


def whole_numbers(words: str, option: str) -> list[int]:
    """Parse positive whole numbers from `8,16,32`."""
    parts = [part.strip() for part in words.split(",")]
    if not all(part.isascii() and part.isdigit() and int(part) > 0 for part in parts):
        raise typer.BadParameter(f"{words!r}: give whole numbers from 1 on, for example 8,16,32", param_hint=option)
    return [int(part) for part in parts]
