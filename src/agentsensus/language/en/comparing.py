"""English rules for comparing two statements."""

import re

from agentsensus.language.caching import text_cache
from agentsensus.language.en.lemma import root
from agentsensus.language.en.numerals import english_number
from agentsensus.language.en.reading import STOP, stem
from agentsensus.language.en.verbs import is_finite_verb
from agentsensus.language.en.ways import MARKS, TOWARDS, WAYS
from agentsensus.language.rules import Comparing, opposite_pairs
from agentsensus.language.scripts import words_and_figures

_TOKEN = re.compile(r"[A-Za-z0-9']+")
_NAME_WORD = re.compile(r"[A-Za-z][A-Za-z’'-]+")
_OWNING = re.compile(r"['’]s?$")
_SAID = (
    r"(?:told|informed|assured|reminded|warned|(?:said|explained|reported|admitted|confessed|confided|complained) to)"
)
_WHERE = r"(?: (?:in|on|at) [^,]{1,40}?)?"
_REPORTS = (
    re.compile(rf"^(?P<teller>.{{1,40}}?) {_SAID} (?P<hearer>.{{1,40}}?){_WHERE} that (?P<rest>.+)$"),
    re.compile(rf"^(?P<hearer>.{{1,40}}?) was told by (?P<teller>.{{1,40}}?){_WHERE} that (?P<rest>.+)$"),
    re.compile(rf"^(?P<rest>.+), (?P<teller>[A-Zt].{{1,40}}?) {_SAID} (?P<hearer>.{{1,40}}?){_WHERE}\.$"),
)
_OPPOSITES = """
love loved loves / hate hated hates; buy bought buys / sell sold sells; begin began begins start started / end ended
ends finish finished stop stopped; open opened / close closed shut; arrive arrived / depart departed; enter entered /
leave left exit exited; win won wins / lose lost loses; rise rose / fall fell; live lived lives / die died dies; alive
/ dead; accept accepted / refuse refused reject rejected; praise praised / blame blamed scold scolded; raise raised /
lower lowered; increase increased / decrease decreased; attack attacked / defend defended; lock locked / unlock
unlocked; true / false; friend / enemy; gain gained / lose lost; hire hired / fire fired; marry married / divorce
divorced; lend lent / borrow borrowed; push pushed / pull pulled; remember remembered / forget forgot; free freed
release released / arrest arrested jail jailed; guilty / innocent; guilt / innocence; north / south; east / west; male
/ female; war / peace; trust trusted / distrust distrusted; allow allowed / forbid forbade; appear appeared / vanish
vanished disappear disappeared; succeed succeeded / fail failed; agree agreed / disagree disagreed; comfort comforted
/ mock mocked; hide hid / reveal revealed; wake woke / sleep slept; victory / defeat
"""


def _capitals(text: str) -> frozenset[str]:
    words = (word for word in words_and_figures(text) if len(word) > 1 and word[0].isupper())
    return frozenset(word.lower() for word in words) - STOP


def _tokens(text: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(text.lower()))


def _rough_words(text: str) -> set[str]:
    return set(text.casefold().split())


def _slot_words(text: str) -> list[str]:
    return [word.lower() for word in words_and_figures(text)]


def _beside_figures(text: str) -> dict[str, set[str]]:
    """Return the figures next to each word: «23 pirates» gives {"pirates": {"23"}}."""
    words = _slot_words(text)
    figures: dict[str, set[str]] = {}
    for place, word in enumerate(words):
        if word[0].isdigit():
            for neighbour in words[max(0, place - 1) : place] + words[place + 1 : place + 3]:
                if not neighbour[0].isdigit() and neighbour not in STOP:
                    figures.setdefault(stem(neighbour), set()).add(word)
    return figures


def _deeds(text: str) -> frozenset[str]:
    return frozenset(stem(word.lower()) for word in re.findall(r"[A-Za-z']+", text) if is_finite_verb(word))


def _name_parts(name: str) -> set[str]:
    return {word.lower() for word in name.split()}


def _has_name(text: str, part: str) -> bool:
    return part in {_OWNING.sub("", word).lower() for word in _NAME_WORD.findall(text)}


def _words_among(text: str, words: frozenset[str]) -> set[str]:
    return set(words & _bare_words(text))


@text_cache(65_536)
def _bare_words(text: str) -> frozenset[str]:
    return frozenset(word.strip(".,;:!?\"'()").lower() for word in text.split())


COMPARING = Comparing(
    has_capitals=True,
    capitals=_capitals,
    tokens=_tokens,
    root=root,
    rough_words=_rough_words,
    slot_words=_slot_words,
    numbers_in=english_number,
    beside_figures=_beside_figures,
    denying_prefixes=frozenset({"un", "in", "im", "ir", "il", "dis", "non", "non-"}),
    list_joiners=frozenset({",", "and", ", and"}),
    deeds=_deeds,
    name_parts=_name_parts,
    has_name=_has_name,
    reports=_REPORTS,
    opposites=opposite_pairs(_OPPOSITES),
    words_among=_words_among,
    ways=WAYS,
    marks=MARKS,
    towards=TOWARDS,
)
