"""Chinese edits: what changes the meaning of a sentence, and what leaves it as it is."""

import re
from collections.abc import Callable, Sequence

from agentsensus.language.zh.names import han_names
from agentsensus.language.zh.units import lexicon, opposite_words, synonym_words
from tools.training.contrasts.chooser import Chooser

__all__ = ["CHANGES", "KEEPS", "nouns_of"]

Edit = Callable[[str, Chooser, Sequence[str]], str | None]
_DIGITS = "两三四五六七八九"
_MEASURE = "个名位艘匹张件台箱单通次人条家份枚批套盒瓶篇本天年月元号封艘架辆头只"
_DAYS = "一二三四五六"
_PARTS = ("上午", "下午", "早上", "晚上", "中午", "凌晨")


def _sub_one(pattern: str, text: str, chooser: Chooser, replacement: Callable[[re.Match[str]], str]) -> str | None:
    matches = list(re.finditer(pattern, text))
    if not matches:
        return None
    match = chooser.one_of(matches)
    return text[: match.start()] + replacement(match) + text[match.end() :]


def number(text: str, chooser: Chooser, pool: Sequence[str]) -> str | None:
    """Another number."""

    def other(match: re.Match[str]) -> str:
        written = match.group()
        if written.isdigit():
            value = int(written)
            return str(chooser.other_than(value, [value + 3, value * 2 + 1, value * 10, max(2, value - 2)]))
        return written[:-1] + chooser.other_than(written[-1], _DIGITS)

    return _sub_one(
        rf"(?<![\d.年月第])\d{{1,6}}(?=[{_MEASURE}多万%])|[十百]?[{_DIGITS}](?=[{_MEASURE}百千万])",
        text,
        chooser,
        other,
    )


def time(text: str, chooser: Chooser, pool: Sequence[str]) -> str | None:
    """Another day, month or time of day."""

    def other(match: re.Match[str]) -> str:
        written = match.group()
        if written in _PARTS:
            return chooser.other_than(
                written, [part for part in _PARTS if part != {"上午": "早上", "早上": "上午"}.get(written)]
            )
        if written[-1] in _DAYS:
            return written[:-1] + chooser.other_than(written[-1], _DAYS)
        digits = re.match(r"\d+", written)
        assert digits
        value = int(digits.group())
        return str(value % 11 + 1 if value < 100 else value - 2) + written[digits.end() :]

    return _sub_one(
        rf"(?:周|星期|礼拜)[{_DAYS}]|{'|'.join(_PARTS)}|\d{{1,2}}(?=[月日号点])[月日号点]|(?:19|20)\d\d年",
        text,
        chooser,
        other,
    )


def name(text: str, chooser: Chooser, pool: Sequence[str]) -> str | None:
    """Another name in the place of one; `pool` gives names after «@»."""
    names, others = [name for _, name in han_names(text)], [word[1:] for word in pool if word.startswith("@")]
    if not names or not others:
        return None
    old = chooser.one_of(names)
    return text.replace(old, chooser.other_than(old, others))


def thing(text: str, chooser: Chooser, pool: Sequence[str]) -> str | None:
    """Another thing in the place of one."""
    nouns, others = nouns_of(text), [word for word in pool if not word.startswith("@")]
    if not nouns or not others:
        return None
    old = chooser.one_of(nouns)
    return text.replace(old, chooser.other_than(old, others), 1)


def negation(text: str, chooser: Chooser, pool: Sequence[str]) -> str | None:
    """A denial put in or taken out."""
    if match := re.search(r"没有|没|并未|未(?!来)", text):
        return text[: match.start()] + chooser.one_of(["已经", ""]) + text[match.end() :]
    verb = _verb(text)
    if not verb:
        return None
    place, _word = verb
    rest = text[place:].replace("了", "", 1)
    return (
        text[:place].removesuffix("已经").removesuffix("已")
        + chooser.one_of(["没有", "没", "并没有", "还没有", "并未"])
        + rest
    )


def opposite(text: str, chooser: Chooser, pool: Sequence[str]) -> str | None:
    """A word of opposite meaning in the place of one."""
    choices = [(word, other) for word in _known(text) for other in opposite_words(word)]
    if not choices:
        return None
    word, other = chooser.one_of(choices)
    return text.replace(word, other, 1)


def role(text: str, chooser: Chooser, pool: Sequence[str]) -> str | None:
    """Two names in each other's place; `pool` may give runs of characters after «&», which both tellings have."""
    runs = [word[1:] for word in pool if word.startswith("&") and word[1:] in text]
    names = list(dict.fromkeys([name for _, name in han_names(text)])) or runs
    names = names if len(names) > 1 else runs
    names = [name for name in names if not any(name != other and name in other for other in names)]
    if len(names) < 2:
        return None
    first = chooser.one_of(names)
    second = chooser.other_than(first, names)
    if re.search(rf"{first}[和与、跟同]{second}|{second}[和与、跟同]{first}", text):
        return None
    return text.replace(first, "\0").replace(second, first).replace("\0", second)


