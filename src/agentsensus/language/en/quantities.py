"""Normalise English numbers and times to one notation: «half past six in the morning» equals «6:30 a.m.»."""

import re
from collections.abc import Callable

from agentsensus.language.en.numerals import counted
from agentsensus.language.quantities import EXACT_DIGITS, MeasuredText, Quantity, figure, take_quantity

_MONTHS = {
    name: str(number)
    for number, names in enumerate(
        """january jan/february feb/march mar/april apr/may/june jun/july jul/august aug/september sept sep/october oct/
        november nov/december dec""".split("/"),
        1,
    )
    for name in names.split()
}
_DAYS = {
    name: str(number)
    for number, names in enumerate(
        "monday mon/tuesday tues tue/wednesday wed/thursday thurs thu/friday fri/saturday sat/sunday sun".split("/"), 1
    )
    for name in names.split()
}
_FEASTS = {"christmas eve": "12-24", "christmas day": "12-25", "christmas": "12-25", "new year's eve": "12-31",
           "new year's day": "1-1", "halloween": "10-31", "valentine's day": "2-14"}  # fmt: skip
_LENGTHS = {"second": (1, "s"), "minute": (60, "s"), "hour": (3600, "s"), "day": (1, "d"), "week": (7, "d"),
            "fortnight": (14, "d"), "month": (1, "m"), "quarter": (3, "m"), "year": (12, "m"), "decade": (120, "m")}  # fmt: skip  # noqa: E501
_OFTEN = {"hourly": "3600s", "daily": "1d", "weekly": "7d", "fortnightly": "14d", "biweekly": "14d", "monthly": "1m",
          "quarterly": "3m", "yearly": "12m", "annually": "12m", "annual": "12m", "biannually": "6m",
          "semi-annually": "6m", "half-yearly": "6m", "nightly": "1d"}  # fmt: skip
_DAYPARTS = {"morning": "morning", "dawn": "morning", "daybreak": "morning", "sunrise": "morning",
             "afternoon": "afternoon", "evening": "evening", "dusk": "evening", "sunset": "evening",
             "nightfall": "evening", "night": "night", "tonight": "night", "overnight": "night"}  # fmt: skip
_SEASONS = {
    word: season
    for season, words in (
        ("spring", "springtime"),
        ("summer", "summers summertime"),
        ("autumn", "autumn"),
        ("winter", "winters wintertime"),
    )
    for word in (season, *words.split())
}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_DAY = "|".join(sorted(_DAYS, key=len, reverse=True))
_UNIT = "|".join(_LENGTHS)
_HALF = r"(?:\s*(?P<half>[ap])\.?m\b\.?|\s+in the (?P<part>morning|afternoon|evening)|\s+(?P<night>at night))?"
_ALONE = re.compile(r"[A-Za-z]+(?:[-’'][A-Za-z]+)*|\d[\d,]*(?:\.\d+)?")
_NUMBER_WORDS = re.compile(
    r"\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twent|thirt|fort|fift|sixt|"
    r"sevent|eight|ninet|hundred|thousand|million|billion|dozen|score|twice|thrice|couple|pair|half|double|"
    r"first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\w+ieth)",
    re.IGNORECASE,
)
_ALL_DAY = re.compile(r"\b(?:(?:24|twenty-four) hours a day|24/7|a?round the clock|day and night)\b", re.IGNORECASE)
_SECOND = re.compile(r"\b(the|its|his|her|their|our|my|[a-z][’']s) second[ -](?=[a-z])")
_HALF_A = re.compile(r"\bhalf a (million|billion|thousand)\b", re.IGNORECASE)
_A_SINGLE = re.compile(r"\ba single (?=\w)")
_HYPHENED = re.compile(
    r"\b((?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-)?"
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|ninety))"
    rf"-(?=(?:{_UNIT})\b)",
    re.IGNORECASE,
)
"""A number joined to a noun by a hyphen: «a two-hour outage». The number is read as a separate word."""
_ORDINARY = frozenset({"half", "double", "second", "seconds", "first", "score"})


