"""Track who is on stage and who dies, from the stage directions."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from agentsensus.worlds.sediment.parts import StageDirection, StageSpeech, TextPart
from agentsensus.worlds.sediment.plays.cast import PlayCast
from agentsensus.worlds.sediment.words import SedimentWords

__all__ = ["LastWords", "SceneDeaths", "SceneStage", "StageChange", "StageNames", "last_words"]


_TITLED = re.compile(r"\b([A-Z]{3,}) ([A-Z]{3,})\b")
_UNNOTICED = 8
"""Number of speeches after which a silent messenger or servant is assumed to have left."""
_MIMED = 160
"""Maximum length in characters of an ordinary direction.

A longer one is a dumb show, in which no character comes or goes.
"""


class StageNames:
    """Finds the characters that a direction names."""

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
        """Return titles with a single owner, so that a misprint («QUEEN MARGARET») still finds the queen."""
        owners: dict[str, set[str]] = {}
        for id_, name in named:
            title, _, rest = name.casefold().partition(" ")
            if rest and title in self._words.listed("titles"):
                owners.setdefault(title, set()).add(id_)
        return {title: next(iter(ids)) for title, ids in owners.items() if len(ids) == 1}

    def _add_parts_of_names(self, named: list[tuple[str, str]]) -> None:
        """Add words of names that only one character has: «Banquo» of «Banquo, a general»."""
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
        """Add groups: «three Witches» are First, Second and Third Witch."""
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
        """Return all characters that a text names as present, in order; «MACBETH's head» does not count."""
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
    """The effects of a direction: entrances, exits, deaths and their doers."""

    comes: tuple[str, ...] = ()
    goes: tuple[str, ...] = ()
    dies: tuple[str, ...] = ()
    is_movement: bool = False


@dataclass
class SceneStage:
    """The characters on stage in one scene, direction by direction."""

    names: StageNames
    words: SedimentWords
    present: list[str] = field(default_factory=list)
    last_speaker: str = ""
    has_opened: bool = False
    minor: frozenset[str] = frozenset()
    """Messengers, servants and others without a name of their own."""
    speeches: int = 0
    active: dict[str, int] = field(default_factory=dict)
    """By character: the number of the speech in which it last spoke or came in."""

    def speaks(self, who: Iterable[str], is_apart: bool) -> None:
        """Record speakers; those not on stage have entered unannounced, unless they speak from offstage.

        A messenger or servant who has been silent for long has left unnoticed.
        """
        self.speeches += 1
        for id_ in who:
            self.last_speaker = id_
            self.active[id_] = self.speeches
            if id_ not in self.present and not is_apart:
                self.present.append(id_)
        self.present = [
            id_
            for id_ in self.present
            if id_ not in self.minor or self.speeches - self.active.get(id_, self.speeches) <= _UNNOTICED
        ]

    def change(self, direction: StageDirection, speaker: str, upcoming: Sequence[str] = ()) -> StageChange:
        """Apply a direction. `upcoming` are those who speak before the next entrance, so they have not left.

        A bare «Exeunt», or one with «&c.», takes everybody else along.
        """
        text = direction.text
        if len(text) > _MIMED and not self.names(text[:_MIMED]):
            return StageChange()
        comes, goes, everybody_goes = self._movements(text, speaker)
        if not self.has_opened and not goes and not comes:
            comes = list(self.names(text))
        elif not self.has_opened:
            comes = list(dict.fromkeys((*self.names(self._before_entrance(text)), *comes)))
        self.has_opened = True
        moved = bool(comes or goes or everybody_goes)
        fresh = tuple(id_ for id_ in comes if id_ not in self.present)
        self.present += fresh
        dead = self._deaths(text, speaker)
        everybody_goes = everybody_goes or bool(goes and self.words.pattern("and_others").search(text))
        left = tuple(id_ for id_ in goes if id_ in self.present)
        if everybody_goes:
            left = tuple(id_ for id_ in self.present if id_ in goes or id_ not in upcoming)
        self.active |= dict.fromkeys(fresh, self.speeches)
        self.present = [id_ for id_ in self.present if id_ not in left]
        return StageChange(fresh, left, dead, moved)

    def remove(self, dead: Iterable[str]) -> None:
        """Remove the dead from the stage."""
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
                own = [speaker or self.last_speaker] if speaker or self.last_speaker else []
                goes += [*named, *own] if self.words.pattern("exit_with").match(segment) else named or own
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
        """Return whether only unnamed people leave: «Exeunt Attendants»."""
        match = self.words.pattern("group_alone").match(segment)
        return match is not None and not self.words.pattern("everybody_named").search(segment)

    def _after_names(self, text: str, speaker: str, comes: list[str], goes: list[str]) -> None:
        """Read clauses with the verb after its subject: «Witches vanish», «周萍上»."""
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


