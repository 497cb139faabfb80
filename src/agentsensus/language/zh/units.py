"""Split a Chinese statement into units: words, names and numbers, each with its meaning and its role in the clause."""

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise, zip_longest

from agentsensus.language.lexicon import NOTHING
from agentsensus.language.rules import UnitRules
from agentsensus.language.scripts import HAN
from agentsensus.language.units import NAME, NOT, NUMBER, RAW, THING, UNMET, VERB, Unit, turned_role
from agentsensus.language.zh.names import ADDRESSES, addressed_names
from agentsensus.language.zh.quantities import quantities
from agentsensus.language.zh.uniqueness_words import UNIQUENESS_WORDS
from agentsensus.language.zh.words import (
    BARE_VERBS,
    BECOMES,
    BIDS,
    BORDER,
    COMPARED,
    CONVERSE,
    DEGREES,
    DENIES,
    DENYING,
    FILLERS,
    GAIN,
    GETS,
    HEARS,
    INSIDE,
    JOINING,
    KIN,
    LESS,
    LOSES,
    MARKERS,
    MEASURES,
    NEARLY,
    NOT_NOTS,
    NOTS,
    PASSIVE,
    PLACED,
    PLAIN,
    PLANNING,
    RESULTS,
    SAYS,
    SCENE,
    SIDED,
    SINGLE_AFTER,
    SLIGHT,
    TELLS,
    WHERE_TO,
    WORD,
    lexicon,
)

__all__ = [
    "UNIT_RULES",
    "ChineseClause",
    "lexicon",
    "offices",
    "opposite_words",
    "synonym_words",
    "units",
    "with_parts",
]


@dataclass(slots=True)
class ChineseClause:
    """One clause while it is read: the units so far, and the roles that its marker words assign."""

    units: list[Unit] = field(default_factory=list)
    marker: str = "doer"
    start: int = 0
    has_verb: bool = False
    first_verb: int = -1
    before: tuple[str, int, bool] | None = None
    """The state before the last verb was read: the role, the start, and whether there was a verb."""
    is_passive: bool = False
    gets: bool = False
    gains: bool = False
    tells: str = ""
    """The last verb, if it introduces something said, asked or ordered."""
    is_told: bool = False
    """Whether this clause is the content of a speech, question or order in the clause before."""


def with_parts(clause: ChineseClause, number: int) -> list[Unit]:
    """Return the units of a clause with their roles. After 被 and 由 doer and object are swapped."""
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
    """Return the units of «沈兰听小荷说» as those of «小荷告诉沈兰»; empty if no person is heard."""
    verbs = [place for place, unit in enumerate(units) if unit.kind == VERB]
    for place, said in pairwise(verbs):
        between = units[place + 1 : said]
        if units[place].key in HEARS and units[said].key in SAYS and between and between[0].kind == NAME:
            return [*units[:place], _as_verb(units[place], "告诉"), *between, *units[said + 1 :]]
    return []


def _by_whom(units: list[Unit]) -> list[Unit]:
    """Return the units with the person before 的 and a deed as doer: 陆三 in «挨了陆三的批评»."""
    return [
        replace(unit, role="by") if unit.role == "of by" and after is not None and after.kind == VERB else unit
        for unit, after in zip_longest(units, units[1:])
    ]


def _before(units: list[Unit]) -> list[Unit]:
    """Return the units with the words before 之前 marked as what the doer is compared with: 乙 in «甲排在乙之前»."""
    place = next((place for place, unit in enumerate(units) if unit.key in ("之前", "前面")), 0)
    start = place
    while start and units[start - 1].role == "in":
        start -= 1
    if start == place:
        return units
    return [replace(unit, role="than") if start <= n < place else unit for n, unit in enumerate(units) if n != place]


def _as_verb(unit: Unit, word: str) -> Unit:
    """Return a verb as its opposite verb with swapped roles: 输给 becomes 打败, 借来 becomes 借给."""
    book = lexicon()
    return replace(unit, senses=book.senses.get(word, NOTHING), sides=book.sides.get(word, NOTHING))