def quantities(text: str) -> MeasuredText:
    """Return the numbers and times of an English text, and the text without them."""
    measures: list[Quantity] = []
    rest = _A_SINGLE.sub(
        "one ", _SECOND.sub(r"\1 2nd ", _ALL_DAY.sub("around-the-clock", _HALF_A.sub(r"0.5 \1", text)))
    )
    rest = _in_figures(_HYPHENED.sub(r"\1 ", rest))
    for pattern, reading in _PATTERNS:
        rest = pattern.sub(lambda match, reading=reading: take_quantity(match, reading, measures), rest)  # type: ignore[misc]
    return MeasuredText(tuple(measures), rest)


def _quarter(match: re.Match[str]) -> list[Quantity]:
    return [Quantity("month", f"Q{match['nth'] or match['q'] or 1}")]


def _in_figures(text: str) -> str:
    """Return the text with figures for number words: «six hundred and forty» gives «640», «third» gives «3rd»."""
    if not _NUMBER_WORDS.search(text):
        return text
    words = list(_ALONE.finditer(text))
    parts, owners = [], []
    for place, word in enumerate(words):
        pieces = re.split("-", word.group().lower())
        pieces = (
            pieces if len(pieces) == 2 and all(counted([piece], 0)[0] for piece in pieces) else [word.group().lower()]
        )
        parts += pieces
        owners += [place] * len(pieces)
    out, last, place = [], 0, 0
    while place < len(parts):
        number, used = counted(parts, place)
        first, final = words[owners[place]], words[owners[min(place + used, len(parts)) - 1]]
        joined = not re.search(r"[,.;:!?]", text[first.end() : final.start()])
        if number and not first.group()[0].isdigit() and joined and not (used == 1 and parts[place] in _ORDINARY):
            out += [text[last : first.start()], number[1:] + "th" if number[0] == "#" else _no_year(number)]
            last = final.end()
        elif number and used > 1 and joined:
            out += [text[last : first.start()], number]
            last = final.end()
        place += used
    return "".join([*out, text[last:]])


def _no_year(number: str) -> str:
    """Return a number that was written in words. Figures that look like a year get a comma: «1,984»."""
    return f"{number[0]},{number[1:]}" if re.fullmatch(r"(?:19|20)\d\d", number) else number


def _clock(match: re.Match[str]) -> list[Quantity] | None:
    hour, minute = int(match["hour"]), int(match["minute"] or 0)
    if hour > 24 or minute > 59:
        return None
    return [_at(hour * 60 + minute, match)]


def _at(minutes: int, match: re.Match[str]) -> Quantity:
    groups = match.groupdict()
    half = (groups.get("half") or "").lower()
    half = half or {"morning": "a", "afternoon": "p", "evening": "p"}.get(groups.get("part") or "", "")
    if minutes >= 780:
        half = "p"
    written = "am" if half == "a" else "pm" if half == "p" else "??"
    if written == "??" and re.match(r"0\d:", match.group()):
        written = "am"
    if written == "??" and match.group().startswith("12:"):
        written = "pm"
    return Quantity("clock", f"{minutes % 720}{written}")


def _past(match: re.Match[str]) -> list[Quantity]:
    away = {"half": 30, "quarter": 15}.get(match["away"].lower().split()[-1]) or int(
        re.sub(r"\D", "", match["away"]) or 0
    )
    minutes = int(match["hour"]) * 60 + (away if match["side"] in ("past", "after") else -away)
    return [_at(minutes % 1440, match)]


def _date(match: re.Match[str]) -> list[Quantity] | None:
    day = int(match["day"])
    if not 1 <= day <= 31:
        return None
    year = [Quantity("year", match["year"])] if match["year"] else []
    return [Quantity("date", f"{_MONTHS[match['month'].lower()]}-{day}"), *year]


def _iso(match: re.Match[str]) -> list[Quantity]:
    return [Quantity("year", match[1]), Quantity("date", f"{int(match[2])}-{int(match[3])}")]


def _length(count: float, unit: str) -> str:
    size, base = _LENGTHS[unit.lower()]
    return f"{figure(count * size)}{base}"


def _every(match: re.Match[str]) -> list[Quantity]:
    count = 2.0 if match["other"] else float(match["count"] or 1)
    return [Quantity("every", _length(count, match["unit"]))]


def _every_part(match: re.Match[str]) -> list[Quantity]:
    return [Quantity("every", "1d"), Quantity("daypart", match["part"].lower())]


def _nth_day(match: re.Match[str]) -> list[Quantity]:
    nth = match["nth"].lower()
    number = {"first": "1", "second": "2", "third": "3", "fourth": "4"}.get(nth, nth if nth == "last" else nth[0])
    return [Quantity("weekday", _DAYS[match["day"].lower()]), Quantity("number", f"{number}#")]


