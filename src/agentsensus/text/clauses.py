"""Independent clauses of a sentence, and where a sentence may be cut if it is too long."""

import re

from agentsensus.text.language import language
from agentsensus.text.quotes import depths
from agentsensus.text.speech import holds_full_stop
from agentsensus.text.verbs import first_finite_verb, has_finite_verb

_JOIN = re.compile(r"(,?)\s+(?:and\s+(?=\S)|(?=(?:but|yet|so|then|whereupon)\s+\S))")
_OPENING = re.compile(r"(?:(?:but|yet|so|then|whereupon)\s+)?(?:(?:then|so|later|soon|now|at last|[a-z]+ly)\s+)?")
_NO_OPENING = re.compile(r"so\s+(?:that|as|far|long|much|many)\b|(?:but|yet)\s+(?:for|also|rather)\b")
_SUBJECT = re.compile(
    r"(?:(?:I|he|she|they|it|we|you|there|nobody|everyone|someone)\b|"
    r"(?:[Tt]he|a|an|his|her|their|my|our|its|this|that|these|those|two|three|four|five|all|both|some)\s+[\w'’-]+|"
    r"[A-Z][\w'’-]*(?:\s+[A-Z][\w'’-]*)*)"
)
_DEPENDENT = re.compile(
    r"^\W*(?:when|if|because|after|before|although|though|since|while|as|unless|until|once|whenever|wherever|had)\b",
    re.IGNORECASE,
)
_PAIRED = re.compile(r"\b(?:not only|either|neither|both|whether|between)\b", re.IGNORECASE)
_EMBEDS = re.compile(
    r"\b(?:that|if|because|when|who|whom|whose|which|where|while|after|before|until|as|though|although|since|unless|"
    r"said|says|told|tells|knew|knows|thought|thinks|believed|believes|heard|saw how|wrote|swore|claimed|reported|"
    r"learned|hoped|feared|wished|let|made)\b",
    re.IGNORECASE,
)
_SOFT_OPENING = re.compile(
    r"(?:and|but|or|nor|yet|so|for|then|because|although|though|while|when|whereas|if|unless|until|since|after|before|"
    r"as)\s",
    re.IGNORECASE,
)
_SOFT_BORDER = re.compile(r"[,，;；]\s*|\s?—+\s*|……\s*")
_STOP_MARK = re.compile(r"[,;:—“\"(]")

_HAN_BORDER = re.compile(r"[，,；;]|…+")
_HAN_OPENING = re.compile(r"(?:而|但是|但|然而|同时|于是|随后|接着|后来|可是|不料|忽然|结果|这时|此时)?")
_HAN_LEANS = re.compile(
    r"如果|倘若|假如|要是|若|虽|因为|由于|既然|只要|除非|即使|尽管|不但|不仅|为了|每当|自从|(?:^|，)[当趁据按]|"
    r"(?:时|时候|后|前|之际|之中|之下|的话|说|道|曰|云|问|答|称|想|知|见|闻|听|听到|看到|觉得|认为|以为|明白|发现|相信|担心|希望|"
    r"告诉[^，]{0,6}|报告?|禀告?|令|命|叫|使|让|请|劝)$"
)
_HAN_SEGMENT = re.compile(r"[^，,。；;！？!?…：:]*")
_HAN_SAYS = re.compile(r"(?:说|道|曰|云|问|答|称|想|：|:)$")
_HAN_PLAYERS = ("我", "他", "她")


def clauses(sentence: str, names: tuple[str, ...] = ()) -> list[str]:
    """The independent clauses of a sentence; a sentence that has only one comes back whole."""
    han = language(sentence) == "zh"
    cuts = _han_cuts(sentence, names) if han else _english_cuts(sentence)
    return _cut(sentence, cuts)


def soft_pieces(sentence: str) -> list[str]:
    """A sentence at its clause borders outside quotes, punctuation kept: where it may be cut if it is too long."""
    depth = depths(sentence)
    fits = _han_may_part if language(sentence) == "zh" else _english_may_part
    starts = [0]
    for border in _soft_borders(sentence, depth):
        if fits(sentence[starts[-1] : border], sentence[border:]):
            starts.append(border)
    return [p for a, b in zip(starts, [*starts[1:], len(sentence)], strict=True) if (p := sentence[a:b]).strip()]


def _soft_borders(sentence: str, depth: list[int]) -> list[int]:
    marks = [m.end() for m in _SOFT_BORDER.finditer(sentence) if depth[m.start()] == 0]
    speech = [p + 1 for p in range(len(sentence)) if depth[p] == 1 and holds_full_stop(sentence, p, depth)]
    return sorted({border for border in [*marks, *speech] if 0 < border < len(sentence)})