def _gained(units: list[Unit]) -> list[Unit]:
    """Return the units with the person between «got» and its object as doer: 钱莉 in «得到了钱莉的批准»."""
    first = next(place for place, unit in enumerate(units) if unit.key in GAIN)
    last = next((place for place in range(len(units) - 1, first, -1) if units[place].kind == VERB), first)
    verbs = lexicon().verbs
    giver = next(
        (
            place
            for place in range(first + 1, len(units))
            if units[place].role.startswith("of ") and units[place].key in verbs
        ),
        first,
    )  # 会计 in «收到了会计转来的发票»
    return [
        replace(unit, role="by") if first < place < max(last, giver) and unit.kind != VERB else unit
        for place, unit in enumerate(units)
    ]


_PAIRS = """原告/被告 房东,出租方,出租人/租客,承租方,承租人,租户 买方,买家,买主/卖方,卖家,卖主
债权人,债主,出借人/债务人,借款人
老师,导师,师傅,师父/学生,徒弟,学徒,弟子 上级,上司,主管,经理/下级,下属,部下
雇主/雇员 前任/继任 甲方/乙方 主队/客队
母公司/子公司 寄件人,发件人/收件人 主人/仆人 胜者,赢家/败者,输家"""
_OFFICE = {
    word: words.split(",")[0] for pair in _PAIRS.split() for words in pair.split("/") for word in words.split(",")
}
_WORDS = "|".join(sorted(_OFFICE, key=len, reverse=True))
_FORMS = (
    re.compile(
        rf"(?:^|[，。；、中里]|则)(?P<name>[^，。；、是的中里]{{2,12}})(?:是|为|担任)(?:[^，。；、]{{0,12}}的)?(?P<office>{_WORDS})"
    ),
    re.compile(rf"(?P<office>{_WORDS})(?:则)?(?:是|为)(?P<name>[^，。；、是的]{{2,12}})(?=[，。；、]|$)"),
)
_ANY_FORMS = (
    re.compile(
        r"^(?P<name>[^，。是的给]{2,4})(?:是[^，。是的给]{2,4}的|[给替为][^，。是的给]{2,4}当)(?P<office>[^，。的]{2,4})。?$"
    ),
    re.compile(r"^[^，。是的给]{2,4}的(?P<office>[^，。的]{2,4})是(?P<name>[^，。是的给]{2,4})。?$"),
)
"""Match A是B的翻译, A给B当翻译 and B的翻译是A, with any office in the place of 翻译."""


def offices(text: str) -> dict[str, str]:
    """Return the names of those who hold an office (原告, 被告 and so on), by office; empty if there are none."""
    held = {match["office"]: match["name"] for form in _ANY_FORMS for match in form.finditer(text)}
    return held | {_OFFICE[match["office"]]: match["name"] for form in _FORMS for match in form.finditer(text)}


@lru_cache(maxsize=1)
def _longest_word() -> int:
    return max(map(len, [*lexicon().senses, *lexicon().sides]))


def _shortened(text: str, name: str) -> str:
    """Return a guessed name without a last character that begins a known word: 韩雪 in «韩雪移交».

    Returns "" if the name without its first character is an ordinary word.
    """
    if name[1:] in lexicon():
        return ""
    end = text.find(name) + len(name)
    starts_word = len(name) == 3 and any(_is_word(text[end - 1 : end + more]) for more in (1, 2))
    starts_word = starts_word or text.startswith(ADDRESSES, end - 1)
    return name[:-1] if starts_word else name


def _is_word(text: str) -> bool:
    return text in lexicon() or text in PLANNING or text in DENYING


def units(rest: str, names: frozenset[str]) -> tuple[Unit, ...]:
    """Return the units of a Chinese text from which times were removed. Names in `names` are not split."""
    scene = SCENE.match(rest)
    lead = _units_of(scene.group(), names) if scene else []
    if not any(unit.kind == VERB for unit in lead):
        return tuple(_units_of(rest, names))
    assert scene is not None
    first = 1 + max(unit.clause for unit in lead)
    main = [replace(unit, clause=unit.clause + first) for unit in _units_of(rest[scene.end() :], names)]
    return (*(replace(unit, is_scene=True) for unit in lead), *main)


def _units_of(text: str, names: frozenset[str]) -> list[Unit]:
    clauses, place = [ChineseClause()], 0
    ordered = sorted(names, key=lambda name: (-len(name), name))
    while place < len(text):
        place += _take(text, place, clauses, ordered)
    return [unit for number, clause in enumerate(clauses) for unit in with_parts(clause, number)]


