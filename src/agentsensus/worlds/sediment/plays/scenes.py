"""Turn the speeches and directions of a play into statements in the past tense, with owners."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from agentsensus.language.sentences import sentences, soft_pieces
from agentsensus.models.tokens import tokens
from agentsensus.worlds.scenario.happenings import EventKind
from agentsensus.worlds.sediment.account import Death, TextStatement
from agentsensus.worlds.sediment.parts import StageDirection, StageSpeech, TextPart, TextPassage
from agentsensus.worlds.sediment.plays.cast import PlayCast, single_names
from agentsensus.worlds.sediment.plays.places import PlayPlaces
from agentsensus.worlds.sediment.plays.stage import LastWords, SceneDeaths, SceneStage, StageChange, StageNames
from agentsensus.worlds.sediment.words import SedimentWords, listed

__all__ = ["CAP", "PlayedScenes", "deed_of", "pieces_of", "play_scenes", "told"]


CAP = 64
_ROOM = 34
_MOST_NAMED = 3
_OBJECT = re.compile(r"(?:the|his|her|a|an|up|down|to|at|him|it|into|in|out|off|and|them|on|away|with|[A-Z]+)\b|$")
_PARTICIPLE = re.compile(r"(?P<verb>[A-Z]?[a-z]+ing)\b(?P<rest>.*)$")


def pieces_of(text: str, room: int = _ROOM) -> list[str]:
    """Split a speech into pieces of whole sentences (or clauses of long ones) with up to `room` tokens."""
    packed: list[str] = []
    for sentence in sentences(text.replace("--", "— ").replace("—  ", "— ")):
        small = [sentence] if tokens(sentence) <= room else _packed(soft_pieces(sentence), room, "")
        for piece in small:
            if packed and tokens(packed[-1]) + tokens(piece) <= room:
                packed[-1] += f" {piece}" if piece.isascii() or packed[-1].isascii() else piece
            else:
                packed.append(piece)
    return [piece for piece in (_clean_piece(piece) for piece in packed) if piece]


def _packed(pieces: Sequence[str], room: int, joiner: str) -> list[str]:
    packed: list[str] = []
    for piece in pieces:
        if packed and tokens(packed[-1]) + tokens(piece) <= room:
            packed[-1] += joiner + piece
        else:
            packed.append(piece)
    return packed


def _clean_piece(piece: str) -> str:
    """Normalise nested quotes and remove characters that scenes.md would read as markers."""
    piece = re.sub(r"[“”\"]", "'", piece)
    piece = re.sub(r"[{}#]", "", piece).strip(" ,;:，；：—-")
    return piece if re.search(r"\w", piece) else ""


def told(
    speaker: str, hearers: Sequence[str], words_: str, how: str, words: SedimentWords
) -> tuple[str, tuple[str, ...]]:
    """Return the statement that a speaker said this, and a hearer's wording of it."""
    named = list(hearers) if len(hearers) <= _MOST_NAMED else []
    whom = listed(named, words) if named else ""
    if how == "read" or not named:
        text = words.phrase(f"say.{how if how in ('aside', 'read') else 'alone'}", who=speaker, words=words_)
        return text, (words.phrase("say.heard_alone", who=speaker, words=words_),)
    verb = "ask" if words_.rstrip("'").endswith(("?", "？")) else "to"
    text = words.phrase(f"say.{verb}", who=speaker, whom=whom, words=words_)
    return text, (words.phrase("say.heard", who=speaker, whom=whom, words=words_),)


def deed_of(text: str, subject: str, is_named: bool, words: SedimentWords) -> str | None:
    """Return a direction as a statement in the past tense; None if it contains no action."""
    clause = re.split(r"[.;。；]\s*", text)[0].strip()
    if not clause or not subject:
        return None
    if not re.search("[A-Za-z]", clause):
        return words.phrase("do.did", who="" if is_named else subject, rest=clause)
    if is_named:
        first, _, rest = clause.partition(" ")
        verbs = words.table("unborn_verb") | words.table("bare_verb")
        match = re.search(rf"\b({'|'.join(verbs)}|[a-z]+s)\b", clause)
        if match is None or first.lower() == "to":
            return None
        past = clause[: match.start()] + _past(match.group(), words) + clause[match.end() :]
        return words.phrase("do.did", who="", rest=past).strip()
    if match := _PARTICIPLE.match(clause):
        return words.phrase("do.was_doing", who=subject, rest=_lower(clause))
    first, _, rest = clause.partition(" ")
    if not re.fullmatch(r"[A-Za-z]+s", first):
        return None
    if first.lower() not in words.table("unborn_verb") and not _OBJECT.match(rest):
        return None
    past = _past(first.lower(), words)
    rest = re.sub(r"\band ([a-z]+s)\b", lambda m: f"and {_past(m[1], words)}", rest)
    return words.phrase("do.did", who=subject, rest=f"{past} {rest}".strip())


