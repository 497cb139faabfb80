"""Chinese rules for comparing two statements."""

import re

from agentsensus.language.en.numerals import english_number
from agentsensus.language.rules import Comparing, opposite_pairs
from agentsensus.language.scripts import HAN
from agentsensus.language.zh.ways import MARKS, TOWARDS, WAYS

_CHARACTER = re.compile(f"[{HAN}A-Za-z0-9]")
_DONE = re.compile(f"([{HAN}]{{1,2}})[了过着]")
_REPORTS = (
    re.compile(r"^(?P<teller>.{1,12}?)告诉(?P<hearer>.{1,12}?)[，：:,](?P<rest>.+)$"),
    re.compile(r"^(?P<hearer>.{1,12}?)听(?P<teller>.{1,12}?)说[，：:,]?(?P<rest>.+)$"),
)
_OPPOSITES = """
爱 喜欢 / 恨 讨厌 厌恶; 买 购 / 卖 售; 开始 / 结束 停止; 打开 / 关上 关闭; 到达 抵达 来到 / 离开 出发;
进入 进了 / 走出 出了; 胜 赢 / 败 输; 活着 / 死了; 接受 答应 / 拒绝 推辞; 称赞 夸奖 / 责骂 责备 训斥; 增加
/ 减少; 进攻 攻打 / 防守; 朋友 / 敌人; 投降 / 抵抗; 释放 放走 / 逮捕 捉拿; 有罪 / 无罪; 相信 / 怀疑;
允许 / 禁止; 出现 / 消失; 成功 / 失败; 同意 / 反对; 记得 / 忘记; 哭 / 笑; 借出 借给 / 借来; 隐瞒 /
透露; 支持 / 反对; 结盟 / 决裂
"""


def _tokens(text: str) -> tuple[str, ...]:
    return tuple(_CHARACTER.findall(text))


def _beside_figures(text: str) -> dict[str, set[str]]:
    return {}  # measure words stand beside all figures


def _deeds(text: str) -> frozenset[str]:
    return frozenset(_DONE.findall(text))


def _name_parts(name: str) -> set[str]:
    return {name}


def _has_name(text: str, part: str) -> bool:
    return part in text


def _words_among(text: str, words: frozenset[str]) -> set[str]:
    return {word for word in words if len(word) > 1 and word in text}


def _capitals(text: str) -> frozenset[str]:
    return frozenset()  # names are recognised by surnames and by the registry


COMPARING = Comparing(
    has_capitals=False,
    capitals=_capitals,
    tokens=_tokens,
    root=lambda word: word,
    rough_words=set,
    slot_words=_tokens,
    numbers_in=english_number,  # among single characters only figures are numbers
    beside_figures=_beside_figures,
    denying_prefixes=frozenset({"不", "未", "非", "无"}),
    list_joiners=frozenset({"、", "和", "与", "及"}),
    deeds=_deeds,
    name_parts=_name_parts,
    has_name=_has_name,
    reports=_REPORTS,
    opposites=opposite_pairs(_OPPOSITES),
    words_among=_words_among,
    ways=WAYS,
    marks=MARKS,
    towards=TOWARDS,
)
