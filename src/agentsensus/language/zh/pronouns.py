"""Chinese pronouns, and words for unnamed people that a pronoun may mean."""

import re

from agentsensus.language.quotes import replaced_outside_quotes
from agentsensus.language.rules import Pronouns

_FIRST = re.compile(r"(?<![自你忘本敌])我(?![们国军方])|俺(?!们)")
_YOU = re.compile(r"[你您](?!们|我)")
_THIRD = re.compile(r"(?<![其吉排利维])[他她](?![们人日乡]|杀(?![了死掉害]))")
_THEY = re.compile(r"他们|她们")
_NAMELESS = re.compile(
    r"(?<=[个位名那这某男女老衣生])人(?![马生间心物民])|有人|男子|女子|士兵|兵士|军士|使者|侍卫|卫兵|丫鬟|丫头|小厮|仆人|父亲|母亲|哥哥|弟弟|兄弟|姐姐|"
    r"妹妹|儿子|女儿|妻子|丈夫|夫人|老者|老人|少年|孩子|将士|众将|部下|大臣|道士|和尚|朋友|敌军|百姓|皇帝|之[子父母妻妹弟兄女]|"
    r"^[^\ue000，。我他她你它有没]{1,4}(?=问(?!题)|说|告诉|劝|答应)"
)
_FIRST_OR_SECOND = re.compile(r"(?<![自忘])我|[你您咱俺]")
_ANY_THIRD = re.compile(r"(?<![其吉排利维])[他她](?![人日乡]|杀(?![了死掉害]))")


def _name_speaker(text: str, speaker: str) -> str:
    return replaced_outside_quotes(text, _FIRST, lambda _: speaker)


def _name_hearer(text: str, hearer: str) -> str:
    return replaced_outside_quotes(text, _YOU, lambda _: hearer)


def _party_of(number: int) -> str:
    return rf"，(?:[、和与及同，]+，){{{number - 1}}}"


PRONOUNS = Pronouns(
    name_speaker=_name_speaker,
    name_hearer=_name_hearer,
    third=_THIRD,
    they=_THEY,
    opening=re.compile("[他她它](?!人)"),
    first_or_second=_FIRST_OR_SECOND,
    any_third=_ANY_THIRD,
    nameless=_NAMELESS,
    placeholder="，",
    party_of=_party_of,
)
