"""Retell Chinese sentences: which details a changed version may alter, and which names become «我» and «你»."""

import re

from agentsensus.language.names import Names
from agentsensus.language.rules import Telling

# «没有» also means «has none», so it counts only before a verb. «已经» before «了» is not simply its opposite.
_DOABLE = (
    "把被向对给跟替让叫在从到去来回进出看听说问答告见打开关拿带送收写读交找走离留等认承知想应点发动碰提劝求骂罚抄撕锁藏偷抢"
    "杀救放借还卖买押赎烧埋挖换改算记忘信疑怕哭笑喝吃睡醒坐站跪拜请派命许准同帮陪随追赶逃躲搬抬牵骑赢输嫁娶受得失丢捡拾取接"
    "递传报禀拒隐瞒骗"
)
_NOT = re.compile(
    rf"(?P<not>(?:并|还|从)?没有(?=[{_DOABLE}])|并未|未曾|不曾|从未|尚未)"
    r"|(?:已经|早已|曾经|(?<!而)已(?![故婚久往然])|曾(?![先祖孙]))(?!.*了)"
)
_NUMBER_WORDS = ("两", *"三四五六七八九十", "二十", "三十", "四十", "五十", "一百")
_COUNTED = re.compile(
    r"(?<!第)(?:\d+|[两二三四五六七八九十百千]+|一百)(?=[个名人位艘匹日天夜年月次封件里万千两枚块张条只把口斤文户间层盏坛根步包本袋箱幅])"
)
_FIRST_OR_SECOND = re.compile("[我你您](?!们)")


def _polarity(text: str) -> tuple[int, int, bool] | None:
    """Find the words by which a sentence affirms or denies. Return start, end and whether it denies; None without such
    words.
    """
    match = _NOT.search(text)
    return (match.start(), match.end(), bool(match["not"])) if match else None


def _articled(name: str) -> str:
    return name


def _inside(name: str, preposition: str) -> str:
    return f"在{name}"


def _said_to(sentence: str, names: Names, speaker: str, hearer: str | None) -> str:
    pieces, last = [], 0
    for start, end, id_ in names.spans(sentence):
        if id_ in (speaker, hearer):
            pieces += [sentence[last:start], "我" if id_ == speaker else "你"]
            last = end
    return "".join([*pieces, sentence[last:]])


def _understood(sentence: str, speaker: str, hearer: str) -> str:
    return _FIRST_OR_SECOND.sub(lambda match: speaker if match.group() == "我" else hearer, sentence)


def _with_of(sentence: str, names: Names) -> str:
    return sentence


def _number_before(number: str, following: str) -> str:
    return "二" if number == "两" and following.startswith("两") else number


TELLING = Telling(
    counted=_COUNTED,
    number_words=_NUMBER_WORDS,
    plain_numbers={"二": "两"},
    number_before=_number_before,
    polarity=_polarity,
    denial="没有",
    affirmation="已经",
    articled=_articled,
    inside=_inside,
    said_to=_said_to,
    understood=_understood,
    with_of=_with_of,
)
