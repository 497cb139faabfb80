"""Normalise Chinese numbers and times: «晚上十点» equals «22点», «两成» equals «20%», «每个季度» equals «每三个月»."""

import re
from collections.abc import Callable

from agentsensus.language.quantities import COUNTED, EXACT_DIGITS, MeasuredText, Quantity, figure, take_quantity
from agentsensus.language.zh.numerals import chinese_numbers, in_figures

_WEEKDAYS = {day: str(number) for number, day in enumerate("一二三四五六日", 1)} | {"天": "7", "末": "末"}
_WHICH = {"上": "last", "下": "next", "这": "this", "本": "this", "": ""}
_DAYPARTS = {
    "morning": "凌晨 清晨 早晨 早上 黎明 天明 天亮 天刚亮 天一亮 天蒙蒙亮 蒙蒙亮 拂晓 清早 一早 上午 今早 五更", "noon": "中午 正午 晌午",  # noqa: E501
    "afternoon": "午后 下午",
    "evening": "傍晚 黄昏 天黑 日落", "night": "晚上 夜里 半夜 深夜 夜间 当夜 当晚 今晚 昨晚 入夜 夜晚 连夜 夜半 每晚 晚间 昨夜 今夜 三更",  # noqa: E501
}  # fmt: skip
_PART_OF = {word: part for part, words in _DAYPARTS.items() for word in words.split()}
_PART = "|".join(sorted(_PART_OF, key=len, reverse=True))
_HALVES = {"morning": "am", "noon": "pm", "afternoon": "pm", "evening": "pm", "night": "pm"}
_LENGTHS = {"秒": (1, "s"), "分钟": (60, "s"), "小时": (3600, "s"), "钟头": (3600, "s"), "天": (1, "d"), "日": (1, "d"),
            "周": (7, "d"), "星期": (7, "d"), "礼拜": (7, "d"), "月": (1, "m"), "季度": (3, "m"), "季": (3, "m"),
            "年": (12, "m"), "晚": (1, "d"), "夜": (1, "d")}  # fmt: skip
_FEASTS = {"元旦": "1-1", "双十一": "11-11", "双11": "11-11", "国庆节": "10-1", "国庆": "10-1", "五一": "5-1", "圣诞节": "12-25",  # noqa: E501
           "圣诞": "12-25", "双十二": "12-12", "六一": "6-1", "十一假期": "10-1", "春节": "春节-", "除夕": "除夕-",
           "中秋节": "中秋-", "中秋": "中秋-", "端午节": "端午-", "端午": "端午-", "端阳": "端午-", "元宵节": "元宵-", "元宵": "元宵-",  # noqa: E501
           "上元": "元宵-", "重阳节": "重阳-", "重阳": "重阳-", "清明节": "清明-", "清明": "清明-"}  # fmt: skip
_SEASONS = {
    "spring": "春天 春季 初春 暮春 春日 开春 今春", "summer": "夏天 夏季 盛夏 夏日 初夏 今夏",
    "autumn": "秋天 秋季 深秋 秋日 初秋 今秋", "winter": "冬天 冬季 隆冬 寒冬 冬日 今冬",
}  # fmt: skip
_SEASON_OF = {word: season for season, words in _SEASONS.items() for word in words.split()}
_RELATIVE = {"昨天": "yesterday", "昨日": "yesterday", "昨": "yesterday", "今天": "today", "今日": "today", "明天": "tomorrow",  # noqa: E501
             "明日": "tomorrow", "前天": "before yesterday", "后天": "after tomorrow", "去年": "last year", "今年": "this year",  # noqa: E501
             "本年": "this year", "明年": "next year", "前年": "year before last", "上个月": "last month", "上月": "last month",  # noqa: E501
             "本月": "this month", "这个月": "this month", "下个月": "next month", "下月": "next month", "上周": "last week",  # noqa: E501
             "上星期": "last week", "上礼拜": "last week", "下周": "next week", "下星期": "next week", "本周": "this week", "这周": "this week",  # noqa: E501
             "上半年": "first half", "下半年": "second half", "年初": "start of year", "年底": "end of year", "月底": "end of month", "月末": "end of month", "月初": "start of month",  # noqa: E501
             "年末": "end of year", "上季度": "last quarter", "本季度": "this quarter"}  # fmt: skip
