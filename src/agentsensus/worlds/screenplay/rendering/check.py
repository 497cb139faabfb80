"""Check a model's scene against its beats: speakers, names, numbers, coverage and length."""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

from agentsensus.base.texts import texts
from agentsensus.language.languages import all_rules, language, rules_of
from agentsensus.language.names import Names
from agentsensus.models.compact import BLANK
from agentsensus.models.tokens import rank, tokens
from agentsensus.worlds.screenplay.beat import ArrivalCue, HandingBeat, MoveBeat, WordCue
from agentsensus.worlds.screenplay.rendering.reply import RenderedLine, RenderedScene, misplaced, repeated
from agentsensus.worlds.screenplay.rendering.sheet import SceneSheet, SheetEntry

__all__ = ["Grounds", "leaks", "refusals"]


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
"""`_STEM` is the number of letters that names of a country and its people share; `_PEOPLE` are endings of the
latter.
"""
_FREE_NUMBERS = frozenset("0 0.5 1 2 100 1000 10000".split())
"""Numbers that are often figures of speech."""


class Grounds:
    """The people, places, words and numbers that the beats of a scene contain."""

    def __init__(self, sheet: SceneSheet) -> None:
        self._sheet = sheet
        self._casting = sheet.casting
        self._scenario = sheet.casting.scenario
        self._rules = rules_of(self._casting.language)

    def speaker(self, name: str) -> str | None:
        """Return the id of a cast member by name; None if the name is not in the cast."""
        wanted = _plain(name)
        called = {_plain(word): id_ for id_ in reversed(self._sheet.cast) for word in self._casting.called(id_)}
        return called.get(wanted)

    def outsiders(self, text: str) -> list[str]:
        """Return names of people and places of the world that are not in the beats."""
        names = (self._casting.name(id_) for id_ in self._names.mentioned(text) if id_ not in self._allowed)
        return list(dict.fromkeys(names))

    def strangers(self, text: str) -> list[str]:
        """Return names that neither the world nor the beats contain, judging by capitals and surnames.

        Returns nothing if the rendering translates a name that the world does not list, because its spelling is
        unknown.
        """
        if self._has_unlisted_names:
            return []
        guessed = self._rules.reader.guessed_names(_masked(text, self._names), False)
        is_stranger = self._is_stranger if self._rules.comparing.has_capitals else self._is_han_stranger
        return list(dict.fromkeys(name for place, name in guessed if is_stranger(text, place, name)))

    def numbers(self, text: str) -> list[str]:
        """Return numbers that are not in any beat."""
        return sorted(_figures(text, self._casting.language) - self._figures - _FREE_NUMBERS)

    # --- people and places

    @cached_property
    def _names(self) -> Names:
        """Return the names of people and places in the language of the rendering."""
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
        # The first word of a sentence counts as an unknown name only if it clearly acts.
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
        words = rules_of(language(name)).world_words
        return name[0] not in words.rare_surnames and (begins or name[0] not in words.surnames_that_are_words)

    @cached_property
    def _has_unlisted_names(self) -> bool:
        """Return whether beats in another language mention people missing from the world."""
        if self._casting.is_own:
            return False
        source = _masked(self._sheet.source, self._scenario.known_names())
        return bool(rules_of(self._scenario.world.language).reader.guessed_names(source, False))

    @cached_property
    def _words(self) -> set[str]:
        """Return every word of the beats and their names, in lower case and without possessive endings."""
        named = " ".join(name for id_ in self._allowed for name in self._casting.called(id_))
        things = " ".join(name for id_ in self._scenario.carriers for name in self._casting.called(id_))
        return {_OWNERS.sub("", word).lower() for word in _WORD.findall(f"{self._sheet.source} {named} {things}")}

    @cached_property
    def _by_stem(self) -> dict[str, list[str]]:
        """Return the names in the beats, in lower case, by their first letters."""
        names: dict[str, list[str]] = {}
        for word in sorted(set(_WORD.findall(self._sheet.source))):
            if word[0].isupper() and not _is_ordinary(word):
                names.setdefault(word[:_STEM].lower(), []).append(word.lower())
        return names

    @cached_property
    def _figures(self) -> frozenset[str]:
        return _figures(self._sheet.source, language(self._sheet.source))


def _masked(text: str, names: Names) -> str:
    """Return a text with the world's names masked, keeping its length."""
    for start, end, _ in reversed(names.spans(text)):
        text = text[:start] + "，" * (end - start) + text[end:]
    return text


def _plain(name: str) -> str:
    return " ".join(name.casefold().removeprefix("the ").split())


def _is_ordinary(word: str) -> bool:
    """Return whether a word is more common in lower case than capitalised, unlike a name."""
    small, capital = rank(word.lower()), rank(word.capitalize())
    return len(small) == 1 and (len(capital) > 1 or small < capital)


def _figures(text: str, code: str) -> frozenset[str]:
    """Return the numbers of a text in any notation; ordinals count as their number."""
    numbers = rules_of(code).reader.numbers(text, ())
    return frozenset(number.partition(" ")[0].lstrip("#") for number in numbers)


_LEAKS = (
    *(pattern for rules in all_rules() for pattern in rules.world_words.leaks),
    re.compile(r"\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b"),
    re.compile(r"\bm?[0-9a-f]{16}\b"),
)


def leaks(text: str, source: str) -> list[str]:
    """Return words about the program (ids, tools, prompts) in a text that are not in the beats."""
    known = source.lower()
    matches = (match.group() for pattern in _LEAKS for match in pattern.finditer(text))
    return list(dict.fromkeys(leak for leak in matches if leak.lower() not in known))


