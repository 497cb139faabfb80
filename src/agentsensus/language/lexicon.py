"""Words that say the same and words that say the opposite, from plain word lists."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.resources import files

__all__ = ["Lexicon", "load_lexicon"]

NOTHING: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The groups a word or phrase belongs to, and on which side of which opposites it stands."""

    senses: dict[str, frozenset[int]]
    sides: dict[str, frozenset[int]]
    """For each word the numbers of its opposites, above 0 on the left side and below 0 on the right."""
    verbs: frozenset[str]
    longest: int

    plain: dict[str, str]
    """Every entry as the list has it, by how it is looked up."""

    def __contains__(self, word: str) -> bool:
        return word in self.senses or word in self.sides

    def alike(self, word: str) -> list[str]:
        """Single words that say the same as this one, as the lists have them."""
        senses = self.senses.get(word, NOTHING)
        return sorted({self.plain[other] for other, its in self.senses.items() if its & senses and other != word})

    def opposed(self, word: str) -> list[str]:
        """Single words that say the opposite, as the lists have them."""
        sides = self.sides.get(word, NOTHING)
        return sorted({self.plain[other] for other, its in self.sides.items() if any(-side in its for side in sides)})


def load_lexicon(package: str, cut: Callable[[str], list[str]], key: Callable[[str], str]) -> Lexicon:
    """The lexicon of a language: `cut` parts the entries of a line, `key` is how an entry is looked up."""
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
