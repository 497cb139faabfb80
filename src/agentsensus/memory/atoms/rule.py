"""Atoms by rule: sentences and independent clauses, with names for pronouns where there can be no doubt."""

import asyncio
import re
from collections.abc import Iterator, Sequence

from agentsensus.memory.atoms.atom import OVER_CAP, UNRESOLVED, Atom, Atomized, Context
from agentsensus.memory.atoms.opening import opened_report
from agentsensus.memory.atoms.passages import Passage, passages
from agentsensus.memory.atoms.voices import Company, SpokenBy
from agentsensus.memory.provenance import Via
from agentsensus.models.tokens import tokens
from agentsensus.text.clauses import opened as with_capital
from agentsensus.text.language import language
from agentsensus.text.languages import rules_of
from agentsensus.text.markup import blocks
from agentsensus.text.names import Names
from agentsensus.text.pronouns import Speech, antecedents, is_unresolved, resolve
from agentsensus.text.quotes import unquoted
from agentsensus.text.reading.persons import people_in
from agentsensus.text.sentences import clauses, sentences, soft_pieces

_LONG = 2_000
"""A text of more characters is cut in a worker, so that whoever shares the event loop is not kept waiting."""


class RuleAtomizer:
    """Cuts by punctuation and conjunctions; needs no model and calls none."""

    async def atomize(self, agent: str, text: str, context: Context, names: Names, cap: int) -> Atomized:
        if len(text) <= _LONG:
            return Atomized(tuple(statements(agent, text, context, names, cap)))
        return Atomized(tuple(await asyncio.to_thread(statements, agent, text, context, names, cap)))


def statements(agent: str, text: str, context: Context, names: Names, cap: int) -> list[Atom]:
    """The statements a text makes, by rule."""
    company = Company.of(agent, context.participants, names)
    cutter = _Cutter(company, cap, opens_reports=context.reports == "content")
    if context.speaker:
        parts = [Passage(block.kind, block.text, context.speaker, f"{context.speaker}:") for block in blocks(text)]
    else:
        parts = passages(text, company.is_known)
    speakers = tuple(dict.fromkeys(part.speaker for part in parts if part.speaker))
    return [atom for passage in parts for atom in cutter.cut(passage, _addressed(passage, speakers, company))]


def _addressed(passage: Passage, speakers: Sequence[str], company: Company) -> tuple[str, ...]:
    """Whom a turn of a transcript may call «you»: all others who speak in it; of plain text, those who take part."""
    if not passage.speaker:
        return company.others
    written_in = language(passage.text)
    voices = [company.voice(speaker, written_in=written_in).name for speaker in speakers]
    own = company.voice(passage.speaker, written_in=written_in).name
    others = tuple(name for name in dict.fromkeys([*voices, *company.present]) if name != own)
    return others or ((company.depositor,) if own != company.depositor else ())


