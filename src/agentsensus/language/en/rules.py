"""The `LanguageRules` of English, assembled from the modules of this package."""

import re

from agentsensus.language.en.clauses import clause_cuts, is_fragment, may_part
from agentsensus.language.en.comparing import COMPARING
from agentsensus.language.en.headings import HEADINGS
from agentsensus.language.en.pronouns import PRONOUNS
from agentsensus.language.en.proposing import propose_people
from agentsensus.language.en.reading import READER
from agentsensus.language.en.reports import REPORTING
from agentsensus.language.en.talk import TALK
from agentsensus.language.en.telling import TELLING
from agentsensus.language.en.units import UNIT_RULES
from agentsensus.language.en.world_words import WORLD_WORDS
from agentsensus.language.rules import LanguageRules, Writing
from agentsensus.language.scripts import LATIN

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
    clause_joint=re.compile(r"\b(?:and|but|while|then|so)\b|;"),
    is_fragment=is_fragment,
    reporting=REPORTING,
    talk=TALK,
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
    world_words=WORLD_WORDS,
    headings=HEADINGS,
    propose_people=propose_people,
)
