"""Build the account of a novel or timeline from its sentences and a registry, without a model."""

import re
from collections import Counter, deque
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field

from agentsensus.errors import InputError
from agentsensus.language.languages import rules_of
from agentsensus.language.names import Names
from agentsensus.language.quotes import outside_quotes, unquoted
from agentsensus.language.sentences import sentences, soft_pieces
from agentsensus.models.tokens import tokens
from agentsensus.worlds.scenario.happenings import EventKind
from agentsensus.worlds.sediment.account import Account, Death, LastPlace, TextDocument, TextStatement, mark_kinds
from agentsensus.worlds.sediment.parts import Division, TextPart, TextPassage, TextScript
from agentsensus.worlds.sediment.prose.mentions import Mention, Mentions, deaths_in
from agentsensus.worlds.sediment.prose.offices import Offices
from agentsensus.worlds.sediment.registry import Registry
from agentsensus.worlds.sediment.sources import SourceText
from agentsensus.worlds.sediment.words import SedimentWords, listed, words_of

__all__ = ["CAP", "account_of_prose", "located_sentences", "pieces_within_cap"]


CAP = 64
_ROOM = 46


def located_sentences(paragraph: str, start: int) -> Iterator[tuple[str, int, int]]:
    """Yield each sentence with its offsets in the source."""
    place = 0
    for sentence in sentences(paragraph):
        at = paragraph.find(sentence, place)
        if at < 0:
            yield sentence, start, start + len(paragraph)
            continue
        place = at + len(sentence)
        yield sentence, start + at, start + place


def pieces_within_cap(sentence: str, subject: str, names: Names, words: SedimentWords) -> list[str]:
    """Split a sentence into statements of at most 64 tokens, if possible; each names its subject."""
    sentence = re.sub(r"[{}#]", "", sentence).strip()
    if tokens(sentence) <= CAP:
        return [sentence]
    if match := words.pattern("quoted").match(sentence):
        joiner = "" if not match["lead"].isascii() else " "
        return [f"{match['lead']}{joiner}“{piece}”" for piece in _packed(_inner(match["words"]), _ROOM)]
    pieces = _packed(soft_pieces(sentence), _ROOM)
    return [piece if _names_somebody(piece, names) else _about(subject, piece) for piece in pieces if _says(piece)]


def _inner(quote: str) -> list[str]:
    return [piece for part in sentences(quote) for piece in ([part] if tokens(part) <= _ROOM else soft_pieces(part))]


def _packed(pieces: list[str], room: int) -> list[str]:
    packed: list[str] = []
    for piece in pieces:
        joiner = " " if piece.isascii() and packed and not packed[-1].endswith(" ") else ""
        if packed and tokens(packed[-1]) + tokens(piece) <= room:
            packed[-1] += joiner + piece
        else:
            packed.append(piece)
    return [piece.strip(" ,，;；、") for piece in packed]


def _names_somebody(piece: str, names: Names) -> bool:
    return bool(names.mentioned(unquoted(piece)))


def _about(subject: str, piece: str) -> str:
    if not subject:
        return piece
    if piece.isascii() or subject.isascii():
        return f"{subject}: {piece[:1].lower()}{piece[1:]}"
    return f"{subject}{piece}"


def _says(piece: str) -> bool:
    return bool(re.search(r"\w\W*\w", piece))


_LARGEST_GROUP = 10
_CARRIED = 3
"""How many sentences in a row may omit their subject."""
_ANSWERED = 4
"""A speech answers a speaker at most this many sentences back."""
_COMPANY = 6
"""How many recently present characters are tracked."""
_LAST_WORDS, _SLIPS = 6, 1
"""Statements in which a victim may still speak after the death, and later ones tolerated as misread names."""
_MENTIONS, _AFTER = 3, 2
"""Number of sentences kept about a letter, and maximum distance at which quoted text counts as its content."""
_STAYS = 8
"""For how many sentences somebody who is not named again counts as present."""
_SMALL_CAST, _PAIR, _ROOMFUL = 12, 2, 4
"""With at most so many characters, a company of four takes part in everything; in a long novel, only a pair does."""
_OVERHEARD = 6
"""How many of the last statements an eavesdropper can have heard."""
_SEATS = 12
"""How many last statements decide a character's last place, so that one visit does not."""


