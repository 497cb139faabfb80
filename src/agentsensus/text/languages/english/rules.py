"""English: all of its rules in one place."""

import re

from agentsensus.text.languages.english.clauses import clause_cuts, is_fragment, may_part
from agentsensus.text.languages.english.comparing import COMPARING
from agentsensus.text.languages.english.pronouns import PRONOUNS
from agentsensus.text.languages.english.reading import READER
from agentsensus.text.languages.english.reporting import REPORTING
from agentsensus.text.languages.english.telling import TELLING
from agentsensus.text.languages.english.units import UNIT_RULES
from agentsensus.text.languages.rules import LanguageRules, Writing
from agentsensus.text.scripts import LATIN

_LATIN_WORD = re.compile(f"[{LATIN}']+")


def _evidence(text: str) -> int:
    return len(_LATIN_WORD.findall(text))


def _unwrapped(text: str) -> str:
    return " ".join(text.split())


ENGLISH = LanguageRules(
    code="en",
    name="English",
    evidence=_evidence,
    clause_cuts=clause_cuts,
    may_part=may_part,
    is_fragment=is_fragment,
    reporting=REPORTING,
    writing=Writing(
        tag="en",
        has_latin_letters=True,
        full_stop=".",
        sentence_joiner=" ",
        clause_joiner="; ",
        list_joiner=", ",
        last_joiner=" and ",
        unwrapped=_unwrapped,
    ),
    pronouns=PRONOUNS,
    reader=READER,
    unit_rules=UNIT_RULES,
    comparing=COMPARING,
    telling=TELLING,
)
