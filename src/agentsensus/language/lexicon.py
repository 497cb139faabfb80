"""Synonyms and opposites, read from plain word lists."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.resources import files

__all__ = ["Lexicon", "load_lexicon"]

NOTHING: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The synonyms and opposites of a language. Words and phrases are looked up by a key made from their stems."""

    senses: dict[str, frozenset[int]]
    sides: dict[str, frozenset[int]]
    """Key of a word → numbers of its pairs of opposites; positive on the left side, negative on the right side."""
    verbs: frozenset[str]
    longest: int

    plain: dict[str, str]
    """Key of an entry → the entry as written in the word list."""

    def __contains__(self, word: str) -> bool:
        return word in self.senses or word in self.sides

    def alike(self, word: str) -> list[str]:
        """Return words and phrases with the same meaning, as written in the word lists."""
        senses = self.senses.get(word, NOTHING)
        return sorted({self.plain[other] for other, its in self.senses.items() if its & senses and other != word})

    def opposed(self, word: str) -> list[str]:
        """Return words and phrases with the opposite meaning, as written in the word lists."""
        sides = self.sides.get(word, NOTHING)
        return sorted({self.plain[other] for other, its in self.sides.items() if any(-side in its for side in sides)})


def load_lexicon(package: str, cut: Callable[[str], list[str]], key: Callable[[str], str]) -> Lexicon:
    """Load the lexicon of a language from its package. `cut` splits a line into entries; `key` makes the lookup key of
    an entry.
    """
    folder = files(package).joinpath("lexicon")
    senses: dict[str, set[int]] = {}
    verbs: set[str] = set()
    plain: dict[str, str] = {}
    number = 0
    for name in ("verbs.txt", "others.txt"):
        for line in _lines(folder.joinpath(name).read_text("utf-8")):
            number += 1
            plain |= {key(entry): entry.strip() for entry in cut(line)}
            for entry in {key(entry) for entry in cut(line)} - {""}:
                senses.setdefault(entry, set()).add(number)
                if name == "verbs.txt":
                    verbs.add(entry)
    sides: dict[str, set[int]] = {}
    for number, line in enumerate(_lines(folder.joinpath("opposites.txt").read_text("utf-8")), 1):
        left, _, right = line.partition("/")
        for sign, side in ((1, left), (-1, right)):
            plain |= {key(entry): entry.strip() for entry in cut(side)}
            for entry in {key(entry) for entry in cut(side)} - {""}:
                sides.setdefault(entry, set()).add(sign * number)
    longest = max(map(len, map(str.split, [*senses, *sides])))
    return Lexicon(_frozen(senses), _frozen(sides), frozenset(verbs), longest, plain)


def _lines(text: str) -> Iterable[str]:
    return (line for line in text.splitlines() if line.strip() and not line.startswith("#"))


def _frozen(table: dict[str, set[int]]) -> dict[str, frozenset[int]]:
    return {word: frozenset(numbers) for word, numbers in table.items()}
