"""What commands print: JSON on standard output when asked for, words and progress on standard error."""

import dataclasses
import json
from typing import Any

import typer

JSON_OPTION = typer.Option(False, "--json", help="Print JSON on standard output, words on standard error.")


def print_json(value: Any) -> None:
    """Print a value as JSON; dataclasses become objects."""
    typer.echo(json.dumps(value, ensure_ascii=False, default=_plain))


def _plain(value: object) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return dataclasses.asdict(value)
    raise TypeError(f"{type(value).__name__} cannot be printed as JSON")


def whole_numbers(given: str, option: str) -> list[int]:
    """Numbers from `8,16,32`; a word among them is the user's mistake."""
    parts = [part.strip() for part in given.split(",")]
    if not all(part.isascii() and part.isdigit() and int(part) > 0 for part in parts):
        raise typer.BadParameter(f"{given!r}: give whole numbers from 1 on, for example 8,16,32", param_hint=option)
    return [int(part) for part in parts]
