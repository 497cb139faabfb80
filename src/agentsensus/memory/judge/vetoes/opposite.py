"""The opposite deed or state."""

from functools import lru_cache

from agentsensus.text.reading import Reading

_ENGLISH = """
love loved loves / hate hated hates; buy bought buys / sell sold sells; begin began begins start started / end ended
ends finish finished stop stopped; open opened / close closed shut; arrive arrived / depart departed; enter entered /
leave left exit exited; win won wins / lose lost loses; rise rose / fall fell; live lived lives / die died dies; alive
/ dead; accept accepted / refuse refused reject rejected; praise praised / blame blamed scold scolded; raise raised /
lower lowered; increase increased / decrease decreased; attack attacked / defend defended; lock locked / unlock
unlocked; true / false; friend / enemy; gain gained / lose lost; hire hired / fire fired; marry married / divorce
divorced; lend lent / borrow borrowed; push pushed / pull pulled; remember remembered / forget forgot; free freed
release released / arrest arrested jail jailed; guilty / innocent; guilt / innocence; north / south; east / west; male
/ female; war / peace; trust trusted / distrust distrusted; allow allowed / forbid forbade; appear appeared / vanish
vanished disappear disappeared; succeed succeeded / fail failed; agree agreed / disagree disagreed; comfort comforted
/ mock mocked; hide hid / reveal revealed; wake woke / sleep slept; victory / defeat
"""
_CHINESE = """
爱 喜欢 / 恨 讨厌 厌恶; 买 购 / 卖 售; 开始 / 结束 停止; 打开 / 关上 关闭; 到达 抵达 来到 / 离开 出发;
进入 进了 / 走出 出了; 胜 赢 / 败 输; 活着 / 死了; 接受 答应 / 拒绝 推辞; 称赞 夸奖 / 责骂 责备 训斥; 增加
/ 减少; 进攻 攻打 / 防守; 朋友 / 敌人; 投降 / 抵抗; 释放 放走 / 逮捕 捉拿; 有罪 / 无罪; 相信 / 怀疑;
允许 / 禁止; 出现 / 消失; 成功 / 失败; 同意 / 反对; 记得 / 忘记; 哭 / 笑; 借出 借给 / 借来; 隐瞒 /
透露; 支持 / 反对; 结盟 / 决裂
"""


def opposite(a: Reading, b: Reading) -> str | None:
    """The same one does, in one statement, the opposite of what it does in the other."""
    if a.language != b.language or a.doer != b.doer:
        return None  # «A bought it from B» is «B sold it to A»
    for one, other in _pairs(a.language):
        for first, second in ((a, b), (b, a)):
            mine = _has(first, one) - _has(second, one)
            theirs = _has(second, other) - _has(first, other)
            if mine and theirs and not _has(first, other) and not _has(second, one):
                return f"opposites: {min(mine)} against {min(theirs)}"
    return None


def _has(reading: Reading, words: frozenset[str]) -> set[str]:
    if reading.language == "zh":
        return {word for word in words if len(word) > 1 and word in reading.text}
    return set(words & _tokens(reading.text))


@lru_cache(maxsize=65_536)
def _tokens(text: str) -> frozenset[str]:
    return frozenset(word.strip(".,;:!?\"'()").lower() for word in text.split())


@lru_cache(maxsize=2)
def _pairs(language: str) -> list[tuple[frozenset[str], frozenset[str]]]:
    listed = (_CHINESE if language == "zh" else _ENGLISH).replace("\n", " ").split(";")
    sides = (pair.split("/") for pair in listed)
    return [(frozenset(one.split()), frozenset(other.split())) for one, other in sides]
