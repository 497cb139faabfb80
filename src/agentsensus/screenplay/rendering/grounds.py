"""What a rendering of a scene may name: who and what is in its beats, and nobody else."""

import re
from collections.abc import Iterator
from functools import cached_property

from agentsensus.models.tokens import rank
from agentsensus.screenplay.beat import ArrivalCue, HandingBeat, MoveBeat, WordCue
from agentsensus.screenplay.rendering.sheet import SceneSheet
from agentsensus.text.language import language
from agentsensus.text.languages import rules_of
from agentsensus.text.names import Names

__all__ = ["Grounds"]

_WORD = re.compile(r"[^\W\d_][\w’'-]*")
_OWNERS = re.compile(r"(?:[’']s|[’'])$")
_TITLES = frozenset(
    """
    majesty majesties highness lord lords lady ladies god gods heaven christ king queen prince princess captain madam
    lordship ladyship excellency sire grace sir general master mistress emperor chancellor minister commander your
    """.split()
)
_OPENS = re.compile(r"(?:^|[.!?…:;—\n“\"(‘«])\s*[\"“‘(]*$")
_DOES = re.compile(
    r"[’']s\b|\s+(?:[a-z]+(?:s|ed)|came|went|said|told|stood|sat|took|gave|ran|spoke|knelt|rose|fell|got|found|learnt|"
    r"heard|saw|knew|made|met|kept|held|put|left|brought|thought|wrote|read|led|drew|swore|wept|and|who)\b"
)
_STEM = 3
_PEOPLE = ("an", "ish", "ese")
"""So many letters the names of a country and of its people have in common, and how the latter ends."""
_RARELY_NAMES = "曾于任何常易"
_ALSO_WORDS = "文马钱金史白卢顾赖万余高方石华江龙温严康武关叶"
"""Surnames that are words as well: the first are no names here, the others only where a clause begins."""
_FREE_NUMBERS = frozenset("0 0.5 1 2 100 1000 10000".split())
"""Numbers that are as often a manner of speaking."""


