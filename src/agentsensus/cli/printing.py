"""What commands print: JSON on standard output when asked for, words and progress on standard error."""

import dataclasses
import json
import re
import sys
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import typer

from agentsensus.cli.terminal import visible
from agentsensus.errors import InputError

_PIECE = re.compile(
    r"[\u3000-\u9fff\uff00-\uffef](?:[、。，：；！？”’」』）》]*)\s?|[^\s\u3000-\u9fff\uff00-\uffef]+\s?"
)
"""What a line may be broken behind: a word, or a Chinese character with the closing marks that belong to it."""
RUN = typer.Argument(None, help="A run's folder; the newest under runs/ when left out.", metavar="RUN")
AT = typer.Option(None, min=0, help="As of the end of this round; now when left out.")
JSON_OPTION = typer.Option(False, "--json", help="Print JSON on standard output, words on standard error.")


def print_json(value: Any) -> None:
    """Print a value as JSON that any terminal can show; dataclasses become objects."""
    text = json.dumps(value, ensure_ascii=False, default=_plain)
    is_safe = visible(text) == text and _can_print(text)
    typer.echo(text if is_safe else json.dumps(value, default=_plain))


def print_stats(stats: Mapping[str, Any], as_json: bool) -> None:
    """Print the statistics of a memory: as JSON, or one figure per line."""
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
    """A text without control characters, except line ends."""
    return "".join(char for char in text if char == "\n" or unicodedata.category(char) != "Cc")


def counted(number: int, things: str) -> str:
    """How many there are: «2 places», «1 place»."""
    return f"{number} {things.removesuffix('s') if number == 1 else things}"


def width(text: str) -> int:
    """How many columns of a terminal a text takes; Chinese characters take two."""
    return sum(1 + (unicodedata.east_asian_width(char) in ("W", "F")) for char in text)


def padded(text: str, columns: int) -> str:
    """A text with blanks behind it, so that it takes so many columns."""
    return text + " " * (columns - width(text))


def folded(text: str, columns: int) -> list[str]:
    """A text in lines of at most so many columns, broken between words, or between any two Chinese characters."""
    lines = [""]
    for piece in _PIECE.findall(" ".join(text.split())):
        if lines[-1] and width(lines[-1] + piece.rstrip()) > columns:
            lines.append("")
        lines[-1] += piece
    return [line.rstrip() for line in lines]


def write_json(where: Path, value: Any) -> None:
    """Write a value as JSON to a file, whole or not at all."""
    from agentsensus.files import replace_text

    if not where.parent.is_dir():
        raise InputError(f"{where.parent}: there is no such folder to write into")
    replace_text(where, json.dumps(value, ensure_ascii=False, indent=1) + "\n")


def _plain(value: object) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return dataclasses.asdict(value)
    raise TypeError(f"{type(value).__name__} cannot be printed as JSON")


def settings_given(words: Sequence[str]) -> dict[str, Any]:
    """Settings from `KEY=VALUE`; a value that is no JSON is taken as text."""
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
    """The parts of a comma-separated text, without repetitions."""
    return [*dict.fromkeys(part.strip() for part in words.split(","))]


def seeds_given(words: str) -> tuple[int, ...]:
    """Seeds from `1,2,3`."""
    try:
        return tuple(int(part) for part in listed(words))
    except ValueError:
        raise InputError(f"--seeds {words!r}: give whole numbers, for example 1,2,3") from None


def whole_numbers(words: str, option: str) -> list[int]:
    """Whole numbers from `8,16,32`; anything else is the user's mistake."""
    parts = [part.strip() for part in words.split(",")]
    if not all(part.isascii() and part.isdigit() and int(part) > 0 for part in parts):
        raise typer.BadParameter(f"{words!r}: give whole numbers from 1 on, for example 8,16,32", param_hint=option)
    return [int(part) for part in parts]
