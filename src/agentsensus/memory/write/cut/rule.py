"""The rule atomizer: cut a text at sentences and independent clauses, and replace unambiguous pronouns by names."""

import asyncio
import re
from collections.abc import Iterator, Sequence

from agentsensus.language.languages import all_rules, language, rules_of
from agentsensus.language.markup import blocks
from agentsensus.language.names import Names
from agentsensus.language.pronouns import (
    Speech,
    antecedents,
    candidates,
    certain,
    first_third,
    has_vague_object,
    is_unresolved,
    kind_of,
    resolve,
)
from agentsensus.language.quotes import unquoted
from agentsensus.language.reading import people_in
from agentsensus.language.sentences import clauses, sentences, soft_pieces
from agentsensus.language.sentences import opened as with_capital
from agentsensus.memory.core.atoms import NOT_PROSE, OVER_CAP, UNRESOLVED, Atom, Atomized
from agentsensus.memory.inputs import Context, Via
from agentsensus.memory.write.cut.passages import Passage, passages
from agentsensus.memory.write.cut.reports import opened_report
from agentsensus.memory.write.cut.voices import Company, SpokenBy
from agentsensus.models.tokens import tokens

_LONG = 2_000
"""Texts with more characters than this are cut in a worker thread, so that the event loop is not blocked."""


_FEW = 4
"""Spoken sentences of at most this number of tokens that assert nothing are dropped: «Lucky you!»"""


_FRAGMENT, _MANY_FRAGMENTS, _JOINED = 6, 24, 24
"""If a deposit has more than 24 statements of at most 6 tokens, these are joined into ones of up to 24 tokens."""


_SOMEBODY = "\ue002"
"""Placeholder for the speaker's name while the rest of a statement is analysed."""


class RuleAtomizer:
    """Cuts by punctuation and conjunctions, without a model."""

    asks_model = False

    async def atomize(self, agent: str, text: str, context: Context, names: Names, cap: int) -> Atomized:
        if len(text) <= _LONG:
            return Atomized(tuple(statements(agent, text, context, names, cap)))
        return Atomized(tuple(await asyncio.to_thread(statements, agent, text, context, names, cap)))


def statements(agent: str, text: str, context: Context, names: Names, cap: int) -> list[Atom]:
    """Return the statements of a text."""
    company = Company.of(agent, context.participants, names)
    cutter = _Cutter(company, cap, context)
    if context.speaker:
        parts = [Passage(block.kind, block.text, context.speaker, f"{context.speaker}:") for block in blocks(text)]
    else:
        parts = passages(text, company.is_known)
    speakers = tuple(dict.fromkeys(part.speaker for part in parts if part.speaker))
    atoms = [atom for passage in parts for atom in cutter.cut(passage, _addressed(passage, speakers, company))]
    return atoms if context.statements != "self-contained" else _without_litter(atoms)


def _without_litter(atoms: Sequence[Atom]) -> list[Atom]:
    """Return the statements without duplicates, and with consecutive fragments joined if there are many.

    Each statement costs a vector, a search and several rows, so hundreds of «Ghost.» must not become hundreds of
    statements.
    """
    distinct = list(dict.fromkeys(atoms))
    if sum(map(_is_fragment, distinct)) <= _MANY_FRAGMENTS:
        return distinct
    joined: list[Atom] = []
    last_is_joinable = False
    for atom in distinct:
        is_fragment = _is_fragment(atom)
        last = joined[-1] if joined else atom
        if last_is_joinable and is_fragment and last.via == atom.via and last.flags == atom.flags:
            text = rules_of(language(last.text)).writing.sentences((last.text, atom.text))
            if tokens(text) <= _JOINED:
                joined[-1] = Atom(text, atom.flags, atom.via)
                continue
        joined.append(atom)
        last_is_joinable = is_fragment
    return joined


