"""Split Chinese sentences into independent clauses."""

import re

from agentsensus.language.quotes import depths

_BORDER = re.compile(r"[，,；;]|…+")
_OPENING = re.compile(r"(?:而|但是|但|然而|同时|于是|随后|接着|后来|可是|不料|忽然|结果|这时|此时)?")
_LEANS = re.compile(
    r"如果|倘若|假如|要是|若|虽|因为|由于|既然|只要|除非|即使|尽管|不但|不仅|为了|每当|自从|(?:^|，)[当趁据按]|"
    r"(?:时|时候|后|前|之际|之中|之下|的话|说|道|曰|云|问|答|称|想|知|见|闻|听|听到|看到|觉得|认为|以为|明白|发现|相信|担心|希望|"
    r"告诉[^，]{0,6}|报告?|禀告?|令|命|叫|使|让|请|劝)$"
)
_SEGMENT = re.compile(r"[^，,。；;！？!?…：:]*")
_SAYS = re.compile(r"(?:说|道|曰|云|问|答|称|想|：|:)$")
_PLAYERS = ("我", "他", "她")
_ENDED = re.compile(r"[。！？!?…][”』」]?$")
_FRAGMENT = 12
"""A list item with at most this many characters and no full stop is a fragment."""
_REACH = 400
"""The number of characters on each side of a possible clause boundary that are examined."""


def clause_cuts(sentence: str, names: tuple[str, ...]) -> list[tuple[int, int]]:
    """Return the start and end of each gap between two independent clauses of a sentence. Names are never cut."""
    depth, cuts, start = depths(sentence), [], 0
    for match in _BORDER.finditer(sentence):
        if depth[match.start()] != 0:
            continue
        left = sentence[max(start, match.start() - _REACH) : match.start()]
        right = sentence[match.end() : match.end() + _REACH]
        tells_on = bool(re.search(r"[：:](?![“「『\"])", left))
        if not tells_on and (match.group() in "；;" or _are_two(left, right, names)):
            cuts.append((match.end() if "…" in match.group() else match.start(), match.end()))
            start = match.end()
    return cuts


def is_fragment(words: str) -> bool:
    """Return whether the words are a fragment: few characters, and no full stop at the end."""
    return len(words) <= _FRAGMENT and not _ENDED.search(words)


def may_part(left: str, right: str) -> bool:
    """Return whether an overlong sentence may be cut between `left` and `right`."""
    before = left.rstrip("，,；;… ")
    if re.match(r"[“「『\"]", right) or _SAYS.search(before):
        return False
    return len(re.findall(r"\w", before)) > 3 and len(_SEGMENT.match(right).group()) > 2  # type: ignore[union-attr]


def _are_two(left: str, right: str, names: tuple[str, ...]) -> bool:
    rest = right[_OPENING.match(right).end() :]  # type: ignore[union-attr]  # the pattern matches nothing too
    subject = max((name for name in names if rest.startswith(name)), key=len, default="")
    if not subject or len(_SEGMENT.match(rest).group()) <= len(subject):  # type: ignore[union-attr]
        return False
    if rest[len(subject) :].startswith("、") or _LEANS.search(left):
        return False
    bare = left
    for name in sorted([*names, *_PLAYERS], key=len, reverse=True):
        bare = bare.replace(name, "")
    return bare != left and bool(re.sub(r"[\W和与同及跟]", "", bare))
