"""Atoms by rule: sentences and independent clauses, with names for pronouns where there can be no doubt."""

import re
from collections.abc import Sequence

from agentsensus.memory.atoms.atom import OVER_CAP, UNRESOLVED, Atom, Atomized, Context
from agentsensus.models.tokens import tokens
from agentsensus.text.language import language
from agentsensus.text.languages import rules_of
from agentsensus.text.names import Names
from agentsensus.text.pronouns import Speech, antecedents, is_unresolved, resolve
from agentsensus.text.quotes import unquoted
from agentsensus.text.reading.persons import people_in
from agentsensus.text.sentences import clauses, sentences, soft_pieces


class RuleAtomizer:
    """Cuts by punctuation and conjunctions; needs no model and calls none."""

    async def atomize(self, agent: str, text: str, context: Context, names: Names, cap: int) -> Atomized:
        return Atomized(tuple(statements(agent, text, context, names, cap)))


def statements(agent: str, text: str, context: Context, names: Names, cap: int) -> list[Atom]:
    """The statements a text makes, by rule."""
    speaker = names.display(agent)
    participants = tuple(names.display(name) for name in context.participants)
    known = tuple(dict.fromkeys([speaker, *participants, *(n for called in names.as_dict().values() for n in called)]))
    atoms: list[Atom] = []
    antecedent: tuple[str, ...] = ()
    for sentence in sentences(text):
        for clause in clauses(sentence, (*known, *people_in(sentence, names))):
            statement = resolve(clause, Speech(speaker, participants, antecedent), lambda t: people_in(t, names))
            by_name = people_in(unquoted(clause), names)
            persons = [p for p in people_in(unquoted(statement), names) if p != speaker or p in by_name]
            antecedent = antecedents(statement, persons, antecedent)
            atoms.extend(capped(statement, cap, names))
    return atoms


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
    part = part.strip().rstrip(",，;；:：、—").strip()
    part = part[:1].upper() + part[1:]
    if re.search(r"[.!?。！？…][’']?$|[\"”」』]$", part):
        return part
    return part + rules_of(language(whole)).writing.full_stop


def as_atoms(texts: Sequence[str], cap: int) -> list[Atom]:
    """Statements that a model has cut, as atoms; those over the cap are cut further."""
    return [atom for text in texts if text.strip() for atom in capped(text.strip(), cap)]