def _is_fragment(atom: Atom) -> bool:
    return tokens(atom.text) <= _FRAGMENT and not set(atom.flags) & set(NOT_PROSE)


def _addressed(passage: Passage, speakers: Sequence[str], company: Company) -> tuple[str, ...]:
    """Return the agents that «you» in a passage may mean: in a transcript, all other speakers; in prose, the
    participants.
    """
    if not passage.speaker:
        return company.others
    written_in = language(passage.text)
    voices = [company.voice(speaker, written_in=written_in).name for speaker in speakers]
    own = company.voice(passage.speaker, written_in=written_in).name
    others = tuple(name for name in dict.fromkeys([*voices, *company.present]) if name != own)
    return others or ((company.depositor,) if own != company.depositor else ())


class _Cutter:
    """Cuts the passages of one deposit in order, and remembers the people that a later pronoun may mean."""

    def __init__(self, company: Company, cap: int, context: Context) -> None:
        self._company = company
        self._names = company.names
        self._cap = cap
        self._opens_reports = context.reports == "content"
        self._leaves_out_fillers = context.statements == "self-contained"
        self._question = context.question
        registered = (name for called in self._names.as_dict().values() for name in called)
        self._known = tuple(dict.fromkeys([company.depositor, *company.others, *registered]))
        self._antecedent: tuple[str, ...] = ()
        self._centre = ""
        self._called: dict[str, str] = {}
        self._is_open = False
        self._met: tuple[str, ...] = ()
        self._with_speaker: dict[str, tuple[str, ...]] = {}

    def cut(self, passage: Passage, addressed: tuple[str, ...]) -> Iterator[Atom]:
        """Yield the statements of one passage."""
        voice = self._company.voice(passage.speaker, passage.label, language(passage.text)) if passage.speaker else None
        if voice is not None and voice.source == self._company.agent:
            voice = None  # the depositor's own words
        if passage.kind != "prose":
            yield self._whole(passage, voice)
            return
        for sentence in self._kept(passage.text, addressed):
            if voice:
                yield from self._spoken(sentence, voice, addressed)
                continue
            for part in _own_parts(sentence):
                yield from self._sentence(part, addressed)

    def leaves_out(self, sentence: str) -> bool:
        """Return whether a sentence is a question, greeting or other filler, and therefore not a statement."""
        return self._leaves_out_fillers and rules_of(language(sentence)).talk.is_filler(sentence)

    def _kept(self, text: str, addressed: Sequence[str]) -> Iterator[str]:
        """Yield the sentences of a text that state something. A short answer is completed with the words of its
        question.
        """
        if not self._leaves_out_fillers:
            yield from sentences(text)
            return
        question, self._question = self._question, ""
        for whole in sentences(text):
            sentence = _without_address(whole, addressed)
            talk = rules_of(language(sentence)).talk
            answer = talk.answer(question, sentence) if question else ""
            question = ""
            if answer:
                yield answer
            elif not talk.is_filler(sentence) and not talk.is_filler(content := talk.content(sentence)):
                yield content
            elif people := [person for person in self._people(sentence) if person not in addressed]:
                self._antecedent = antecedents(sentence, people, self._antecedent)

    def _whole(self, passage: Passage, voice: SpokenBy | None) -> Atom:
        over_cap = (OVER_CAP,) if tokens(passage.text) > self._cap else ()
        return Atom(passage.text, (passage.kind, *over_cap), _heard_from(voice) if self._opens_reports else None)

    def _sentence(self, sentence: str, addressed: tuple[str, ...]) -> Iterator[Atom]:
        """Yield the statements of a sentence in the depositor's own words."""
        report = None
        if self._opens_reports:
            report = opened_report(sentence, self._company, certain(self._antecedent), self._people)
        if report is None:
            for clause in clauses(sentence, (*self._known, *people_in(sentence, self._names))):
                yield from self._capped(self._resolved(clause, self._company.depositor, addressed))
            return
        self._resolved(sentence, self._company.depositor, addressed)
        if report.beside:
            yield from self._capped(report.beside)
        for content in report.contents:
            yield from self._capped(content, report.via)

    def opened(self, statement: str) -> Iterator[Atom]:
        """Yield the atoms of a statement that is already cut.

        If the statement reports what the depositor was told, the atoms are the contents, with the teller as source, and
        anything else that the sentence states. Otherwise the only atom is the statement itself.
        """
        report = opened_report(statement, self._company, (), self._people) if self._opens_reports else None
        if report is None:
            yield _atom(statement, self._cap, self._names, self._known)
            return
        if report.beside:
            yield _atom(report.beside, self._cap, self._names, self._known)
        for content in report.contents:
            opened = _atom(content, self._cap, self._names, self._known)
            yield Atom(opened.text, opened.flags, report.via)

    def _spoken(self, sentence: str, voice: SpokenBy, addressed: tuple[str, ...]) -> Iterator[Atom]:
        """Yield the statements of a sentence spoken by another speaker: its assertions, or else the fact that it was
        said.
        """
        if not self._opens_reports:
            yield from self._capped(f"{voice.label} {sentence}")
            return
        reporting, talk = rules_of(language(sentence)).reporting, rules_of(language(sentence)).talk
        if self._leaves_out_fillers and not (self._antecedent and talk.lacks_subject(sentence)):
            sentence = talk.with_subject(sentence, voice.name)
        if not reporting.asserts(sentence):
            if self._leaves_out_fillers and tokens(sentence) <= _FEW:
                return
            yield from self._capped(reporting.quoted(voice.name, sentence), _heard_from(voice))
            return
        for clause in clauses(sentence, (*self._known, voice.name, *people_in(sentence, self._names))):
            yield from self._capped(with_capital(self._resolved(clause, voice.name, addressed)), _heard_from(voice))

    def _resolved(self, clause: str, speaker: str, addressed: tuple[str, ...]) -> str:
        """Return a clause with names in place of its pronouns. Pronouns of the next clause may mean the people named in
        it.
        """
        rules = rules_of(language(clause))
        if company := rules.talk.companions(clause):
            self._with_speaker[speaker] = tuple(rules.pronouns.name_speaker(name, speaker) for name in company)
        speech = Speech(
            speaker, addressed, self._antecedent, self._with_speaker.get(speaker, ()), self._centre, self._called
        )
        is_clear = not (self._antecedent and rules.talk.lacks_subject(clause))
        whole = rules.talk.with_subject(clause, speaker) if self._leaves_out_fillers and is_clear else clause
        statement = resolve(whole, speech, self._people)
        if statement != clause:
            statement = with_capital(statement)
        put_in = [name for name in self._antecedent if name in statement and name not in clause]
        if len(put_in) == 1 and (pronoun := first_third(clause)):
            self._called.setdefault(put_in[0], kind_of(pronoun))
        self._centre = put_in[0] if len(put_in) == 1 else self._centre if self._centre in statement else ""
        by_name = self._people(unquoted(clause))
        # The speaker would have said «my», so «his» after the speaker's name means somebody else.
        self._is_open = speaker not in by_name and is_unresolved(statement.replace(speaker, _SOMEBODY), self._names)
        persons = [p for p in self._people(unquoted(statement)) if p != speaker or p in by_name]
        self._antecedent = antecedents(statement, persons, self._antecedent)
        self._met = (*self._met, *(person for person in persons if person not in self._met))
        return statement

    def _capped(self, statement: str, via: Via | None = None) -> list[Atom]:
        if self._leaves_out_fillers and rules_of(language(statement)).talk.says_nothing(statement):
            return []
        known = (*self._known, *self._met)
        is_open, self._is_open = self._is_open, False
        atoms = capped(statement, self._cap, self._names, known)
        more = (UNRESOLVED,) if is_open and len(atoms) == 1 and first_third(statement) else ()
        return [Atom(atom.text, tuple(dict.fromkeys((*atom.flags, *more))), via) for atom in atoms]

    def _people(self, text: str) -> tuple[str, ...]:
        return candidates(text, self._names, (*self._known, *self._met))