class Grounds:
    """The people, places, words and numbers that the beats of a scene bring."""

    def __init__(self, sheet: SceneSheet) -> None:
        self._sheet = sheet
        self._casting = sheet.casting
        self._scenario = sheet.casting.scenario
        self._rules = rules_of(self._casting.language)

    def speaker(self, name: str) -> str | None:
        """The id of somebody of the cast by a name; None where nobody of the cast has it."""
        wanted = _plain(name)
        called = {_plain(word): id_ for id_ in reversed(self._sheet.cast) for word in self._casting.called(id_)}
        return called.get(wanted)

    def outsiders(self, text: str) -> list[str]:
        """Names of people and places of the world that the beats do not bring."""
        names = (self._casting.name(id_) for id_ in self._names.mentioned(text) if id_ not in self._allowed)
        return list(dict.fromkeys(names))

    def strangers(self, text: str) -> list[str]:
        """Names that neither the world nor the beats have, as far as capitals and surnames can tell.

        Where a rendering in another language has to spell a name of the beats that the world does not list, none is
        found: how that is spelt nobody can say.
        """
        if self._has_unlisted_names:
            return []
        guessed = self._rules.reader.guessed_names(_masked(text, self._names), False)
        is_stranger = self._is_stranger if self._rules.comparing.has_capitals else self._is_han_stranger
        return list(dict.fromkeys(name for place, name in guessed if is_stranger(text, place, name)))

    def numbers(self, text: str) -> list[str]:
        """Numbers that no beat has."""
        return sorted(_figures(text, self._casting.language) - self._figures - _FREE_NUMBERS)

    # --- people and places

    @cached_property
    def _names(self) -> Names:
        """What people and places are called in the language of the rendering."""
        if self._casting.is_own:
            return self._scenario.known_names()
        people = {id_: self._casting.called(id_) for id_ in self._scenario.characters}
        return Names(people, {id_: self._casting.called(id_) for id_ in self._scenario.places})

    @cached_property
    def _allowed(self) -> set[str]:
        named = self._scenario.known_names().mentioned(self._sheet.source)
        return {self._sheet.scene.place, *self._sheet.cast, *named, *self._places()}

    def _places(self) -> Iterator[str]:
        for entry in self._sheet.entries:
            match entry.entry:
                case MoveBeat(to=to):
                    yield to
                case ArrivalCue(origin=origin):
                    yield origin
                case HandingBeat(giver=giver, taker=taker):
                    yield from (giver, taker)
                case WordCue(sender=sender):
                    yield sender

    # --- strangers

    def _is_stranger(self, text: str, place: int, name: str) -> bool:
        words = [word for word in name.split() if not self._is_known(word.lower())]
        if not words or all(_is_ordinary(word) for word in words):
            return False
        # The first word of a sentence is a stranger only where it is plainly somebody who does something.
        start = max(text.find(name, place), place)
        is_first = len(name.split()) == 1 and bool(_OPENS.search(text[:start]))
        return not is_first or bool(_DOES.match(text, start + len(name)))

    def _is_known(self, word: str) -> bool:
        if word in _TITLES or word in self._words:
            return True
        alike = self._by_stem.get(word[:_STEM], ())
        return any(word.endswith(_PEOPLE) or other.endswith(_PEOPLE) for other in alike)

    def _is_han_stranger(self, text: str, place: int, name: str) -> bool:
        # A name may have been read a character too long: 贾蔷私 where 贾蔷 whispers.
        if any(name[:length] in self._sheet.source for length in range(2, len(name) + 1)):
            return False
        begins = not place or not text[place - 1].isalpha() or _masked(text, self._names)[place - 1] == "，"
        return name[0] not in _RARELY_NAMES and (begins or name[0] not in _ALSO_WORDS)

    @cached_property
    def _has_unlisted_names(self) -> bool:
        """Whether the beats, in another language than the rendering, name somebody whom the world does not list."""
        if self._casting.is_own:
            return False
        source = _masked(self._sheet.source, self._scenario.known_names())
        return bool(rules_of(self._scenario.world.language).reader.guessed_names(source, False))

    @cached_property
    def _words(self) -> set[str]:
        """Every word of the beats and of the names in them, in lower case and without an ending of possession."""
        named = " ".join(name for id_ in self._allowed for name in self._casting.called(id_))
        things = " ".join(name for id_ in self._scenario.carriers for name in self._casting.called(id_))
        return {_OWNERS.sub("", word).lower() for word in _WORD.findall(f"{self._sheet.source} {named} {things}")}

    @cached_property
    def _by_stem(self) -> dict[str, list[str]]:
        """The names in the beats, in lower case, by their first letters."""
        names: dict[str, list[str]] = {}
        for word in sorted(set(_WORD.findall(self._sheet.source))):
            if word[0].isupper() and not _is_ordinary(word):
                names.setdefault(word[:_STEM].lower(), []).append(word.lower())
        return names

    @cached_property
    def _figures(self) -> frozenset[str]:
        return _figures(self._sheet.source, language(self._sheet.source))


def _masked(text: str, names: Names) -> str:
    """A text without the names that a world has, each left as long as it was."""
    for start, end, _ in reversed(names.spans(text)):
        text = text[:start] + "，" * (end - start) + text[end:]
    return text


def _plain(name: str) -> str:
    return " ".join(name.casefold().removeprefix("the ").split())


def _is_ordinary(word: str) -> bool:
    """Whether a word is commoner in small letters than with a capital, as names are not."""
    small, capital = rank(word.lower()), rank(word.capitalize())
    return len(small) == 1 and (len(capital) > 1 or small < capital)


def _figures(text: str, code: str) -> frozenset[str]:
    """The numbers of a text, however they are written; the third of something counts as three."""
    numbers = rules_of(code).reader.numbers(text, ())
    return frozenset(number.partition(" ")[0].lstrip("#") for number in numbers)