@dataclass
class ToldProse:
    """The results of reading parts: statements, deaths and counts."""

    statements: list[TextStatement] = field(default_factory=list)
    deaths: list[Death] = field(default_factory=list)
    ways: list[tuple[str, str]] = field(default_factory=list)
    passages: int = 0
    passed_over: int = 0


def account_of_prose(script: TextScript, source: SourceText, division: Division, registry: Registry) -> Account:
    """Return the account of the told parts. Raises InputError if the registry does not fit the text."""
    words = words_of(source.language)
    mentions = Mentions(registry, words)
    offices = _offices(script, registry, words, division)
    prose = ProseReader(registry, mentions, words, script.form, offices).read(division.told)
    if not prose.statements:
        count = len(registry.of_kind("character"))
        raise InputError(
            f"{source.name}: the text mentions none of the {count} characters of the registry; "
            "is it the registry of another text?"
        )
    later = ProseReader(registry, mentions, words, script.form, offices).read(division.held_out)
    mark_kinds(prose.statements, words)
    mark_kinds(later.statements, words)
    account = Account(
        title=script.title,
        form=script.form,
        language=source.language,
        span=division.span,
        registry=registry,
        statements=prose.statements,
        later=later.statements,
        deaths=_settled(prose),
        whereabouts=_whereabouts(prose.statements),
        documents=_documents(registry, prose.statements, words),
        ways=list(dict.fromkeys(prose.ways)),
        passages=prose.passages,
        passed_over=prose.passed_over,
    )
    if script.form == "timeline":
        _seat(account)
    alive = {death.who for death in prose.deaths} - {death.who for death in account.deaths}
    doubt = "a passage says that it died, yet it acts later; it is taken to be alive"
    account.warnings += [f"{id_}: {doubt}" for id_ in sorted(alive)]
    return account


def _offices(script: TextScript, registry: Registry, words: SedimentWords, division: Division) -> Offices | None:
    """Return the offices of a timeline with their holders, learnt from the told entries; None for other forms."""
    if script.form != "timeline":
        return None
    offices = Offices(registry, words)
    offices.learn(passage.text for part in division.told for passage in part.passages)
    return offices