def _edge(match: re.Match[str]) -> list[Quantity]:
    which = {"beginning": "start"}.get(match["which"].lower(), match["which"].lower())
    return [Quantity("relative", f"{which} of {match['span'].lower()}")]


def _times_a(match: re.Match[str]) -> list[Quantity]:
    times = {"once": "1", "twice": "2"}.get(match["times"].lower(), match["times"])
    length = _length(1, match["unit"])
    return [Quantity("every", length if times == "1" else f"{times}x{length}")]


def _duration(match: re.Match[str]) -> list[Quantity]:
    return [Quantity("duration", _length(float(match["count"].replace(",", "")), match["unit"]))]


def _half_a(match: re.Match[str]) -> list[Quantity]:
    if match["unit"].lower() == "year":
        return [Quantity("duration", "6m")]
    return [Quantity("duration", _length(0.5, match["unit"]))]


def _month(match: re.Match[str]) -> list[Quantity] | None:
    word = match["month"]
    if word.lower() in ("may", "march", "mar") and not match["before"]:
        return None
    if not word[0].isupper():
        return None
    return [Quantity("month", _MONTHS[word.lower()])]


def _relative(match: re.Match[str]) -> list[Quantity]:
    which, span = match["which"].lower(), match["span"].lower()
    if span == "night":
        return [Quantity("relative", {"last": "yesterday"}.get(which, which)), Quantity("daypart", "night")]
    if span in _DAYS:
        return [Quantity("weekday", _DAYS[span]), Quantity("relative", which)]
    if span in ("morning", "afternoon", "evening"):
        return [Quantity("relative", "today"), Quantity("daypart", span)]
    return [Quantity("relative", f"{which} {span}")]


def _number(match: re.Match[str]) -> list[Quantity] | None:
    digits = match["digits"].replace(",", "")
    if digits.count(".") > 1 or re.match(r"0\d", digits):
        return None
    scale = {"k": 1e3, "m": 1e6, "bn": 1e9, "million": 1e6, "billion": 1e9, "thousand": 1e3, "hundred": 1e2}
    if len(digits) > EXACT_DIGITS:
        return [Quantity("number", digits)]  # an account number or id: keep every digit
    value = float(digits) * scale.get((match["scale"] or "").lower(), 1)
    mark = "%" if match["percent"] else "#" if match["rank"] else ""
    return [Quantity("number", figure(value) + mark)]


def _word(kind: str, values: dict[str, str]) -> Callable[[re.Match[str]], list[Quantity]]:
    return lambda match: [Quantity(kind, values[match[1].lower()])]


def _noon(match: re.Match[str]) -> list[Quantity]:
    return [Quantity("clock", "0am" if match.group().lower().startswith("midn") else "0pm")]


def _day_of_week(match: re.Match[str]) -> list[Quantity] | None:
    return [Quantity("weekday", _DAYS[match[1].lower()])] if match[1][0].isupper() else None


