"""Sentences and clauses of English and Chinese text; what stands in quotes is never cut."""

import re

from agentsensus.memory.atoms.verbs import is_finite_verb
from agentsensus.memory.language import language

_PAIRS = {"“": "”", "「": "」", "『": "』", "«": "»", "(": ")", "（": "）"}
_CLOSERS = frozenset(_PAIRS.values()) | {'"'}
_HARD = frozenset("。！？!?…")
_ABBREVIATIONS = frozenset(
    """mr mrs ms dr st sr jr prof gen col lt capt sgt rev hon gov sen rep vs etc no vol fig e.g i.e cf approx""".split()
)
_LEAD_IN = re.compile(r"[:：,，]\s*$")
_JOIN = re.compile(r"(?:,\s*(?:and then|and so|and|but|so|then|while|yet|whereupon)|\s(?:and then|and|but))\s+(?=\S)")
_SUBJECT = re.compile(
    r"(?:I|he|she|they|it|we|you|there|nobody|everyone|someone|[A-Z][\w'’-]*|"
    r"(?:the|a|an|his|her|their|my|our|its|this|that|these|those|two|three|four|five|all|both|some)\s+[\w'’-]+)"
)
_WORD = re.compile(r"[\w'’-]+")
_HAN_SUBJECT = re.compile(r"(?:而|但是|但|然而|同时|于是|随后|接着|后来|可是)?")
_SOFT_BORDERS = re.compile(r"(?<=[,，;；:：、—])\s*")


def sentences(text: str) -> list[str]:
    """The sentences of a text, each whole, quotes kept together."""
    found: list[str] = []
    for line in re.split(r"[\r\n]+", text):
        start = 0
        for end in _sentence_ends(line):
            found.append(line[start:end].strip())
            start = end
        found.append(line[start:].strip())
    return [sentence for sentence in found if re.search(r"\w", sentence)] or [text.strip()]


def clauses(sentence: str, names: tuple[str, ...] = ()) -> list[str]:
    """The independent clauses of a sentence; a sentence that has only one comes back whole."""
    han = language(sentence) == "zh"
    cuts = _han_cuts(sentence, names) if han else _english_cuts(sentence)
    return _cut(sentence, cuts)


def soft_pieces(sentence: str) -> list[str]:
    """A sentence at every comma, semicolon, colon and dash outside quotes: where it may be cut if it is too long."""
    depth = _depths(sentence)
    borders = [m.end() for m in _SOFT_BORDERS.finditer(sentence) if depth[m.start() - 1] == 0]
    starts = [0, *borders]
    return [p for a, b in zip(starts, [*borders, len(sentence)], strict=True) if (p := sentence[a:b]).strip()]


def outside_quotes(text: str) -> list[tuple[int, int]]:
    """Spans of a text that are not quoted speech."""
    depth, spans, start = _depths(text, only_speech=True), [], 0
    for place in range(1, len(text) + 1):
        if place == len(text) or (depth[place] == 0) != (depth[start] == 0):
            if depth[start] == 0:
                spans.append((start, place))
            start = place
    return spans


def _depths(text: str, only_speech: bool = False) -> list[int]:
    """How deep in quotes (and brackets) each character stands; a closing mark still counts as inside."""
    straight = text.count('"') % 2 == 0
    pairs = {o: c for o, c in _PAIRS.items() if not only_speech or o not in "(（"}
    open_marks: list[str] = []
    depths = []
    for place, char in enumerate(text):
        closing = bool(open_marks) and char == open_marks[-1]
        if not closing and (char in pairs and pairs[char] in text[place:]):
            open_marks.append(pairs[char])
        elif not closing and char == '"' and straight:
            open_marks.append('"')
        depths.append(len(open_marks))
        if closing:
            open_marks.pop()
    return depths


def _sentence_ends(line: str) -> list[int]:
    depth, ends, start = _depths(line), [], 0
    for place, char in enumerate(line):
        after = line[place + 1 : place + 2]
        if depth[place] == 0:
            ends_here = (char in _HARD and after not in _HARD) or (char == "." and _is_full_stop(line, place))
            ends_here = ends_here or char == "；"
        else:
            ends_here = _closes_speech(line, start, place, depth)
        if ends_here:
            start = place + 1
            ends.append(start)
    return ends


def _is_full_stop(line: str, place: int) -> bool:
    rest = line[place + 1 :]
    if rest and not re.match(r"\s+[\"“«(]?[A-Z0-9\u3400-\u9fff]|\s*$|[\u3400-\u9fff]", rest):
        return False
    word = re.search(r"([\w.]+)$", line[:place])
    last = word.group(1) if word else ""
    return not (last.lower() in _ABBREVIATIONS or re.fullmatch(r"[A-Z]", last))


def _closes_speech(line: str, start: int, place: int, depth: list[int]) -> bool:
    """Whether a closing quote ends the sentence: it holds a full stop, was led in, and nothing is attributed after."""
    if line[place] not in _CLOSERS or line[place] in ")）" or depth[place] != 1 or place == 0:
        return False
    if line[place - 1] not in _HARD and line[place - 1] != ".":
        return False
    opened = place
    while opened > start and depth[opened - 1] > 0:
        opened -= 1
    led_in = bool(_LEAD_IN.search(line[start:opened]))
    return led_in and bool(re.match(r"\s*$|\s+[A-Z\"“]|[\u3400-\u9fff]", line[place + 1 :]))


def _english_cuts(sentence: str) -> list[tuple[int, int]]:
    depth = _depths(sentence)
    cuts = [(m.start(), m.end()) for m in re.finditer(r";\s+", sentence) if depth[m.start()] == 0]
    start = 0
    for match in _JOIN.finditer(sentence):
        left, right = sentence[start : match.start()], sentence[match.end() :]
        if depth[match.start()] == 0 and _stands_alone(left) and _starts_clause(right, match.group().startswith(",")):
            cuts.append((match.start(), match.end()))
            start = match.end()
    return sorted(cuts)


def _stands_alone(clause: str) -> bool:
    words = _WORD.findall(clause)
    return len(words) >= 3 and any(is_finite_verb(word) for word in words[1:])


def _starts_clause(rest: str, after_comma: bool) -> bool:
    subject = _SUBJECT.match(rest)
    if not subject:
        return False
    following = _WORD.findall(rest[subject.end() :])
    # Without a comma «A met B and C spoke» may still be one clause, so the verb must follow the subject at once.
    return any(is_finite_verb(word) for word in following[: 4 if after_comma else 1]) and len(following) >= 1


def _han_cuts(sentence: str, names: tuple[str, ...]) -> list[tuple[int, int]]:
    depth, cuts, start = _depths(sentence), [], 0
    for match in re.finditer(r"[，；;]", sentence):
        if depth[match.start()] != 0:
            continue
        left, right = sentence[start : match.start()], sentence[match.end() :]
        rest = right[_HAN_SUBJECT.match(right).end() :]  # type: ignore[union-attr]  # the pattern matches nothing too
        subject = next((name for name in names if rest.startswith(name)), None)
        names_one = any(name in left for name in names)
        if match.group() in "；;" or (subject and names_one and len(left) >= 4 and len(rest) >= len(subject) + 2):
            cuts.append((match.start(), match.end()))
            start = match.end()
    return cuts


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
    stop = end_mark[:1] if end_mark[:1] in ".。" else ("。" if language(sentence) == "zh" else ".")
    whole = [p if re.search(r"[.!?。！？…][\"”」』]?$", p) else p + stop for p in pieces]
    return [p[0].upper() + p[1:] for p in whole]
