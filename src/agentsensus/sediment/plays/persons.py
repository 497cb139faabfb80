"""The list of persons of a play: names, and what is said of each."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from agentsensus.sediment.words import SedimentWords

__all__ = ["ListedPerson", "listed_persons", "shown"]

_DASH = re.compile(r"\s+[—–]\s+|\s+--\s+")
_SMALL = frozenset("of the and to in a an at on by".split())
_LONGEST = 6
_MARKS = re.compile(r"[{}\[\]_]")
_DITTO = re.compile(r"[\s\"”“,]*\"[\s\"”“]*$")
"""Marks for «as above» at the end of a line."""
_NAME = re.compile(r"(?:(?:and|young|old)\s+)*(?P<name>[A-Z][A-Z’'.\- ]*[A-Z])$")
_OWN = re.compile(
    r"(?P<name>(?:[A-Z][\w’'-]+ )?[A-Z][\w’'-]+),? "
    r"(?P<about>(?:attending|waiting|employed|attendant|friend|servant|belonging|to)\b.*)"
)
_GROUP = re.compile(
    r"(?:[A-Z]?\w+ )?(?P<noun>[A-Za-z]+(?:s|men|women|children))(?: (?:to|of|with|attending|in|at|on)\b|$)",
    re.IGNORECASE,
)
_TITLE = re.compile(
    r"(?:DUKE|DUCHESS|EARL|COUNT|COUNTESS|KING|QUEEN|PRINCE|PRINCESS|BISHOP|ARCHBISHOP|MARQUIS|LORD|BARON) OF "
)
_BROKEN_OFF = re.compile(r"\b(?:to|of|the|and|with|by|in)\s*$")
_COUNTED = re.compile(r"(?:two|three|four|five|six|several|other|divers|certain)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ListedPerson:
    """Somebody on the list: the name in ordinary letters, what is said of it, and whether it is only a title."""

    name: str
    about: str
    is_generic: bool


def listed_persons(lines: tuple[str, ...], words: SedimentWords) -> tuple[ListedPerson, ...]:
    """Everybody on the list who is one person; groups (Lords, Attendants) are left out."""
    persons: list[ListedPerson] = []
    about = ""
    for line in _whole_lines(lines):
        is_ditto = bool(_DITTO.search(line))
        names, own = _parted(_DITTO.sub("", line).strip().rstrip(".,"), words)
        about = about if is_ditto else own
        for name in names:
            bare = words.pattern("articles").sub("", name).strip(" .,")
            if bare and len(bare.split()) <= _LONGEST and not _is_group(name, bare, words):
                persons.append(ListedPerson(shown(bare), about, _is_generic(bare, words)))
    return tuple({person.name: person for person in reversed(persons)}.values())[::-1]


def _whole_lines(lines: Iterable[str]) -> list[str]:
    """Lines with those joined that go on with the one before: by a small letter, or because that one breaks off."""
    whole: list[str] = []
    for line in lines:
        text = _MARKS.sub(" ", line)
        goes_on = re.match(r"\s*(?!and other\b)[a-z]", text) and not re.match(r"\s*(?:an?|the|two|three)\b", text)
        if whole and (goes_on or _BROKEN_OFF.search(whole[-1])):
            whole[-1] += f" {text.strip()}"
        else:
            whole.append(text)
    return whole


def _parted(line: str, words: SedimentWords) -> tuple[list[str], str]:
    """The names of a line, and what it says of them."""
    line = line.split(";")[0].strip()
    if parts := _DASH.split(line, maxsplit=1)[1:]:
        names = _DASH.split(line, maxsplit=1)[0]
        return [name.strip() for name in re.split(r"\s*[,，、]\s*", names) if name.strip()], parts[0].strip()
    head, _, rest = re.sub("[，：:]", ",", line).partition(",")
    if re.search(r"\b(?:and|other)\b", head) and head.lower() == head:
        return [], rest
    names, rest = _names_in_capitals(head, rest)
    own = _OWN.fullmatch(words.pattern("articles").sub("", head.strip()))
    if len(names) == 1 and own and not rest:
        return [own["name"]], own["about"]
    return names, rest.strip()


def _names_in_capitals(head: str, rest: str) -> tuple[list[str], str]:
    """«LUCILIUS, TITINIUS and young CATO, friends to Brutus»: every name in capitals, and the rest."""
    joined = re.split(r"\s+(?:and|AND)\s+", head.strip())
    names = joined if all(_NAME.match(name.strip()) for name in joined) else [head]
    if not _NAME.match(head.strip()) and len(names) == 1:
        return [head.strip()], rest
    while rest.strip():
        first, comma, others = rest.partition(",")
        match = _NAME.match(first.strip())
        if match is None:
            break
        if len(names) == 1 and _TITLE.match(match["name"]):  # «GEORGE, DUKE OF CLARENCE» is one man
            if len(names[0].split()) > 1:
                break
            names, rest = [first], ", ".join(part for part in (shown(names[0]), others.strip()) if part)
            break
        names, rest = [*names, first], others if comma else ""
    return [re.sub(r"^\s*and\s+", "", name).strip() for name in names], rest


def _is_group(name: str, bare: str, words: SedimentWords) -> bool:
    """Whether a line names several: «Two Lords», «Servants to Cornwall», «Citizens of Verona»."""
    if _COUNTED.match(name):
        return True
    match = _GROUP.match(bare)
    if match is None:
        return False
    noun = match["noun"].lower()
    singulars = {
        noun.removesuffix("s"),
        noun.removesuffix("es"),
        re.sub("men$", "man", noun),
        re.sub("ies$", "y", noun),
    }
    is_named_so = noun in words.generic or bool(singulars & words.generic)
    has_preposition = match.end() > match.end("noun") and not bare.isupper()
    return is_named_so or bool(_PLURALS.match(match["noun"])) or has_preposition


_PLURALS = re.compile(
    r"(?:Lords|Ladies|Officers|Soldiers|Sailors|Messengers|Attendants|Players|Gentlemen|Citizens|Servants|Senators|"
    r"Apparitions|Musicians|Guards|Mariners|Nymphs|Reapers|Priests|Witches|Murderers|Ghosts|Clowns|Maskers|Patricians|"
    r"Tribunes|Fairies|Huntsmen|Watchmen|Gentlewomen|Villagers)$",
    re.IGNORECASE,
)


def _is_generic(name: str, words: SedimentWords) -> bool:
    last = name.lower().split()[-1] if name.split() else ""
    return last in words.generic or name in words.generic


def shown(name: str) -> str:
    """A name in ordinary letters: «KING CLAUDIUS» is «King Claudius», «OLIVIA'S House» is «Olivia's House»."""
    name = name.replace("’", "'").strip(" .,;:")
    first, *others = name.split() or [""]
    first = _ordinary(first)
    return " ".join((first[:1].upper() + first[1:], *("a" if word == "A" else _ordinary(word) for word in others)))


def _ordinary(word: str) -> str:
    letters = re.sub(r"[^A-Za-z]", "", word.removesuffix("'s"))
    if len(letters) < 2 or letters != letters.upper() or set(letters) <= set("IVX"):
        return word
    if word.lower() in _SMALL:
        return word.lower()
    return "-".join(part[:1].upper() + part[1:].lower() for part in word.split("-"))