_I = re.IGNORECASE
_PATTERNS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], list[Quantity] | None]], ...] = (
    (re.compile(r"\b((?:19|20)\d\d)-(\d\d)-(\d\d)\b"), _iso),
    (re.compile(rf"\b(?P<hour>\d{{1,2}}):(?P<minute>\d\d)\b(?::\d\d)?(?:\s*(?:o[’']clock|hours|hrs))?{_HALF}", _I), _clock),  # noqa: E501
    (re.compile(rf"\b(?P<away>half|(?:a )?quarter|\d{{1,2}}(?: minutes?)?) (?P<side>past|to|after) (?P<hour>\d{{1,2}})\b(?! \w+s\b){_HALF}", _I), _past),  # noqa: E501
    (re.compile(r"\b(?P<hour>\d{1,2})(?P<minute>)\s*(?P<half>[ap])\.?m\b\.?", _I), _clock),
    (re.compile(rf"\b(?P<hour>\d{{1,2}})(?P<minute>)\s*o[’']clock\b{_HALF}", _I), _clock),
    (re.compile(r"\b(?P<hour>\d{1,2})(?P<minute>)\s+(?:in the (?P<part>morning|afternoon|evening)|(?P<night>at night))", _I), _clock),  # noqa: E501
    (re.compile(r"\b(?:(?:12 )?noon|midday|(?:12 )?midnight)\b", _I), _noon),
    (re.compile(rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: day)?(?: of)? (?P<month>{_MONTH})\b\.?(?:,? (?P<year>(?:19|20)\d\d))?", _I), _date),  # noqa: E501
    (re.compile(rf"\b(?P<month>{_MONTH})\.? (?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?![,.:]\d|%)(?:,? (?P<year>(?:19|20)\d\d))?", _I), _date),  # noqa: E501
    (re.compile(rf"\b({'|'.join(_FEASTS)})\b", _I), _word("date", _FEASTS)),
    (re.compile(rf"\b(?:on|until|by|before) the (?P<nth>first|last|second|third|fourth|[1-5](?:st|nd|rd|th)) (?P<day>{_DAY})\b", _I), _nth_day),  # noqa: E501
    (re.compile(r"\bthe (?P<which>end|start|beginning|middle) of (?:the|this) (?P<span>day|week|month|quarter|year)\b", _I), _edge),  # noqa: E501
    (re.compile(r"\b(?:every|each) (?P<part>night|morning|evening|afternoon)\b", _I), _every_part),
    (re.compile(rf"\bat (?P<other>)(?P<count>\d+)[ -](?P<unit>{_UNIT})s? intervals?\b", _I), _every),
    (re.compile(rf"\b(?:every|each) (?:(?P<other>other|second) |(?P<count>\d+) )?(?P<unit>{_UNIT})s?\b", _I), _every),
    (re.compile(rf"\b(?P<times>once|twice|\d+)(?: times)? (?:a|an|per|each|every) (?P<unit>{_UNIT})\b", _I), _times_a),
    (re.compile(rf"\b({'|'.join(_OFTEN)})\b", _I), _word("every", _OFTEN)),
    (re.compile(rf"(?:\b(?:a|an|per)|/) (?P<unit>{_UNIT})\b(?P<other>)(?P<count>)(?! (?:ago|later|before|after|earlier|and))", _I),  # noqa: E501
     lambda match: _every(match) if match.string[: match.start()].strip() else None),
    (re.compile(rf"\bhalf an? (?P<unit>{_UNIT})\b", _I), _half_a),
    (re.compile(rf"\b(?P<count>\d[\d,]*(?:\.\d+)?)[ -](?P<unit>{_UNIT})s?\b", _I), _duration),
    (re.compile(r"\b(?:(?P<first>first)|(?P<nth>[1-4])(?:st|nd|rd|th)) quarter\b|\bQ(?P<q>[1-4])\b", _I), _quarter),
    (re.compile(rf"\b(?P<which>last|this|next|past) (?P<span>week|month|year|quarter|night|weekend|spring|summer|autumn|fall|winter|morning|afternoon|evening|{_DAY})\b", _I), _relative),  # noqa: E501
    (re.compile(r"\b(yesterday|today|tomorrow)\b", _I), _word("relative", {w: w for w in ("yesterday", "today", "tomorrow")})),  # noqa: E501
    (re.compile(rf"\b({_DAY})(?:s|[’']s)?\b", _I), _day_of_week),
    (re.compile(rf"\b({'|'.join(_DAYPARTS)})s?\b", _I), _word("daypart", _DAYPARTS)),
    (re.compile(r"\b(?:in|since|until|last|this|next|during|by|every|each|through)(?: the)? (spring|summer|autumn|winter)s?(?: months| season)?\b", _I), _word("season", _SEASONS)),  # noqa: E501
    (re.compile(rf"(?P<before>\b(?:in|since|until|till|by|of|this|last|next|from|during|early|late|mid|for|every|to)[ -])?\b(?P<month>{_MONTH})\b", _I), _month),  # noqa: E501
    (re.compile(r"(?<![\w.,:#-])((?:19|20)\d\d)(?:s)?\b(?![.,]\d|[%\w-])"), lambda match: [Quantity("year", match[1])]),
    (re.compile(r"(?<![\w.:/-])[$€£¥]?(?P<digits>\d[\d,]*(?:\.\d+)*)(?P<rank>st|nd|rd|th)?(?:\s?(?P<scale>k|m|bn|million|billion|thousand|hundred)\b)?(?P<percent>\s?(?:%|per ?cent\b|percentage points?\b))?(?![\w/:-]|\.\d)", _I), _number),  # noqa: E501
)  # fmt: skip
