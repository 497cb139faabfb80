"""Which English words are finite verbs, near enough to tell a clause from a list."""

import re

_IRREGULAR = frozenset(
    """
    am is are was were be had has have did does do will would shall should can could may might must arose ate
    beat became began bent bet bit bled blew bore bought bound broke brought built burst came cast caught chose
    clung crept cut dealt drank drew drove dug fed fell felt fled flew flung forgave forgot fought found froze
    gave grew had heard held hid hit hung hurt kept knelt knew laid lay leapt led left lent let lit lost made
    meant met paid put ran rang read rode rose said sang sank sat saw sent set shed shone shook shot shut slain
    slept slew slid sold sought spat spent split spoke sprang spread spun stabbed stank stole stood strode
    strove struck stuck stung swam swept swore swung taught threw thought told took tore understood went wept
    woke won wore wove wrote goes says sees tells asks comes gives takes makes knows thinks finds leaves meets
    sends keeps holds brings stands sits speaks writes reads hears falls flees draws swears weeps leads begins
    wants fears loves hates waits walks refuses orders calls kills dies lives rules plans hopes believes returns
    enters
    """.split()
)
_NOT_VERBS = frozenset(
    """
    red bed bleed breed creed deed feed greed need reed seed shed sled speed weed hundred kindred sacred naked
    wicked rugged ragged beloved indeed instead
    """.split()
)
_REGULAR = re.compile(r"\w{2,}ed$")
PRESENT = frozenset(
    """
    think know see say believe want need hope fear swear remember love hate trust doubt expect intend plan mean
    keep hold hear feel find bring give take make go come leave stay wait wish owe own live serve ask tell
    """.split()
)
"""Base forms that take an «s» when a name replaces «I»."""


def is_finite_verb(word: str) -> bool:
    """Whether a word looks like a finite verb: an irregular form we know, or one in -ed."""
    lower = word.lower().removesuffix("n't").removesuffix("n’t")
    return lower in _IRREGULAR or (bool(_REGULAR.match(lower)) and lower not in _NOT_VERBS)


def third_person(base: str) -> str:
    """«think» to «thinks», «go» to «goes»."""
    if base.endswith(("s", "sh", "ch", "x", "o")):
        return base + "es"
    return base + "s"
