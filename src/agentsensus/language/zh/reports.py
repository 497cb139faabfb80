"""Read Chinese sentences that report speech (奥菲利娅告诉我……), and transcripts."""

import re
from dataclasses import dataclass
from functools import cache

from agentsensus.language.rules import Report, Reporting, Way
from agentsensus.language.scripts import HAN

__all__ = ["REPORTING", "report_in"]

_FIRST, _REST = "\ue000", "\ue001"
"""Placeholders for a name while a sentence is read: one for its first character, one for each further character."""
_LEAD = re.compile(
    r"(?:(?:[^，。；：“”]{0,12}(?:时|时候|后|前|夜|晚|晚上|早上|天|日|年|月|上午|下午|中午|"
    r"当时|今早|刚才|后来|随后|接着|于是|不久|[点分])|"
    r"[在于从当][^，。；：“”]{1,16})，){1,3}"
)
_PRONOUNS = ("我们", "咱们", "他们", "她们", "我", "咱", "俺", "他", "她")
_ROLES = (
    f"(?:[老小大这那一]?[个位名]?[{HAN}{_FIRST}{_REST}]{{0,2}})?(?:信使|使者|医生|大夫|护士|老师|客户|顾客|用户|同事|经理|主任|老板|助手|邻居|朋友|同学|"
    "水手|士兵|卫兵|哨兵|探子|斥候|军士|管家|丫鬟|小厮|仆人|掌柜|船夫|车夫|记者|警察|律师|工程师|店员|司机|父亲|母亲|爸爸|妈妈|哥哥|弟弟|"
    "姐姐|妹妹|妻子|丈夫|儿子|女儿|叔叔|舅舅|爷爷|奶奶|大臣|将军|夫人|皇帝|国王|王后|王子)"
)
_WHEN = (
    "(?:昨天|昨晚|昨夜|今天|今早|今晚|刚才|刚刚|后来|随后|当晚|早上|晚上|上午|下午|前天|那天|有一次|曾经|曾|已经|已|还|也|又|便|就|偷偷|悄悄|"
    "私下|当面|亲口|忽然|突然|终于)*"
)
_WHERE = r"(?:[在于从][^，。；：“”说告]{1,12}?)?"
_BY_LETTER = (
    "(?:来信|写信|来函|来电|去信|捎信|捎话|带话|传话|传信|托人带话|托人捎信|派人来|派人|打电话|"
    "(?:发来?|送来|捎来)(?:消息|邮件|口信|信))"
)
_SAYS = (
    "说(?![服话谎明笑不客媒亲法唱])(?:起|过|到|道)?|讲(?![究和理])过?|表示|提到过?|提起过?|透露|"
    "(?:报告|禀报|禀告|汇报|回答|解释|补充|回复|答复|转告)说?|来报说?|写道"
)
_DEEDS = "(?:警告|承认|坦白|供认|招认|发誓)(?:说|道)?"
_THEN = r"(?:说|道)?[，：,:]?\s*"
_QUOTED = re.compile(r"[“「\"](?P<content>[^“”「」\"！？!?]+)[”」\"]。?")
_ORDER = re.compile(
    "不要|别|要|去|快|必须|不许|不准|让|应该|该|赶快|务必|千万|立刻|马上|等|留下|如何|怎么|怎样|关于|有关|是否|为什么|为何|了|过|这件事|此事|那件事"
)
_FEWEST = 2
"""Reported content has at least this many characters."""


@dataclass(frozen=True, slots=True)
class _Form:
    """One grammatical form of a sentence that reports speech."""

    pattern: re.Pattern[str]
    way: Way = "told"
    is_deed: bool = False


@cache
def _forms() -> tuple[_Form, ...]:
    """Return the grammatical forms of sentences that report speech."""
    somebody = f"(?:{_FIRST}{_REST}*|{'|'.join(_PRONOUNS)}|{_ROLES})"
    party = f"{somebody}(?:[和与、及同]{somebody})*"
    teller, hearer = f"(?P<teller>{party})", f"(?P<hearer>{party})"
    content = r"(?P<content>.+)$"
    around = f"{_WHEN}{_WHERE}{_WHEN}"
    return (
        # 奥菲利娅在巴黎告诉我，……
        _Form(re.compile(f"{teller}{around}{_BY_LETTER}?(?:告诉|告知|通知|提醒)过?{hearer}{_THEN}{content}")),
        _Form(re.compile(f"{teller}{around}警告过?{hearer}{_THEN}{content}"), is_deed=True),
        _Form(re.compile(f"{teller}{around}让{hearer}知道了?[，：,:]?{content}")),
        # 奥菲利娅对我说……, 奥菲利娅给我来信说……
        _Form(re.compile(f"{teller}{around}[对向跟给]{hearer}{around}{_BY_LETTER}?(?:{_SAYS}){_THEN}{content}")),
        _Form(re.compile(f"{teller}{around}[对向跟]{hearer}{around}{_DEEDS}{_THEN}{content}"), is_deed=True),
        # 奥菲利娅从巴黎来信说……
        _Form(re.compile(f"{teller}{around}{_BY_LETTER}(?:给{hearer})?(?:说|道|称)[，：,:]?{content}")),
        # 我听霍拉旭说……, 我从霍拉旭那里得知……
        _Form(re.compile(f"(?:{hearer})?{around}听{teller}(?:说起过?|说过?|讲过?)[，：,:]?{content}")),
        _Form(
            re.compile(
                f"{hearer}{around}从{teller}(?:那里|那儿|处|口中|嘴里|的?信[中里])?(?:听说|听到|得知|获悉|获知)[，：,:]?{content}"
            )
        ),
        _Form(
            re.compile(
                f"{hearer}{around}(?:偷|无意中|无意间)听[到见]?了?{teller}(?:[对跟向]{party})?(?:说|讲|告诉{party}|提到){_THEN}{content}"
            ),
            "overheard",
        ),
        _Form(re.compile(f"{hearer}{around}听[到见]了?{teller}[对跟向]{party}(?:说|讲){_THEN}{content}"), "overheard"),
        _Form(re.compile(f"{hearer}{around}听[到见]了?{teller}(?:说|讲){_THEN}{content}")),
        # 据王工说，……
        _Form(re.compile(f"(?:根据|据|按){teller}(?:所说|所言|介绍|反映|透露|讲|说|称)(?:的)?[，：,:]?{content}")),
        # 霍拉旭说……
        _Form(re.compile(f"{teller}{around}(?:{_SAYS})[，：,:]?{content}")),
        _Form(re.compile(f"{teller}{around}{_DEEDS}[，：,:]?{content}"), is_deed=True),
    )


