"""One statement denies, plans, asks or reports what the other says was done, or says that the opposite was."""

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


def negation(a: Reading, b: Reading) -> str | None:
    """Only one statement says that something did not happen.

    Where the registry knows who is named in both, it is also a veto if one denies once more often than the other.
    """
    if a.negated != b.negated:
        return "done against not done"
    is_odd = (a.negations - b.negations) % 2 == 1
    return "denied against denied once more" if a.known and b.known and is_odd else None


def opposite(a: Reading, b: Reading) -> str | None:
    """The same person does in one statement the opposite of what that person does in the other."""
    if a.language != b.language or a.doer != b.doer:
        return None  # «A bought it from B» is «B sold it to A»
    for words, opposites in _pairs(a.language):
        for first, second in ((a, b), (b, a)):
            word_of_first = _has(first, words) - _has(second, words)
            word_of_second = _has(second, opposites) - _has(first, opposites)
            is_mixed = _has(first, opposites) or _has(second, words)
            if word_of_first and word_of_second and not is_mixed:
                return f"opposites: {min(word_of_first)} against {min(word_of_second)}"
    return None


def plan(a: Reading, b: Reading) -> str | None:
    """Only one statement is an intention, an order, a promise or a possibility."""
    return "planned against done" if a.planned != b.planned else None


def question(a: Reading, b: Reading) -> str | None:
    """Only one statement is a question."""
    return "asked against stated" if a.asks != b.asks else None


def speech(a: Reading, b: Reading) -> str | None:
    """Only one statement reports speech: that something was said is another fact than that it happened."""
    return "told against happened" if a.reports_speech != b.reports_speech else None


def _has(reading: Reading, words: frozenset[str]) -> set[str]:
    if reading.language == "zh":
        return {word for word in words if len(word) > 1 and word in reading.text}
    return set(words & _tokens(reading.text))


@lru_cache(maxsize=65_536)
def _tokens(text: str) -> frozenset[str]:
    return frozenset(word.strip(".,;:!?\"'()").lower() for word in text.split())


@lru_cache(maxsize=2)
def _pairs(language: str) -> list[tuple[frozenset[str], frozenset[str]]]:
    pairs = (_CHINESE if language == "zh" else _ENGLISH).replace("\n", " ").split(";")
    sides = (pair.split("/") for pair in pairs)
    return [(frozenset(words.split()), frozenset(opposites.split())) for words, opposites in sides]
