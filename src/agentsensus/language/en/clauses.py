"""Split English sentences into independent clauses."""

import re

from agentsensus.language.en.verbs import first_finite_verb, has_finite_verb
from agentsensus.language.quotes import depths

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
    r"\b(?:that|what|if|because|when|who|whom|whose|which|where|while|after|before|until|as|though|although|since|unless|"
    r"said|says|told|tells|knew|knows|thought|thinks|believed|believes|heard|saw how|wrote|swore|claimed|reported|"
    r"learned|hoped|feared|wished|let|made)\b",
    re.IGNORECASE,
)
_SOFT_OPENING = re.compile(
    r"(?:and|but|or|nor|yet|so|for|then|because|although|though|while|when|whereas|if|unless|until|since|after|before|"
    r"as)\s",
    re.IGNORECASE,
)
_STOP_MARK = re.compile(r"[,;:—“\"(]")


_SEMICOLON = re.compile(r";\s+")
_REACH = 400
"""The number of characters on each side of a possible clause boundary that are examined."""


def clause_cuts(sentence: str, names: tuple[str, ...]) -> list[tuple[int, int]]:
    """Return the start and end of each gap between two independent clauses of a sentence. Names are never cut."""
    depth = depths(sentence)
    cuts: list[tuple[int, int]] = []
    borders = [*_SEMICOLON.finditer(sentence), *_JOIN.finditer(sentence)]
    begun = 0
    for match in sorted(borders, key=lambda border: border.start()):
        if depth[match.start()] != 0 or match.start() < begun:
            continue
        left = sentence[max(begun, match.start() - _REACH) : match.start()]
        right = sentence[match.end() : match.end() + _REACH]
        is_two = match.re is _SEMICOLON or _are_two(left, right, bool(match.group(1)), "and" in match.group())
        if is_two:
            cuts.append((match.start(), match.end()))
            begun = match.end()
    return cuts


def is_fragment(words: str) -> bool:
    """Return whether the words are a fragment, that is, have no finite verb."""
    return not has_finite_verb(words)


def may_part(left: str, right: str) -> bool:
    """Return whether an overlong sentence may be cut between `left` and `right`."""
    if re.match(r"[\"“«‘]", right):
        return False
    if left.rstrip().endswith((";", "”", '"')):
        return has_finite_verb(right)
    segment = _STOP_MARK.split(right)[0]
    opens = bool(_SOFT_OPENING.match(right)) and has_finite_verb(segment)
    return has_finite_verb(left) and (opens or _starts_clause(right, after_comma=True))


def _are_two(left: str, right: str, after_comma: bool, by_and: bool) -> bool:
    if _NO_OPENING.match(right) or not (by_and or after_comma or right.startswith("but")):
        return False
    if not after_comma and _EMBEDS.search(left):
        return False  # «said that A came and B went» reports one speech
    return _stands_alone(left, after_comma) and _starts_clause(right, after_comma)


def _stands_alone(clause: str, after_comma: bool) -> bool:
    if _PAIRED.search(clause) or (_DEPENDENT.match(clause) and "," not in clause):
        return False
    last = clause.rpartition(",")[2].strip()
    # In «…, A and B spoke», A is one of two subjects; with a further comma, one of a list.
    is_joined = "," in clause and not has_finite_verb(last) and (not after_comma or bool(_SUBJECT.match(last)))
    return has_finite_verb(clause) and not is_joined


def _starts_clause(rest: str, after_comma: bool) -> bool:
    rest = rest[_OPENING.match(rest).end() :]  # type: ignore[union-attr]  # the pattern matches nothing too
    subject = _SUBJECT.match(rest)
    if not subject:
        return False
    # Without a comma «A met B and C spoke» may still be one clause, so the verb must follow the subject at once.
    verb = first_finite_verb(_STOP_MARK.split(rest[subject.end() :])[0])
    return verb is not None and verb < (4 if after_comma else 1)
