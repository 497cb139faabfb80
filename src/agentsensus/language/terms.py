"""Search terms of a text: word stems, Han characters, and pairs of Han characters."""

import re
import unicodedata

from agentsensus.language.en.lemma import root
from agentsensus.language.en.reading import STOP
from agentsensus.language.quotes import CLOSERS
from agentsensus.language.scripts import HAN
from agentsensus.language.sentences import sentences
from agentsensus.language.zh.reading import STOP as STOP_CHARACTERS

__all__ = ["is_question", "last_question", "terms"]

_UNSPACED = HAN + r"\u3005\u3040-\u30ff"
"""Scripts written without spaces: Han and Kana."""
_PIECE = re.compile(rf"([{_UNSPACED}]+)|((?:(?![{_UNSPACED}])[^\W_])+)(?:['’]\w{{1,3}}\b)?")
_LONGEST = 48
_ASKS = re.compile(rf"[?？][!！?？.…]*[\s{CLOSERS}）)]*$")
_TAIL = 24


def terms(text: str) -> list[str]:
    """Return the search terms of a text in order, with repeats and without stop words.

    A Latin word is lower-cased and stemmed. Han characters give one term per pair of neighbours, and one per character
    except stop words; the single 饭 finds both 吃饭 and 午饭.
    """
    found: list[str] = []
    for match in _PIECE.finditer(unicodedata.normalize("NFKC", text).lower()):
        run, word = match.groups()
        if run is None:
            if word not in STOP:
                found.append(root(word[:_LONGEST]))
        else:
            found += [run[place : place + 2] for place in range(len(run) - 1)]
            found += [char for char in run if char not in STOP_CHARACTERS]
    return found


def is_question(text: str) -> bool:
    return bool(_ASKS.search(text.rstrip()[-_TAIL:]))


def last_question(text: str) -> str:
    """Return the last question in a text; "" if there is none."""
    if "?" not in text and "？" not in text:
        return ""
    return next((sentence for sentence in reversed(sentences(text)) if is_question(sentence)), "")