_RELATIVE_DAYS = {"昨晚": "yesterday", "昨夜": "yesterday", "今晚": "today", "今夜": "today", "今早": "today"}
_ONE_MONTH = re.compile(r"(?<![十\d第个])一(?=月(?![亮球饼色])|季度)")
_LUNAR_DAYS = {
    f"{tens}{digit}": str(base + number)
    for tens, base in (("初", 0), ("十", 10), ("二十", 20), ("廿", 20))
    for number, digit in enumerate("一二三四五六七八九", 1)
} | {"初十": "10", "十": "10", "二十": "20", "三十": "30"}
_LUNAR_DAY = "|".join(sorted(_LUNAR_DAYS, key=len, reverse=True))
_LUNAR = re.compile(
    rf"(?P<month>正|腊|冬|十[一二]|[一二三四五六七八九十])月(?P<day>{_LUNAR_DAY})(?![一二三四五六七八九十日号个年月])"
)
_COUNTED = re.compile(
    r"(?<![第之\d年月一二三四五六七八九十百千万])(?P<number>[一二两三四五六七八九十百千\d]{1,4})(?P<by>[箱枚匹辆艘封具颗头只件条张块把壶杯瓶袋盒车名])"
)
"""Matches a number with its measure word."""
_N = r"(\d+(?:\.\d+)?)"


def quantities(text: str) -> MeasuredText:
    """Return the numbers and times of a Chinese text, and the text without them."""
    measures = [
        Quantity(COUNTED + match["by"], figure(float(number)))
        for match in _COUNTED.finditer(text)
        for number in chinese_numbers(match["number"] + match["by"])
    ]
    rest = text
    for pattern, reading in _IN_WORDS:
        rest = pattern.sub(lambda match, reading=reading: take_quantity(match, reading, measures), rest)  # type: ignore[misc]
    rest = _ONE_MONTH.sub("1", rest)
    rest = in_figures(rest.replace("百分之", "％之").replace("百分点", "％点"))
    for pattern, reading in _IN_FIGURES:
        rest = pattern.sub(lambda match, reading=reading: take_quantity(match, reading, measures), rest)  # type: ignore[misc]
    return MeasuredText(tuple(measures), rest)


def _lunar(match: re.Match[str]) -> list[Quantity]:
    """Return the date of a match in the lunar calendar: 腊月二十八, 三月初八."""
    return [Quantity("date", f"{match['month']}月-{_LUNAR_DAYS[match['day']]}")]


def _weekday(match: re.Match[str]) -> list[Quantity]:
    day = Quantity("weekday", _WEEKDAYS[match["day"]])
    which = _WHICH[match["which"] or ""]
    return [day, Quantity("relative", f"{which} week")] if which else [day]


def _relative(match: re.Match[str]) -> list[Quantity]:
    return [Quantity("relative", _RELATIVE[match.group()])]


def _clock(match: re.Match[str]) -> list[Quantity] | None:
    hour = int(match["hour"])
    minutes = {"半": 30, "一刻": 15, "1刻": 15, "三刻": 45, "3刻": 45}.get(match["minute"] or "")
    minute = minutes if minutes is not None else int(re.sub(r"\D", "", match["minute"] or "") or 0)
    if hour > 24 or minute > 59:
        return None
    part = _PART_OF.get(match["part"] or "", "")
    half = "pm" if hour >= 13 and hour < 24 else _HALVES.get(part, "??")
    if hour in (0, 24):
        half = "am"
    if part == "night" and hour in (12, 1, 2, 3, 4, 5):
        half = "am"
    often = [Quantity("every", "1d")] if (match["part"] or "").startswith("每") else []
    day = [Quantity("relative", _RELATIVE_DAYS[match["part"]])] if match["part"] in _RELATIVE_DAYS else []
    return [Quantity("clock", f"{(hour * 60 + minute) % 720}{half}"), *often, *day]


def _date(match: re.Match[str]) -> list[Quantity]:
    year = [Quantity("year", match["year"])] if match["year"] else []
    if match["day"]:
        return [*year, Quantity("date", f"{int(match['month'])}-{int(match['day'])}")]
    return [*year, Quantity("month", str(int(match["month"])))]


def _length(count: float, unit: str) -> str:
    size, base = _LENGTHS[unit]
    return f"{figure(count * size)}{base}"


def _every(match: re.Match[str]) -> list[Quantity]:
    if match["half"]:
        return [Quantity("every", "6m")]
    length = _length(float(match["count"] or 1), match["unit"])
    times = match["times"]
    often = Quantity("every", length if times in (None, "", "1") else f"{times}x{length}")
    return [often, Quantity("daypart", "night")] if match["unit"] in ("晚", "夜") else [often]


def _duration(match: re.Match[str]) -> list[Quantity]:
    return [Quantity("duration", _length(float(match["count"]), match["unit"]))]