def _own_parts(sentence: str) -> list[str]:
    """Split a sentence where the writer returns from a report to the first person: «Ben says CI is red; I am
    looking».
    """
    parts = rules_of(language(sentence)).reporting.own_again.split(sentence)
    return [sentence] if len(parts) == 1 else [_closed(part, sentence) for part in parts]


def _without_address(sentence: str, addressed: Sequence[str]) -> str:
    """Return the sentence without the name of a hearer at its beginning or end: «I agree, Ana.»"""
    called = {form for name in addressed for form in (name, name.split()[0]) if name.strip()}
    if not called:
        return sentence
    names = "|".join(re.escape(name) for name in sorted(called, key=lambda name: (-len(name), name)))
    text = re.sub(rf"^(?:{names})\s*[,，!！]\s*(?=\w)", "", sentence)
    return with_capital(re.sub(rf"(?<=\w)\s*[,，]\s*(?:{names})\s*(?=[.!?。！？…]*$)", "", text))


def _heard_from(voice: SpokenBy | None) -> Via | None:
    return Via(kind="told", source=voice.source, telling=voice.label) if voice else None


def capped(statement: str, cap: int, names: Names | None = None, known: Sequence[str] = ()) -> list[Atom]:
    """Return the statement as one atom if it fits the cap; otherwise its clauses. A clause is never cut."""
    if tokens(statement) <= cap:
        return [_atom(statement, cap, names, known)]
    parts: list[str] = []
    for piece in soft_pieces(statement):
        if parts and tokens(parts[-1] + piece) <= cap:
            parts[-1] += piece
        else:
            parts.append(piece)
    if len(parts) < 2:
        return [_atom(statement, cap, names, known)]
    return [_atom(_closed(part, statement), cap, names, known) for part in parts]