def _english_may_part(left: str, right: str) -> bool:
    if re.match(r"[\"“«‘]", right):
        return False
    if left.rstrip().endswith((";", "”", '"')):
        return has_finite_verb(right)
    segment = _STOP_MARK.split(right)[0]
    opens = bool(_SOFT_OPENING.match(right)) and has_finite_verb(segment)
    return has_finite_verb(left) and (opens or _starts_clause(right, after_comma=True))


def _han_may_part(left: str, right: str) -> bool:
    said = left.rstrip("，,；;… ")
    if re.match(r"[“「『\"]", right) or _HAN_SAYS.search(said):
        return False
    return len(re.findall(r"\w", said)) > 3 and len(_HAN_SEGMENT.match(right).group()) > 2  # type: ignore[union-attr]


def _english_cuts(sentence: str) -> list[tuple[int, int]]:
    depth = depths(sentence)
    cuts = [(m.start(), m.end()) for m in re.finditer(r";\s+", sentence) if depth[m.start()] == 0]
    starts = [0, *(end for _, end in cuts)]
    for match in _JOIN.finditer(sentence):
        begun = max(start for start in starts if start <= match.start())
        left, right = sentence[begun : match.start()], sentence[match.end() :]
        if depth[match.start()] == 0 and _are_two(left, right, bool(match.group(1)), "and" in match.group()):
            cuts.append((match.start(), match.end()))
            starts.append(match.end())
    return sorted(cuts)


def _are_two(left: str, right: str, after_comma: bool, by_and: bool) -> bool:
    if _NO_OPENING.match(right) or not (by_and or after_comma or right.startswith("but")):
        return False
    if not after_comma and _EMBEDS.search(left):
        return False  # «said that A came and B went» is one telling
    return _stands_alone(left, after_comma) and _starts_clause(right, after_comma)


def _stands_alone(clause: str, after_comma: bool) -> bool:
    if _PAIRED.search(clause) or (_DEPENDENT.match(clause) and "," not in clause):
        return False
    last = clause.rpartition(",")[2].strip()
    is_list = after_comma and "," in clause and bool(_SUBJECT.match(last)) and not has_finite_verb(last)
    return has_finite_verb(clause) and not is_list


def _starts_clause(rest: str, after_comma: bool) -> bool:
    rest = rest[_OPENING.match(rest).end() :]  # type: ignore[union-attr]  # the pattern matches nothing too
    subject = _SUBJECT.match(rest)
    if not subject:
        return False
    # Without a comma «A met B and C spoke» may still be one clause, so the verb must follow the subject at once.
    verb = first_finite_verb(_STOP_MARK.split(rest[subject.end() :])[0])
    return verb is not None and verb < (4 if after_comma else 1)


def _han_cuts(sentence: str, names: tuple[str, ...]) -> list[tuple[int, int]]:
    depth, cuts, start = depths(sentence), [], 0
    for match in _HAN_BORDER.finditer(sentence):
        if depth[match.start()] != 0:
            continue
        left, right = sentence[start : match.start()], sentence[match.end() :]
        tells_on = bool(re.search(r"[：:](?![“「『\"])", left))
        if not tells_on and (match.group() in "；;" or _han_are_two(left, right, names)):
            cuts.append((match.end() if "…" in match.group() else match.start(), match.end()))
            start = match.end()
    return cuts


def _han_are_two(left: str, right: str, names: tuple[str, ...]) -> bool:
    rest = right[_HAN_OPENING.match(right).end() :]  # type: ignore[union-attr]  # the pattern matches nothing too
    subject = max((name for name in names if rest.startswith(name)), key=len, default="")
    if not subject or len(_HAN_SEGMENT.match(rest).group()) <= len(subject):  # type: ignore[union-attr]
        return False
    if rest[len(subject) :].startswith("、") or _HAN_LEANS.search(left):
        return False
    bare = left
    for name in sorted([*names, *_HAN_PLAYERS], key=len, reverse=True):
        bare = bare.replace(name, "")
    return bare != left and bool(re.sub(r"[\W和与同及跟]", "", bare))


def _cut(sentence: str, cuts: list[tuple[int, int]]) -> list[str]:
    end_mark = match.group() if (match := re.search(r"[.!?。！？…]+[\"”」』]?$", sentence)) else ""
    pieces, start = [], 0
    for left, right in cuts:
        pieces.append(sentence[start:left].strip())
        start = right
    pieces.append(sentence[start:].strip())
    pieces = [piece for piece in pieces if re.search(r"\w", piece)]
    if len(pieces) < 2:
        return [sentence]
    stop = end_mark[:1] if end_mark[:1] in (".", "。") else ("。" if language(sentence) == "zh" else ".")
    whole = [p if re.search(r"[.!?。！？…][\"”」』]?$", p) else p + stop for p in pieces]
    return [p[0].upper() + p[1:] for p in whole]
