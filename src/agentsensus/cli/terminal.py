"""Safe stdout and stderr for every command: printed text cannot control or break the terminal.

Worlds, runs and stores may come from strangers. Control characters in printed text are escaped, and characters missing
in the terminal's encoding are replaced. Only Rich, on a terminal, may send style sequences.
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
"""The control sequences that Rich uses: colours, cursor up, to line start, hide and show, erase line."""


def visible(text: str) -> str:
    """Return the text with control characters and direction marks escaped. Tabs and line ends stay."""
    return _UNSAFE.sub(_spelt, text.replace("\r\n", "\n")) if _UNSAFE.search(text) else text


def _spelt(match: re.Match[str]) -> str:
    code = ord(match.group())
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


class TerminalStream:
    """A text stream that escapes control characters; `keeps_styles` lets Rich's sequences through."""

    def __init__(self, stream: TextIO, *, keeps_styles: bool = False) -> None:
        self.stream = stream
        self._keeps_styles = keeps_styles
        if not keeps_styles and stream.isatty():
            # Rich writes to the stream of this name instead.
            self.rich_proxied_file = TerminalStream(stream, keeps_styles=True)

    def write(self, text: str) -> int:
        """Write a text and return its length."""
        parts = _STYLE.split(text) if self._keeps_styles else [text]
        self.stream.write("".join(part if place % 2 else visible(part) for place, part in enumerate(parts)))
        return len(text)

    def writelines(self, lines: Iterator[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


@contextmanager
def safe_streams() -> Iterator[None]:
    """Make stdout and stderr safe within the block. Nesting has no effect."""
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
    """Make a stream escape characters it cannot encode. A stream in plain ASCII (no locale set) is switched to
    UTF-8."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is None:
        return
    is_unset = (stream.encoding or "ascii").lower().replace("-", "") in ("ascii", "usascii", "ansi_x3.41968", "646")
    reconfigure(encoding="utf-8" if is_unset else stream.encoding, errors="backslashreplace")


def open_missing_streams() -> None:
    """Open /dev/null for closed standard streams, so that no file we open gets their descriptors."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
