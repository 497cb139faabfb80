"""What others say, in Chinese: what their words assert, and how they are put where they assert nothing."""

import re

from agentsensus.text.languages.chinese.reports import report_in
from agentsensus.text.languages.rules import Reporting

__all__ = ["REPORTING"]

_BIDS = re.compile('[“"]?(?:请|别|不要|麻烦|劳驾|帮我|帮忙|谢谢|多谢|你好|您好|好的|好吧|抱歉|对不起|恭喜|没问题)')
_ASKS = re.compile("[?？]|[吗呢吧么]。?$|^(?:能否|可否|是否|为什么|怎么|如何|什么时候|哪)")
_WILL = re.compile("会|要|一定|将|不再|愿意|答应|保证")
_PARTED = re.compile("[和与、及]")
_MALE = re.compile("国王|王子|父亲|爸爸|哥哥|弟弟|儿子|丈夫|叔叔|舅舅|爷爷|先生|公子|老爷")
_FEMALE = re.compile("王后|公主|母亲|妈妈|姐姐|妹妹|女儿|妻子|奶奶|夫人|太太|小姐|姑娘|丫鬟|女士")
_ROLES = {
    "user": "用户", "human": "用户", "assistant": "助手", "ai": "助手", "model": "助手", "bot": "机器人",
    "chatbot": "机器人", "system": "系统", "tool": "工具", "agent": "智能体", "developer": "开发者",
    "customer": "顾客", "client": "客户", "support": "客服", "operator": "管理员",
}  # fmt: skip
_FEWEST = 2
"""So few characters assert nothing: «好的»."""


def _asserts(words: str) -> bool:
    return len(re.findall(r"\w", words)) > _FEWEST and not _ASKS.search(words) and not _BIDS.match(words)


def _is_promise(content: str, teller: str) -> bool:
    return content.startswith(teller) and bool(_WILL.match(content, len(teller)))


def _quoted(speaker: str, words: str) -> str:
    return f"{speaker}{'问' if _ASKS.search(words) else '说'}：“{words.strip()}”"


def _by_role(role: str) -> str:
    return _ROLES.get(role.lower(), role)


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
