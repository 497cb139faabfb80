"""Which English words are finite verbs, near enough to tell a clause from a list."""

import re

_IRREGULAR = """
am is are was were be had has have did does do will would shall should can could may might must arose ate
beat became began bent bet bit bled blew bore bought bound broke brought built burst came cast caught chose
clung crept cut dealt drank drew drove dug fed fell felt fled flew flung forgave forgot fought found froze
gave grew heard held hid hit hung hurt kept knelt knew laid lay leapt led left lent let lit lost made
meant met paid put ran rang read rode rose said sang sank sat saw sent set shed shone shook shot shut
slept slew slid sold sought spat spent split spoke sprang spread spun stank stole stood strode
strove struck stuck stung swam swept swore swung taught threw thought told took tore understood went wept
woke won wore wove wrote can't won't
""".split()
_NOT_VERBS = frozenset(
    """
    red bed bleed breed creed deed feed greed need reed seed sled speed weed hundred kindred sacred naked
    wicked rugged ragged beloved indeed instead
    """.split()
)
_REGULAR = re.compile(r"\w{2,}ed$")
_WORD = re.compile(r"[\w'’-]+")
_BEFORE_ADJECTIVES = frozenset(
    """the a an his her their my our your its this that these those of by with from in at on very so too all""".split()
)
_RELATIVE = frozenset("who whom whose which that where when".split())
PRESENT = frozenset(
    """
    accept add admire admit agree answer appear arrive ask attack avenge await bear become beg begin believe belong
    betray bless blame break bring build burn bury buy call care carry catch choose claim climb come command confess
    check collect complete cook consider cross cry cycle dance dislike disagree discuss drop email enjoy curse dare
    deny deserve desire despise die do doubt draw dream drink drive eat enter envy escape expect fall fear feel fight
    find flee fly follow forget forgive gather get give go grow guard guess handle hate have hear help hide hold hope
    intend join keep kill know laugh lead learn leave lie like listen live look lose love make manage marry mean meet
    miss mourn move need obey offer open order owe own paint park pay pity plan play pray practise practice prefer
    prepare promise protect pull push reach realise realize recall receive refuse regret remain recommend remember
    rent repair repent report reply return ride rise rule run save say see seek seem sell send serve share shop shout
    sing sit sleep speak spend stand start stay stop study suggest support strike suffer suppose suspect swear take
    teach tell thank think throw travel try trust turn understand use visit vow wait wake walk want warn watch wear
    weep win wish wonder work worry write
    """.split()
)
"""Base forms that take an «s» when a name replaces «I»."""


def third_person(base: str) -> str:
    """«think» to «thinks», «go» to «goes», «carry» to «carries»."""
    if base == "have":
        return "has"
    if base.endswith(("s", "sh", "ch", "x", "z", "o")):
        return base + "es"
    if re.search(r"[^aeiou]y$", base):
        return base[:-1] + "ies"
    return base + "s"


_FORMS = frozenset(_IRREGULAR) | {third_person(base) for base in PRESENT}


def is_finite_verb(word: str) -> bool:
    """Whether a word looks like a finite verb: a form we know, or one in -ed."""
    lower = word.lower().removesuffix("n't").removesuffix("n’t")
    return lower in _FORMS or (bool(_REGULAR.match(lower)) and lower not in _NOT_VERBS)


def first_finite_verb(text: str) -> int | None:
    """How many words stand before the first finite verb; None if there is none, or a relative clause before it."""
    words = _WORD.findall(text)
    for place, word in enumerate(words):
        if word.lower() in _RELATIVE:
            return None
        if is_finite_verb(word) and not _is_participle(words, place):
            return place
    return None


def has_finite_verb(clause: str) -> bool:
    """Whether a clause has a finite verb after its first word."""
    words = _WORD.findall(clause)
    return any(is_finite_verb(word) and not _is_participle(words, place) for place, word in enumerate(words) if place)


def _is_participle(words: list[str], place: int) -> bool:
    """«the wounded», «the letter sent by»: a participle and no finite verb."""
    before = words[place - 1].lower() if place else ""
    after = words[place + 1].lower() if place + 1 < len(words) else ""
    return before in _BEFORE_ADJECTIVES or before.endswith(("'s", "’s")) or (after == "by" and before not in _BEING)


_BEING = frozenset("was were is are been be being got".split())