class ProseReader:
    """Reads parts sentence by sentence and tracks the current place and speakers."""

    def __init__(
        self, registry: Registry, mentions: Mentions, words: SedimentWords, form: str, offices: Offices | None = None
    ) -> None:
        self._registry, self._mentions, self._words, self._form = registry, mentions, words, form
        self._offices = offices
        self._struck: list[str] = []
        self._names = registry.names("character")
        self._told = ToldProse()
        self._place, self._is_placed = "", False
        self._group, self._in_group = 0, 0
        self._speakers: deque[tuple[str, int]] = deque(maxlen=2)
        self._read = 0
        self._at_hand, self._carried = "", 0
        self._spoke: tuple[str, tuple[str, ...]] = ("", ())
        self._at: dict[str, tuple[str, int]] = {}
        self._largest_company = _ROOMFUL if len(registry.of_kind("character")) <= _SMALL_CAST else _PAIR
        self._came_from = ""
        self._left_place: tuple[str, frozenset[str]] = ("", frozenset())
        self._recent: list[str] = []

    def read(self, parts: Sequence[TextPart]) -> ToldProse:
        """Read these parts."""
        for part in parts:
            self._mentions.begin_part()
            self._recent = []
            self._at.clear()
            self._speakers.clear()
            self._place = self._first_place(part) or self._place
            for passage in part.passages:
                self._told.passages += 1
                self._group, self._in_group = self._group + 1, 0
                if self._is_verse(passage.text):
                    self._told.passed_over += 1
                    continue
                self._struck, self._is_placed = [], False
                self._spoke = ("", ())
                for sentence, start, _ in located_sentences(passage.text, passage.start):
                    for piece, at in _apart_from_quote(sentence):
                        self._sentence(piece, part, TextPassage(piece, start + at, start + at + len(piece)))
        return self._told

    def _is_verse(self, text: str) -> bool:
        """Return whether a paragraph is verse: all lines have equal length."""
        lines = sentences(text)
        return bool(lines) and all(self._words.pattern("verse").match(line.strip()) for line in lines)

    def _first_place(self, part: TextPart) -> str:
        """Return the first place that a part names."""
        for passage in part.passages:
            for id_, _ in self._mentions.places(passage.text[:400]):
                return id_
        return ""

    def _sentence(self, sentence: str, part: TextPart, passage: TextPassage) -> None:
        self._read += 1
        if self._words.pattern("commentary").search(sentence):
            self._told.passed_over += 1
            return
        self._came_from = self._place
        is_moved = self._move(sentence)
        named = self._mentions.people(sentence)
        if self._goes_on_speaking(sentence, part, passage):
            return
        present = self._present(sentence, named) if self._offices is None else self._concerned(sentence, named)
        is_of_a_place = self._form == "timeline" and bool(self._mentions.places(sentence))
        if not (present or is_of_a_place) or not self._place:
            self._told.passed_over += 1
            if self._words.pattern("thinks").search(sentence) or self._words.pattern("nobody").search(sentence):
                self._place = self._came_from or self._place
            return
        self._sit(sentence, present)
        if self._form == "timeline":
            speaker, hearers = self._talk(sentence, present)
            owners, is_private = tuple(sorted({*present, *hearers})), False
        else:
            speaker, hearers, owners, is_private = self._witnessed(sentence, named, present, is_moved=is_moved)
        subject = self._registry.entries[present[0]].name if present else ""
        first = len(self._told.statements)
        worded = self._reported(sentence, speaker, hearers) or self._by_name(sentence, present)
        for piece in pieces_within_cap(worded, subject, self._names, self._words):
            self._add(self._with_subject(piece, subject), part, passage, owners, speaker, hearers, is_private)
        if self._form != "timeline":
            self._part_from(sentence, named)
        for victim, doer in deaths_in(sentence, named, self._words):
            self._told.deaths.append(Death(victim, doer, first))

    def _concerned(self, sentence: str, named: list[Mention]) -> list[str]:
        """Return the offices that an entry names or implies; by default, those of the previous entry's place."""
        assert self._offices is not None
        meant = sorted([(mention.start, mention.id) for mention in named] + self._offices.meant(sentence))
        concerned = list(dict.fromkeys(id_ for _, id_ in meant))
        if not concerned:
            return list(self._struck)
        self._struck = [id_ for id_ in concerned if self._offices.is_local(id_)]
        return concerned

    def _present(self, sentence: str, named: list[Mention]) -> list[str]:
        """Return who is present: names outside quotes, else the subject of the previous sentence.

        In a language that omits subjects, a sentence without names continues the previous subject. «The two of them»
        are the last two present.
        """
        only_spoken_of = self._words.pattern("only_spoken_of")
        owns = self._words.pattern("owns_something")
        there = [
            m.id
            for m in named
            if not m.is_quoted
            and not only_spoken_of.search(sentence[: m.start])
            and (self._form == "timeline" or not owns.search(f"{sentence[: m.start]}\0{sentence[m.end :]}"))
        ]
        present = list(dict.fromkeys(there))
        is_carried = False
        left_out = self._words.pattern("subject_left_out").match(sentence)
        is_pronoun = left_out is not None and bool(left_out["pronoun"])
        if is_pronoun and left_out is not None and present:  # «Her daughter Lotte»: the mother is unknown
            is_pronoun = left_out["pronoun"].lower() not in self._words.listed("possessive_pronouns")
        if is_pronoun and left_out is not None:
            self._at_hand = self._fitting(left_out["pronoun"]) or self._at_hand
        if (not present or is_pronoun) and self._may_be_carried(sentence):
            present, is_carried = [self._at_hand, *(id_ for id_ in present if id_ != self._at_hand)], True
        speaks = self._words.pattern("pronoun_speaks").search(sentence)
        speaker = self._fitting(speaks["pronoun"], present) if speaks and speaks["pronoun"] else ""
        if speaker and len(present) <= 1:
            present = [speaker, *present]  # «she said to Joost»: the last woman named before him
        present = self._with_companions(sentence, present)
        self._carried = self._carried + 1 if is_carried else 0 if present else self._carried
        if present:
            self._at_hand = present[0]
            self._recent = [*(id_ for id_ in self._recent if id_ not in present), *reversed(present)][-_COMPANY:]
        return present

    def _fitting(self, pronoun: str, but: Sequence[str] = ()) -> str:
        """Return the person named last whom «he» or «she» can mean by name and title; empty if there is none."""
        may_mean = rules_of(self._words.language).talk.may_mean
        for id_ in reversed(self._recent):
            names = self._registry.entries[id_].called
            if id_ not in but and all(may_mean(pronoun, name) for name in names):
                return id_
        return ""

    def _with_subject(self, piece: str, subject: str) -> str:
        """Insert the subject's name for an omitted subject or a pronoun."""
        match = self._words.pattern("subject_left_out").match(piece) if self._carried else None
        if match is None or subject in piece or self._words.pattern("together").match(piece[match.end() :]):
            return piece
        if not match["pronoun"]:
            return f"{subject}{piece}"
        ending = "'s" if match["pronoun"].lower() in self._words.listed("possessive_pronouns") else ""
        return f"{piece[: match.start('pronoun')]}{subject}{ending}{piece[match.end('pronoun') :]}"

    def _may_be_carried(self, sentence: str) -> bool:
        """Return whether a sentence without names continues the previous subject."""
        is_near = bool(self._at_hand) and self._carried < _CARRIED
        return is_near and bool(self._words.pattern("subject_at_hand").match(sentence))

    def _with_companions(self, sentence: str, present: list[str]) -> list[str]:
        """Return those present plus the companions that «the two of them» adds."""
        match = self._words.pattern("together").search(unquoted(sentence))
        if match is None:
            return present
        count = self._words.table("counts").get(match["count"] or match["count2"], 2)
        for id_ in reversed(self._recent):
            if len(present) >= count:
                break
            if id_ not in present:
                present = [*present, id_]
        return present

    def _by_name(self, sentence: str, present: list[str]) -> str:
        """Replace «the two of them» and «she said to Joost» with names, unless the sentence already has them."""
        speaks = self._words.pattern("pronoun_speaks").search(sentence)
        if speaks and speaks["pronoun"] and present and present[0] not in self._names.mentioned(unquoted(sentence)):
            name = self._registry.entries[present[0]].in_a_sentence
            return f"{sentence[: speaks.start('pronoun')]}{name}{sentence[speaks.end('pronoun') :]}"
        match = self._words.pattern("together").search(sentence)
        if match is None or not self._is_open(sentence, match.start()):
            return sentence
        count = self._words.table("counts").get(match["count"] or match["count2"], 2)
        called = [self._registry.entries[id_].in_a_sentence for id_ in present]
        if len(present) != count or any(id_ in self._names.mentioned(sentence) for id_ in present):
            return sentence
        return sentence[: match.start()] + listed(called, self._words) + sentence[match.end() :]

    @staticmethod
    def _is_open(sentence: str, place: int) -> bool:
        return any(start <= place < end for start, end in outside_quotes(sentence))

    def _sit(self, sentence: str, present: list[str]) -> None:
        """Place a timeline entry without a place at the seat of its first office."""
        if self._form != "timeline" or self._is_placed or not present:
            return
        seat = self._registry.entries[present[0]].seat
        if seat in self._registry.entries:
            self._place = seat

    def _move(self, sentence: str) -> bool:
        """Follow the story to another place; return whether the sentence names the place where it happens."""
        named = self._mentions.places(sentence)
        self._is_placed = self._is_placed or bool(named)
        at = [id_ for id_, is_there in named if is_there] or [id_ for id_, _ in named if self._form == "timeline"]
        if at and at[-1] != self._place:
            if self._place and self._form != "timeline":
                self._told.ways.append((self._place, at[-1]))
            self._place = at[-1]
        return bool(at)

    def _talk(self, sentence: str, present: list[str]) -> tuple[str, tuple[str, ...]]:
        """Return the speaker and the hearers: others present, else the previous speaker."""
        is_speech = _is_quoting(sentence) and self._words.pattern("speech_verbs").search(sentence)
        if not is_speech or not present:
            return (present or [""])[0], ()
        speaker = present[0]
        near = [id_ for id_, at in self._speakers if id_ != speaker and self._read - at <= _ANSWERED]
        others = tuple(present[1:]) or tuple(near[-1:])
        self._speakers.append((speaker, self._read))
        return speaker, others

    def _witnessed(
        self, sentence: str, named: list[Mention], present: list[str], *, is_moved: bool
    ) -> tuple[str, tuple[str, ...], tuple[str, ...], bool]:
        """Return speaker, hearers and owners of a sentence of a novel, and whether only its subject knows of it.

        Thoughts and hidden deeds belong to their subject alone, sights to those who see them, everything else to all
        who are at the place.
        """
        if self._words.pattern("time_passes").match(sentence):
            self._at.clear()
            self._speakers.clear()
        self._go_back(present, is_moved=is_moved)
        left = self._left_before(sentence, named)
        present = [id_ for id_ in present if id_ not in left] or present
        self._forget(left)
        speaker, hearers = self._talk(sentence, present)
        if self._words.pattern("alone").search(unquoted(sentence)):
            self._at = {id_: at for id_, at in self._at.items() if at[0] != self._place or id_ in present[:1]}
        is_thought = bool(self._words.pattern("thinks").search(unquoted(sentence)))
        if is_thought or self._words.pattern("hides").search(unquoted(sentence)):
            seen = self._witnesses(sentence, named)
            self._add_witnesses(seen, named)
            return speaker, (), tuple(sorted({*(seen or present[:1])})), is_thought
        if seen := self._witnesses(sentence, named):
            self._add_witnesses(seen, named)
            return speaker, (), tuple(sorted({*seen})), False
        near = [id_ for id_ in hearers if self._at.get(id_, (self._place, 0))[0] == self._place]
        addressed = [m.id for m in named if m.is_quoted and _is_addressed(sentence, m) and m.id not in present]
        hearers = tuple(dict.fromkeys((*near, *addressed)))
        owners = tuple(sorted({*present, *hearers, *self._bystanders()}))
        for id_ in (*present, *hearers):
            self._at[id_] = (self._place, self._read)
        if _is_quoting(sentence):
            self._spoke = (speaker, tuple(id_ for id_ in owners if id_ != speaker))
        return speaker, hearers, owners, False

    def _go_back(self, present: list[str], *, is_moved: bool) -> None:
        """Return to the place that somebody has just left, if the sentence is about a person who stayed there."""
        place, movers = self._left_place
        stayed = bool(present) and not is_moved and present[0] not in movers
        if place and stayed and self._at.get(present[0], ("", 0))[0] == place:
            self._place = place
        if is_moved or (present and present[0] not in movers):
            self._left_place = ("", frozenset())

    def _forget(self, gone: Set[str]) -> None:
        """Remove people from those present and from the speakers who may be answered."""
        self._at = {id_: at for id_, at in self._at.items() if id_ not in gone}
        kept = [pair for pair in self._speakers if pair[0] not in gone]
        self._speakers.clear()
        self._speakers.extend(kept)

    def _left_before(self, sentence: str, named: list[Mention]) -> set[str]:
        """Return who has left before what a sentence tells: «after Ann had gone», «玉兰走了以后»."""
        match = self._words.pattern("after_leaving").search(sentence)
        if match is None:
            return set()
        return {mention.id for mention in named if mention.start < match.end() and not mention.is_quoted}

    def _reported(self, sentence: str, speaker: str, hearers: Sequence[str]) -> str:
        """Return a quote with its short tag («“Who?” she asked.») as a report that begins with the speaker.

        Empty if the sentence tells more than that.
        """
        match = _TAGGED_QUOTE.fullmatch(sentence.strip())
        if self._form == "timeline" or match is None or not speaker or len(match["tag"].split()) > _TAG:
            return ""
        if not self._words.pattern("speech_verbs").search(match["tag"]):
            return ""
        words = match["words"].strip()
        words = f"{words[:-1]}." if words.endswith(",") else words
        who = self._registry.entries[speaker].in_a_sentence
        if not hearers:
            return self._words.phrase("say.alone", who=who, words=words)
        whom = self._registry.entries[hearers[0]].in_a_sentence
        kind = "say.ask" if words.endswith("?") else "say.to"
        return self._words.phrase(kind, who=who, whom=whom, words=words)

    def _bystanders(self) -> tuple[str, ...]:
        """Return the people who were at the current place a few sentences ago and have not left."""
        here = [id_ for id_, (place, read) in self._at.items() if place == self._place and self._read - read <= _STAYS]
        return tuple(here) if len(here) <= self._largest_company else ()

    def _goes_on_speaking(self, sentence: str, part: TextPart, passage: TextPassage) -> bool:
        """Add a quote without a speaker's name to the last speaker of the paragraph; return whether it is one."""
        match = _ONLY_QUOTE.fullmatch(sentence.strip())
        speaker, hearers = self._spoke
        if self._form == "timeline" or match is None or not speaker or not self._place:
            return False
        who = self._registry.entries[speaker].in_a_sentence
        text = self._words.phrase("say.alone", who=who, words=match["words"])
        owners = tuple(sorted({speaker, *hearers}))
        for piece in pieces_within_cap(text, who, self._names, self._words):
            self._add(piece, part, passage, owners, speaker, hearers)
        return True

    def _witnesses(self, sentence: str, named: list[Mention]) -> list[str]:
        """Return who sees or hears what a sentence tells: the people named before the verb, else the current subject.

        Those whom the witness sees may not know of it. Empty if the sentence has no such verb.
        """
        verb = self._words.pattern("witnesses").search(sentence)
        if verb is None or not self._is_open(sentence, verb.start()):
            return []
        before = [mention.id for mention in named if mention.start < verb.start() and not mention.is_quoted]
        after = [mention.id for mention in named if mention.start >= verb.end() and not mention.is_quoted]
        return (before or [self._at_hand]) if after and {*after} != {*before} else []

    def _add_witnesses(self, seen: Sequence[str], named: list[Mention]) -> None:
        """Make eavesdroppers owners of the speeches they hear: the last ones of the people they listen to."""
        heard = {mention.id for mention in named if not mention.is_quoted} - {*seen}
        for statement in self._told.statements[-_OVERHEARD:]:
            if statement.sort == "speech" and statement.speaker in heard and statement.place == self._place:
                statement.owners = tuple(sorted({*statement.owners, *seen}))

    def _part_from(self, sentence: str, named: list[Mention]) -> None:
        """Forget people who leave, so that they are not taken for witnesses of what follows."""
        departs = self._words.pattern("departs").search(sentence)
        if departs is None or not self._is_open(sentence, departs.start()):
            return
        before = [mention.id for mention in named if mention.start < departs.start() and not mention.is_quoted]
        gone = frozenset(before or [self._at_hand])
        if not self._mentions.places(sentence):
            self._forget(gone)
        elif self._came_from and self._came_from != self._place:
            self._left_place = (self._came_from, gone)

    def _add(
        self,
        text: str,
        part: TextPart,
        passage: TextPassage,
        owners: tuple[str, ...],
        speaker: str,
        hearers: tuple[str, ...],
        is_private: bool = False,
    ) -> None:
        if self._in_group >= _LARGEST_GROUP:
            self._group, self._in_group = self._group + 1, 0
        self._in_group += 1
        text = text.lstrip("(（ ").strip()
        is_speech = bool(hearers) and _is_quoting(text)
        self._told.statements.append(
            TextStatement(
                text=text,
                part=part.label,
                place=self._place,
                owners=owners,
                start=passage.start,
                end=passage.end,
                group=self._group,
                speaker=speaker,
                hearers=hearers,
                mentions=tuple(owners),
                sort="speech" if is_speech else "sentence",
                is_secret=is_private,
            )
        )