def _past(verb: str, words: SedimentWords) -> str:
    table = words.table("unborn_verb") | words.table("bare_verb")
    if verb in table:
        return str(table[verb])
    if verb.endswith("ies"):
        return verb[:-3] + "ied"
    stem = verb[:-2] if re.search(r"(?:sh|ch|ss|x|z|o)es$", verb) else verb[:-1]
    if stem.endswith("e"):
        return stem + "d"
    return stem + (stem[-1] if re.search(r"^[^aeiou]*[aeiou][bdgmnprt]$", stem) else "") + "ed"


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


_SOLILOQUY = 25
"""Minimum number of words at which a speech after an exit counts as a soliloquy."""
_LARGEST_GROUP = 8
_FEWEST_WORDS = 4
_FRAME = 12
"""Number of tokens of «said to», commas and quotes around a speech."""


@dataclass
class PlayedScenes:
    """The result of a play: statements in order, deaths, last places, and letters read out."""

    statements: list[TextStatement] = field(default_factory=list)
    deaths: list[Death] = field(default_factory=list)
    last_seen: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Each character's last place, with the number of the statement."""
    read_out: list[tuple[str, str, tuple[str, ...]]] = field(default_factory=list)
    """Reader, scene and words of a letter."""
    passed_over: int = 0
    reported: list[Death] = field(default_factory=list)
    """Reported deaths, in order."""
    texts: set[str] = field(default_factory=set)


def play_scenes(
    parts: Sequence[TextPart], cast: PlayCast, places: PlayPlaces, words: SedimentWords, last: LastWords
) -> PlayedScenes:
    """Read all scenes in order; `last` gives everyone's last speech in the whole play."""
    played = PlayedScenes()
    group = 0
    for part in parts:
        scene = _SceneReader(part, cast, places, words, played, group)
        scene.deaths.last = last
        group = scene.read()
    _believe_reports(played)
    return played


def _believe_reports(played: PlayedScenes) -> None:
    """Accept reported deaths of characters who are not seen again."""
    dead = {death.who for death in played.deaths}
    for report in played.reported:
        last = played.last_seen.get(report.who)
        if report.who not in dead and (last is None or last[1] <= report.statement):
            dead.add(report.who)
            played.deaths.append(report)
    played.deaths.sort(key=lambda death: death.statement)


