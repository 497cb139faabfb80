"""What commands print: JSON on standard output when asked for, words and progress on standard error."""

import dataclasses
import json
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import typer

from agentsensus.errors import InputError

RUN = typer.Argument(None, help="A run's folder; the newest under runs/ when left out.", metavar="[RUN]")
AT = typer.Option(None, min=0, help="As of the end of this round; now when left out.")
JSON_OPTION = typer.Option(False, "--json", help="Print JSON on standard output, words on standard error.")


def print_json(value: Any) -> None:
    """Print a value as JSON; dataclasses become objects."""
    typer.echo(json.dumps(value, ensure_ascii=False, default=_plain))


def print_stats(stats: Mapping[str, Any], as_json: bool) -> None:
    """Print what a memory holds: as JSON, or one figure a line."""
    if as_json:
        print_json(stats)
        return
    width = max(map(len, stats)) + 2
    for name, value in stats.items():
        typer.echo(f"{name:{width}}{value}")


def printable(text: str) -> str:
    """A text without what would steer a terminal; line ends stay."""
    return "".join(char for char in text if char == "\n" or unicodedata.category(char) != "Cc")


def write_json(where: Path, value: Any) -> None:
    """Write a value as JSON to a file, whole or not at all."""
    from agentsensus.run_folder import replace_text

    if not where.parent.is_dir():
        raise InputError(f"{where.parent}: there is no such folder to write into")
    replace_text(where, json.dumps(value, ensure_ascii=False, indent=1) + "\n")


def _plain(value: object) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return dataclasses.asdict(value)
    raise TypeError(f"{type(value).__name__} cannot be printed as JSON")


def settings_given(given: Sequence[str]) -> dict[str, Any]:
    """Settings from `KEY=VALUE`: a value is JSON where it can be read so, else a text."""
    found: dict[str, Any] = {}
    for one in given:
        key, is_set, value = one.partition("=")
        if not is_set or not key.strip():
            raise InputError(f"--set {one!r}: write key=value, for example --set recall_k=3")
        try:
            found[key.strip()] = json.loads(value)
        except ValueError:
            found[key.strip()] = value
    return found


def listed(given: str) -> list[str]:
    """Parts by comma, each once."""
    return [*dict.fromkeys(part.strip() for part in given.split(","))]


def seeds_given(given: str) -> tuple[int, ...]:
    """Seeds from `1,2,3`."""
    try:
        return tuple(int(part) for part in listed(given))
    except ValueError:
        raise InputError(f"--seeds {given!r}: give whole numbers, for example 1,2,3") from None


def whole_numbers(given: str, option: str) -> list[int]:
    """Numbers from `8,16,32`; a word among them is the user's mistake."""
    parts = [part.strip() for part in given.split(",")]
    if not all(part.isascii() and part.isdigit() and int(part) > 0 for part in parts):
        raise typer.BadParameter(f"{given!r}: give whole numbers from 1 on, for example 8,16,32", param_hint=option)
    return [int(part) for part in parts]