def _is_addressed(sentence: str, mention: Mention) -> bool:
    """Return whether a name in a quote addresses somebody: «“Ruth, has …”», «“… thin, Arthur,”»."""
    before, after = sentence[: mention.start].rstrip(), sentence[mention.end :].lstrip()
    opens = before.endswith(("“", '"')) and after[:1] in (",", "，", "!", "！")
    closes = (
        before.endswith((",", "，"))
        and after[:1] in (",", ".", "?", "!", "，", "。", "？", "！")
        and after[1:2] in ("”", '"')
    )
    return opens or closes


_TAGGED_QUOTE = re.compile(r"[“\"](?P<words>[^“”\"]+[,.?!…])[”\"]\s+(?P<tag>[A-Za-z][^“”\"]*)[.]")
_TAG = 6
"""Maximum number of words in «said Ruth» and the like."""
_ONLY_QUOTE = re.compile(r"[“\"](?P<words>[^“”\"]+)[”\"]")
_QUOTE_FIRST = re.compile(r"[“\"][^“”\"]+[.?!…。？！][”\"](?=\s+[A-Z])")


def _apart_from_quote(sentence: str) -> list[tuple[str, int]]:
    """Split a quote from the narration that follows it, with offsets: «“Who?” Ann sat down.» are two sentences."""
    match = _QUOTE_FIRST.match(sentence)
    if match is None:
        return [(sentence, 0)]
    rest = sentence[match.end() :]
    lead = len(rest) - len(rest.lstrip())
    return [(match.group(), 0), (rest.strip(), match.end() + lead)]


