"""Chinese units: known words by what they mean, names whole, the rest character by character; parts by 被, 把, 给, 从."""  # noqa: E501

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache

from agentsensus.text.languages.chinese.names import ADDRESSES, addressed_names
from agentsensus.text.languages.chinese.offices import offices
from agentsensus.text.languages.chinese.quantities import quantities
from agentsensus.text.languages.chinese.singling import SINGLING
from agentsensus.text.languages.chinese.words import lexicon
from agentsensus.text.languages.lexicon import NOTHING
from agentsensus.text.languages.rules import UnitRules
from agentsensus.text.languages.units import NAME, NOT, NUMBER, RAW, THING, VERB, Unit, turned_role
from agentsensus.text.scripts import HAN

__all__ = ["UNIT_RULES", "lexicon", "opposite_words", "synonym_words", "units"]

_PLAIN = frozenset("的了着过地得很更最要只之其此所就又还也都而但并且则便才再呢吧啊么吗这那们是")
_SLIGHT = frozenset("个以起来去上下里中后前时内已有为一家名")
"""Characters that mostly serve others, but may be part of a name: they count little where they are left over."""
_MARKERS = {
    "被": "by", "由": "by", "遭": "by", "受": "by", "遭到": "by", "受到": "by",
    "把": "done", "将": "done", "给": "to", "向": "to", "对": "to", "跟": "with", "跟着": "from", "从": "from",
    "在": "in", "于": "in", "到": "in", "替": "for", "为": "for", "比": "than", "较": "than", "用": "with", "按": "with",  # noqa: E501
    "据": "with", "因": "for", "和": "", "与": "", "及": "", "、": "",
}  # fmt: skip
_PASSIVE = frozenset(("被", "由", "遭", "遭到", "受到", "受"))
_GETS = frozenset(
    "收到 接到 接过 接收 得到 获得 获 收下 借 借入 借来 学会 学 学习 买 购买 买下 购入 领到 听到 听说 取得 拿到 接管 接手".split()  # noqa: E501
)
_GAIN = frozenset("得到 获得 获 取得 受到 遭到 收到 接到 拿到 接收 领到".split())
_BECOMES = frozenset("换成 改为 改成 换为 变为 易手".split())
_LOSES = frozenset("输给 败给 不敌 负于 败于".split())
_LESS = frozenset("不如 不及 逊于 比不上".split())
_CONVERSE = {gets: gives for gives, all_gets in {
    "借给": "借 借来 借入", "出售": "买 购买 买下 购入 买进 买入 采购 收购 购得", "教": "学 学会 学习", "给": "收到 接到 得到 获得 领到 拿到 收下 取得",  # noqa: E501
    "移交": "接过 接手 接管 接收",
}.items() for gets in all_gets.split()}  # fmt: skip
"""What the giver does where somebody borrows, buys, learns or receives from him."""
_COMPARED = re.compile("[高低大小早晚先多少优强弱快慢长短重轻]于")
_SCENE = re.compile("^[^，。；：“]{3,24}(?:之后|以后|后|时|的时候|期间|之前|以前)，")
"""A clause in front that says when the rest happened."""
_SINGLE_AFTER = frozenset("了过着给到得在把被，。；、！？ 的向与和 №")
_WORD = re.compile(r"№[\w.%#]+|[A-Za-z0-9][A-Za-z0-9.&/+_-]*")
_DENIES = re.compile("[不没未无]")
_NOTS = frozenset("不没未无非勿莫")
_NOT_NOTS = re.compile(
    r"不(?:锈|久|断|仅|但|过(?=[，是就才])|同|动产|少|由|禁|料|妨|愧|觉|免|管|论|顾|惜|然|幸|得不|止|日|慎|一会|知不觉)|没(?:收|落|入)|未(?:来|必|央)|"
    r"无(?:锡|线|人机|不|意中|论|偿|轨|菌)|非(?:常|洲|遗|典)|莫(?:不|名|非)|不得不|忍不住|差不多|说不定|好不容易|了不起|对不起|要不是"
)
_DENYING = frozenset(
    """无法 不能 没法 不了 没办法 不支持 不赞成 不同意 不接受 不承认 没付 未付 没参加 未出席 没到场 没去 没成功 未成功 不成功
    没能 不喜欢 不爱 不许 不准 不让 不相信 不信 没有 拒绝 失败 缺席 忘记 忘 忘了 不满 不满意 不正常 不好 不难 不便宜 不贵
    不容易 不清 不清晰 不到""".split()  # noqa: E501
)
_PLANNING = frozenset(
    """打算 计划 准备 想 想要 希望 愿意 申请 请求 要求 提出 提议 建议 倡议 提 答应 承诺 许诺 允诺 应允 决定 允许 准许 许可 获准
    得到许可 有意 拟 邀请 请 催 催促 劝 命令 下令 吩咐 指示 商量 商议 讨论 考虑 同意 预备 约定 威胁 试图 企图 需要 必须 应该
    可能 可以 能够 敦促 督促 提醒 叮嘱 嘱咐 警告 有望 力争 争取 筹备 酝酿 谋划 预计 预期 考虑 犹豫 差点 几乎 险些 动员 鼓励 呼吁 推荐 竞标 获批 立项 让 叫 派 委托 授权 指派 责成 受命 奉命 竞选 拟定 正要 即将 将要 将会 预算 原定 最初 试着 想着 盼望 期待""".split()  # noqa: E501
)
_FILLERS = tuple(
    """看上去 看起来 这一天 那一天 那里 这里 当天 那天 这天 当日 这家 那家 这个 那个 这次 那次 这批 那批 随之 一事 之事 这边 那边 一下
    起来 过来 过去 出来 下来 上去 下去 回来 时候 期间 一直 总共 一共 共计 之内 之中 方面 目前 如今 现在 已经 早已 随后 于是 并且
    而且 其中 以及 自己 一个 一名 一位 一次 一回 一趟 一种 一项 一些 有了 有所 较为 比较""".split()  # noqa: E501
)
"""Words that carry no meaning of their own."""
_SIDED = frozenset("前后东西南北左右早晚男女深浅")
_RESULTS = frozenset("掉完好到上走出成做给住下去来回")
_DEGREES = frozenset("很更最太较极挺不越")
_BORDER = frozenset("，。；：！？,;:!?（）()“”‘’《》「」… ")
_MEASURES = frozenset(
    "个名位艘只匹座支队辆条封把块张件杯壶颗台箱单通元号次回趟遍人条家份笔枚批项套米克斤吨岁分度层间盒瓶篇本部棵"
)


