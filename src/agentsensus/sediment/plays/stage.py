"""Who is on the stage: entrances and exits, read from the directions."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from agentsensus.sediment.parts import StageDirection
from agentsensus.sediment.plays.cast import PlayCast
from agentsensus.sediment.words import SedimentWords

__all__ = ["SceneStage", "StageChange", "StageNames"]

_TITLED = re.compile(r"\b([A-Z]{3,}) ([A-Z]{3,})\b")
_MIMED = 160
"""A direction of more characters than this is a dumb show: nobody of the play comes or goes in it."""


class StageNames:
    """Finds the characters that a direction names in a scene."""

    def __init__(self, cast: PlayCast, part: str, words: SedimentWords) -> None:
        self._words = words
        self._by_name: dict[str, tuple[str, ...]] = {}
        here = [entry for entry in cast.entries if not entry.only_in or part in entry.only_in]
        for entry in here:
            for name in entry.called:
                plain = name.casefold().removesuffix(f" {part}".casefold())
                self._by_name.setdefault(plain, (entry.id,))
        for cue, id_ in cast.by_cue.items():
            if len(cue) > 3:
                self._by_name.setdefault(cue, (id_,))
        for (cue, scene), id_ in cast.local.items():
            if scene == part:
                self._by_name[cue] = (id_,)
        self._by_title = self._titled([(entry.id, name) for entry in here for name in entry.called])
        self._add_parts_of_names([(entry.id, entry.name) for entry in here])
        self._add_groups()
        ordered = sorted(self._by_name, key=lambda name: (-len(name), name))
        border = (r"(?<![^\W\u4e00-\u9fff])", r"(?![^\W\u4e00-\u9fff])")
        alternatives = "|".join(re.escape(name) for name in ordered)
        self._pattern = re.compile(f"{border[0]}(?:{alternatives}){border[1]}", re.IGNORECASE) if ordered else None

    def _titled(self, named: list[tuple[str, str]]) -> dict[str, str]:
        """By title: who alone has it, so that a slip of the pen («QUEEN MARGARET») still names the queen."""
        owners: dict[str, set[str]] = {}
        for id_, name in named:
            title, _, rest = name.casefold().partition(" ")
            if rest and title in self._words.listed("titles"):
                owners.setdefault(title, set()).add(id_)
        return {title: next(iter(ids)) for title, ids in owners.items() if len(ids) == 1}

    def _add_parts_of_names(self, named: list[tuple[str, str]]) -> None:
        """«Banquo» of «Banquo, a general», «Old Man» of «an old Man»: each word of a name that only one has."""
        titles = {*self._words.listed("titles"), *self._words.listed("ordinals"), *self._words.generic}
        owners: dict[str, set[str]] = {}
        for id_, name in named:
            for word in re.split(r" (?:of|to) (?:an?|the) ", name.casefold())[0].split():
                if word not in titles and len(word) > 3:
                    owners.setdefault(word, set()).add(id_)
        for word, ids in owners.items():
            if len(ids) == 1:
                self._by_name.setdefault(word, tuple(ids))

    def _add_groups(self) -> None:
        """«three Witches» are First, Second and Third Witch."""
        groups: dict[str, list[str]] = {}
        ordinals = self._words.listed("ordinals")
        for name, ids in list(self._by_name.items()):
            first, _, rest = name.partition(" ")
            if rest and first in ordinals:
                groups.setdefault(rest, []).extend(ids)
        for noun, members in groups.items():
            plural = (
                f"{noun}es"
                if noun.endswith(("s", "sh", "ch", "x"))
                else re.sub(r"man$", "men", f"{noun}s".replace("mans", "men"))
            )
            self._by_name.setdefault(plural, tuple(dict.fromkeys(members)))
            self._by_name.setdefault(noun, tuple(dict.fromkeys(members))[:1])

    def __call__(self, text: str) -> tuple[str, ...]:
        """Everybody whom a text names as being there, in order; «MACBETH's head» names nobody."""
        if self._pattern is None:
            return ()
        named: list[str] = []
        lifeless = [match.span() for match in self._words.pattern("bodies").finditer(text)]
        for match in self._pattern.finditer(text):
            after, before = text[match.end() :], text[: match.start()]
            if self._words.possessive.match(after) or self._words.pattern("before_a_name_that_is_absent").search(
                before
            ):
                continue
            if self._words.pattern("lifeless").match(after) or any(a <= match.start() < b for a, b in lifeless):
                continue
            named.extend(self._by_name[match.group().casefold()])
        for title, name in _TITLED.findall(text):
            if title.casefold() in self._by_title and f"{title} {name}".casefold() not in self._by_name:
                named.insert(0, self._by_title[title.casefold()])
        return tuple(dict.fromkeys(named))


