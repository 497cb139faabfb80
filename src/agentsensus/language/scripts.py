"""Character ranges of scripts, for use in a character class of a pattern: `[{HAN}]`."""

import re

HAN = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
LATIN = r"A-Za-z\u00c0-\u024f"

_WORD = re.compile(r"[A-Za-z][A-Za-z’'-]*|\d[\d,.:-]*\d|\d")
_OWNING = re.compile(r"['’]s?$")


def words_and_figures(text: str) -> list[str]:
    """Return the Latin words and the figures of a text, without possessive endings."""
    return [_OWNING.sub("", word) for word in _WORD.findall(text)]