def _take(text: str, place: int, clauses: list[ChineseClause], names: list[str]) -> int:
    name = next((name for name in names if text.startswith(name, place)), "")
    clause = _clause_at(text, place, clauses, is_name=bool(name))
    if name:
        clause.units.append(Unit(name, NAME, clause.marker, text=name))
        return len(name)
    if text[place] in BORDER:
        if text[place] not in " “”《》":
            if clause.has_verb:
                clauses.append(ChineseClause(is_told=bool(clause.tells)))
            else:
                clause.marker, clause.start = "doer", len(clause.units)
        return 1
    if match := WORD.match(text, place):
        kind = NUMBER if match.group()[0] == "№" else NAME
        if (
            kind == NUMBER
            and clause.marker == "to"
            and clause.has_verb
            and clause.units[-1:]
            and clause.units[-1].kind != VERB
        ):
            clause.marker = "done"
        clause.units.append(Unit(match.group().lower(), kind, clause.marker, text=match.group()))
        return len(match.group())
    if (spared := NOT_NOTS.match(text, place)) and not _known_word(text, place):
        clause.units += [Unit(char, RAW, clause.marker, text=char) for char in spared.group()]
        return len(spared.group())
    if _is_passive_let(text, place, clause, names):
        _mark(clause, "被")
        return 1
    if text[place] == "给" and clause.is_passive and clause.units[-1:] and clause.units[-1].role == "by":
        return 1  # «让李四给偷去»
    if COMPARED.match(text, place):
        _add_compared(clause, text[place])
        return 2
    if clause.marker == "than" and text[place] in "先早晚" and clause.units:
        _add(clause, text[place])
        return 1
    if way := _way_out(text, place, clause):
        clause.units.append(_slight("出来", ""))
        return len(way)
    if unmet := next((word for word in NEARLY if text.startswith(word, place)), ""):
        clause.units.append(Unit(UNMET, NOT, text=unmet, denies=True))
        return len(unmet)
    if inside := _inside(text, place, clause):
        clause.units.append(_slight(inside, clause.marker))
        return len(inside)
    if _is_placed(text, place):
        _add(clause, text[place], is_verb=True)
        if text[place + 1] in "进入":
            clause.units.append(_slight("进去", ""))
        _mark(clause, "在")
        return 2
    if filler := next((filler for filler in FILLERS if text.startswith(filler, place)), ""):
        return len(filler)
    if word := _known_word(text, place) or _lone_verb(text, place, clause, names):
        _add(clause, word)
        return len(word)
    return _character(text, place, clause)


def _clause_at(text: str, place: int, clauses: list[ChineseClause], *, is_name: bool) -> ChineseClause:
    """Return the clause that `place` is in. After a verb of saying and its hearer, a new clause with the content
    begins.
    """
    clause = clauses[-1]
    if not clause.tells or text[place] in BORDER or text[place] in PLAIN or text[place] in JOINING:
        return clause
    follows_verb = clause.units[-1].kind == VERB
    if is_name and follows_verb and clause.tells not in SAYS:
        return clause
    if clause.tells in SAYS or (clause.units[-1].kind == NAME and clause.units[-1].role == "to"):
        clauses.append(ChineseClause(marker="done" if clause.tells in BIDS else "doer", is_told=True))
    else:
        clause.marker = "done"
    clause.tells = ""
    return clauses[-1]


def _is_passive_let(text: str, place: int, clause: ChineseClause, names: list[str]) -> bool:
    """Return whether 让 or 叫 marks the doer of a passive: «让李四给偷去», «钱袋让李四偷走了»."""
    name = next((name for name in names if text.startswith(name, place + 1)), "") if text[place] in "让叫" else ""
    if not name:
        return False
    is_given = text.startswith("给", place + 1 + len(name))
    return is_given or not any((unit.kind == NAME or unit.is_kin) and unit.role == "doer" for unit in clause.units)


def _inside(text: str, place: int, clause: ChineseClause) -> str:
    """Return a word after a place that adds no meaning: 里 in «锁在樟木箱里»; "" if there is none."""
    if word := next((word for word in INSIDE if text.startswith(word, place)), ""):
        return word
    is_behind = clause.marker == "in" and clause.start < len(clause.units)
    return text[place] if is_behind and text[place] in "里内中上" and not _known_word(text, place)[1:] else ""


