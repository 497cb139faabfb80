"""The list of persons of a play: names, and what is said of each."""

import re
from dataclasses import dataclass

from agentsensus.sediment.words import SedimentWords

__all__ = ["ListedPerson", "listed_persons", "shown"]

_DASH = re.compile(r"\s+[—–]\s+|\s+--\s+")
_SMALL = frozenset("of the and to in a an at on by".split())
_LONGEST = 6


@dataclass(frozen=True, slots=True)
class ListedPerson:
    """Somebody on the list: the name in ordinary letters, what is said of it, and whether it is only a title."""

    name: str
    about: str
    is_generic: bool


def listed_persons(lines: tuple[str, ...], words: SedimentWords) -> tuple[ListedPerson, ...]:
    """Everybody on the list who is one person; groups (Lords, Attendants) are left out."""
    persons: list[ListedPerson] = []
    for line in lines:
        names, about = _parted(line.strip().rstrip("."), words)
        for name in names:
            bare = words.pattern("articles").sub("", name).strip()
            is_one = bare and len(bare.split()) <= _LONGEST and not _is_plural(name, bare)
            if is_one:
                persons.append(ListedPerson(shown(bare), about, _is_generic(bare, words)))
    return tuple({person.name: person for person in reversed(persons)}.values())[::-1]


def _parted(line: str, words: SedimentWords) -> tuple[list[str], str]:
    if parts := _DASH.split(line, maxsplit=1)[1:]:
        names = _DASH.split(line, maxsplit=1)[0]
        return [name.strip() for name in re.split(r"\s*[,，、]\s*", names) if name.strip()], parts[0].strip()
    head, _, rest = re.sub("[，：:]", ",", line).partition(",")
    if re.search(r"\b(?:and|other)\b", head) and head.lower() == head:
        return [], rest
    attending = re.match(r"(?P<name>[A-Z]\w+) (?P<about>(?:attending|waiting|friend|servant)\b.*)", head)
    if attending and not rest:
        return [attending["name"]], attending["about"]
    return [head.strip()], rest.strip()


def _is_plural(name: str, bare: str) -> bool:
    counted = re.match(r"(?:two|three|four|five|six|other|divers|certain)\b", name, re.IGNORECASE)
    return bool(counted) or bool(_PLURALS.match(bare))


_PLURALS = re.compile(
    r"(?:Lords|Ladies|Officers|Soldiers|Sailors|Messengers|Attendants|Players|Gentlemen|Citizens|Servants|Senators|"
    r"Apparitions|Musicians|Guards|Mariners|Nymphs|Reapers|Priests|Witches|Murderers|Ghosts|Clowns)$",
    re.IGNORECASE,
)


def _is_generic(name: str, words: SedimentWords) -> bool:
    last = name.lower().split()[-1] if name.split() else ""
    return last in words.generic or name in words.generic


def shown(name: str) -> str:
    """A name in ordinary letters: «KING CLAUDIUS» is «King Claudius»."""
    name = name.replace("’", "'").strip(" .,;:")
    if name != name.upper() or not re.search("[A-Z]", name):
        return name[:1].upper() + name[1:]
    pieces = [word.capitalize() if word.lower() not in _SMALL else word.lower() for word in name.split()]
    return " ".join("-".join(part[:1].upper() + part[1:] for part in piece.split("-")) for piece in pieces)
