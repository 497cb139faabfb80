"""Guess the names in an English text: capitalised words, except ordinary words."""

import re

_TITLES = frozenset(
    """
    king queen prince princess lord lady sir mr mrs ms miss dr doctor captain general duke duchess count earl
    father mother brother sister uncle aunt president senator emperor minister young old
    """.split()
)
NOT_NAMES = frozenset(
    """
    i a an the this that these those he she it they we you his her its their my our your him them us who whom
    whose what when where why which how if as at by for from in into of off on onto or and but so yet nor to
    with without after before during while since until though although because once then there here now today
    tonight tomorrow yesterday not no never nobody nothing none some any all both each every many most few
    several one two three four five six seven eight nine ten hundred thousand first second third last next both
    either neither only also even still just again soon later meanwhile however finally suddenly perhaps maybe
    yes did does do was were is are be been has had have will would shall should can could may might must let
    according monday tuesday wednesday thursday friday saturday sunday january february march april june july
    august september october november december god heaven everyone everybody someone somebody anyone another such
    soldiers guards people men women children night morning evening news word snow rain war death peace instead
    upon under over near behind inside outside between among against through despite unless whether unlike like
    long everything something anything nowhere ca wo o oh ah alas yea nay aside enter exit exeunt scene act chapter
    sir madam other others more less much too very up down out back away together alone indeed thus hence therefore
    """.split()
)
_CAPITAL = r"(?:[A-ZÀ-ÖØ-Þ]\.|(?<![\w’'])[A-ZÀ-ÖØ-Þ][\w’'-]*)"
_CAPITALISED = re.compile(rf"{_CAPITAL}(?:\s+(?:of\s+)?{_CAPITAL})*")
_FULL_STOP = re.compile(r"[.!?]\s*[\"“]?$")
_NEAR = 80
"""How many characters before a word are examined. The limit keeps long texts fast."""
_SHORTENED = re.compile(r"(?:[’'](?:s|m|ve|ll|d|re)|n[’']t)$")


def latin_names(text: str) -> list[tuple[int, str]]:
    """Return the guessed names in a text with their positions.

    A name is a capitalised word that is not an ordinary word at the start of a sentence.
    """
    names, every = [], frozenset(text.split())
    for match in _CAPITALISED.finditer(text):
        words = [_SHORTENED.sub("", word).rstrip("’'-") for word in match.group().split()]
        while words and (words[0].lower() in NOT_NAMES or words[0].lower() in _TITLES):
            words = words[1:]
        # A single word at the start of a sentence is a name only if it is not an ordinary capitalised word.
        if words and not (len(words) == 1 and _opens_sentence(text, match.start()) and _is_ordinary(words[0], every)):
            names.append((match.start(), " ".join(words)))
    return names


def _opens_sentence(text: str, start: int) -> bool:
    before = text[max(0, start - _NEAR) : start]
    return not before.strip(" \"“'‘(") or bool(_FULL_STOP.search(before.rstrip()))


def _is_ordinary(word: str, every: frozenset[str]) -> bool:
    """Return whether a capitalised word is an ordinary word: `every` has it in lower case, or its ending is
    ordinary.
    """
    lower = word.lower()
    return lower in every or lower.endswith(("ing", "ly", "ness", "ment", "tion"))