def _is_quoting(text: str) -> bool:
    return "“" in text or '"' in text


def _settled(prose: ToldProse) -> list[Death]:
    """Return deaths after which the victim does not act, and mark the statements that tell them."""
    spoke: dict[str, list[int]] = {}
    for number, statement in enumerate(prose.statements):
        if statement.sort == "speech":
            spoke.setdefault(statement.speaker, []).append(number)
    first: dict[str, Death] = {}
    for death in prose.deaths:
        is_last_word = sum(number > death.statement + _LAST_WORDS for number in spoke.get(death.who, ())) <= _SLIPS
        if is_last_word:
            first.setdefault(death.who, death)
    settled = sorted(first.values(), key=lambda death: death.statement)
    for death in settled:
        _mark(prose.statements[death.statement], death)
    return settled


def _mark(statement: TextStatement, death: Death) -> None:
    doers = (death.doer,) if death.doer else ()
    statement.kind = EventKind(kind="death", doers=doers, victims=(death.who,))
    statement.is_grave = True


def _whereabouts(statements: list[TextStatement]) -> dict[str, LastPlace]:
    """Return each character's last place: that of most of its last statements."""
    last: dict[str, deque[int]] = {}
    for number, statement in enumerate(statements):
        for owner in statement.owners:
            last.setdefault(owner, deque(maxlen=_SEATS)).append(number)
    whereabouts = {}
    for owner, numbers in last.items():
        counts = Counter(statements[number].place for number in numbers)
        place = max(counts, key=lambda place: (counts[place], max(n for n in numbers if statements[n].place == place)))
        whereabouts[owner] = LastPlace(place, max(number for number in numbers if statements[number].place == place))
    return whereabouts


