"""English numbers as figures: «twelve», «a dozen» and «12»."""

import re
from collections.abc import Sequence

from agentsensus.language.quantities import each_apart, figure

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


def english_number(words: Sequence[str]) -> frozenset[str]:
    """Return the numbers among English words, as figures. «one» as a pronoun is not a number."""
    parts = [part for raw in words for part in re.split(r"(?<=.)-", raw.lower()) if part]
    numbers: list[str] = []
    place = 0
    while place < len(parts):
        number, used = counted(parts, place)
        numbers += [number] if number else []
        place += used
    return each_apart(numbers)


def counted(parts: list[str], place: int) -> tuple[str, int]:
    """Return the number that starts at word `place`, and how many words it takes; ("", …) if no number starts there."""
    if parts[place : place + 3] in (["half", "a", "dozen"], ["half", "a", "score"]):
        return figure(_GROUPS[parts[place + 2]] / 2), 3
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
        return f"#{figure(total + current + _ORDINALS[follows])}", place + 1 - start
    if parts[place - 1] == "and":
        place -= 1
    return figure(total + current), place - start


def _step(parts: list[str], place: int, start: int, current: float) -> float | None:
    """Return the number read so far, extended by the word at `place`; None if the word does not continue the number."""
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
        return figure(_OTHERS[word])
    if word in _ORDINALS:
        return f"#{_ORDINALS[word]}"
    digits = word.replace(",", "").rstrip(".:")
    if re.match(r"0\d", digits):
        return digits  # «007» is a code, not a number
    if _PLAIN.fullmatch(digits):
        return figure(float(digits))
    if match := re.fullmatch(r"([0-9]+)(?:st|nd|rd|th)", digits):
        return f"#{int(match.group(1))}"
    return digits if re.fullmatch(r"-?[0-9][0-9:.]*", digits) else ""