def needs_model(text: str, cap: int, names: Names | None = None) -> bool:
    """Return whether a text may contain several facts or an unnamed person, so that a model should cut it."""
    pieces = sentences(text)
    if len(pieces) > 1 or tokens(text) > cap or is_unresolved(text, names):
        return True
    return bool(any(rules.clause_joint.search(text) for rules in all_rules()))


def _atom(statement: str, cap: int, names: Names | None, known: Sequence[str] = ()) -> Atom:
    """Return a statement as an atom with its flags. `known` are people who can be its subject."""
    flags = []
    if tokens(statement) > cap:
        flags.append(OVER_CAP)
    talk = rules_of(language(statement)).talk
    is_vague = talk.vague.search(unquoted(statement)) is not None or has_vague_object(statement, names or Names())
    lacks_subject = talk.lacks_subject(statement) and not statement.startswith(tuple(filter(None, known)))
    dangles = is_vague or talk.dangles(statement) or lacks_subject
    if dangles or is_unresolved(statement, names):
        flags.append(UNRESOLVED)
    return Atom(statement, tuple(flags))


def _closed(part: str, whole: str) -> str:
    part = with_capital(part.strip().rstrip(",，;；:：、—").strip())
    if re.search(r"[.!?。！？…][’']?$|[\"”」』]$", part):
        return part
    return part + rules_of(language(whole)).writing.full_stop


def as_atoms(agent: str, texts: Sequence[str], context: Context, names: Names, cap: int) -> list[Atom]:
    """Return statements cut by a model as atoms. Reports to the depositor are opened; statements over the cap stay
    whole.
    """
    cutter = _Cutter(Company.of(agent, context.participants, names), cap, context)
    kept = (text.strip() for text in texts if text.strip() and not cutter.leaves_out(text))
    return [atom for text in kept for atom in cutter.opened(text)]