def plan(text: str, chooser: Chooser, pool: Sequence[str]) -> str | None:
    """Something intended, asked for or allowed in the place of something done."""
    verb = _verb(text)
    if not verb:
        return None
    place, _ = verb
    front = text[:place].removesuffix("已经").removesuffix("已")
    if re.search("[被由把将给]", front[-6:]):
        cut = max(front.rfind(mark) for mark in "被由把将给")
        front, rest = front[:cut], front[cut:] + text[place:]
    else:
        rest = text[place:]
    words = ["打算", "计划", "准备", "想", "答应", "将要", "有望", "申请", "提议", "有意", "即将"]
    return front + chooser.one_of(words) + rest.replace("了", "", 1)


def question(text: str, chooser: Chooser, pool: Sequence[str]) -> str | None:
    """A question in the place of a statement."""
    return re.sub(r"[。！]$", "吗？", text) if re.search(r"[。！]$", text) else None


def moved(text: str, chooser: Chooser, pool: Sequence[str]) -> str | None:
    """A phrase of time moved behind the subject, or before it."""
    if match := re.match(
        r"^(?P<time>[^，]{2,8}(?:时|后|前|日|天|号|月|年|午|上|间|里)|上?周[一-龥]|去年|今年|昨天)，(?P<subject>[\u4e00-\u9fff]{2,4})(?P<rest>.+)$",
        text,
    ):
        names = [name for _, name in han_names(match["subject"] + match["rest"])]
        if names and match["subject"].startswith(names[0]):
            body = match["subject"] + match["rest"]
            return names[0] + match["time"] + body[len(names[0]) :]
    return None


def figures(text: str, chooser: Chooser, pool: Sequence[str]) -> str | None:
    """Digits for Chinese numerals, or the other way round."""
    numerals = {str(n): c for n, c in enumerate("零一两三四五六七八九") if n > 1} | {
        "10": "十",
        "20": "二十",
        "30": "三十",
        "100": "一百",
    }
    back = {c: n for n, c in numerals.items()}
    return _sub_one(
        rf"(?<![\d.])(?:{'|'.join(sorted(numerals, key=len, reverse=True))})(?=[{_MEASURE}])|(?<![十百千一二三四五六七八九第])(?:{'|'.join(sorted(back, key=len, reverse=True))})(?=[{_MEASURE}])",  # noqa: E501
        text,
        chooser,
        lambda match: numerals.get(match.group()) or back[match.group()],
    )


def synonym(text: str, chooser: Chooser, pool: Sequence[str]) -> str | None:
    """A word of the same meaning in the place of one."""
    choices = [(word, other) for word in _known(text) for other in synonym_words(word)]
    if not choices:
        return None
    word, other = chooser.one_of(choices)
    return text.replace(word, other, 1)


def aspect(text: str, chooser: Chooser, pool: Sequence[str]) -> str | None:
    """«已经» put in or left out."""
    if "已经" in text:
        return text.replace("已经", chooser.one_of(["", "已", "早已"]), 1)
    verb = _verb(text)
    if not verb or "了" not in text:
        return None
    return text[: verb[0]] + "已经" + text[verb[0] :]


def disposal(text: str, chooser: Chooser, pool: Sequence[str]) -> str | None:
    """«甲批准了乙。» as «甲把乙批准了。» or «乙被甲批准了。»"""
    verb = _verb(text)
    if not verb:
        return None
    _place, word = verb
    match = re.fullmatch(
        rf"(?P<subject>[\u4e00-\u9fffA-Za-z0-9]{{2,8}}){word}了(?P<object>[\u4e00-\u9fffA-Za-z0-9]{{2,14}})。", text
    )
    if not match:
        return None
    forms = ["{subject}把{object}{verb}了。", "{object}被{subject}{verb}了。", "{object}已由{subject}{verb}。"]
    return chooser.one_of(forms).format(subject=match["subject"], object=match["object"], verb=word)


def nouns_of(text: str) -> list[str]:
    """Runs of two to four characters before 的 or at a border that are no words we know."""
    runs = re.findall(
        r"(?<=[的在，。从到向给])([\u4e00-\u9fff]{2,3})(?=[的，。])|^([\u4e00-\u9fff]{2,3})(?=的)|(?<=了)([\u4e00-\u9fff]{2,3})(?=。)",
        text,
    )
    words = [run for runs_of in runs for run in runs_of if run]
    return [word for word in dict.fromkeys(words) if word not in lexicon().verbs]


def _known(text: str) -> list[str]:
    words = []
    for place in range(len(text)):
        for length in (4, 3, 2):
            if text[place : place + length] in lexicon() and len(text[place : place + length]) == length:
                words.append(text[place : place + length])
                break
    return list(dict.fromkeys(words))


def _verb(text: str) -> tuple[int, str] | None:
    for match in re.finditer("了", text):
        for length in (3, 2, 1):
            word = text[match.start() - length : match.start()]
            if len(word) == length and word in lexicon().verbs:
                return match.start() - length, word
    for place in range(2, len(text)):
        for length in (4, 3, 2):
            if text[place : place + length] in lexicon().verbs:
                return place, text[place : place + length]
    return None


CHANGES: dict[str, Edit] = {
    "number": number, "time": time, "name": name, "thing": thing, "negation": negation, "opposite": opposite,
    "role": role, "plan": plan, "question": question,
}  # fmt: skip
KEEPS: dict[str, Edit] = {
    "moved": moved, "figures": figures, "synonym": synonym, "aspect": aspect, "disposal": disposal,
}  # fmt: skip