@dataclass(slots=True)
class _ChineseClause:
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


@lru_cache(maxsize=1)
def _longest_word() -> int:
    return max(map(len, [*lexicon().senses, *lexicon().sides]))


def _shortened(text: str, name: str) -> str:
    """A guessed name without its last character if that begins a known word: 韩雪 in «韩雪移交»."""
    if name[1:] in lexicon():
        return ""
    end = text.find(name) + len(name)
    starts_word = len(name) == 3 and any(_is_word(text[end - 1 : end + more]) for more in (1, 2))
    starts_word = starts_word or text.startswith(ADDRESSES, end - 1)
    return name[:-1] if starts_word else name


def _is_word(text: str) -> bool:
    return text in lexicon() or text in _PLANNING or text in _DENYING


def units(rest: str, names: frozenset[str]) -> tuple[Unit, ...]:
    """The units of a Chinese text whose times are already taken out; `names` are kept whole."""
    scene = _SCENE.match(rest)
    lead = _units_of(scene.group(), names) if scene else []
    if not any(unit.kind == VERB for unit in lead):
        return tuple(_units_of(rest, names))
    assert scene is not None
    first = 1 + max(unit.clause for unit in lead)
    main = [replace(unit, clause=unit.clause + first) for unit in _units_of(rest[scene.end() :], names)]
    return (*(replace(unit, is_scene=True) for unit in lead), *main)


def _units_of(text: str, names: frozenset[str]) -> list[Unit]:
    clauses, place = [_ChineseClause()], 0
    ordered = sorted(names, key=lambda name: (-len(name), name))
    while place < len(text):
        place += _take(text, place, clauses, ordered)
    return [unit for number, clause in enumerate(clauses) for unit in _parts(clause, number)]


