"""Chinese: all of its rules in one place."""

import re

from agentsensus.text.languages.chinese.clauses import clause_cuts, is_fragment, may_part
from agentsensus.text.languages.chinese.comparing import COMPARING
from agentsensus.text.languages.chinese.pronouns import PRONOUNS
from agentsensus.text.languages.chinese.reading import READER
from agentsensus.text.languages.chinese.reporting import REPORTING
from agentsensus.text.languages.chinese.telling import TELLING
from agentsensus.text.languages.chinese.units import UNIT_RULES
from agentsensus.text.languages.rules import LanguageRules, Writing
from agentsensus.text.scripts import HAN

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
    is_fragment=is_fragment,
    reporting=REPORTING,
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
)
