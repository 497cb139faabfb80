"""Transcripts: lines labelled with their speaker («user: I moved», «[10:32] Dana: yes», «用户：我搬家了»)."""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from agentsensus.language.languages import language, rules_of
from agentsensus.language.scripts import HAN

__all__ = ["Labelled", "is_role", "label_of", "speakers_in"]

_ROLES = frozenset(
    "user assistant system human ai bot agent tool developer model customer client support operator chatbot "
    "用户 助手 系统 客服 人类 机器人 顾客 客户 管理员 助理 智能体".split()
)
_KEYS = frozenset(
    """
    note notes date time name age city email phone address subject status title summary todo warning error fix action
    actions owner priority due result results step version update conclusion background decision decisions example
    question answer goal goals task tasks budget location place reason cause impact root source input output url link id
    type category tags author deadline agenda attendees topic problem solution context definition important tip hint
    info debug monday tuesday wednesday thursday friday saturday sunday q a ps p.s re fwd cc to from 时间 地点 姓名 年龄
    备注 注意 标题 主题 状态 电话 地址 结论 背景 原因 结果 步骤 日期 问题 回答 答案 总结 目标 任务 预算 负责人 优先级
    版本 更新 说明 例如 例子 名称 内容 关键词 邮箱 类别 类型 来源 链接
    """.split()
)
_CLOCK = r"\d{1,4}[-/.:]\d{1,2}(?:[-/.:]\d{1,2})?(?:[T ,]+\d{1,2}:\d{2}(?::\d{2})?)?(?:\s?[AaPp][Mm])?"
_STAMP = rf"(?:\[[^\]\n]{{1,30}}\]|\(?{_CLOCK}\)?,?(?:\s+-)?)"
_LABEL = re.compile(
    rf"^\s*(?P<before>(?:[-*•>]\s+)?(?:{_STAMP}\s*)?)(?:\*\*|__)?(?P<label>[^\W\d_][\w .’'#-]{{0,38}}?)(?:\*\*|__)?"
    rf"(?P<after>\s*[(\[（][^)\]）\n]{{1,30}}[)\]）])?\s*(?::(?:\*\*|__)?(?=\s|[{HAN}])|：(?:\*\*|__)?)\s*(?P<text>.*)$"
)
_NICK = re.compile(rf"^\s*(?P<before>(?:{_STAMP}\s*)?)<(?P<label>[\w .-]{{1,30}})>(?P<after>)\s+(?P<text>.*)$")
_NAME_LIKE = re.compile(rf"[A-Z][\w’'-]*(?: [A-Z][\w’'.-]*){{0,2}}$|[{HAN}]{{2,4}}$|[a-z]+[-_]?\w*\d\w*$")
_SPEECH_VERBS = ("说", "道", "问", "曰", "云", "答", "想", "喊", "叫", " said", " asked", " wrote")
_FEWEST = 2


@dataclass(frozen=True, slots=True)
class Labelled:
    """A line of a transcript: its speaker, the label as written, and the words spoken."""

    speaker: str
    label: str
    text: str
    is_stamped: bool = False
    """Whether a time precedes the name, as in a chat log."""


def label_of(line: str) -> Labelled | None:
    """Split a line of a transcript into label and words; None if the line has no label."""
    match = _NICK.match(line) or _LABEL.match(line)
    if not match or match["label"].rstrip().endswith(_SPEECH_VERBS):
        return None
    label = line[: match.start("text")].strip()
    is_stamped = bool(re.search(r"\d:\d\d", match["before"]))
    return Labelled(match["label"].strip(), label, match["text"].strip(), is_stamped)


def is_role(speaker: str) -> bool:
    """Return whether the speaker is a role such as «user», and not a name."""
    return speaker.casefold() in _ROLES


def speakers_in(lines: Iterable[str], is_known: Callable[[str], bool]) -> frozenset[str]:
    """Return the speaker labels of a transcript; empty if the text is prose.

    A text is a transcript if a label is a role or a known person, or if two lines begin with a time and a name.
    Otherwise at least two lines must begin with a possible name, and a speaker must occur twice or say «I» or «you».
    """
    turns = [turn for line in lines if (turn := label_of(line)) and turn.speaker.casefold() not in _KEYS]
    if any(is_role(turn.speaker) or is_known(turn.speaker) for turn in turns):
        return frozenset(
            t.speaker for t in turns if is_role(t.speaker) or is_known(t.speaker) or _NAME_LIKE.match(t.speaker)
        )
    stamped = [turn for turn in turns if turn.is_stamped and " " not in turn.speaker]
    if len(stamped) >= _FEWEST:
        return frozenset(turn.speaker for turn in stamped)
    named = [turn for turn in turns if _NAME_LIKE.match(turn.speaker)]
    if len(named) < _FEWEST or not (_speaks_twice(named) or any(_is_personal(turn.text) for turn in named)):
        return frozenset()
    return frozenset(turn.speaker for turn in named)


def _speaks_twice(turns: list[Labelled]) -> bool:
    return max(Counter(turn.speaker for turn in turns).values()) > 1 and len({turn.speaker for turn in turns}) > 1


def _is_personal(text: str) -> bool:
    return bool(rules_of(language(text)).pronouns.first_or_second.search(text))
