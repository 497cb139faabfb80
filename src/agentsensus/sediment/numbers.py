"""Numbers as headings write them: IV, 4, four, 四, 第二十三."""

__all__ = ["NUMBER", "number_of", "roman"]

_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_WORDS = """one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
eighteen nineteen twenty""".split()
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
_HAN = {digit: value for value, digit in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_UNITS = {"十": 10, "百": 100, "千": 1000}
NUMBER = rf"(?:[IVXLC]+\b|[ivxlc]+\b|\d+|(?i:{'|'.join(_WORDS + _ORDINALS)})\b|[{''.join([*_HAN, *_UNITS])}]+)"
"""A pattern for a number in any of these forms."""


def number_of(text: str) -> int | None:
    """The number that a text writes; None where it writes none."""
    text = text.strip().rstrip(".:")
    if text.isascii() and text.isdigit():
        return int(text)
    for words in (_WORDS, _ORDINALS):
        if text.lower() in words:
            return words.index(text.lower()) + 1
    if text and set(text.upper()) <= set(_ROMAN):
        return _from_roman(text.upper())
    if text and set(text) <= set(_HAN) | set(_UNITS):
        return _from_han(text)
    return None


def roman(number: int) -> str:
    """A number from 1 on as a Roman numeral."""
    pairs = ((100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))
    written = ""
    for value, sign in pairs:
        count, number = divmod(number, value)
        written += sign * count
    return written


def _from_roman(text: str) -> int:
    values = [_ROMAN[char] for char in text]
    return sum(-v if any(w > v for w in values[i + 1 : i + 2]) else v for i, v in enumerate(values))


def _from_han(text: str) -> int:
    if not set(text) & set(_UNITS):
        return int("".join(str(_HAN[char]) for char in text))
    total, digit = 0, 0
    for char in text:
        if char in _UNITS:
            total += (digit or 1) * _UNITS[char]
            digit = 0
        else:
            digit = _HAN[char]
    return total + digit
