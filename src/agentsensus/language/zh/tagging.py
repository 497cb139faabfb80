"""Part-of-speech tags of Chinese words, and whether a sentence names its subject."""

import re
from dataclasses import dataclass

from agentsensus.language.caching import text_cache
from agentsensus.language.zh.names import NOT_SECOND, ORDINARY

__all__ = ["ClauseOpening", "TaggedWord", "is_procedure", "opening_of", "people", "tagged"]

_LONGEST = 400
"""Only this many characters of a text are tagged."""


@dataclass(frozen=True, slots=True)
class TaggedWord:
    """A word, its ICTCLAS tag («n», «v», «nr»), and its position."""

    text: str
    tag: str
    start: int

    @property
    def is_name(self) -> bool:
        """Whether the word is a noun, name, pronoun or code, which can be a subject."""
        return self.tag[0] in "nrj" or self.tag in ("eng", "vn", "an") or bool(re.match(r"[A-Za-z0-9]", self.text))


@text_cache(4_096)
def tagged(text: str, guess: bool = True) -> tuple[TaggedWord, ...]:
    """Return the tagged words of a text. With `guess`, names and words that the dictionary lacks are guessed."""
    import rjieba  # imported here because it loads a 34 MB dictionary

    words, place = [], 0
    for word, tag in rjieba.tag(text[:_LONGEST], guess):
        words.append(TaggedWord(word, _TAGS.get(word, tag), place))
        place += len(word)
    return tuple(words)


_TAGS = {
    **dict.fromkeys(
        "部署 测试 登录 支付 备份 恢复 导出 搜索 结账 招聘 演练 编译 构建 发布 监控 面试 考试".split(), "vn"
    ),
    **dict.fromkeys("在家 亲自 口头 自己 各 各自 一起".split(), "d"),
    **dict.fromkeys("没人 没有人 无人 有人 大家 一切 全家 其中 对方".split(), "r"),
    **dict.fromkeys("大副 二副 班长 站会 例会 周会 大小".split(), "n"),
}
"""Corrected tags for words that the dictionary tags wrongly or lacks."""
_LEADS = re.compile(
    "(?:奉|据|按照?|根据|随着|为了|由于|因为?|虽然|尽管|如果|要是|除了|自从|经过|关于|至于|对于)[^，,。]{1,24}[，,]"
)
_HAPPENS = frozenset(
    """
    失败 成功 通过 完成 结束 开始 推迟 延期 延误 取消 中断 超时 报错 恢复 暂停 正常 异常 顺利 挂 挂掉 崩溃 坏 卡住 停
    停止 丢失 过期 到期 生效 失效 上涨 下降 增加 减少 下跌 升高 降低 冻结 跳过 上线 下线 改 改到 定 定在 移到 挪到
    延到 改用 换成 来自 高于 低于 超过 达到 花 耗时 花费 出来 安排 提前 出错 有误 无效 缓慢 很慢 变慢 打不开 是 有
    没有 由 被 已经 批准
    """.split()
)
"""Verbs for what happens to a thing or procedure. The word before is the subject, even if it is a verb: 部署失败."""
_BECOMES = _HAPPENS - frozenset("是 有 没有 由 被 已经 改 定 安排 开始 结束 完成 取消".split())
_OF_THINGS = _HAPPENS | frozenset(
    """
    新增 影响 导致 造成 引起 占 占用 显示 包括 包含 含 属于 出现 发生 产生 缺 缺少 值 花 花费 报 提示 返回 触发 耗时
    需 需要 支持 依赖 位于 存在 变 变成 成为 成 持续 下 刮 养 可能 可以 能 不能 会 不会 要 得 必须 应该 应当 像 似乎
    好像 看来 听起来 看起来 恢复 等于 大约 超过 达到 剩 剩下 降 降到 升 涨 跌 缺乏 够 响 漏 好 掉 断 通知 告知 转告
    转交 属 来自 用于 适合 值得 导出 建 建成 修好 换成 谢 谢谢 祝 恭喜 欢迎
    """.split()
)
"""Verbs whose missing subject need not be the writer."""
_MENTAL = frozenset(
    "想 打算 决定 准备 希望 觉得 认为 怀疑 担心 害怕 怕 想起 记得 忘 忘记 以为 发现 后悔 计划 睡 睡不着 醒来".split()
)
_MAKES = frozenset("让 叫 请 派 约 陪 帮 劝 催 找 托 见 遇见 遇到 碰到 碰见 拜访 问 告诉 通知 联系 面试".split())
_PRONOUNS = frozenset("我你您他她它咱这那谁")
_MEANS = frozenset("电话 邮件 微信 短信 书面 现场 当面 顺路 顺便".split())
_DEGREES = frozenset("很 太 非常 十分 挺 最 更 有点 特别".split())
_SAYS = frozenset("说 道 问 答 喊 告诉 觉得 认为 想 讲".split())
_PARTICLES = frozenset("了 过 着 到 完 好 上 下 出 起 给 掉 住 回 成".split())
_CALLED = frozenset(
    "师兄 师姐 师弟 师妹 师傅 先生 女士 太太 老师 经理 主任 医生 大夫 哥 姐 叔 伯 婶 大爷 大妈 阿姨 小姐 夫人".split()
)
_TIME = re.compile("[年月日号点分秒时天周]|星期|小时|夜|晚|早|刚才|现在")
_TIMES = frozenset("星期 礼拜 小时 分钟 钟头 月 年 周 天 时候 工夫 时间 会儿 阵子 左右 次 遍".split())


