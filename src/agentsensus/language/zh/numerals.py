"""Chinese numbers as figures: «十二» and «12», «三十万» and «30万»."""

import re

from agentsensus.language.quantities import each_apart, figure

_LONGEST = 24
"""Chinese numerals of up to this many characters are converted; longer ones stay as written."""
_HAN_DIGITS = {c: n for n, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_HAN_SCALES = {"十": 10, "百": 100, "千": 1_000, "万": 10_000, "亿": 100_000_000}
_HAN_NUMERAL = frozenset(_HAN_DIGITS) | frozenset(_HAN_SCALES)
_ANY = "零一二三四五六七八九十百千万亿〇"
_MEASURES = "个名位艘只匹座支队辆条封把块张件杯壶颗"
# «两» is two before a scale or a thing counted, but an ounce of silver after a number.
_HAN_NUMBER = re.compile(
    rf"第?(?:[0-9][0-9,]*(?:\.[0-9]+)?[十百千万亿]*|(?:[{_ANY}]|两(?=[百千万亿])|(?<![{_ANY}0-9])两|(?<=[十百千万])[余多来](?=[万亿]))+)"
    r"|半|俩|仨"
)
_HAN_NOT_NUMBERS = re.compile(
    rf"(?<![{_ANY}第])(?:十分|万分|万一|千万(?=别|不|要)|百姓|万岁|四处|四周|四面|八方|三国|一[些起直定时样切边面同般旦向并再心意气带路]|"
    rf"一(?![{_ANY}{_MEASURES}楼中班期院厂层级线])|一点(?=[也都儿不没])|五丈原|三军|百官|千里马|八阵|九泉|五经|四书|二[爷嫂姐哥]|三[爷姐弟妹]|六宫|七窍|八卦|六畜|百般|千秋|万民|[万千百亿](?=[象和达家盛丰泰隆科通强花度乐安利合])|"
    r"三番五次|三心二意|五湖四海|七上八下|乱七八糟|三三两两|半[空晌途夜路边信])|丈八|[老大]二|唯一|统一|之一|再三|接二连三|"
    r"不三不四|[多大]半"
)
_LENGTHS = ("周", "天", "年", "个月", "小时", "星期", "钟头", "分钟", "号")
_DIGITS = "零一二三四五六七八九〇"
_WRITTEN = re.compile(
    rf"第?(?:[0-9][0-9,]*(?:\.[0-9]+)?[十百千万亿]+[0-9]*|一(?=周(?!年)|天|年(?![级中到])|个月|小时|星期|钟头|分钟|号)|"
    rf"(?:[{_ANY}]|两(?=[百千万亿])|(?<![{_ANY}0-9])两)+"
    rf"(?:点[{_DIGITS}]+(?=[^{_ANY}点分钟半刻整]|[万亿]|$)[万亿]?)?)"
)


def chinese_numbers(text: str) -> frozenset[str]:
    """Return the numbers of a Chinese text as figures, without set phrases that only look like numbers."""
    plain = _HAN_NOT_NUMBERS.sub(lambda m: "，" * len(m.group()), text)
    return each_apart([_han_figure(numeral) for numeral in _HAN_NUMBER.findall(plain)])


def _han_figure(numeral: str) -> str:
    if numeral in ("半", "俩", "仨"):
        return {"半": "0.5", "俩": "2", "仨": "3"}[numeral]
    if len(numeral) > _LONGEST or re.match(r"0\d", numeral):
        return numeral
    rank, number = ("#", numeral[1:]) if numeral[0] == "第" else ("", numeral)
    if match := re.fullmatch(r"([0-9][0-9,]*(?:\.[0-9]+)?)([十百千万亿]*)", number):
        value = float(match.group(1).replace(",", ""))
        for scale in match.group(2):
            value *= _HAN_SCALES[scale]
        return rank + figure(value)
    exact = re.sub("[余多来]", "", number)
    if not exact or not _HAN_NUMERAL.issuperset(exact):
        return numeral  # «3百3» mixes two ways of writing
    return rank + figure(han_value(exact))


def han_value(numeral: str, *, is_heading: bool = False) -> int:
    """Return the value of a numeral: 300000 for «三十万». Digits in a row are read as figures.

    «一百一» is 110 in a sentence, and 101 in a heading.
    """
    if not any(c in _HAN_SCALES for c in numeral):
        return int("".join(str(_HAN_DIGITS[c]) for c in numeral))
    total = section = digit = 0
    scale = 1
    for char in numeral:
        if char in _HAN_DIGITS:
            digit = _HAN_DIGITS[char]
            scale = 1 if digit == 0 else scale
        elif _HAN_SCALES[char] < 10_000:
            scale = _HAN_SCALES[char]
            section, digit = section + (digit or 1) * scale, 0
        else:
            scale = _HAN_SCALES[char]
            higher = total if char == "万" else 0
            total = higher + ((total - higher + section + digit) or 1) * scale
            section = digit = 0
    return total + section + digit * (1 if is_heading else max(scale // 10, 1))


def in_figures(text: str) -> str:
    """Return the text with figures in place of Chinese numerals; set phrases that only look like numbers stay."""
    spared = [match.span() for match in _HAN_NOT_NUMBERS.finditer(text)]

    def written(match: re.Match[str]) -> str:
        is_measure = (match.group() == "一" and text.startswith(_LENGTHS, match.end())) or "点" in match.group()
        if not is_measure and any(start < match.end() and match.start() < end for start, end in spared):
            return match.group()
        return _in_figures(match.group())

    return _WRITTEN.sub(written, text)


def _in_figures(numeral: str) -> str:
    whole, point, fraction = numeral.partition("点")
    rank, whole = ("第", whole[1:]) if whole.startswith("第") else ("", whole)
    digits = "".join(str(_HAN_DIGITS[char]) for char in fraction if char in _HAN_DIGITS)
    scale = "".join(char for char in fraction if char not in _HAN_DIGITS)
    return rank + _han_figure(whole) + (f".{digits}{scale}" if point else "")
