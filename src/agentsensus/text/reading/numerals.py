"""Numbers as figures: «twelve», «a dozen», «12» and «十二» are one number."""

import re
from collections.abc import Sequence

_UNITS = {
    w: n
    for n, w in enumerate(
        """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen
    """.split()
    )
}
_TENS = {w: 10 * n for n, w in enumerate("""twenty thirty forty fifty sixty seventy eighty ninety""".split(), 2)}
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_GROUPS = {"dozen": 12, "score": 20}
_OTHERS = {"twice": 2, "thrice": 3, "half": 0.5, "double": 2, "pair": 2, "couple": 2}
_ORDINALS = {
    w: n
    for n, w in enumerate(
        """first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
        fifteenth sixteenth seventeenth eighteenth nineteenth""".split(),
        1,
    )
} | {w[:-1] + "ieth": n for w, n in _TENS.items()}
_NOT_COUNTED = frozenset(
    """another of who whom that which by day night morning evening time thing last is was has had would could can will
    may might must should and or but in on at to from with for as more""".split()
) | {""}
_BEFORE_ONE = frozenset("no any every some this that the which each another only little young old dear".split())
_PLAIN = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,9})?")
_LONGEST = 24
"""Characters of the longest Chinese numeral that is read as a number; a longer one stays as it is written."""
_HAN_DIGITS = {c: n for n, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_HAN_SCALES = {"十": 10, "百": 100, "千": 1_000, "万": 10_000, "亿": 100_000_000}
_ANY = "零一二三四五六七八九十百千万亿〇"
_MEASURES = "个名位艘只匹座支队辆条封把块张件杯壶颗"
# «两» is two before a scale or a thing counted, but an ounce of silver after a number.
_HAN_NUMBER = re.compile(
    rf"第?(?:[0-9][0-9,]*(?:\.[0-9]+)?[十百千万亿]*|(?:[{_ANY}]|两(?=[百千万亿])|(?<![{_ANY}0-9])两|(?<=[十百千万])[余多来](?=[万亿]))+)"
    r"|半|俩|仨"
)
_HAN_NOT_NUMBERS = re.compile(
    rf"(?<![{_ANY}第])(?:十分|万分|万一|千万(?=别|不|要)|百姓|万岁|四处|四周|四面|八方|三国|一[些起直定时样切边面同般旦向并再心意气带路]|"
    rf"一(?![{_ANY}{_MEASURES}])|五丈原|三军|百官|千里马|八阵|九泉|五经|四书|二[爷嫂姐哥]|三[爷姐弟妹]|六宫|七窍|八卦|六畜|百般|千秋|万民|"
    r"三番五次|三心二意|五湖四海|七上八下|乱七八糟|三三两两|半[空晌途夜路边信])|丈八|[老大]二|唯一|统一|之一|再三|接二连三|"
    r"不三不四|[多大]半"
)


def english_number(words: Sequence[str]) -> frozenset[str]:
    """The numbers among English words; «one» that counts nothing is a pronoun and is left out."""
    parts = [part for raw in words for part in re.split(r"(?<=.)-", raw.lower()) if part]
    found: list[str] = []
    place = 0
    while place < len(parts):
        number, used = _counted(parts, place)
        found += [number] if number else []
        place += used
    return _each(found)


def _each(numbers: list[str]) -> frozenset[str]:
    """Numbers as a set in which the second three is another thing than the first: «3 to 3» is not «3 to 2»."""
    return frozenset(
        n if not (before := numbers[:place].count(n)) else f"{n} ({before + 1})" for place, n in enumerate(numbers)
    )


def _counted(parts: list[str], place: int) -> tuple[str, int]:
    """The number that starts at a word, if one does, and how many words it takes."""
    if parts[place : place + 3] in (["half", "a", "dozen"], ["half", "a", "score"]):
        return _figure(_GROUPS[parts[place + 2]] / 2), 3
    total: float = 0
    current: float = 0
    start = place
    while place < len(parts) and (value := _step(parts, place, start, current)) is not None:
        if parts[place] in _SCALES and parts[place] != "hundred":
            total, current = total + (current or 1) * _SCALES[parts[place]], 0
        else:
            current = value
        place += 1
    if place == start:
        return _alone(parts[place]), 1
    follows = parts[place] if place < len(parts) else ""
    if parts[start:place] == ["one"] and (follows in _NOT_COUNTED or (start and parts[start - 1] in _BEFORE_ONE)):
        return "", 1
    if follows in _ORDINALS and _ORDINALS[follows] < 10 and current % 10 == 0:
        return f"#{_figure(total + current + _ORDINALS[follows])}", place + 1 - start
    if parts[place - 1] == "and":
        place -= 1
    return _figure(total + current), place - start


def _step(parts: list[str], place: int, start: int, current: float) -> float | None:
    """The running number after one more word; None when the word does not go on with it."""
    word = parts[place]
    before = parts[place - 1] if place > start else ""
    if word == "hundred":
        return (current or 1) * 100
    if word in _SCALES:
        return current
    if word in _GROUPS and (current or word == "dozen"):
        return (current or 1) * _GROUPS[word]
    if word in _TENS:
        return current + _TENS[word] if current % 100 == 0 else None
    if word in _UNITS:
        fits = not before or before == "and" or before in _SCALES or (before in _TENS and 0 < _UNITS[word] < 10)
        return current + _UNITS[word] if fits else None
    if word == "and" and before in _SCALES:
        goes_on = place + 1 < len(parts) and parts[place + 1] in _UNITS.keys() | _TENS.keys()
        return current if goes_on else None
    figure = word.replace(",", "").rstrip(".:")
    scaled = place + 1 < len(parts) and (parts[place + 1] in _SCALES or parts[place + 1] in _GROUPS)
    return float(figure) if not before and scaled and _PLAIN.fullmatch(figure) else None


def _alone(word: str) -> str:
    if word in _OTHERS:
        return _figure(_OTHERS[word])
    if word in _ORDINALS:
        return f"#{_ORDINALS[word]}"
    digits = word.replace(",", "").rstrip(".:")
    if re.match(r"0\d", digits):
        return digits  # «007» is a code and no number
    if _PLAIN.fullmatch(digits):
        return _figure(float(digits))
    if match := re.fullmatch(r"([0-9]+)(?:st|nd|rd|th)", digits):
        return f"#{int(match.group(1))}"
    return digits if re.fullmatch(r"-?[0-9][0-9:.]*", digits) else ""


def chinese_numbers(text: str) -> frozenset[str]:
    """The numbers of a Chinese text; set phrases that only look like numbers are left out."""
    plain = _HAN_NOT_NUMBERS.sub(lambda m: "，" * len(m.group()), text)
    return _each([_han_figure(found) for found in _HAN_NUMBER.findall(plain)])


def _han_figure(found: str) -> str:
    if found in ("半", "俩", "仨"):
        return {"半": "0.5", "俩": "2", "仨": "3"}[found]
    if len(found) > _LONGEST or re.match(r"0\d", found):
        return found
    rank, number = ("#", found[1:]) if found[0] == "第" else ("", found)
    if match := re.fullmatch(r"([0-9][0-9,]*(?:\.[0-9]+)?)([十百千万亿]*)", number):
        value = float(match.group(1).replace(",", ""))
        for scale in match.group(2):
            value *= _HAN_SCALES[scale]
        return rank + _figure(value)
    return rank + _figure(_han_value(re.sub("[余多来]", "", number)))


def _han_value(found: str) -> int:
    """«三十万» is 300000, «一亿三千万» 130000000, «三万五» 35000; digits in a row are read as figures."""
    if not any(c in _HAN_SCALES for c in found):
        return int("".join(str(_HAN_DIGITS[c]) for c in found))
    total = section = digit = 0
    scale = 1
    for char in found:
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
    return total + section + digit * max(scale // 10, 1)


def _figure(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(round(value, 6))
