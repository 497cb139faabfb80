"""Stems of English words, including irregular forms. All forms of a word should get the same stem."""

import re
from functools import lru_cache

__all__ = ["FORMS", "IRREGULAR", "PARTICIPLES", "is_participle", "root", "same_root"]

_FORMS = """
arise arose arisen; awake awoke awoken; be am is are was were been being; bear bore borne born; beat beat beaten; become
became; begin began begun; bend bent; bet bet; bid bade bidden; bind bound; bite bit bitten; bleed bled; blow blew blown;
break broke broken; breed bred; bring brought; build built; burn burnt; burst burst; buy bought; cast cast; catch caught;
choose chose chosen; cling clung; come came; cost cost; creep crept; cut cut; deal dealt; dig dug; do did does done; draw
drew drawn; dream dreamt; drink drank drunk; drive drove driven; eat ate eaten; fall fell fallen; feed fed; feel felt;
fight fought; find found; flee fled; fling flung; fly flew flown; forbid forbade forbidden; forecast forecast; forget
forgot forgotten; forgive forgave forgiven; freeze froze frozen; get got gotten; give gave given; go went gone goes; grind
ground; grow grew grown; hang hung; have has had; hear heard; hide hid hidden; hit hit; hold held; hurt hurt; keep kept;
kneel knelt; know knew known; lay laid; lead led; leap leapt; learn learnt; leave left; lend lent; let let; lie lay lain;
light lit; lose lost; make made; mean meant; meet met; mistake mistook mistaken; overcome overcame; pay paid; prove
proven; put put; quit quit; read read; rid rid; ride rode ridden; ring rang rung; rise rose risen; run ran; saw sawn; say
said; see saw seen; seek sought; sell sold; send sent; set set; shake shook shaken; shed shed; shine shone; shoot shot;
show shown; shrink shrank shrunk; shut shut; sing sang sung; sink sank sunk; sit sat; slay slew slain; sleep slept; slide
slid; speak spoke spoken; speed sped; spend spent; spill spilt; spin spun; spit spat; split split; spoil spoilt; spread
spread; spring sprang sprung; stand stood; steal stole stolen; stick stuck; sting stung; stink stank; stride strode;
strike struck stricken; strive strove striven; swear swore sworn; sweep swept; swim swam swum; swing swung; take took
taken; teach taught; tear tore torn; tell told; think thought; throw threw thrown; understand understood; undertake
undertook undertaken; upset upset; wake woke woken; wear wore worn; weave wove woven; weep wept; win won; withdraw withdrew
withdrawn; withhold withheld; write wrote written; overrun overran; undo undid undone; rebuild rebuilt; resell resold;
child children; man men; woman women; person people; foot feet; tooth teeth; mouse mice; goose geese; half halves; wife
wives; knife knives; thief thieves; good better best; bad worse worst
"""  # noqa: E501
FORMS = {words[0]: (words[1], words[-1]) for line in _FORMS.replace("\n", " ").split(";") for words in [line.split()]}
"""Irregular verb → its past form and its past participle."""
IRREGULAR = {
    form: words[0] for line in _FORMS.replace("\n", " ").split(";") for words in [line.split()] for form in words[1:]
}
_NOT_PAST = frozenset("need feed seed speed bed red indeed hundred exceed proceed succeed led shed embed wed".split())
PARTICIPLES = frozenset(
    words[-1]
    for line in _FORMS.replace("\n", " ").split(";")
    for words in [line.split()]
    if words[0] not in ("child", "man", "woman", "person", "foot", "tooth", "mouse", "goose", "good", "bad")
) | frozenset("come become run overcome overrun got gotten beaten hurt put set let cut hit shut cost read".split())
_ENDINGS = (("ingly", 4), ("edly", 4), ("ing", 3), ("ied", 2), ("ies", 2), ("ed", 2), ("es", 3), ("ly", 4), ("s", 3))
_DERIVED = re.compile(
    r"(?:ation|ition|ution|ion|ment|al|er|or|ance|ence|ant|ent|ive|able|ibl|ity|y|nes|ur|age|ist|ism|ful|les|ing|ic|ical|fy|iz)?$"
)


@lru_cache(maxsize=65_536)
def root(word: str) -> str:
    """Return a word in lower case without its ending: «closed», «closes» and «closing» all give «clos»."""
    word = word.lower()
    word = IRREGULAR.get(word, word)
    if word.endswith("ss") or not word.isascii():
        return _plain(word)
    for ending, floor in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= floor and word not in _NOT_PAST:
            if ending in ("ing", "ed") and not re.search(r"[aeiouy]", word[: -len(ending)]):
                continue
            if ending == "s" and word.endswith(("us", "is")):
                continue
            word = word[: -len(ending)] + ("y" if ending in ("ied", "ies") else "")
            break
    return _plain(word)


def _plain(word: str) -> str:
    if len(word) > 3 and word.endswith("e"):
        word = word[:-1]
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "eo":
        word = word[:-1]
    if len(word) > 3 and word.endswith("i"):
        word = word[:-1] + "y"
    return word


def is_participle(word: str) -> bool:
    """Return whether a word may be a past participle."""
    lower = word.lower()
    return lower in PARTICIPLES or (lower.endswith("ed") and lower not in _NOT_PAST and len(lower) > 3)


@lru_cache(maxsize=65_536)
def same_root(a: str, b: str) -> bool:
    """Return whether two roots differ only by a derivational ending: «inspect» and «inspection»."""
    short, long = sorted((a, b), key=len)
    length = next((n for n, (x, y) in enumerate(zip(short, long, strict=False)) if x != y), len(short))
    if length < 4 or length < len(short) - 2:
        return False
    return bool(_DERIVED.fullmatch(short[length:])) and bool(_DERIVED.fullmatch(long[length:]))