def _way_out(text: str, place: int, clause: ChineseClause) -> str:
    """Return the words after a verb that mean «out»: 出来 in «取了出来»; "" if there are none."""
    if not clause.units or clause.units[-1].kind not in (VERB, RAW, THING):
        return ""
    word = next((word for word in ("出来", "出去", "出") if text.startswith(word, place)), "")
    return word if len(word) > 1 or not _known_word(text, place)[1:] else ""


def _slight(word: str, role: str) -> Unit:
    book = lexicon()
    senses, sides = book.senses.get(word, NOTHING), book.sides.get(word, NOTHING)
    return Unit(word, THING, role, senses, sides, text=word, is_slight=True)


def _is_placed(text: str, place: int) -> bool:
    """Return whether a one-character verb and a word of direction stand here: 锁进."""
    return (
        text[place] in PLACED
        and text[place + 1 : place + 2] in WHERE_TO
        and not _known_word(text, place)[1:]
        and text[place + 1 : place + 3] not in lexicon()
    )


def _add_compared(clause: ChineseClause, quality: str) -> None:
    """Read 高于 and similar words: the words after it are what the doer is compared with."""
    book = lexicon()
    senses, sides = book.senses.get(quality, NOTHING), book.sides.get(quality, NOTHING)
    clause.units.append(Unit(quality, THING, "than", senses, sides, text=quality))
    clause.marker, clause.start, clause.has_verb = "than", len(clause.units), True


def _known_word(text: str, place: int) -> str:
    book = lexicon()
    for length in range(min(_longest_word(), len(text) - place), 1, -1):
        word = text[place : place + length]
        if length == 2 and word[0] in SIDED and text[place + 1 : place + 3] in book.verbs:
            continue  # 战前去世: 前 belongs to the word before it
        if word == "不过" and place and text[place - 1] not in BORDER:
            continue  # 对花生不过敏
        if word in book or word in MARKERS or word in PLANNING or word in DENYING or word in KIN:
            return word
    char, follows = text[place], text[place + 1 : place + 2]
    if char in "让想" and follows and follows not in SINGLE_AFTER:
        return char
    stands = not follows or follows in SINGLE_AFTER or (place > 0 and text[place - 1] in DEGREES)
    if char == "获" and follows not in ("奖", "悉", "胜", "利"):
        return char
    return char if char in book and char not in PLAIN and char not in MARKERS and stands else ""


@lru_cache(maxsize=16_384)
def synonym_words(word: str) -> list[str]:
    """Return synonyms of a word that have two characters or more."""
    return [other for other in lexicon().alike(word) if len(other) > 1]


@lru_cache(maxsize=16_384)
def opposite_words(word: str) -> list[str]:
    """Return opposites of a word that have two characters or more."""
    return [other for other in lexicon().opposed(word) if len(other) > 1]


def _lone_verb(text: str, place: int, clause: ChineseClause, names: list[str]) -> str:
    """Return the one-character verb between two names: 催 in «闻达催邱岚»; "" if there is none."""
    beside = text.startswith(tuple(names), place + 1) if names else False
    follows_name = bool(clause.units) and clause.units[-1].kind == NAME and text[:place].endswith(clause.units[-1].key)
    return (
        text[place]
        if text[place] in lexicon().verbs and text[place] not in MARKERS and (beside or follows_name)
        else ""
    )


def _add(clause: ChineseClause, word: str, *, is_verb: bool = False) -> None:
    if word in MARKERS and word not in GAIN:
        _mark(clause, word)
        return
    book = lexicon()
    senses, sides = book.senses.get(word, NOTHING), book.sides.get(word, NOTHING)
    opens = not clause.units and not clause.is_told and word not in GAIN
    if is_verb or ((word in book.verbs or word in GAIN) and not opens):
        clause.before = (clause.marker, clause.start, clause.has_verb)
        clause.gets |= word in GETS
        clause.gains |= word in GAIN
        clause.has_verb, clause.start = True, len(clause.units) + 1
        clause.tells = word if word in SAYS or word in TELLS or word in BIDS else ""
        clause.marker = "to" if clause.tells or (len(word) > 1 and word[-1] == "给") else "done"
        if clause.units[-1:] and clause.units[-1].kind == VERB and clause.first_verb == len(clause.units) - 1:
            # Two verbs in a row: the first belongs to a name, as in «宏达建设拖欠».
            clause.units[-1] = replace(clause.units[-1], kind=THING, role="doer")
        clause.first_verb = len(clause.units) if clause.first_verb < 0 else clause.first_verb
        clause.units.append(
            Unit(word, VERB, "", senses, sides, text=word, denies=word in DENYING, plans=word in PLANNING)
        )
    else:
        clause.units.append(
            Unit(
                word,
                THING,
                clause.marker,
                senses,
                sides,
                text=word,
                denies=word in DENYING,
                is_kin=word in KIN,
                plans=word in PLANNING,
            )
        )