def report_in(sentence: str, persons: tuple[str, ...] = ()) -> Report | None:
    """Return the report in a sentence; None if it reports no speech, or does not give the reported content."""
    masked = sentence
    for name in sorted(persons, key=lambda name: (-len(name), name)):
        masked = masked.replace(name, _FIRST + _REST * (len(name) - 1))
    lead = _LEAD.match(sentence)
    for start in dict.fromkeys([lead.end() if lead else 0, 0]):
        for form in _forms():
            if match := form.pattern.match(masked, start):
                return _report(sentence, match, form)
    return None


def _report(sentence: str, match: re.Match[str], form: _Form) -> Report | None:
    told = {part: sentence[slice(*match.span(part))] for part in match.re.groupindex if match[part]}
    content = told["content"].strip()
    quoted = _QUOTED.fullmatch(content)
    if _ORDER.match(content) or (not quoted and re.match(r"[“「\"]", content)):
        return None
    statement = quoted["content"] if quoted else content
    if len(re.findall(r"\w", statement)) < _FEWEST:
        return None
    frame = sentence[: match.start("content")].rstrip("，：,: ")
    return Report(
        told["teller"],
        told.get("hearer", ""),
        (_sentence(statement),),
        frame,
        form.way,
        is_deed=form.is_deed,
        is_quoted=bool(quoted),
    )


def _sentence(text: str) -> str:
    text = text.strip().rstrip("，；,;")
    return text if re.search(r"[。！？!?…]$", text) else f"{text}。"


_BIDS = re.compile('[“"]?(?:请|别|不要|麻烦|劳驾|帮我|帮忙|谢谢|多谢|你好|您好|好的|好吧|抱歉|对不起|恭喜|没问题)')
_ASKS = re.compile("[?？]|[吗呢吧么]。?$|^(?:能否|可否|是否|为什么|怎么|如何|什么时候|哪)")
_WILL = re.compile("会|要|一定|将|不再|愿意|答应|保证")
_PARTED = re.compile("[和与、及]")
_MALE = re.compile("国王|王子|父亲|爸爸|哥哥|弟弟|儿子|丈夫|叔叔|舅舅|爷爷|先生|公子|老爷")
_FEMALE = re.compile("王后|公主|母亲|妈妈|姐姐|妹妹|女儿|妻子|奶奶|夫人|太太|小姐|姑娘|丫鬟|女士")
_SPEAKER_ROLES = {
    "user": "用户", "human": "用户", "assistant": "助手", "ai": "助手", "model": "助手", "bot": "机器人",
    "chatbot": "机器人", "system": "系统", "tool": "工具", "agent": "智能体", "developer": "开发者",
    "customer": "顾客", "client": "客户", "support": "客服", "operator": "管理员",
}  # fmt: skip
_FEWEST_ASSERTED = 2
"""A text with at most this many characters asserts nothing: «好的»."""


def _asserts(words: str) -> bool:
    return len(re.findall(r"\w", words)) > _FEWEST_ASSERTED and not _ASKS.search(words) and not _BIDS.match(words)


def _is_promise(content: str, teller: str) -> bool:
    return content.startswith(teller) and bool(_WILL.match(content, len(teller)))


def _quoted(speaker: str, words: str) -> str:
    return f"{speaker}{'问' if _ASKS.search(words) else '说'}：“{words.strip()}”"


def _by_role(role: str) -> str:
    return _SPEAKER_ROLES.get(role.lower(), role)


def _may_mean(pronoun: str, teller: str) -> bool:
    is_many = bool(_PARTED.search(teller)) or teller.endswith("们")
    if pronoun.endswith("们"):
        return is_many
    other = _MALE if pronoun == "她" else _FEMALE
    return not is_many and not other.search(teller)


REPORTING = Reporting(
    report_in=report_in,
    asserts=_asserts,
    is_promise=_is_promise,
    quoted=_quoted,
    by_role=_by_role,
    parties=_PARTED.split,
    first_person=frozenset(("我", "我们", "咱", "咱们", "俺")),
    opening_third=re.compile("(?:他们|她们|他|她)(?![人乡日]|杀(?![了死掉害]))"),
    own_again=re.compile("；(?=我)"),
    may_mean=_may_mean,
)
