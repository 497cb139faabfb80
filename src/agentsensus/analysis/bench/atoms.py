"""`bench atoms`: how well the rules cut deposits into statements, against cuts made by hand."""

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from agentsensus.base.files import read_text
from agentsensus.errors import InputError
from agentsensus.language.languages import all_rules, language, rules_of
from agentsensus.language.names import Names
from agentsensus.language.pronouns import candidates
from agentsensus.memory.core.atoms import UNRESOLVED, Atom
from agentsensus.memory.inputs import Context
from agentsensus.memory.write.cut.rule import statements

__all__ = ["AtomFigures", "CutDeposit", "RightStatement", "ScoredStatement", "bench_atoms", "read_deposits", "score"]

_CAP = 64
_WORD = re.compile(r"[\u4e00-\u9fff]|[^\W_]+")
_SMALL = frozenset[str]().union(*(rules.world_words.small_words for rules in all_rules())) | {"s"}


class _DepositFile(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class RightStatement(_DepositFile):
    """A statement as it should be cut; `unresolved` if it must be flagged."""

    text: str
    unresolved: bool = False


class CutDeposit(_DepositFile):
    """A deposit with its right statements. `participants` and `speaker` are those of `Context`."""

    agent: str
    text: str
    participants: tuple[str, ...] = ()
    speaker: str = ""
    statements: tuple[RightStatement, ...]


class ScoredStatement(_DepositFile):
    """A statement of the cutter and what is wrong with it: empty, `wrong person`, `dangling` or `unlike`."""

    text: str
    wrong: str = ""
    is_flagged: bool = False
    is_flagged_needlessly: bool = False


class AtomFigures(_DepositFile):
    """How many statements are sound; the shares are of all statements that the cutter made.

    `dangling` counts statements that must be flagged and are not. `found` is the share of right statements that some
    sound statement covers, and `flagged_needlessly` the share of sound statements that are flagged without need.
    """

    file: str
    deposits: int
    statements: int
    sound: float
    wrong_person: float
    dangling: int
    found: float
    flagged_needlessly: float
    errors: tuple[ScoredStatement, ...] = ()


def read_deposits(path: Path) -> list[CutDeposit]:
    """The deposits of a JSONL file. Raises InputError with the line that is wrong."""
    lines = read_text(path).splitlines()
    deposits = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            deposits.append(CutDeposit.model_validate(json.loads(line)))
        except (ValueError, ValidationError) as error:
            reason = str(error).splitlines()[0]
            raise InputError(f"{path}:{number}: {reason}; write agent, text and statements as JSON") from None
    if not deposits:
        raise InputError(f"{path} holds no deposits; write one JSON object per line")
    return deposits


def bench_atoms(path: Path, first: int = 0, last: int | None = None) -> AtomFigures:
    """Cut the deposits of a file (from `first` to before `last`) with the rules, and score the statements."""
    deposits = read_deposits(path)[first:last]
    scored: list[ScoredStatement] = []
    found = right = 0
    for deposit in deposits:
        results, covered = score(deposit, cut(deposit))
        scored += results
        found += covered
        right += len(deposit.statements)
    sound = [statement for statement in scored if not statement.wrong]
    count = max(1, len(scored))
    return AtomFigures(
        file=str(path),
        deposits=len(deposits),
        statements=len(scored),
        sound=round(len(sound) / count, 4),
        wrong_person=round(sum(statement.wrong == "wrong person" for statement in scored) / count, 4),
        dangling=sum(statement.wrong == "dangling" for statement in scored),
        found=round(found / max(1, right), 4),
        flagged_needlessly=round(sum(s.is_flagged_needlessly for s in sound) / max(1, len(sound)), 4),
        errors=tuple(statement for statement in scored if statement.wrong),
    )


def cut(deposit: CutDeposit) -> list[Atom]:
    """The statements that the rules make of a deposit, without a registry of names."""
    context = Context(participants=deposit.participants, speaker=deposit.speaker)
    return statements(deposit.agent, deposit.text, context, Names(), _CAP)


def score(deposit: CutDeposit, atoms: Sequence[Atom]) -> tuple[list[ScoredStatement], int]:
    """The statements of the cutter with their errors, and how many right statements are covered by sound ones."""
    rights = [_words(right.text) for right in deposit.statements]
    matched = [_best(_told(atom), rights) for atom in atoms]
    scored, covered = [], set()
    for atom, number in zip(atoms, matched, strict=True):
        right = deposit.statements[number] if number is not None else None
        beside = [_told(other) for other, its in zip(atoms, matched, strict=True) if its == number]
        wrong = _wrong(deposit, atom, right, beside)
        if not wrong and number is not None:
            covered.add(number)
        is_flagged = UNRESOLVED in atom.flags
        needless = is_flagged and right is not None and not right.unresolved
        scored.append(
            ScoredStatement(text=atom.text, wrong=wrong, is_flagged=is_flagged, is_flagged_needlessly=needless)
        )
    return scored, len(covered)


def _wrong(deposit: CutDeposit, atom: Atom, right: RightStatement | None, beside: Iterable[str]) -> str:
    """The error of a statement; empty if it is sound.

    A sound statement, with the statements beside it that were cut from the same right one, has every content word of
    the right one, names nobody else, and is flagged if it must be.
    """
    is_flagged = UNRESOLVED in atom.flags
    if right is None:
        return "unlike"
    people = candidates(atom.text, Names(), (deposit.agent, *deposit.participants))
    if any(person not in right.text for person in people):
        return "wrong person"
    if right.unresolved and not is_flagged:
        return "dangling"
    if _opens_dangling(atom) and not is_flagged:
        return "dangling"
    return "" if _words(right.text) <= set().union(*map(_words, beside)) else "unlike"


def _opens_dangling(atom: Atom) -> bool:
    """Whether a statement begins with a pronoun, so that nobody can tell what it is about."""
    return bool(rules_of(language(atom.text)).pronouns.opening.match(atom.text))


def _told(atom: Atom) -> str:
    """The statement with the telling that it was heard in."""
    return f"{atom.via.telling} {atom.text}" if atom.via is not None and atom.via.telling else atom.text


def _words(text: str) -> set[str]:
    return {word for word in map(str.lower, _WORD.findall(text)) if word not in _SMALL}


def _best(told: str, rights: Sequence[set[str]]) -> int | None:
    """The right statement that shares most words with this one; None if there is none that shares half of either."""
    words = _words(told)
    shared = [(len(words & right) / max(1, len(words | right)), -place) for place, right in enumerate(rights)]
    best = max(shared, default=(0.0, 0))
    place = -best[1]
    is_part = bool(words) and len(words & rights[place]) / len(words) >= 0.5 if rights else False
    return place if best[0] > 0 and (best[0] >= 0.5 or is_part) else None
