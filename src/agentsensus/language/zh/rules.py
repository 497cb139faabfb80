"""The `LanguageRules` of Chinese, assembled from the modules of this package."""

import re

from agentsensus.language.rules import LanguageRules, Writing
from agentsensus.language.scripts import HAN
from agentsensus.language.zh.clauses import clause_cuts, is_fragment, may_part
from agentsensus.language.zh.comparing import COMPARING
from agentsensus.language.zh.headings import HEADINGS
from agentsensus.language.zh.pronouns import PRONOUNS
from agentsensus.language.zh.proposing import propose_people
from agentsensus.language.zh.reading import READER
from agentsensus.language.zh.reports import REPORTING
from agentsensus.language.zh.talk import TALK
from agentsensus.language.zh.telling import TELLING
from agentsensus.language.zh.units import UNIT_RULES
from agentsensus.language.zh.world_words import WORLD_WORDS

_HAN = re.compile(f"[{HAN}]")


def _evidence(text: str) -> int:
    return len(_HAN.findall(text))


def _unwrapped(text: str) -> str:
    return "".join(text.split("\n"))


CHINESE = LanguageRules(
    code="zh",
    name="Chinese",
    evidence=_evidence,
    clause_cuts=clause_cuts,
    may_part=may_part,
    clause_joint=re.compile("，|；|并|而且|然后"),
    is_fragment=is_fragment,
    reporting=REPORTING,
    talk=TALK,
    writing=Writing(
        tag="zh-Hans",
        has_latin_letters=False,
        full_stop="。",
        sentence_joiner="",
        clause_joiner="；",
        list_joiner="、",
        last_joiner="和",
        unwrapped=_unwrapped,
    ),
    pronouns=PRONOUNS,
    reader=READER,
    unit_rules=UNIT_RULES,
    comparing=COMPARING,
    telling=TELLING,
    world_words=WORLD_WORDS,
    headings=HEADINGS,
    propose_people=propose_people,
)
