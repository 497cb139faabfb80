"""Split English and Chinese text into paragraphs, sentences and clauses. Quoted speech is never cut."""

import re

from agentsensus.language.en.verbs import has_finite_verb
from agentsensus.language.languages import language, rules_of
from agentsensus.language.quotes import CLOSERS, closes_speech, depths, holds_full_stop, outside_quotes
from agentsensus.language.scripts import HAN

__all__ = ["clauses", "opened", "outside_quotes", "paragraphs", "sentences", "soft_pieces"]

_BULLET = re.compile(r"^(?:[-*•‣▪]|#{1,6})\s+")
_NUMBERED_POINT = re.compile(r"^\(?\d{1,3}[.)、]\s*\D")
_GOES_ON = re.compile(
    r"[,，;；、—-]$|\b(?:a|an|and|as|at|but|by|for|from|his|her|in|into|is|my|nor|of|on|or|our|that|the|their|to|"
    r"was|were|which|who|with|your)$"
)
_HAN_EDGE = re.compile(r"[\u3000-\u9fff\uff00-\uffef]")
_LINE_END = re.compile(r"\r\n|[\r\n\u2028\u2029]")
_GAP = re.compile(r"\s{2,}")
_LINE_ENDED = re.compile(r"[.!?。！？…][\"”’』」]?$")
_LINE_EDGE = 24
"""How many characters at the end of a line are examined to decide whether the sentence continues."""


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a text. Wrapped lines are joined; a blank line ends a paragraph.

    A list item that is only a fragment gets the introduction of its list: «Dana likes: tea».
    """
    joined: list[list[str]] = []
    leads: dict[int, int] = {}
    parted, lead = True, -1
    quotes = _OpenQuotes()
    for raw in _LINE_END.split(text):
        line = _GAP.sub(" ", raw.strip())
        is_point = bool(_BULLET.match(line) or _NUMBERED_POINT.match(line))
        if line and not parted and _runs_on(joined[-1][-1], line, quotes.closed_by(line)):
            joined[-1] += ["" if _HAN_EDGE.match(joined[-1][-1][-1] + line[0]) else " ", line]
        elif line:
            if is_point and lead >= 0:
                leads[len(joined)] = lead
            joined.append([_BULLET.sub("", line) or line])
            quotes = _OpenQuotes()
        if line:
            lead = lead if is_point else len(joined) - 1 if line[-1] in ":：" else -1
            quotes.take(line)
        parted = not line
    return _introduced(["".join(parts) for parts in joined], leads)


def _introduced(texts: list[str], leads: dict[int, int]) -> list[str]:
    """Return the paragraphs, with the introduction of its list before each item that is only a fragment."""
    fragments = {
        place: lead for place, lead in leads.items() if rules_of(language(texts[place])).is_fragment(texts[place])
    }
    used = set(fragments.values())
    return [
        _after(texts[fragments[place]], text) if place in fragments else text
        for place, text in enumerate(texts)
        if place not in used
    ]


def _after(lead: str, point: str) -> str:
    return f"{lead}{'' if lead[-1] == '：' else ' '}{point}"


def _runs_on(before: str, line: str, closes_quote: bool) -> bool:
    if _BULLET.match(line) or _NUMBERED_POINT.match(line):
        return False
    if _GOES_ON.search(before[-_LINE_EDGE:]) or closes_quote:
        return True
    if before[-1] in ":：":
        return line[0] in "“「『\"'‘«" or line[0].islower()
    return line[0].islower() and not _LINE_ENDED.search(before[-_LINE_EDGE:])


class _OpenQuotes:
    """The quotes that are still open at the end of the lines read so far."""

    _PAIRS = (("“", "”"), ("「", "」"), ("『", "』"))

    def __init__(self) -> None:
        self._open: set[str] = set()

    def take(self, line: str) -> None:
        """Read the next line of the paragraph."""
        for opening, closer in self._PAIRS:
            last_opening, last_closer = line.rfind(opening), line.rfind(closer)
            if last_opening > last_closer:
                self._open.add(opening)
            elif last_closer >= 0:
                self._open.discard(opening)

    def closed_by(self, line: str) -> bool:
        """Return whether a line closes an open quote before it opens another."""
        return any(opening in self._open and closer in line.split(opening)[0] for opening, closer in self._PAIRS)


_CLAUSE_REACH = 400
"""How many characters on each side of a possible cut are examined."""
_ENDED = re.compile(r"[.!?。！？…][\"”」』]?$")
_END_MARK = re.compile(r"[.!?。！？…]+[\"”」』]?$")
_WRITTEN_SMALL = re.compile(r"[a-z]+(?:[-_.]?\w*\d|[A-Z]|://|[-_.]\w+[-_.])|[\w.+-]+@|www\.")
_TAIL = 40
_SOFT_BORDER = re.compile(r"[,，;；]\s*|\s?—+\s*|……\s*")


def clauses(sentence: str, names: tuple[str, ...] = ()) -> list[str]:
    """Return the independent clauses of a sentence; the whole sentence if it has only one clause."""
    return _cut(sentence, rules_of(language(sentence)).clause_cuts(sentence, names))


def soft_pieces(sentence: str) -> list[str]:
    """Cut an overlong sentence at its clause boundaries outside quotes, keeping punctuation."""
    may_part = rules_of(language(sentence)).may_part
    starts = [0]
    for border in _soft_borders(sentence, depths(sentence)):
        left = sentence[max(starts[-1], border - _CLAUSE_REACH) : border]
        if may_part(left, sentence[border : border + _CLAUSE_REACH]):
            starts.append(border)
    pieces = [sentence[start:end] for start, end in zip(starts, [*starts[1:], len(sentence)], strict=True)]
    return [piece for piece in pieces if piece.strip()]


def _soft_borders(sentence: str, depth: list[int]) -> list[int]:
    marks = [m.end() for m in _SOFT_BORDER.finditer(sentence) if depth[m.start()] == 0]
    speech = [p + 1 for p in range(len(sentence)) if depth[p] == 1 and holds_full_stop(sentence, p, depth)]
    return sorted({border for border in [*marks, *speech] if 0 < border < len(sentence)})


def _cut(sentence: str, cuts: list[tuple[int, int]]) -> list[str]:
    if not cuts:
        return [sentence]
    end_mark = match.group() if (match := _END_MARK.search(sentence[-_TAIL:])) else ""
    pieces, start = [], 0
    for left, right in cuts:
        pieces.append(sentence[start:left].strip())
        start = right
    pieces.append(sentence[start:].strip())
    pieces = [piece for piece in pieces if re.search(r"\w", piece)]
    if len(pieces) < 2:
        return [sentence]
    stop = end_mark[:1] if end_mark[:1] in (".", "。") else rules_of(language(sentence)).writing.full_stop
    return [opened(p if _ENDED.search(p[-2:]) else p + stop) for p in pieces]


def opened(sentence: str) -> str:
    """Capitalise a sentence, unless its first word must stay in lower case: «p95», «agent-7f3a», a web address."""
    return sentence if _WRITTEN_SMALL.match(sentence) else sentence[:1].upper() + sentence[1:]


_TITLES = """mr mrs ms mx dr st sr jr prof gen col lt capt sgt maj cmdr adm rev hon gov sen rep pres messrs mme mlle mt
ft vs cf approx e.g i.e ph.d dept univ assn bros ave blvd"""
_ABBREVIATIONS = frozenset(_TITLES.split())
_NUMBERED = """no nos nr vol fig figs eq sec ch p pp jan feb mar apr jun jul aug sep sept oct nov dec art ver v ca est
max min"""
_BEFORE_NUMBERS = frozenset(_NUMBERED.split())
_MARKS = re.compile(rf"[。！？!?….]+|[{CLOSERS}]")
_EMOJI = "\u2600-\u27bf\u2b00-\u2bff\ufe0f\u200d\U0001f000-\U0001faff"
_AFTER_EMOJI = rf"(?:\s*[{_EMOJI}]+)*"
_START = rf"[\"“«‘'(\[]*(?:[A-Z0-9\u00c0-\u00de{HAN}]|[a-z]+[-_]?\d|[a-z]+[A-Z]|https?://)"
_NEXT = re.compile(rf"{_AFTER_EMOJI}(?:\s*$|\s+{_START}|[{HAN}])")
_GOES_ON_AS_SENTENCE = re.compile(r"\s+[\"“]?[A-Z]")
_STRAY = re.compile(rf"[{CLOSERS}）)]*")
_TRAILING = re.compile(rf"[{CLOSERS}）)]|\s*[{_EMOJI}]")
_WHOLE = re.compile(
    rf"(?:https?://|www\.)[^\s{HAN}，。；！？（）“”<>\"]+|`[^`\n]+`|(?<![\w.+-])[\w.+-]{1, 64}@[\w-]{1, 63}\.[\w.-]+\w"
)
_LAST_WORD = re.compile(r"([\w.]+)$")
_STARTERS = re.compile(
    r"\s+(?:The|A|An|He|She|It|They|We|I|This|That|These|Those|Then|But|And|In|On|At|After|When|My|Our|His|Her|Its|"
    r"Their|Neither|Both|No|Nobody|There|One|Two|All|Some)\b"
)
_REACH = 300
"""How many characters before a punctuation mark are examined to decide whether it ends a sentence."""


def sentences(text: str) -> list[str]:
    """Return the sentences of a text; quoted speech is not split."""
    return [sentence for paragraph in paragraphs(text) for sentence in _sentences_of(paragraph)]


def _sentences_of(paragraph: str) -> list[str]:
    pieces: list[list[str]] = []
    start = 0
    for end in [*_sentence_ends(paragraph), len(paragraph)]:
        piece = paragraph[start:end]
        if pieces and not _SAYS.search(piece):
            pieces[-1].append(piece)
        elif piece.strip():
            pieces.append([piece])
        start = end
    return ["".join(parts).strip() for parts in pieces]


def _sentence_ends(line: str) -> list[int]:
    depth, ends, start = depths(line), [], 0
    whole = _whole_spans(line)
    for match in _MARKS.finditer(line):
        last = match.end() - 1
        if match.start() in whole:
            continue
        if depth[last] == 0:
            ends_here = match.group()[0] not in CLOSERS and _ends_sentence(line, start, match)
        else:
            ends_here = closes_speech(line, start, last, depth)
        if ends_here:
            start = last + 1
            while start < len(line) and depth[start] == 0 and (stray := _TRAILING.match(line, start)):
                start = stray.end()
            ends.append(start)
    return ends


def _whole_spans(line: str) -> frozenset[int]:
    """Return the positions inside web addresses, e-mail addresses and code, where punctuation does not end a sentence.

    Punctuation right after an address is not included, so a full stop there can end the sentence.
    """
    return frozenset(place for match in _WHOLE.finditer(line) for place in range(*_inner(match)))


def _inner(match: re.Match[str]) -> tuple[int, int]:
    bare = match.group().rstrip(".!?,;:")
    return match.start(), match.start() + (len(match.group()) if match.group()[0] == "`" else len(bare))


def _ends_sentence(line: str, start: int, mark: re.Match[str]) -> bool:
    marks = mark.group()
    if any(full_stop in marks for full_stop in "。！？"):
        return True
    following = _STRAY.match(line, mark.end()).end()  # type: ignore[union-attr]  # the pattern matches nothing too
    if not _NEXT.match(line, following):
        return False
    before = line[max(start, mark.start() - _REACH) : mark.start()]
    if marks == ".":
        return _is_full_stop(before, line, mark.end())
    if "!" in marks or "?" in marks:
        return True
    # An ellipsis is often a pause: it ends a sentence only after a complete statement.
    return bool(_GOES_ON_AS_SENTENCE.match(line, following)) and has_finite_verb(before)


def _is_full_stop(before: str, line: str, end: int) -> bool:
    word = _LAST_WORD.search(before[-_LONGEST_WORD:])
    last = word.group(1) if word else ""
    if last.isdigit() and (before.strip() == last or _FIRST_POINT.search(before[-_LONGEST_WORD:])):
        return False  # «1.» before a list item
    if last.lower() in _BEFORE_NUMBERS:
        return not _NUMBER.match(line, end)
    if _INITIALS.fullmatch(last) and len(last) > 1:
        return last.lower() in ("a.m", "p.m") and bool(_STARTERS.match(line, end))
    if _INITIALS.fullmatch(last) and _LABELLED.search(before):
        return bool(_STARTERS.match(line, end)) or before[-2:-1] == "°"  # «plan B. The», «10 °C. Neither»
    return not (last.lower() in _ABBREVIATIONS or _INITIALS.fullmatch(last))


_SAYS = re.compile(r"\w")
_NUMBER = re.compile(r"\s*\d")
_INITIALS = re.compile(r"(?!I$)[A-Z]|(?:[A-Za-z]\.)+[A-Za-z]")
_FIRST_POINT = re.compile(r"[^\d\s]\s*[：:]\s*1$")
_LABELLED = re.compile(r"(?:°|[a-z0-9]\s)[A-Z]$")
_LONGEST_WORD = 40