class _Cutter:
    """Cuts the passages of one deposit, in order; remembers whom a pronoun may mean."""

    def __init__(self, company: Company, cap: int, *, opens_reports: bool) -> None:
        self._company = company
        self._names = company.names
        self._cap = cap
        self._opens_reports = opens_reports
        registered = (name for called in self._names.as_dict().values() for name in called)
        self._known = tuple(dict.fromkeys([company.depositor, *company.others, *registered]))
        self._antecedent: tuple[str, ...] = ()

    def cut(self, passage: Passage, addressed: tuple[str, ...]) -> Iterator[Atom]:
        """The statements of one passage."""
        voice = self._company.voice(passage.speaker, passage.label, language(passage.text)) if passage.speaker else None
        if voice is not None and voice.source == self._company.agent:
            voice = None  # the depositor's own words
        if passage.kind != "prose":
            yield self._whole(passage, voice)
            return
        for sentence in sentences(passage.text):
            if voice:
                yield from self._spoken(sentence, voice, addressed)
                continue
            for part in _own_parts(sentence):
                yield from self._sentence(part, addressed)

    def _whole(self, passage: Passage, voice: SpokenBy | None) -> Atom:
        over_cap = (OVER_CAP,) if tokens(passage.text) > self._cap else ()
        return Atom(passage.text, (passage.kind, *over_cap), _heard_from(voice) if self._opens_reports else None)

    def _sentence(self, sentence: str, addressed: tuple[str, ...]) -> Iterator[Atom]:
        """The statements of a sentence in the depositor's own words."""
        report = None
        if self._opens_reports:
            report = opened_report(sentence, self._company, self._antecedent, self._people)
        if report is None:
            for clause in clauses(sentence, (*self._known, *self._people(sentence))):
                yield from self._capped(self._resolved(clause, self._company.depositor, addressed))
            return
        self._resolved(sentence, self._company.depositor, addressed)
        if report.beside:
            yield from self._capped(report.beside)
        for content in report.contents:
            yield from self._capped(content, report.via)

    def opened(self, statement: str) -> Iterator[Atom]:
        """A statement that is cut already: what it reports to the depositor, or else itself."""
        report = opened_report(statement, self._company, (), self._people) if self._opens_reports else None
        if report is None:
            yield _atom(statement, self._cap, self._names)
            return
        if report.beside:
            yield _atom(report.beside, self._cap, self._names)
        for content in report.contents:
            opened = _atom(content, self._cap, self._names)
            yield Atom(opened.text, opened.flags, report.via)

    def _spoken(self, sentence: str, voice: SpokenBy, addressed: tuple[str, ...]) -> Iterator[Atom]:
        """The statements of a sentence in somebody else's words: what it asserts, or that it was said."""
        if not self._opens_reports:
            yield from self._capped(f"{voice.label} {sentence}")
            return
        reporting = rules_of(language(sentence)).reporting
        if not reporting.asserts(sentence):
            yield from self._capped(reporting.quoted(voice.name, sentence), _heard_from(voice))
            return
        for clause in clauses(sentence, (*self._known, voice.name, *self._people(sentence))):
            yield from self._capped(with_capital(self._resolved(clause, voice.name, addressed)), _heard_from(voice))

    def _resolved(self, clause: str, speaker: str, addressed: tuple[str, ...]) -> str:
        """A clause with names for its pronouns, after which the next one's may mean whom it names."""
        statement = resolve(clause, Speech(speaker, addressed, self._antecedent), self._people)
        by_name = self._people(unquoted(clause))
        persons = [p for p in self._people(unquoted(statement)) if p != speaker or p in by_name]
        self._antecedent = antecedents(statement, persons, self._antecedent)
        return statement

    def _capped(self, statement: str, via: Via | None = None) -> list[Atom]:
        return [Atom(atom.text, atom.flags, via) for atom in capped(statement, self._cap, self._names)]

    def _people(self, text: str) -> tuple[str, ...]:
        return people_in(text, self._names)


def _own_parts(sentence: str) -> list[str]:
    """A sentence, parted where whoever writes goes on about itself: that is no part of what somebody told."""
    parts = rules_of(language(sentence)).reporting.own_again.split(sentence)
    return [sentence] if len(parts) == 1 else [_closed(part, sentence) for part in parts]


def _heard_from(voice: SpokenBy | None) -> Via | None:
    return Via(kind="told", source=voice.source, telling=voice.label) if voice else None


def capped(statement: str, cap: int, names: Names | None = None) -> list[Atom]:
    """The statement whole if it fits the cap, else its clauses; never a piece of a clause."""
    if tokens(statement) <= cap:
        return [_atom(statement, cap, names)]
    parts: list[str] = []
    for piece in soft_pieces(statement):
        if parts and tokens(parts[-1] + piece) <= cap:
            parts[-1] += piece
        else:
            parts.append(piece)
    if len(parts) < 2:
        return [_atom(statement, cap, names)]
    return [_atom(_closed(part, statement), cap, names) for part in parts]


def needs_model(text: str, cap: int) -> bool:
    """Whether a text may hold more than one fact or leaves a person unnamed; if not, no model need look at it."""
    pieces = sentences(text)
    if len(pieces) > 1 or tokens(text) > cap or is_unresolved(text):
        return True
    return bool(re.search(r"\b(?:and|but|while|then|so)\b|;|，|；|并|而且|然后", text))


def _atom(statement: str, cap: int, names: Names | None) -> Atom:
    flags = []
    if tokens(statement) > cap:
        flags.append(OVER_CAP)
    if is_unresolved(statement, names):
        flags.append(UNRESOLVED)
    return Atom(statement, tuple(flags))


def _closed(part: str, whole: str) -> str:
    part = with_capital(part.strip().rstrip(",，;；:：、—").strip())
    if re.search(r"[.!?。！？…][’']?$|[\"”」』]$", part):
        return part
    return part + rules_of(language(whole)).writing.full_stop


def as_atoms(agent: str, texts: Sequence[str], context: Context, names: Names, cap: int) -> list[Atom]:
    """Statements that a model has cut, as atoms: reports to the depositor are opened, what is over the cap stays."""
    cutter = _Cutter(Company.of(agent, context.participants, names), cap, opens_reports=context.reports == "content")
    return [atom for text in texts if text.strip() for atom in cutter.opened(text.strip())]
