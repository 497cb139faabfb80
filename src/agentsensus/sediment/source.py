"""A text on its way in: decoded, its width and punctuation made even, publishers' headers left out, offsets kept."""

import hashlib
import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass, field
from pathlib import Path

from agentsensus.errors import InputError
from agentsensus.files import read_bytes
from agentsensus.text.language import Language, language

__all__ = ["SourceText", "read_source", "source_of"]

_ENCODINGS = ("utf-8-sig", "gb18030", "cp1252")
_MARKS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
_START = re.compile(r"^\*\*\*\s*START OF.*$", re.MULTILINE | re.IGNORECASE)
_END = re.compile(r"^\*\*\*\s*END OF.*$|^End of (?:the )?Project Gutenberg.*$", re.MULTILINE | re.IGNORECASE)
_SPACES = {"\u3000": " ", "\xa0": " ", "\t": " ", "\u2028": "\n", "\u0085": "\n"}
_DROPPED = "\ufeff\u200b\u200c\u200d\u00ad"
_LEAST = 12


@dataclass(frozen=True)
class SourceText:
    """A text with even punctuation, and where each of its places lies in the file as it was decoded."""

    name: str
    text: str
    language: Language
    sha256: str
    shifts: tuple[tuple[int, int], ...] = field(default=((0, 0),), repr=False)

    def offset(self, place: int) -> int:
        """Where a place of `text` lies in the decoded file."""
        start, shift = self.shifts[bisect_right(self.shifts, (place, float("inf"))) - 1]
        assert start <= place
        return place + shift


def read_source(path: Path) -> SourceText:
    """A file as a source; InputError where it is missing, empty or no text."""
    return source_of(_decoded(read_bytes(path), path), path.stem)


def source_of(text: str, name: str) -> SourceText:
    """A decoded text as a source."""
    if not text.strip():
        raise InputError(f"{name}: the text is empty; give a play, a novel or a timeline as plain text")
    even, shifts = _even(text)
    begin = match.end() if (match := _START.search(even)) else 0
    end = match.start() if (match := _END.search(even, begin)) else len(even)
    # What is left out becomes spaces, so that no offset moves.
    body = re.sub(r"[^\n]", " ", even[:begin]) + even[begin:end]
    if len(body.strip()) < _LEAST:
        raise InputError(f"{name}: only {len(body.strip())} characters of text; a world needs a text to come from")
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return SourceText(name, body, language(body[:200_000]), digest, shifts)


def _decoded(content: bytes, path: Path) -> str:
    encoding = next((name for mark, name in _MARKS.items() if content.startswith(mark)), None)
    if encoding is None and b"\0" in content[:65536]:
        raise InputError(f"{path}: is a binary file, not a text; give plain text, saved as UTF-8")
    for name in (encoding,) if encoding else _ENCODINGS:
        try:
            text = content.decode(name)
        except UnicodeDecodeError:
            continue
        controls = sum(unicodedata.category(char) == "Cc" and char not in "\n\r\t\f\x85" for char in text[:65536])
        if controls * 100 > len(text[:65536]):
            raise InputError(f"{path}: is a binary file, not a text; give plain text, saved as UTF-8")
        return text
    raise InputError(f"{path}: is in no encoding that is known here; save it as UTF-8")


def _even(text: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The text with one form of line ends, spaces, letters and quotes, and by how much places have moved from where."""
    pieces: list[str] = []
    shifts = [(0, 0)]
    length = 0
    for place, char in enumerate(text):
        if char in _DROPPED or (char == "\r" and text[place + 1 : place + 2] == "\n"):
            shifts.append((length, place + 1 - length))
            continue
        pieces.append(_even_char(char))
        length += 1
    return "".join(pieces), tuple(shifts)


def _even_char(char: str) -> str:
    if char == "\r":
        return "\n"
    if char in _SPACES:
        return _SPACES[char]
    if "０" <= char <= "９" or "Ａ" <= char <= "Ｚ" or "ａ" <= char <= "ｚ":
        return unicodedata.normalize("NFKC", char)
    return "“" if char in "〝„" else "”" if char == "〞" else "’" if char == "`" else char
