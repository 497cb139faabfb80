"""Standard output and error as every command has them: nothing that is printed can steer or break a terminal.

Worlds, runs and stores come from others, and their texts are printed. Whatever a command prints passes here: control
characters become visible, and what the terminal's encoding lacks is replaced. Only Rich, on a terminal, may style.
"""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast

__all__ = ["TerminalStream", "safe_streams", "visible"]

_UNSAFE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
_STYLE = re.compile(r"(\x1b\[(?:[0-9;]*[mAK]|1G|\?25[lh])|\r)")
"""What Rich sends: colours, the cursor up, to the beginning of the line, hidden and shown, a line erased."""


def visible(text: str) -> str:
    """A text whose control characters, and those that turn the direction of writing, are spelt out; tabs stay.

    A line may end with a carriage return too.
    """
    return _UNSAFE.sub(_spelt, text.replace("\r\n", "\n")) if _UNSAFE.search(text) else text


def _spelt(match: re.Match[str]) -> str:
    code = ord(match.group())
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


class TerminalStream:
    """A text stream that writes what is visible; `keeps_styles` lets Rich's own sequences through."""

    def __init__(self, stream: TextIO, *, keeps_styles: bool = False) -> None:
        self.stream = stream
        self._keeps_styles = keeps_styles
        if not keeps_styles and stream.isatty():
            # Rich looks for this name, and writes there instead.
            self.rich_proxied_file = TerminalStream(stream, keeps_styles=True)

    def write(self, text: str) -> int:
        """Write a text; returns its length, as streams do."""
        parts = _STYLE.split(text) if self._keeps_styles else [text]
        self.stream.write("".join(part if place % 2 else visible(part) for place, part in enumerate(parts)))
        return len(text)

    def writelines(self, lines: Iterator[str]) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


@contextmanager
def safe_streams() -> Iterator[None]:
    """A block in which standard output and error are safe; once inside, entering again changes nothing."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (_safe(stream) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _safe(stream: TextIO | None) -> TextIO:
    if stream is None or isinstance(stream, TerminalStream):
        return cast(TextIO, stream)
    _let_nothing_fail(stream)
    return cast(TextIO, TerminalStream(stream))


def _let_nothing_fail(stream: TextIO) -> None:
    """What cannot be encoded is spelt out; an encoding of ASCII alone is a locale that nobody has set."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is None:
        return
    is_unset = (stream.encoding or "ascii").lower().replace("-", "") in ("ascii", "usascii", "ansi_x3.41968", "646")
    reconfigure(encoding="utf-8" if is_unset else stream.encoding, errors="backslashreplace")


def open_missing_streams() -> None:
    """Put nothing in the place of standard streams that are closed, so that no file of ours gets their number."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
