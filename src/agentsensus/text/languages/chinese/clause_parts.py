"""The parts that the units of a Chinese clause play: 被 and 由 turned round, a receiver told from a giver, a hearer from a teller."""  # noqa: E501

from dataclasses import dataclass, field, replace
from itertools import pairwise

from agentsensus.text.languages.chinese.unit_words import (
    BECOMES,
    CONVERSE,
    GAIN,
    HEARS,
    LESS,
    LOSES,
    SAYS,
)
from agentsensus.text.languages.chinese.words import lexicon
from agentsensus.text.languages.lexicon import NOTHING
from agentsensus.text.languages.units import NAME, VERB, Unit, turned_role

__all__ = ["ChineseClause", "with_parts"]


@dataclass(slots=True)
class ChineseClause:
    """The units of a clause while it is read, and what its markers say about their parts."""

    units: list[Unit] = field(default_factory=list)
    marker: str = "doer"
    start: int = 0
    has_verb: bool = False
    first_verb: int = -1
    before: tuple[str, int, bool] | None = None
    """The part, the start and whether there was a verb before the last verb was read."""
    is_passive: bool = False
    gets: bool = False
    gains: bool = False
    tells: str = ""
    """The last verb, if it is one that what was said, asked or bidden follows."""
    is_told: bool = False
    """Whether it is what the clause before says that somebody said, asked or bade."""


def with_parts(clause: ChineseClause, number: int) -> list[Unit]:
    """The units with the parts that they play: 被 and 由 turned round, a receiver told from a giver."""
    turned: dict[str, str] = {}
    units = _before(list(clause.units))
    verbs = {unit.key for unit in units if unit.kind == VERB}
    if heard := _heard(units):
        turned, units = {"doer": "to", "done": "doer"}, heard
    elif verbs & BECOMES and any(unit.role in ("by", "from") for unit in units):
        turned = {"by": "done", "from": "done", "done": "doer", "doer": "in"}
        units = [_as_verb(unit, "接替") if unit.key in BECOMES else unit for unit in units]
    elif verbs & LOSES:
        turned = {"doer": "done", "to": "doer", "done": "doer"}
        units = [_as_verb(unit, "打败") if unit.key in LOSES else unit for unit in units]
    elif verbs & LESS:
        turned = {"doer": "than", "done": "doer"}
        units = [unit for unit in units if unit.key not in LESS]
    elif clause.is_passive:
        turned, units = {"by": "doer", "doer": "done"}, _by_whom(units)
    elif clause.gets and any(unit.role == "from" for unit in units):
        turned = {"from": "doer", "doer": "to"}
        units = [_as_verb(unit, CONVERSE[unit.key]) if unit.key in CONVERSE else unit for unit in units]
    elif clause.gains:
        turned = {"doer": "to", "by": "doer"}
        units = _gained(units)
    return [replace(unit, role=turned_role(unit.role, turned), clause=number) for unit in units]


def _heard(units: list[Unit]) -> list[Unit]:
    """Units with 告诉 for 听 and 说: «沈兰听小荷说» tells what «小荷告诉沈兰» tells; empty where nobody is heard."""
    verbs = [place for place, unit in enumerate(units) if unit.kind == VERB]
    for place, said in pairwise(verbs):
        between = units[place + 1 : said]
        if units[place].key in HEARS and units[said].key in SAYS and between and between[0].kind == NAME:
            return [*units[:place], _as_verb(units[place], "告诉"), *between, *units[said + 1 :]]
    return []


def _by_whom(units: list[Unit]) -> list[Unit]:
    """Units with whoever stands before 的 and a deed as the one who does it: 陆三 in «挨了陆三的批评»."""
    return [
        replace(unit, role="by") if unit.role == "of by" and after is not None and after.kind == VERB else unit
        for unit, after in zip(units, [*units[1:], None], strict=True)
    ]


def _before(units: list[Unit]) -> list[Unit]:
    """Units with whatever stands before 之前 as what the doer is compared with: «甲排在乙之前»."""
    place = next((place for place, unit in enumerate(units) if unit.key in ("之前", "前面")), 0)
    start = place
    while start and units[start - 1].role == "in":
        start -= 1
    if start == place:
        return units
    return [replace(unit, role="than") if start <= n < place else unit for n, unit in enumerate(units) if n != place]


def _as_verb(unit: Unit, word: str) -> Unit:
    """A verb that means what another means with its parts turned round: 输给 is 打败, 借来 is 借给."""
    book = lexicon()
    return replace(unit, senses=book.senses.get(word, NOTHING), sides=book.sides.get(word, NOTHING))


def _gained(units: list[Unit]) -> list[Unit]:
    """Units with the one between «got» and what was got as the doer: 钱莉 in «得到了钱莉的批准»."""
    first = next(place for place, unit in enumerate(units) if unit.key in GAIN)
    last = next((place for place in range(len(units) - 1, first, -1) if units[place].kind == VERB), first)
    return [
        replace(unit, role="by") if first < place < last and unit.kind != VERB else unit
        for place, unit in enumerate(units)
    ]