class _SceneReader:
    """Reads one scene, passage by passage."""

    def __init__(
        self, part: TextPart, cast: PlayCast, places: PlayPlaces, words: SedimentWords, played: PlayedScenes, group: int
    ) -> None:
        self._part, self._cast, self._words, self._played = part, cast, words, played
        self._place = places.by_part[part.label]
        self._names = {entry.id: entry.in_a_sentence for entry in cast.entries}
        minor = frozenset(e.id for e in cast.entries if e.name.casefold().split()[-1] in words.generic)
        self._stage = SceneStage(StageNames(cast, part.label, words), words, minor=minor)
        self._group, self._in_group = group + 1, 0
        self._how, self._answering = "", ""
        self._whom: tuple[str, ...] = ()
        self.deaths = SceneDeaths(self._stage, words, {}, part.label)
        site = next(entry for entry in places.entries if entry.id == self._place)
        self._place_name = site.in_a_sentence
        capitals = {entry.name.upper(): entry.name for entry in cast.entries if entry.name.upper() != entry.name}
        self._capitals = capitals

    def read(self) -> int:
        passages = self._part.passages
        for number, passage in enumerate(passages):
            if isinstance(passage, StageDirection):
                self._direct(passage, number)
            elif isinstance(passage, StageSpeech):
                is_new = number == 0 or getattr(passages[number - 1], "cue", "") != passage.cue
                self._speak(passage, is_new, number)
            for victim in self.deaths.expired(number):
                self._die(passage, victim)
        return self._group

    def _speakers(self, cue: str) -> list[str]:
        names = single_names(cue, self._words)
        everyone = set(self._words.listed("everyone"))
        if any(set(name.lower().split()) & everyone or name in everyone for name in names):
            return list(self._stage.present)
        return self._cast.speakers(cue, self._part.label, self._words)

    def _speak(self, speech: StageSpeech, is_new: bool, number: int) -> None:
        if is_new:
            self._how, self._whom = ("", ()) if not self._follows_direction(speech, number) else (self._how, self._whom)
        speakers = self._speakers(speech.cue)
        if not speakers:
            self._played.passed_over += 1
            return
        is_apart = self._how == "apart"
        if self._stage.last_speaker not in speakers:
            self._answering = self._stage.last_speaker
        self._stage.speaks(speakers, is_apart)
        self.deaths.heard(speakers)
        present = tuple(dict.fromkeys((*self._stage.present, *speakers)))
        hearers = [id_ for id_ in (self._whom or present) if id_ not in speakers]
        owners = tuple(dict.fromkeys((*speakers, *self._whom))) if self._how == "aside" else present
        self._seen(owners)
        pieces = [piece for piece in pieces_of(speech.text, self._room(speakers, hearers)) if self._is_worth_it(piece)]
        self._played.passed_over += not pieces
        who = listed([self._names[id_] for id_ in speakers[:3]], self._words)
        for piece in pieces:
            is_alone = self._how == "aside" and not self._whom
            heard = () if is_alone else [self._names[id_] for id_ in hearers]
            text, tellings = told(who, heard, piece, self._how, self._words)
            self._add(text, speech, owners, tellings, speakers[0], tuple(hearers), "speech")
            self._report(piece, "dead_in_speech")
            self._report(piece, "slain_in_speech")
        if self._how == "read" and pieces:
            self._played.read_out.append((speakers[0], self._part.label, tuple(pieces)))

    def _room(self, speakers: Sequence[str], hearers: Sequence[str]) -> int:
        """Return how many tokens of a speech fit into a statement with the names of speaker and hearers."""
        names = [self._names[id_] for id_ in (*speakers[:3], *(hearers if len(hearers) <= 3 else ()))]
        return CAP - tokens(" ".join(names)) - _FRAME

    def _follows_direction(self, speech: StageSpeech, number: int) -> bool:
        """Return whether the speech starts with a direction that says how it is spoken."""
        before = self._part.passages[number - 1] if number else None
        return isinstance(before, StageDirection) and before.cue == speech.cue

    def _is_worth_it(self, piece: str) -> bool:
        if not piece.isascii():
            return len(re.sub(r"\W", "", piece)) >= _FEWEST_WORDS
        return len(piece.split()) >= _FEWEST_WORDS

    def _direct(self, direction: StageDirection, number: int) -> None:
        speakers = self._speakers(direction.cue) if direction.cue else []
        subject = speakers[0] if speakers else ""
        self._manner(direction, number)
        upcoming = self._upcoming(number)
        change = self._stage.change(direction, subject, upcoming)
        if change.is_movement or change.dies:
            self._close_group()
        if change.comes:
            self._came(direction, change)
        self.deaths.strike(direction.text, subject, len(self._played.statements), number)
        self.deaths.fall(direction.text, subject, number)
        for victim in change.dies:
            self._die(direction, victim)
        if not change.is_movement and not change.dies:
            self._deed(direction, subject)
        if change.goes:
            self._left(direction, change)
            self._clear_for_soliloquy(upcoming, number)
        for sign in ("remains", "bodies", "carried_dead"):
            self._report(direction.text, sign)

    def _manner(self, direction: StageDirection, number: int) -> None:
        """Set how the following words are spoken: aside, apart, read out, or to a given hearer."""
        begins = number == 0 or getattr(self._part.passages[number - 1], "cue", None) != direction.cue
        if begins:
            self._how, self._whom = "", ()
        for how in ("aside", "apart", "read"):
            pattern = "reads" if how == "read" else how
            if self._words.pattern(pattern).search(direction.text) and len(direction.text) < 60:
                self._how = how
        for way in ("addressed", "aside_to"):
            if match := self._words.pattern(way).match(direction.text):
                self._whom = self._stage.names(match["who"])

    def _upcoming(self, number: int) -> list[str]:
        """Return the characters who speak before the next entrance or exit, in order."""
        return list(dict.fromkeys(id_ for speech in self._following(number) for id_ in self._speakers(speech.cue)))

    def _following(self, number: int) -> list[StageSpeech]:
        """Return the speeches after a passage until somebody comes or goes."""
        speeches: list[StageSpeech] = []
        for passage in self._part.passages[number + 1 :]:
            if isinstance(passage, StageSpeech):
                speeches.append(passage)
            elif any(self._words.pattern(verb).search(passage.text) for verb in ("enter", "exit", "exeunt")):
                break
        return speeches

    def _clear_for_soliloquy(self, upcoming: Sequence[str], number: int) -> None:
        """Clear the stage for a soliloquy, if only one character speaks until the next entrance or exit, and to nobody
        present.

        Characters who neither speak nor are called by name have then left with the others.
        """
        if len(upcoming) != 1 or upcoming[0] not in self._stage.present:
            return
        spoken = " ".join(speech.text for speech in self._following(number))
        others = [id_ for id_ in self._stage.present if id_ != upcoming[0]]
        length = len(spoken.split()) if spoken.isascii() or " " in spoken else len(spoken) // 2
        if not others or length < _SOLILOQUY:
            return
        is_addressed = self._words.pattern("you_here").search(spoken) and any(
            self._stage.speeches - self._stage.active.get(id_, -99) <= 2 for id_ in others
        )
        called = [id_ for id_ in self._stage.names(spoken) if id_ in others]
        is_called = any(
            re.search(rf"(?:^|[,.;:!?—-]\s*){re.escape(name)}\s*(?:[,!;:.?]|$)", spoken, re.IGNORECASE)
            for id_ in called
            for name in (self._names[id_], *self._names[id_].split())
        )
        if not is_addressed and not is_called:
            self._stage.present = [upcoming[0]]

    def _came(self, direction: StageDirection, change: StageChange) -> None:
        who = listed([self._names[id_] for id_ in change.comes[:6]], self._words)
        text = self._words.phrase("do.came", who=who, place=self._place_name)
        telling = self._words.phrase("do.came_telling", who=who, place=self._place_name)
        owners = tuple(self._stage.present) or change.comes
        self._seen(owners)
        self._add(text, direction, owners, (telling,), change.comes[0], (), "entrance")

    def _left(self, direction: StageDirection, change: StageChange) -> None:
        self._seen((*self._stage.present, *change.goes))
        self._close_group()

    def _die(self, passage: TextPassage, victim: str) -> None:
        if any(death.who == victim for death in self._played.deaths):
            return
        doer = self.deaths.doer(victim, len(self._played.statements))
        values = {"who": self._names[victim], "place": self._place_name, "doer": self._names.get(doer, "")}
        form = "died_by" if doer else "died"
        owners = tuple(dict.fromkeys((*self._stage.present, victim)))
        self._played.deaths.append(Death(victim, doer, len(self._played.statements)))
        kind = EventKind(kind="death", doers=(doer,) if doer else (), victims=(victim,))
        telling = self._words.phrase(f"do.{form}_telling", **values)
        text = self._words.phrase(f"do.{form}", **values)
        self._add(text, passage, owners, (telling,), doer, (), "death", kind)
        self._stage.remove([victim])

    def _report(self, text: str, sign: str) -> None:
        """Record a reported death; it is verified after all scenes."""
        for match in self._words.pattern(sign).finditer(text):
            for id_ in self._stage.names(match["who"]):
                if id_ not in self._stage.present and self._played.statements:
                    self._played.reported.append(Death(id_, "", len(self._played.statements) - 1))

    def _deed(self, direction: StageDirection, subject: str) -> None:
        named = self._stage.names(direction.text)
        first = re.match(r"[A-Z]{2,}", direction.text) is not None or (named and not direction.text.isascii())
        is_named = bool(named) and bool(first)
        who = named[0] if is_named else subject or (self._stage.last_speaker if not direction.cue else "")
        if not who or self._how or self._words.pattern("addressed").match(direction.text):
            return
        text = deed_of(direction.text, self._names[who], is_named, self._words)
        if text is None:
            return
        for capital, name in self._capitals.items():
            text = text.replace(capital, name)
        owners = tuple(dict.fromkeys((*self._stage.present, who)))
        self._add(text, direction, owners, (), who, (), "direction")

    def _seen(self, who: Sequence[str]) -> None:
        for id_ in who:
            self._played.last_seen[id_] = (self._place, len(self._played.statements))

    def _close_group(self) -> None:
        if self._in_group:
            self._group, self._in_group = self._group + 1, 0

    def _add(
        self,
        text: str,
        passage: TextPassage,
        owners: tuple[str, ...],
        tellings: tuple[str, ...],
        speaker: str,
        hearers: tuple[str, ...],
        sort: str,
        kind: EventKind | None = None,
    ) -> None:
        if text in self._played.texts:
            self._played.passed_over += 1
            return  # a repeated entrance or line would be a duplicate statement
        self._played.texts.add(text)
        if self._in_group >= _LARGEST_GROUP:
            self._close_group()
        self._in_group += 1
        self._played.statements.append(
            TextStatement(
                text=text[:1].upper() + text[1:],
                part=self._part.label,
                place=self._place,
                owners=tuple(sorted(owners)),
                start=passage.start,
                end=passage.end,
                group=self._group,
                tellings=tellings,
                kind=kind,
                is_grave=kind is not None and kind.kind == "death",
                is_secret=self._how == "aside",
                speaker=speaker,
                hearers=hearers,
                answers=self._answering if sort == "speech" else "",
                sort=sort,
            )
        )