def _seat(account: Account) -> None:
    """In a timeline, put institutions at their seat."""
    for id_, entry in account.registry.of_kind("character").items():
        if entry.seat in account.registry.entries and id_ in account.whereabouts:
            account.whereabouts[id_] = LastPlace(entry.seat, account.whereabouts[id_].statement)


def _documents(registry: Registry, statements: list[TextStatement], words: SedimentWords) -> list[TextDocument]:
    """Return the carriers that the text mentions.

    Their text is quoted from the source, else built from sentences about them. Other texts are left to the author or a
    model.
    """
    carriers = registry.of_kind("carrier")
    names = registry.names("carrier")
    holders: dict[str, str] = {}
    naming: dict[str, list[str]] = {}
    written: dict[str, list[str]] = {}
    latest, since = "", 0
    for statement in statements:
        named = names.mentioned(statement.text)
        for id_ in named:
            holders[id_] = statement.speaker
            naming[id_] = [*naming.get(id_, ()), statement.text][-_MENTIONS:]
        latest, since = (sorted(named)[-1], 0) if named else (latest, since + 1)
        if latest and since <= _AFTER and words.pattern("written").search(statement.text):
            written.setdefault(latest, []).append(statement.text)
    return [
        TextDocument(
            id_,
            carriers[id_].name,
            tuple(written.get(id_, naming[id_])[:_MENTIONS]),
            holder,
            carriers[id_].aliases,
            carriers[id_].profile,
        )
        for id_, holder in holders.items()
    ]