def _attribute(clause: ChineseClause) -> None:
    """Remove the last verb from the deeds, because it only describes a noun: 新来 in «新来的前台»."""
    assert clause.before is not None
    clause.marker, clause.start, clause.has_verb = clause.before
    last = len(clause.units) - 1
    clause.units[last] = replace(clause.units[last], kind=THING, role=clause.marker)
    clause.first_verb = -1 if clause.first_verb == last else clause.first_verb
    clause.before = None


def _mark(clause: ChineseClause, word: str) -> None:
    role = MARKERS[word]
    if not role:
        return
    clause.is_passive |= word in PASSIVE
    clause.marker, clause.start = role, len(clause.units)


def _character(text: str, place: int, clause: ChineseClause) -> int:
    char = text[place]
    if char in NOTS and text[place - 1 : place] not in tuple("沉淹埋吞覆隐"):
        clause.units.append(Unit("not", NOT, text=char, denies=True))
        return 2 if text[place : place + 2] == "没有" else 1
    if char == "将" and text[place + 1 : place + 2] in tuple("在于会要被由"):
        clause.units.append(Unit(char, THING, clause.marker, text=char, plans=True, is_slight=True))
    elif char == "由" and _LEAVES.match(text, place):
        _mark(clause, "从")
    elif char in MARKERS:
        _mark(clause, char)
    elif char == "的" and text[place + 1 : place + 2] in BORDER:
        pass  # «是被雨水泡坏的。»
    elif char == "的":
        if clause.units and clause.units[-1].kind == VERB and clause.before is not None:
            _attribute(clause)
        for number in range(clause.start, len(clause.units)):
            if clause.units[number].kind != VERB:
                role = clause.units[number].role
                clause.units[number] = replace(
                    clause.units[number], role=role if role.startswith("of ") else f"of {role}"
                )
    elif char in ("了", "过") and clause.units and clause.units[-1].kind == RAW and not clause.has_verb:
        clause.has_verb, clause.marker, clause.start = True, "done", len(clause.units)
    elif char in RESULTS and clause.units and clause.units[-1].kind == VERB and _follows(text, place, clause.units[-1]):
        return 1
    elif char not in PLAIN and re.match(f"[{HAN}]", char) and not (char in MEASURES and _counts(clause)):
        sides = lexicon().sides.get(char, NOTHING) if char in SIDED else NOTHING
        clause.units.append(Unit(char, RAW, clause.marker, sides=sides, text=char, is_slight=char in SLIGHT))
    return 1


_LEAVES = re.compile(
    "由[^，。]{1,8}?(?:(?:搬|迁|飞|开|运|调|移|赶|驶|走|游|涨|降|升|跌)(?!给|交)[^，。]{0,2}[到往至去回]|返回|回来|出发|进入)"
)
"""Matches 由 with the meaning of 从: 由成都搬到昆明."""


def _follows(text: str, place: int, verb: Unit) -> bool:
    """Return whether `place` is right after the verb, so that the character there is its result: 成 in «做成»."""
    return text[:place].removesuffix("了").endswith(verb.text)


def _counts(clause: ChineseClause) -> bool:
    return bool(clause.units) and clause.units[-1].kind == NUMBER


def _whole_names(text: str, persons: tuple[str, ...]) -> frozenset[str]:
    guessed = frozenset(_shortened(text, person) for person in persons) - {""}
    addressed = frozenset(name for _, name in addressed_names(text))
    return addressed | frozenset(
        name for name in guessed if not any(name in other or other in name for other in addressed)
    )


def _same_root(a: str, b: str) -> bool:
    if bool(DENIES.search(a)) != bool(DENIES.search(b)):
        return False
    return len(a) > 1 and len(b) > 1 and (a in b or b in a)


UNIT_RULES = UnitRules(
    quantities=quantities,
    units=units,
    whole_names=_whole_names,
    same_root=_same_root,
    offices=offices,
    singling=UNIQUENESS_WORDS,
    bare_verbs=BARE_VERBS,
)