@dataclass(frozen=True, slots=True)
class ClauseOpening:
    """The start of a sentence: whether it has a subject, and if not, whether its verb must be the deed of a person."""

    has_subject: bool
    is_deed: bool = False


@text_cache(4_096)
def opening_of(sentence: str) -> ClauseOpening:
    """Return whether the first clause of a sentence has a subject, and if not, whether its verb must be a person's
    deed.
    """
    if sentence[:1] in _PRONOUNS:
        return ClauseOpening(True)
    lead = _LEADS.match(sentence)
    words = tagged(sentence[lead.end() :] if lead else sentence, guess=False)
    if words and _is_label(words):
        return ClauseOpening(True)
    place, is_acting, denies = 0, False, False
    while place < len(words):
        word, after = words[place], words[place + 1 :]
        nearest = after[0] if after else None
        if word.tag == "p" or word.text in ("把", "将", "跟", "用"):
            end, has_subject = _behind_phrase(words, place)
            if has_subject:
                return ClauseOpening(True)
            is_acting |= word.text in ("把", "将", "用", "跟", "与", "和", "向", "给", "对")
            place = end
        elif word.tag == "q" and not place:
            return ClauseOpening(True)  # a name that the dictionary does not have
        elif _is_number(word):
            counts = word.tag in ("m", "q", "mq") and not _TIME.search(word.text) and word.text[-1] not in "次回遍"
            verb = next((later for later in after if later.tag != "d" and later.text not in ("没", "不")), None)
            if counts and verb is not None and (verb.tag.startswith("v") or verb.tag == "p"):
                return ClauseOpening(True)  # 第一篇认为
            if word.text in ("下次", "上次", "这次", "本次") and nearest is not None and nearest.text in _HAPPENS:
                return ClauseOpening(True)
            place += 1
        elif word.text in _MEANS and nearest is not None and nearest.tag.startswith("v"):
            place += 1
        elif word.is_name and not _is_done(words, place) and not _is_reported_done(words, place):
            is_place = nearest is not None and nearest.tag == "f" and word.tag != "r"
            if not is_place or (after[1:] and after[1].tag in ("t", "m")):
                return ClauseOpening(True)
            place += 2  # 水库上数到
            if place < len(words) and (words[place].is_name or words[place].text == "的"):
                return ClauseOpening(True)
        elif word.tag.startswith("v") or word.is_name:
            if _is_attribute(words, place) or _is_verbal_noun(words, place):
                return ClauseOpening(True)
            if (behind := _behind_scene(words, place)) > place:
                place = behind
                continue
            if word.text == "有" and nearest is not None and not denies:
                return ClauseOpening(True)
            return ClauseOpening(False, not denies and _is_deed(word, after, is_acting=is_acting))
        elif word.tag in ("a", "b", "z") and nearest is not None:
            noun = next((w for w in after if w.text not in "的很" and w.tag != "d"), None)
            if noun is not None and noun.is_name:
                return ClauseOpening(True)
            return ClauseOpening(False)
        elif word.tag in ("l", "i") and not re.match("一切|大家|全|人|心", word.text):
            return ClauseOpening(False, nearest is not None and nearest.text in ("给", "了"))
        else:
            denies |= word.text in ("没", "不", "未", "没有", "别", "无")
            place += 1
    return ClauseOpening(all(_is_number(word) or word.tag == "x" for word in words), is_acting)


