"""Where quoted speech ends a sentence, and where its speaker goes on."""

import re

from agentsensus.text.scripts import HAN

_LEAD_IN = re.compile(r"[:：,，]\s*$")
_HAN_SAID = re.compile(r"^[^，。！？：；“”\s]{0,8}?(?:道|说|曰|问|喊|叫|答|嚷|笑|骂|叹)[。，,.！；]")
_HAN_GOES_ON = re.compile(
    r"^(?:便|就|又|也|遂|乃|即|因|却|才|且|忙|连忙|然后|于是|说[着罢完毕]|言[讫毕罢]|一面|一边|而|随后|随即|立即|立刻|并|竟|仍|再|急|只|都|俱|皆|的|地|之)"
)
_EDGE = 40
"""So many characters behind a quote tell whether its sentence goes on."""
_NEXT = re.compile(rf"\s*$|\s+[A-Z\"“‘]|[{HAN}]|[“「『]")


def closes_speech(line: str, start: int, place: int, depth: list[int]) -> bool:
    """Whether a closing quote ends the sentence: the quote ends in a full stop, a comma or colon stands before it, and
    the sentence does not go on behind it.
    """
    if not holds_full_stop(line, place, depth):
        return False
    opened = place
    while opened > start and depth[opened - 1] > 0:
        opened -= 1
    rest = line[place + 1 : place + _EDGE]
    if not _LEAD_IN.search(line[max(start, opened - _EDGE) : opened]) or not _NEXT.match(rest):
        return False
    return not (_HAN_SAID.match(rest) or _HAN_GOES_ON.match(rest))


def holds_full_stop(line: str, place: int, depth: list[int]) -> bool:
    """Whether an outermost quote closes here on a full stop."""
    if place == 0 or depth[place] != 1 or line[place] in ")）":
        return False
    return (place + 1 == len(line) or depth[place + 1] == 0 or line[place + 1] in "“「『") and line[
        place - 1
    ] in "。！？!?….”’』"