def _take(text: str, place: int, clauses: list[_ChineseClause], names: list[str]) -> int:
    clause = clauses[-1]
    if name := next((name for name in names if text.startswith(name, place)), ""):
        clause.units.append(Unit(name, NAME, clause.marker, text=name))
        return len(name)
    if text[place] in _BORDER:
        if text[place] not in " “”《》":
            if clause.has_verb:
                clauses.append(_ChineseClause())
            else:
                clause.marker, clause.start = "doer", len(clause.units)
        return 1
    if match := _WORD.match(text, place):
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
    if (spared := _NOT_NOTS.match(text, place)) and not _known_word(text, place):
        clause.units += [Unit(char, RAW, clause.marker, text=char) for char in spared.group()]
        return len(spared.group())
    if _COMPARED.match(text, place):
        _add_compared(clause, text[place])
        return 2
    if clause.marker == "than" and text[place] in "先早晚" and clause.units:
        _add(clause, text[place])
        return 1
    if filler := next((filler for filler in _FILLERS if text.startswith(filler, place)), ""):
        return len(filler)
    if word := _known_word(text, place) or _lone_verb(text, place, clause, names):
        _add(clause, word)
        return len(word)
    return _character(text, place, clause)


def _add_compared(clause: _ChineseClause, quality: str) -> None:
    """Read 高于 and the like: what follows is what the doer is compared with."""
    book = lexicon()
    senses, sides = book.senses.get(quality, NOTHING), book.sides.get(quality, NOTHING)
    clause.units.append(Unit(quality, THING, "than", senses, sides, text=quality))
    clause.marker, clause.start, clause.has_verb = "than", len(clause.units), True


def _known_word(text: str, place: int) -> str:
    book = lexicon()
    for length in range(min(_longest_word(), len(text) - place), 1, -1):
        word = text[place : place + length]
        if length == 2 and word[0] in _SIDED and text[place + 1 : place + 3] in book.verbs:
            continue  # 战前去世: 前 belongs to what stands before it
        if word in book or word in _MARKERS or word in _PLANNING or word in _DENYING:
            return word
    char, follows = text[place], text[place + 1 : place + 2]
    if char in "让想" and follows and follows not in _SINGLE_AFTER:
        return char
    stands = not follows or follows in _SINGLE_AFTER or (place > 0 and text[place - 1] in _DEGREES)
    if char == "获" and follows not in ("奖", "悉", "胜", "利"):
        return char
    return char if char in book and char not in _PLAIN and char not in _MARKERS and stands else ""


@lru_cache(maxsize=16_384)
def synonym_words(word: str) -> list[str]:
    """Words that say the same as a word, of two characters or more."""
    return [other for other in lexicon().alike(word) if len(other) > 1]


@lru_cache(maxsize=16_384)
def opposite_words(word: str) -> list[str]:
    """Words that say the opposite of a word, of two characters or more."""
    return [other for other in lexicon().opposed(word) if len(other) > 1]


def _lone_verb(text: str, place: int, clause: _ChineseClause, names: list[str]) -> str:
    """A verb of one character between names: 催 in «闻达催邱岚»."""
    beside = text.startswith(tuple(names), place + 1) if names else False
    follows_name = bool(clause.units) and clause.units[-1].kind == NAME and text[:place].endswith(clause.units[-1].key)
    return (
        text[place]
        if text[place] in lexicon().verbs and text[place] not in _MARKERS and (beside or follows_name)
        else ""
    )


def _add(clause: _ChineseClause, word: str) -> None:
    if word in _MARKERS and word not in _GAIN:
        _mark(clause, word)
        return
    book = lexicon()
    senses, sides = book.senses.get(word, NOTHING), book.sides.get(word, NOTHING)
    opens = not clause.units and word not in _GAIN
    if (word in book.verbs or word in _GAIN) and not opens:
        clause.before = (clause.marker, clause.start, clause.has_verb)
        clause.gets |= word in _GETS
        clause.gains |= word in _GAIN
        clause.has_verb, clause.start = True, len(clause.units) + 1
        clause.marker = "to" if len(word) > 1 and word[-1] == "给" else "done"
        if clause.units[-1:] and clause.units[-1].kind == VERB and clause.first_verb == len(clause.units) - 1:
            # Two verbs in a row: the first belongs to a name, as in «宏达建设拖欠».
            clause.units[-1] = replace(clause.units[-1], kind=THING, role="doer")
        clause.first_verb = len(clause.units) if clause.first_verb < 0 else clause.first_verb
        clause.units.append(
            Unit(word, VERB, "", senses, sides, text=word, denies=word in _DENYING, plans=word in _PLANNING)
        )
    else:
        clause.units.append(
            Unit(word, THING, clause.marker, senses, sides, text=word, denies=word in _DENYING, plans=word in _PLANNING)
        )