LastWords = Mapping[str, tuple[str, int]]
"""By character: the scene and the number of the passage with its last words in the whole play."""
_LOOK_BACK = 6
_DYING = 24
"""Maximum number of passages in which a character who was struck down may still speak before dying of the blow."""


def last_words(parts: Sequence[TextPart], cast: PlayCast, words: SedimentWords) -> LastWords:
    """Return where each character speaks last."""
    last: dict[str, tuple[str, int]] = {}
    for part in parts:
        for number, passage in enumerate(part.passages):
            if isinstance(passage, StageSpeech) and not words.pattern("of_the_dead").match(passage.cue):
                last |= dict.fromkeys(cast.speakers(passage.cue, part.label, words), (part.label, number))
    return last


@dataclass
class SceneDeaths:
    """The blows of one scene, and the wounded who may die of them."""

    stage: SceneStage
    words: SedimentWords
    last: LastWords
    part: str
    strikes: list[tuple[int, str, str]] = field(default_factory=list)
    """Blows as (statement, attacker, target); the target is empty if the text does not say it."""
    fallen: dict[str, int] = field(default_factory=dict)
    """The passage in which each character was struck down."""
    spoke: list[str] = field(default_factory=list)

    def heard(self, speakers: Sequence[str]) -> None:
        self.spoke += speakers

    def strike(self, text: str, subject: str, statement: int, number: int) -> None:
        """Record the attacker and the target of a blow, and bodies carried off."""
        if self.words.pattern("with_the_body").search(text):
            self.fallen |= {whom: number for _, _, whom in self.strikes if whom and self._is_silent(whom, number)}
        match = self.words.pattern("strikes").search(text)
        if match is None:
            return
        named = self.stage.names(text[: match.start()])
        doer = named[0] if named else subject or self.stage.last_speaker
        is_deadly = bool(self.words.pattern("deadly").search(match.group()))
        self.strikes.append((statement, doer, self._target(text[match.end() :], doer, number if is_deadly else None)))

    def _is_silent(self, who: str, number: int) -> bool:
        """Return whether a character does not speak after this passage."""
        part, spoke_at = self.last.get(who, ("", -1))
        return part == self.part and spoke_at <= number

    def _target(self, rest: str, doer: str, deadly_at: int | None) -> str:
        """Return the target of a blow.

        If a deadly blow is aimed at «him», choose a character who never speaks again.
        """
        if self.words.pattern("himself").match(rest):
            return doer
        named = [id_ for id_ in self.stage.names(rest) if id_ != doer]
        if named or not self.words.pattern("pronoun_object").match(rest):
            return named[0] if named else ""
        if deadly_at is not None:
            others = dict.fromkeys(id_ for id_ in reversed(self.spoke) if id_ != doer and id_ in self.stage.present)
            silent = [id_ for id_ in others if self._is_silent(id_, deadly_at)]
            if len(silent) == 1:
                return silent[0]
        return self._other_than(doer)

    def _other_than(self, who: str) -> str:
        return next((id_ for id_ in reversed(self.spoke) if id_ != who and id_ in self.stage.present), "")

    def fall(self, text: str, subject: str, number: int) -> None:
        """Record who falls in a direction or commits suicide."""
        if self.words.pattern("kills_self").search(text):
            named = self.stage.names(text)
            self.fallen[named[0] if named else subject or self.stage.last_speaker] = number
        match = self.words.pattern("falls").search(text)
        is_struck = self.strikes or any(self.words.pattern(sign).search(text) for sign in ("strikes", "beaten"))
        if match is None or not is_struck:
            return
        named = self.stage.names(text[: match.start()])
        who = named[-1] if named else subject or self.stage.last_speaker
        if who:
            self.fallen[who] = number

    def expired(self, number: int) -> list[str]:
        """Return the characters struck down who do not speak after this passage."""
        dead = []
        for who, since in list(self.fallen.items()):
            part, spoke_at = self.last.get(who, (self.part, -1))
            if part != self.part or spoke_at - since > _DYING:
                del self.fallen[who]
            elif number >= spoke_at:
                del self.fallen[who]
                dead.append(who)
        return dead

    def doer(self, victim: str, statement: int) -> str:
        """Return the killer: the last to strike the victim, else the last to strike at all."""
        self.fallen.pop(victim, None)
        aimed = [doer for _, doer, target in self.strikes if target == victim]
        if aimed:
            return aimed[-1] if aimed[-1] != victim else ""
        recent = [(doer, at) for at, doer, target in self.strikes if statement - at <= _LOOK_BACK and not target]
        if not recent:
            return ""
        return recent[-1][0] if recent[-1][0] != victim else self._other_than(victim)
