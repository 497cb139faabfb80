"""English pronouns, and those without a name whom a pronoun may mean."""

import re

from agentsensus.text.languages.english.first_person import first_person, second_person
from agentsensus.text.languages.rules import Pronouns

_WE = re.compile(r"\b([Ww]e|us|[Oo]urs?|[Oo]urselves)\b(?![’'](?:re|ve|ll|d|s)\b)")
_THIRD = re.compile(r"\b([Hh]e|[Ss]he|[Hh]im|[Hh]er|[Hh]is|[Hh]ers|[Hh]imself|[Hh]erself)\b")
_THEY = re.compile(r"\b([Tt]hey|[Tt]hem|[Tt]heir|[Tt]heirs|[Tt]hemselves)\b(?![’'](?:re|ve)\b)")
_NAMELESS = re.compile(
    r"\b(?:man|men|woman|women|boys?|girls?|child|children|people|persons?|stranger|strangers|soldiers?|guards?|"
    r"captains?|sailors?|servants?|messengers?|officers?|players?|actors?|knights?|lords?|lady|ladies|kings?|queens?|"
    r"princes?|princess|father|mother|brothers?|sisters?|sons?|daughters?|wife|husband|uncle|aunt|friends?|enemy|"
    r"enemies|priests?|doctors?|ghosts?|teachers?|students?|pirates?|army|armies|troops|crowd|somebody|someone)\b"
)
_FIRST_OR_SECOND = re.compile(r"\b(?:I|me|[Mm]y|[Ww]e|us|[Oo]urs?|[Yy]ours?|[Yy]ou)\b")
_ANY_THIRD = re.compile(rf"{_THIRD.pattern}|\b[Tt]he(?:y|m|irs?|mselves)\b")


def _party_of(number: int) -> str:
    return rf"\|(?:(?:,|,? and)+ \|){{{number - 1}}}"


PRONOUNS = Pronouns(
    name_speaker=first_person,
    name_hearer=second_person,
    we=_WE,
    third=_THIRD,
    they=_THEY,
    first_or_second=_FIRST_OR_SECOND,
    any_third=_ANY_THIRD,
    nameless=_NAMELESS,
    placeholder="|",
    party_of=_party_of,
)
