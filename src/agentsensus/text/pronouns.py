"""Names for pronouns, where there can be no doubt who is meant."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agentsensus.text.first_person import first_person
from agentsensus.text.language import language
from agentsensus.text.names import Names
from agentsensus.text.quotes import outside_quotes, unquoted
from agentsensus.text.reading.persons import people_in

_WE = re.compile(r"\b([Ww]e|us|[Oo]urs?|[Oo]urselves)\b(?![’'](?:re|ve|ll|d|s)\b)")
_YOU = re.compile(r"\b([Yy]ou|[Yy]ours?|[Yy]ourself)\b(?![’'](?:re|ve|ll|d)\b)")
_THIRD = re.compile(r"\b([Hh]e|[Ss]he|[Hh]im|[Hh]er|[Hh]is|[Hh]ers|[Hh]imself|[Hh]erself)\b")
_THEY = re.compile(r"\b([Tt]hey|[Tt]hem|[Tt]heir|[Tt]heirs|[Tt]hemselves)\b(?![’'](?:re|ve)\b)")
_POSSESSIVE = frozenset(["our", "ours", "your", "yours", "his", "hers", "their", "theirs"])
_OWNED = (
    r"\s+(?!(?:and|or|but|to|in|on|at|by|from|with|for|as|that|away|back|up|down|out|off|into|when|while|who|not|a|the|"
    r"his|her|there|here|again|then)\b)[a-z]+"
)

_ZH_FIRST = re.compile(r"(?<![自你忘本敌])我(?![们国军方])")
_ZH_WE = re.compile(r"我们|咱们")
_ZH_YOU = re.compile(r"[你您](?!们|我)")
_ZH_THIRD = re.compile(r"(?<![其吉排利维])[他她](?![们人日乡杀])")
_ZH_THEY = re.compile(r"他们|她们")

# Somebody without a name whom «he», «she» or «they» may mean as well as the one who has one.
_NAMELESS = re.compile(
    r"\b(?:man|men|woman|women|boys?|girls?|child|children|people|persons?|stranger|strangers|soldiers?|guards?|"
    r"captains?|sailors?|servants?|messengers?|officers?|players?|actors?|knights?|lords?|lady|ladies|kings?|queens?|"
    r"princes?|princess|father|mother|brothers?|sisters?|sons?|daughters?|wife|husband|uncle|aunt|friends?|enemy|"
    r"enemies|priests?|doctors?|ghosts?|teachers?|students?|pirates?|army|armies|troops|crowd|somebody|someone)\b"
)
_ZH_NAMELESS = re.compile(
    r"(?<![众每无人本])人(?![马生间心物民])|男子|女子|士兵|兵士|军士|使者|侍卫|卫兵|丫鬟|丫头|小厮|仆人|父亲|母亲|哥哥|弟弟|兄弟|姐姐|"
    r"妹妹|儿子|女儿|妻子|丈夫|夫人|老者|老人|少年|孩子|将士|众将|部下|大臣|道士|和尚|朋友|敌军|百姓|皇帝|之[子父母妻妹弟兄女]"
)

_LEFTOVER_EN = re.compile(r"\b(?:I|me|[Mm]y|[Ww]e|us|[Oo]urs?|[Yy]ours?|[Yy]ou)\b")
_LEFTOVER_ZH = re.compile(r"(?<![自忘])我|[你您咱]")
_THIRD_EN = re.compile(rf"{_THIRD.pattern}|\b[Tt]he(?:y|m|irs?|mselves)\b")
_THIRD_ZH = re.compile(r"(?<![其吉排利维])[他她](?![人日乡杀])")


@dataclass(frozen=True, slots=True)
class Speech:
    """Who speaks, to whom, and who has been named so far."""

    speaker: str
    participants: tuple[str, ...]
    named: tuple[str, ...]


def resolve(statement: str, speech: Speech, persons: Callable[[str], Sequence[str]]) -> str:
    """The statement with a name for each pronoun that can only mean one."""
    zh = language(statement) == "zh"
    named_before = persons(unquoted(statement))
    text = _outside(statement, _ZH_FIRST, lambda _: speech.speaker) if zh else first_person(statement, speech.speaker)
    text = _party(text, speech, zh)
    return text if named_before else _third(text, speech.named, zh)


def is_unresolved(statement: str, names: Names | None = None) -> bool:
    """Whether a pronoun is left whose person the statement does not name."""
    zh = language(statement) == "zh"
    text = unquoted(statement)
    if (_LEFTOVER_ZH if zh else _LEFTOVER_EN).search(text):
        return True
    third = (_THIRD_ZH if zh else _THIRD_EN).search(text)
    return bool(third) and not people_in(text[: third.start() if third else 0], names or Names())


def antecedents(statement: str, persons: Sequence[str], before: tuple[str, ...]) -> tuple[str, ...]:
    """Whom a pronoun after this statement can only mean; nobody when somebody nameless came between."""
    zh = language(statement) == "zh"
    text = unquoted(statement)
    for person in persons:
        text = text.replace(person, "，" if zh else "|")
    if (_ZH_NAMELESS if zh else _NAMELESS).search(text):
        return ()
    if len(persons) > 2 and not re.search(_together(len(persons), zh), text):
        return ()
    return tuple(persons) or before


def _together(number: int, zh: bool) -> str:
    return rf"，(?:[、和与及同，]+，){{{number - 1}}}" if zh else rf"\|(?:(?:,|,? and)+ \|){{{number - 1}}}"


def _party(text: str, speech: Speech, zh: bool) -> str:
    others = [name for name in dict.fromkeys(speech.participants) if name != speech.speaker]
    if others:
        everyone = _joined([speech.speaker, *others], zh)
        text = _outside(text, _ZH_WE if zh else _WE, lambda m: _in_case(everyone, m))
    if len(others) == 1:
        text = _outside(text, _ZH_YOU if zh else _YOU, lambda m: _in_case(others[0], m))
    return text


def _third(text: str, named: tuple[str, ...], zh: bool) -> str:
    if len(named) == 1:
        return _outside(text, _ZH_THIRD if zh else _THIRD, lambda m: _in_case(named[0], m), once=True)
    if len(named) > 1:
        return _outside(text, _ZH_THEY if zh else _THEY, lambda m: _in_case(_joined(named, zh), m), once=True)
    return text


def _in_case(name: str, match: re.Match[str]) -> str:
    word = match.group().lower()
    # «her» is the possessive when a noun follows, which is far more often than not.
    owns = word in _POSSESSIVE or (word == "her" and bool(re.match(_OWNED, match.string[match.end() :])))
    return f"{name}'s" if owns else name


def _joined(names: Sequence[str], zh: bool) -> str:
    if zh:
        return "、".join(names[:-1]) + "和" + names[-1]
    return ", ".join(names[:-1]) + " and " + names[-1]


def _outside(text: str, pattern: re.Pattern[str], name: Callable[[re.Match[str]], str], once: bool = False) -> str:
    spans, out, last = outside_quotes(text), [], 0
    for match in pattern.finditer(text):
        if any(a <= match.start() < b for a, b in spans):
            out += [text[last : match.start()], name(match)]
            last = match.end()
            if once:
                break
    return "".join([*out, text[last:]])
