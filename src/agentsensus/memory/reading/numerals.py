"""Numbers as figures: «twelve», «a dozen», «12» and «十二» are one number."""

import re

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
_OTHERS = {"dozen": 12, "score": 20, "twice": 2, "thrice": 3, "half": 0.5, "double": 2, "pair": 2, "couple": 2}
_ORDINALS = {
    w: n
    for n, w in enumerate(
        """first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth""".split(), 1
    )
}
_HAN_DIGITS = {c: n for n, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "俩": 2, "仨": 3}
_HAN_SCALES = {"十": 10, "百": 100, "千": 1_000, "万": 10_000, "亿": 100_000_000}
_HAN_NUMBER = re.compile(r"\d[\d,.]*[百千万亿]*|[零一二三四五六七八九十百千万亿两〇]+|半|俩|仨")
_HAN_NOT_NUMBERS = re.compile(
    r"十分|万分|千万(?=别|不|要)|百姓|万岁|四处|四周|四面|八方|三国|一[些起直定时样切边面同般旦向并再心意气带路]|第一|"
    r"万一|唯一|统一|之一|一(?![一二三四五六七八九十百千万亿〇零])|五丈原|三军|百官|千里马|八阵|九泉|五经|四书|二[爷嫂姐哥]|"
    r"三[爷姐弟妹]|[老大]二|六宫|七窍|丈八|八卦|六畜|百般|千秋|万民|半[空晌途]"
)


def english_number(words: list[str]) -> frozenset[str]:
    """The numbers among English words; «one» alone is as often a pronoun and is left out."""
    found: set[str] = set()
    total: float = 0
    current: float = 0
    running = False
    for word in [part for raw in words for part in raw.lower().split("-")] + [""]:
        if word in _UNITS or word in _TENS:
            current, running = current + _UNITS.get(word, 0) + _TENS.get(word, 0), True
        elif word == "hundred" and running:
            current *= 100
        elif word in _SCALES and running:
            total, current = total + current * _SCALES[word], 0
        elif running and word == "and":
            continue
        else:
            if running and (total + current) != 1:
                found.add(_figure(total + current))
            total, current, running = 0, 0, False
            found |= _alone(word)
    return frozenset(found)


def _alone(word: str) -> set[str]:
    if word in _OTHERS:
        return {_figure(_OTHERS[word])}
    if word in _ORDINALS:
        return {f"#{_ORDINALS[word]}"}
    digits = word.replace(",", "").rstrip(".:")
    if re.fullmatch(r"\d+(?:\.\d+)?", digits):
        return {_figure(float(digits))}
    if match := re.fullmatch(r"(\d+)(?:st|nd|rd|th)", digits):
        return {f"#{match.group(1)}"}
    return {digits} if re.fullmatch(r"\d[\d:.]*", digits) else set()


def chinese_numbers(text: str) -> frozenset[str]:
    """The numbers of a Chinese text; set phrases that only look like numbers are left out."""
    plain = _HAN_NOT_NUMBERS.sub(lambda m: "，" * len(m.group()), text)
    return frozenset(value for found in _HAN_NUMBER.findall(plain) if (value := _han_figure(found)) != "1")


def _han_figure(found: str) -> str:
    if found == "半":
        return "0.5"
    if match := re.fullmatch(r"(\d[\d,.]*)([百千万亿]*)", found):
        value = float(match.group(1).replace(",", "").rstrip(".") or 0)
        for scale in match.group(2):
            value *= _HAN_SCALES[scale]
        return _figure(value)
    return _figure(_han_value(found))


def _han_value(found: str) -> float:
    if not any(c in _HAN_SCALES for c in found):
        return float("".join(str(_HAN_DIGITS[c]) for c in found)) if len(found) > 1 else float(_HAN_DIGITS[found])
    total = section = digit = 0
    for char in found:
        if char in _HAN_DIGITS:
            digit = _HAN_DIGITS[char]
        elif _HAN_SCALES[char] >= 10_000:
            total, section, digit = (total + section + digit or 1) * _HAN_SCALES[char], 0, 0
        else:
            section, digit = section + (digit or 1) * _HAN_SCALES[char], 0
    return float(total + section + digit)


def _figure(value: float) -> str:
    return f"{value:g}" if value < 1e6 else f"{value:.0f}"