def _attribute(clause: _ChineseClause) -> None:
    """Take back the last verb: in «新来的前台» it says which one, not what was done."""
    assert clause.before is not None
    clause.marker, clause.start, clause.has_verb = clause.before
    last = len(clause.units) - 1
    clause.units[last] = replace(clause.units[last], kind=THING, role=clause.marker)
    clause.first_verb = -1 if clause.first_verb == last else clause.first_verb
    clause.before = None


def _mark(clause: _ChineseClause, word: str) -> None:
    role = _MARKERS[word]
    if not role:
        return
    clause.is_passive |= word in _PASSIVE
    clause.marker, clause.start = role, len(clause.units)


def _character(text: str, place: int, clause: _ChineseClause) -> int:
    char = text[place]
    if char in _NOTS:
        clause.units.append(Unit("not", NOT, text=char, denies=True))
        return 2 if text[place : place + 2] == "没有" else 1
    if char == "将" and text[place + 1 : place + 2] in tuple("在于会要被由"):
        clause.units.append(Unit(char, THING, clause.marker, text=char, plans=True, is_slight=True))
    elif char in _MARKERS:
        _mark(clause, char)
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
    elif char in _RESULTS and clause.units and clause.units[-1].kind == VERB:
        return 1
    elif char not in _PLAIN and re.match(f"[{HAN}]", char) and not (char in _MEASURES and _counts(clause)):
        sides = lexicon().sides.get(char, NOTHING) if char in _SIDED else NOTHING
        clause.units.append(Unit(char, RAW, clause.marker, sides=sides, text=char, is_slight=char in _SLIGHT))
    return 1


def _counts(clause: _ChineseClause) -> bool:
    return bool(clause.units) and clause.units[-1].kind == NUMBER


def _parts(clause: _ChineseClause, number: int) -> list[Unit]:
    """The units with the parts that they play: 被 and 由 turned round, a receiver told from a giver."""
    turned: dict[str, str] = {}
    units = _before(list(clause.units))
    verbs = {unit.key for unit in units if unit.kind == VERB}
    if verbs & _BECOMES and any(unit.role in ("by", "from") for unit in units):
        turned = {"by": "done", "from": "done", "done": "doer", "doer": "in"}
        units = [_as_verb(unit, "接替") if unit.key in _BECOMES else unit for unit in units]
    elif verbs & _LOSES:
        turned = {"doer": "done", "to": "doer", "done": "doer"}
        units = [_as_verb(unit, "打败") if unit.key in _LOSES else unit for unit in units]
    elif verbs & _LESS:
        turned = {"doer": "than", "done": "doer"}
        units = [unit for unit in units if unit.key not in _LESS]
    elif clause.is_passive:
        turned = {"by": "doer", "doer": "done"}
    elif clause.gets and any(unit.role == "from" for unit in units):
        turned = {"from": "doer", "doer": "to"}
        units = [_as_verb(unit, _CONVERSE[unit.key]) if unit.key in _CONVERSE else unit for unit in units]
    elif clause.gains:
        turned = {"doer": "to", "by": "doer"}
        units = _gained(units)
    return [replace(unit, role=turned_role(unit.role, turned), clause=number) for unit in units]


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
    first = next(place for place, unit in enumerate(units) if unit.key in _GAIN)
    last = next((place for place in range(len(units) - 1, first, -1) if units[place].kind == VERB), first)
    return [
        replace(unit, role="by") if first < place < last and unit.kind != VERB else unit
        for place, unit in enumerate(units)
    ]


def _whole_names(text: str, persons: tuple[str, ...]) -> frozenset[str]:
    guessed = frozenset(_shortened(text, person) for person in persons) - {""}
    addressed = frozenset(name for _, name in addressed_names(text))
    return addressed | frozenset(
        name for name in guessed if not any(name in other or other in name for other in addressed)
    )


def _same_root(a: str, b: str) -> bool:
    if bool(_DENIES.search(a)) != bool(_DENIES.search(b)):
        return False
    return len(a) > 1 and len(b) > 1 and (a in b or b in a)


UNIT_RULES = UnitRules(
    quantities=quantities,
    units=units,
    whole_names=_whole_names,
    same_root=_same_root,
    offices=offices,
    singling=SINGLING,
)