def _is_label(words: tuple[TaggedWord, ...]) -> bool:
    """Return whether a text begins with a label and a colon: 压测结果：峰值每秒八百次."""
    end = next((place for place, word in enumerate(words) if word.tag == "x" and not word.is_name), len(words))
    label = words[:end]
    return end < len(words) and words[end].text in "：:" and not any(word.text in ("了", "过") for word in label)


def is_procedure(text: str) -> bool:
    """Return whether a text begins with a procedure and its outcome: 部署失败了."""
    words = tagged(text, guess=False)
    end = next((place for place, word in enumerate(words) if word.tag == "x" and not word.is_name), len(words))
    clause = [word for word in words[:end] if word.tag not in ("d", "zg", "y", "ul")]
    if len(clause) < 2 or any(word.text == "了" for word in words[1 : end - 1]):
        return False
    return clause[1].text in _BECOMES or clause[-1].text in _BECOMES


def people(text: str) -> list[tuple[int, str]]:
    """Return the words tagged as names of people, with their positions."""
    return [
        (word.start, word.text[:2] if len(word.text) == 3 and word.text[2] in NOT_SECOND else word.text)
        for word in tagged(text)
        if word.tag == "nr" and 2 <= len(word.text) <= 4 and word.text not in ORDINARY and _stands_alone(text, word)
    ]


def _stands_alone(text: str, name: TaggedWord) -> bool:
    """Return whether a name means a person: no word for kin, and not the start of a thing's name, as in 谷歌浏览器."""
    behind = next((word for word in tagged(text) if word.start == name.start + len(name.text)), None)
    if name.text[-1] in "兄弟姐妹爷奶叔伯婶舅姑姨爹娘们军国朝城省市县部队寺庙山河":
        return False
    return behind is None or behind.tag not in ("n", "s", "f", "nz", "ns", "nt") or behind.text in _CALLED


def _is_done(words: tuple[TaggedWord, ...], place: int) -> bool:
    """Return whether a word tagged as a noun is really a verb with an object: 上线 in 上线了2.3版本."""
    behind = words[place + 1 : place + 3]
    if words[place].tag == "vn" and behind and behind[0].text in ("了", "过"):
        return True
    is_verb = words[place].tag == "n" and len(behind) == 2 and behind[0].text in ("了", "过", "着")
    return is_verb and (behind[1].is_name or behind[1].tag in ("m", "mq", "a") or behind[1].tag[0] == "v")


def _is_reported_done(words: tuple[TaggedWord, ...], place: int) -> bool:
    """Return whether a noun after 已 is really a verb that ends the clause: 登记 in 已登记，待维修."""
    if words[place].text[0] in "已未" and len(words[place].text) > 2:
        return True  # 已登记 is one word of the dictionary
    behind = words[place + 1].tag if place + 1 < len(words) else "x"
    return (
        place > 0 and words[place - 1].text in ("已", "已经", "均已") and behind == "x" and words[place].tag[0] == "n"
    )


def _is_number(word: TaggedWord) -> bool:
    return word.tag in ("m", "q", "mq", "t", "f") or bool(re.fullmatch(r"[\d:.：/-]+", word.text))