_LEFT_OUT = 5
"""One beat in this many may be left out, if the rendering declares it."""
_SHORTEST, _LONGEST = 0.3, 3.0
"""The allowed length of a rendering relative to its beats, in tokens."""
_WORTH_TELLING, _THINNEST = 16, 0.15
"""Beats of at least this many tokens must be told with at least this share of their length."""
_BRIEF = 60
"""Below this many tokens, length is not checked."""


def refusals(rendered: RenderedScene, sheet: SceneSheet) -> list[str]:
    """Return why a rendering is refused, in the language of the play; empty if it is accepted."""
    return list(dict.fromkeys(_Check(rendered, sheet).problems()))


class _Check:
    def __init__(self, rendered: RenderedScene, sheet: SceneSheet) -> None:
        self._rendered, self._sheet = rendered, sheet
        self._grounds = Grounds(sheet)
        self._language = sheet.casting.language
        self._reasons: dict[str, str] = texts(__package__, "check", self._language)

    def problems(self) -> Iterator[str]:
        if not self._rendered.lines:
            yield self._reasons["empty"]
            return
        for number, line in enumerate(self._rendered.lines, 1):
            yield from self._cited(number, line)
            yield from self._spoken(number, line)
            yield from self._named(number, f"{line.how}\n{line.text}")
        yield from self._worded()
        yield from self._thin()
        yield from self._voiced()
        yield from self._covered()
        yield from self._sized()

    def _cited(self, number: int, line: RenderedLine) -> Iterator[str]:
        unknown = [beat for beat in line.beats if beat not in self._sheet.by_number]
        if BLANK in line.how or BLANK in (line.who, line.text):
            yield self._said("blank", n=number, blank=BLANK)
        if not line.beats:
            yield self._said("no_beats", n=number)
        elif unknown:
            yield self._said("no_such_beat", n=number, beats=self._listed(unknown))

    def _spoken(self, number: int, line: RenderedLine) -> Iterator[str]:
        if not line.who:
            return
        who = self._grounds.speaker(line.who)
        if who is None:
            cast = self._listed(map(self._sheet.casting.name, self._sheet.cast))
            yield self._said("not_cast", n=number, who=line.who, cast=cast)
            return
        own = [entry for entry in self._entries(line) if entry.doer == who]
        if line.beats and not own:
            yield self._said("not_theirs", n=number, who=line.who)
        elif line.beats and all(entry.kind == "direction" for entry in own):
            yield self._said("no_words", n=number, who=line.who)

    def _named(self, number: int, text: str) -> Iterator[str]:
        checks = {
            "outsider": ("names", self._grounds.outsiders(text)),
            "stranger": ("names", self._grounds.strangers(text)),
            "leak": ("leaks", leaks(text, self._sheet.source)),
            "number": ("numbers", self._grounds.numbers(text)),
        }
        for key, (part, faults) in checks.items():
            if faults:
                yield self._said(key, n=number, **{part: self._listed(faults)})

    def _entries(self, line: RenderedLine) -> list[SheetEntry]:
        return [self._sheet.by_number[beat] for beat in line.beats if beat in self._sheet.by_number]

    def _worded(self) -> Iterator[str]:
        for number, other in repeated(self._rendered.lines):
            yield self._said("repeats", n=number, other=other)
        for number, beat in misplaced(self._rendered.lines, self._sheet):
            yield self._said("misplaced", n=number, beat=beat)

    def _thin(self) -> Iterator[str]:
        """Yield a complaint for each beat whose lines are much shorter than the beat."""
        for number in self._sheet.required:
            source = tokens(self._sheet.words(number))
            told = [line.text for line in self._rendered.lines if number in line.beats]
            if told and source >= _WORTH_TELLING and tokens("\n".join(told)) < _THINNEST * source:
                yield self._said("thin", beat=number)

    def _voiced(self) -> Iterator[str]:
        """Yield a complaint for each speech that only a stage direction tells."""
        spoken = {beat for line in self._rendered.lines if line.who for beat in line.beats}
        covered = {beat for line in self._rendered.lines for beat in line.beats}
        speeches = [entry for entry in self._sheet.entries if entry.kind in ("speech", "letter")]
        silent = [entry.number for entry in speeches if entry.number in covered - spoken]
        if silent:
            yield self._said("unspoken", beats=self._listed(silent))

    def _covered(self) -> Iterator[str]:
        required = set(self._sheet.required)
        covered = {beat for line in self._rendered.lines for beat in line.beats} & required
        left_out = (set(self._rendered.left_out) & required) - covered
        missing = required - covered - left_out
        if missing:
            yield self._said("missing", beats=self._listed(sorted(missing)))
        most = len(required) // _LEFT_OUT
        if len(left_out) > most:
            yield self._said("too_few", n=len(left_out), of=len(required), most=most)

    def _sized(self) -> Iterator[str]:
        text = "\n".join(line.text for line in self._rendered.lines)
        if language(text) != self._language:
            yield self._reasons["language"]
        source = tokens(self._sheet.source)
        if source >= _BRIEF and not _SHORTEST <= tokens(text) / source <= _LONGEST:
            yield self._reasons["short" if tokens(text) < source else "long"]

    def _listed(self, items: Iterable[object]) -> str:
        return rules_of(self._language).writing.names(map(str, items))

    def _said(self, key: str, /, **parts: object) -> str:
        return self._reasons[key].format(**parts)