def _daypart(match: re.Match[str]) -> list[Quantity]:
    word = match.group()
    day = [Quantity("relative", _RELATIVE_DAYS[word])] if word in _RELATIVE_DAYS else []
    often = [Quantity("every", "1d")] if word.startswith("每") else []
    return [*often, *day, Quantity("daypart", _PART_OF[word])]


def _number(match: re.Match[str]) -> list[Quantity] | None:
    digits = match["digits"].replace(",", "")
    if re.match(r"0\d", digits) or digits.count(".") > 1:
        return None
    if len(digits) > EXACT_DIGITS:
        return [Quantity("number", digits)]  # an account number or id: keep every digit
    value = float(digits)
    for scale in match["scale"] or "":
        value *= {"十": 10, "百": 100, "千": 1000, "万": 10_000, "亿": 100_000_000}[scale]
    mark = "%" if match["percent"] else "#" if match["rank"] else ""
    return [Quantity("number", figure(value) + mark)]


_IN_WORDS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], list[Quantity] | None]], ...] = (
    (_LUNAR, _lunar),
    (re.compile(r"最后一(?=[个次位名天轮场])"), lambda match: [Quantity("number", "last#")]),
    (re.compile(r"(?P<which>[上下本这])?(?:个)?(?:周|星期|礼拜)(?P<day>[一二三四五六日天末])(?!年|期)"), _weekday),
    (re.compile("|".join(sorted(_FEASTS, key=len, reverse=True))), lambda match: [Quantity("date", _FEASTS[match.group()])]),  # noqa: E501
    (re.compile("(?<![0-9一二三四五六七八九十])(?:" + "|".join(sorted(set(_RELATIVE) - {"昨"}, key=len, reverse=True)) + ")"), _relative),  # noqa: E501
    (re.compile("|".join(sorted(_SEASON_OF, key=len, reverse=True))), lambda match: [Quantity("season", _SEASON_OF[match.group()])]),  # noqa: E501
)  # fmt: skip
_UNIT = "秒|分钟|小时|钟头|天|日|周|星期|礼拜|月|季度|季|年|晚|夜"
_IN_FIGURES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], list[Quantity] | None]], ...] = (
    (re.compile(rf"(?P<part>{_PART})?的?(?P<hour>\d{{1,2}})(?:点钟?|时(?!间|候|段|起|期)|[:：])(?P<minute>\d{{1,2}}分?(?!\d)|半|一刻|1刻|3刻|三刻|整)?"), _clock),  # noqa: E501
    (re.compile(r"(?:(?P<year>(?:19|20)\d\d)年)?(?<!\d)(?P<month>\d{1,2})月(?:份)?(?:(?P<day>\d{1,2})[日号])?(?!\d)"), _date),  # noqa: E501
    (re.compile(r"((?:19|20)\d\d)年度?"), lambda match: [Quantity("year", match[1])]),
    (re.compile(r"第?([1-4])季度"), lambda match: [Quantity("month", f"Q{match[1]}")]),
    (re.compile(rf"(?:每隔?|隔)(?:(?P<half>半年)|(?:(?P<count>\d+)个?|个)?(?P<unit>{_UNIT}))(?:(?:只|都|就|要)?(?P<times>\d+)(?=[次回趟遍]))?"), _every),  # noqa: E501
    (re.compile(r"半年(?!报)"), lambda match: [Quantity("duration", "6m")]),
    (re.compile(r"半(?:个)?(?:小时|钟头)"), lambda match: [Quantity("duration", "1800s")]),
    (re.compile(r"半个月"), lambda match: [Quantity("duration", "15d")]),
    (re.compile(r"(?P<count>\d+(?:\.\d+)?)(?:个)?(?P<unit>秒|分钟|小时|钟头|天|周(?!年)|星期|礼拜|(?<=个)月|季度|年(?!级))(?!前)"), _duration),  # noqa: E501
    (re.compile(_PART), _daypart),
    (re.compile(r"(?<![\d月])(\d{1,2})[日号](?=$|[\s，。；、！？上下晚早当这那的就前后之起至到在由]|凌晨|中午)"), lambda match: [Quantity("day", match[1])]),  # noqa: E501
    (re.compile(rf"％之{_N}"), lambda match: [Quantity("number", figure(float(match[1])) + "%")]),
    (re.compile(rf"{_N}成(?![立为本员功交就果长分绩])"), lambda match: [Quantity("number", figure(float(match[1]) * 10) + "%")]),  # noqa: E501
    (re.compile(r"(?<![A-Za-z0-9.#-])(?P<rank>第)?(?P<digits>\d[\d,]*(?:\.\d+)*)(?P<scale>[十百千万亿]*)(?P<percent>\s?(?:[%％]|个?％点))?(?![A-Za-z\d-])"), _number),  # noqa: E501
)  # fmt: skip