@dataclass(frozen=True, slots=True)
class StageChange:
    """What a direction changes: who comes, who goes, who dies and by whose hand."""

    comes: tuple[str, ...] = ()
    goes: tuple[str, ...] = ()
    dies: tuple[str, ...] = ()
    is_movement: bool = False


@dataclass
class SceneStage:
    """Who is on the stage in one scene, direction by direction."""

    names: StageNames
    words: SedimentWords
    present: list[str] = field(default_factory=list)
    last_speaker: str = ""
    has_opened: bool = False

    def speaks(self, who: Iterable[str], is_apart: bool) -> None:
        """Somebody speaks: whoever is not there yet has come unnoticed, unless the voice is from without."""
        for id_ in who:
            self.last_speaker = id_
            if id_ not in self.present and not is_apart:
                self.present.append(id_)

    def change(self, direction: StageDirection, speaker: str, next_speaker: str = "") -> StageChange:
        """Apply a direction. Where `next_speaker` speaks on without having come back, a bare «Exeunt» is of others."""
        text = direction.text
        if len(text) > _MIMED and not self.names(text[:_MIMED]):
            return StageChange()
        comes, goes, everybody_goes = self._movements(text, speaker)
        everybody_goes = everybody_goes and next_speaker not in self.present
        if not self.has_opened and not goes and not comes:
            comes = list(self.names(text))
        elif not self.has_opened:
            comes = list(dict.fromkeys((*self.names(self._before_entrance(text)), *comes)))
        self.has_opened = True
        moved = bool(comes or goes or everybody_goes)
        fresh = tuple(id_ for id_ in comes if id_ not in self.present)
        self.present += fresh
        dead = self._deaths(text, speaker)
        left = tuple(self.present) if everybody_goes else tuple(id_ for id_ in goes if id_ in self.present)
        self.present = [id_ for id_ in self.present if id_ not in left]
        return StageChange(fresh, left, dead, moved)

    def remove(self, dead: Iterable[str]) -> None:
        """The dead see no more."""
        gone = set(dead)
        self.present = [id_ for id_ in self.present if id_ not in gone]

    def _before_entrance(self, text: str) -> str:
        match = self.words.pattern("enter").search(text)
        return text[: match.start()] if match else ""

    def _movements(self, text: str, speaker: str) -> tuple[list[str], list[str], bool]:
        comes: list[str] = []
        goes: list[str] = []
        everybody = False
        verbs = [
            (match.start(), match.end(), verb)
            for verb in ("enter", "exit", "exeunt")
            for match in self.words.pattern(verb).finditer(text)
        ]
        verbs.sort()
        for number, (_, end, verb) in enumerate(verbs):
            until = verbs[number + 1][0] if number + 1 < len(verbs) else len(text)
            segment = re.split(r"[;；]|(?<=[a-z]{3})\.\s", text[end:until])[0] if verb != "enter" else text[end:until]
            named = self.names(segment)
            if verb == "enter":
                comes += named
            elif verb == "exit":
                named = self.names(self.words.pattern("while_going").split(segment)[0])
                goes += named or ([speaker or self.last_speaker] if speaker or self.last_speaker else [])
            elif match := self.words.pattern("all_but").search(segment):
                stay = self.names(segment[match.end() :])
                goes += [id_ for id_ in (*self.present, *comes) if id_ not in stay]
            elif named and not re.match(r"\s*(?:severally|\.)", segment):
                goes += named
            elif not self._is_of_others(segment):
                everybody = True
        if not verbs:
            self._after_names(text, speaker, comes, goes)
        return comes, goes, everybody

    def _is_of_others(self, segment: str) -> bool:
        """Whether only people without a name go: «Exeunt Attendants»."""
        match = self.words.pattern("group_alone").match(segment)
        return match is not None and not self.words.pattern("everybody_named").search(segment)

    def _after_names(self, text: str, speaker: str, comes: list[str], goes: list[str]) -> None:
        """«Witches vanish», «周萍上»: the verb stands behind whom it concerns."""
        for clause in re.split(r"[.;。；]", text):
            for verb, into in (("enters_after", comes), ("exits_after", goes)):
                if match := self.words.pattern(verb).search(clause):
                    named = self.names(clause[: match.start()])
                    into += named or ([speaker] if speaker and verb == "exits_after" else [])

    def _deaths(self, text: str, speaker: str) -> tuple[str, ...]:
        dead: list[str] = []
        for clause in re.split(r"[.;。；]|, and ", text):
            if match := self.words.pattern("kills").search(clause):
                dead += self.names(match["whom"])[:1]
            elif match := self.words.pattern("dies").search(clause):
                named = self.names(clause[: match.start()])
                dead += named[-1:] or ([speaker or self.last_speaker] if speaker or self.last_speaker else [])
        return tuple(dict.fromkeys(dead))