def _behind_phrase(words: tuple[TaggedWord, ...], place: int) -> tuple[int, bool]:
    """Return the position of the verb after a prepositional phrase, and whether a subject precedes that verb."""
    has_place = False
    for end in range(place + 1, len(words)):
        word = words[end]
        if word.tag == "x" and not word.is_name:
            return end + 1, False
        if word.tag.startswith("v") and word.tag != "vn":
            if end + 1 < len(words) and words[end + 1].text == "的":
                return end, any(later.is_name for later in words[end + 2 :])  # 跟爸爸吃的这顿饭
            return end, False
        if has_place and word.is_name:
            return end, True
        has_place = word.tag in ("s", "f")
    return len(words), False


def _is_attribute(words: tuple[TaggedWord, ...], place: int) -> bool:
    """Return whether a verb describes the noun after it: 漏水 in 漏水的地方."""
    for later in range(place + 1, min(place + 6, len(words))):
        if words[later].tag == "x" or words[later].text in ("了", "过"):
            return False
        if words[later].text == "的":
            return later + 1 < len(words) and words[later + 1].is_name and _has_verb(words, later + 2)
    return False


def _has_verb(words: tuple[TaggedWord, ...], place: int) -> bool:
    """Return whether a predicate follows the words before `place`, so that they are its subject."""
    return any(word.tag[0] in "va" or word.text in _HAPPENS for word in words[place:])


def _is_verbal_noun(words: tuple[TaggedWord, ...], place: int) -> bool:
    """Return whether a verb is the subject or part of the subject: 部署 in 部署失败了, 支付 in 支付按钮一直是灰的."""
    later = place + 1
    while later < len(words) and (words[later].is_name or words[later].tag in ("d", "m", "t", "zg")):
        if words[later].text in _DEGREES and later > place + 1:
            return True  # 采购总监很生气
        if words[later].text in _HAPPENS:
            break
        later += 1
    verb = words[place].text
    if later == len(words) or verb in _MENTAL or (len(verb) < 2 and not _is_told(words, place)):
        return False
    if _is_told(words, place):
        return True
    if verb[-1] in "到了见完成给" or (words[later].text in ("是", "有", "没有") and not words[place + 1].is_name):
        return False
    return words[later].text in _HAPPENS or words[later].tag == "a"


def _is_told(words: tuple[TaggedWord, ...], place: int) -> bool:
    """Return whether a noun with a one-character adjective is a speaker: 瞎婆婆 in 瞎婆婆说."""
    behind = words[place + 1 : place + 3]
    return (
        len(words[place].text) == 1
        and words[place].text not in _MAKES
        and len(behind) == 2
        and behind[0].tag.startswith("n")
        and behind[1].text in _SAYS
    )


def _behind_scene(words: tuple[TaggedWord, ...], place: int) -> int:
    """Return the position after a clause that only says when: 保存地址后."""
    for later in range(place + 1, min(place + 8, len(words))):
        if words[later].tag == "x":
            break
        if words[later].text in ("后", "之后", "以后", "时", "前", "之前", "以前", "的时候", "期间"):
            return later + 1
    return place


def _is_deed(verb: TaggedWord, after: tuple[TaggedWord, ...], *, is_acting: bool) -> bool:
    """Return whether a verb without a subject must be a person's deed, so that the writer of the note is its
    subject.
    """
    if verb.text in _OF_THINGS or verb.text[0] in "不没未":
        return False
    if is_acting or verb.text in _MENTAL or verb.text in _MAKES:
        return True
    if len(verb.text) == 1 and after and after[0].text not in _PARTICLES:
        return False  # a name that the dictionary does not have may begin like this: 袭人
    for place, word in enumerate(after):
        if word.tag == "x" and not word.is_name:
            return False
        if place and after[place - 1].text in ("了", "过") and word.tag[0] == "v" and len(word.text) > 1:
            return True  # 修改了配置
        if word.text in _TIMES or (word.tag in ("m", "t") and _TIME.search(word.text)):
            continue
        if word.is_name and word.tag != "an":
            return True
        if word.tag in ("p", "c", "y") or (word.tag[0] == "v" and word.text not in _PARTICLES and word.text != "是"):
            return False
    return False
