"""Read a text by its form: a play, a novel or a timeline becomes parts with passages."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

from agentsensus.errors import InputError, did_you_mean
from agentsensus.language.languages import all_rules, either_heading
from agentsensus.worlds.sediment.parts import (
    NUMBER,
    StageDirection,
    StageSpeech,
    TextPart,
    TextPassage,
    TextScript,
    number_of,
    roman,
)
from agentsensus.worlds.sediment.sources import SourceText

__all__ = [
    "FORMS",
    "LAYOUTS",
    "Layout",
    "Line",
    "form_of",
    "layout_of",
    "lines_of",
    "looks_like_a_novel",
    "looks_like_a_play",
    "looks_like_a_timeline",
    "read_form",
    "read_novel",
    "read_play",
    "read_timeline",
]


_HAN_NAME = r"[\u4e00-\u9fff·]{1,8}"


@dataclass(frozen=True, slots=True)
class Line:
    """A line and its offset."""

    text: str
    start: int

    @property
    def is_blank(self) -> bool:
        return not self.text.strip()

    @property
    def is_indented(self) -> bool:
        return self.text[:1].isspace()


@dataclass(frozen=True, slots=True)
class Layout:
    """A layout of plays: `cue` reads a line (and the next) as a speaker and the offset of the speech.

    With `needs_blank`, a speaker's line must follow a blank line.
    """

    name: str
    cue: Callable[[Line, Line | None], tuple[str, int] | None]
    needs_blank: bool = False


def lines_of(text: str) -> list[Line]:
    """Return every line with its offset."""
    lines, start = [], 0
    for line in text.split("\n"):
        lines.append(Line(line, start))
        start += len(line) + 1
    return lines


_ALONE = re.compile(r"(?P<cue>[A-Z][A-Za-z’'.\- ]{0,40}?)[.:]?\s*$")
_CAPITALS = re.compile(r"(?P<cue>[A-Z][A-Z’'.\- ]{1,40}?)(?:,? (?:and|AND) [A-Z ]+)?[.:]?\s*$")
_SHORT = re.compile(r"(?P<cue>(?:(?:First|Second|Third|Fourth|1st|2d|3d|King|Queen|Lady|Lord|Old|Young|Sir) )?"
                    r"[A-Z][a-z]{1,14}(?: [A-Z][a-z]+)?)\.\s*$")  # fmt: skip
_INLINE = re.compile(
    rf"\s*(?P<cue>[A-Z][A-Z’'.\- ]{{1,40}}?|{_HAN_NAME})\s*(?:[:：]|\.(?=\s)|[(（]\S*?[)）][:：])\s*(?=\S)"
)
_WORDS_OF_A_CUE = 5


def _indented(line: Line, following: Line | None) -> tuple[str, int] | None:
    match = None if line.is_indented else _ALONE.match(line.text)
    if match is None or following is None or not following.is_indented or following.is_blank:
        return None
    return _short_enough(match)


def _capitals(line: Line, following: Line | None) -> tuple[str, int] | None:
    match = _CAPITALS.match(line.text)
    if match is None or following is None or following.is_blank:
        return None
    return _short_enough(match)


def _abbreviated(line: Line, following: Line | None) -> tuple[str, int] | None:
    match = _SHORT.match(line.text)
    if match is None or following is None or following.is_blank:
        return None
    return _short_enough(match)


def _inline(line: Line, following: Line | None) -> tuple[str, int] | None:
    match = _INLINE.match(line.text)
    return (match["cue"].strip(), match.end()) if match else None


def _short_enough(match: re.Match[str]) -> tuple[str, int] | None:
    cue = match["cue"].strip()
    return (cue, match.end()) if len(cue.split()) <= _WORDS_OF_A_CUE else None


LAYOUTS = (
    Layout("indented", _indented),
    Layout("capitals", _capitals, needs_blank=True),
    Layout("abbreviated", _abbreviated, needs_blank=True),
    Layout("inline", _inline),
)


def layout_of(lines: list[Line]) -> tuple[Layout, int]:
    """Return the layout that finds the most repeated speakers, and their count."""
    counts = []
    for layout in LAYOUTS:
        cues = [cue[0] for cue in cues_of(lines, layout) if cue]
        repeated = {cue for cue in cues if cues.count(cue) > 1} if len(cues) < 200 else _often(cues)
        counts.append((sum(cue in repeated for cue in cues), layout))
    best = max(counts, key=lambda pair: pair[0])
    return best[1], best[0]


def cues_of(lines: list[Line], layout: Layout) -> list[tuple[str, int] | None]:
    """Return for each line its speaker and the offset of the speech, or None."""
    cues: list[tuple[str, int] | None] = []
    before: Line | None = None
    for line, following in zip(lines, [*lines[1:], None], strict=True):
        may = not line.is_blank and (not layout.needs_blank or before is None or before.is_blank)
        cues.append(layout.cue(line, following) if may else None)
        before = line
    return cues


def _often(cues: list[str]) -> set[str]:
    counts: dict[str, int] = {}
    for cue in cues:
        counts[cue] = counts.get(cue, 0) + 1
    return {cue for cue, count in counts.items() if count > 1}


_ACT = re.compile(rf"\s*(?:{either_heading(lambda headings: headings.act(NUMBER))})\s*[.:,]?\s*(?P<rest>.*)$")
_SCENE = re.compile(rf"\s*(?:{either_heading(lambda headings: headings.scene(NUMBER))})\s*[.:,]?\s*(?P<rest>.*)$")
_PERSONS = re.compile(rf"\s*(?:{either_heading(lambda headings: headings.persons)})\s*[.:：]?\s*$", re.IGNORECASE)
_SETTING = re.compile(
    rf"\s*(?:{either_heading(lambda headings: headings.setting)})\s*[.:：,—-]*\s|\s*(?:scene|setting)\s*[.:,—-]"
    r"|\s*(?:the\s+)?(?:prologue|induction)\W*$|\s*\[",
    re.IGNORECASE,
)
_BRACKETS = re.compile(r"\[[^\]]*\]|［[^］]*］|〔[^〕]*〕|【[^】]*】|（[^）]*）")
_BARE = re.compile(r"\s*(?:(?:re-?)?enter|exit|exeunt|manet)\b", re.IGNORECASE)
_FEWEST_SPEECHES = 4


@dataclass
class _Scene:
    """A scene while it is being read."""

    act: int
    scene: int
    heading: str
    start: int
    passages: list[TextPassage] = field(default_factory=list)
    speeches: int = 0


def looks_like_a_play(text: str) -> bool:
    """Return whether a text has acts or scenes, and speakers who speak more than once."""
    headings = sum(bool(_ACT.match(line) or _SCENE.match(line)) for line in text.split("\n"))
    return headings > 0 and layout_of(lines_of(text))[1] >= _FEWEST_SPEECHES


def read_play(text: str) -> TextScript:
    """Read a play. Parts without a speech, such as a table of contents, are skipped."""
    lines = lines_of(text)
    layout, _ = layout_of(lines)
    headings = [n for n, line in enumerate(lines) if _ACT.match(line.text) or _SCENE.match(line.text)]
    persons = next((n for n, line in enumerate(lines) if _PERSONS.match(line.text)), 0)
    # Headings before the list of persons belong to a table of contents.
    first = next((n for n in headings if n > persons), headings[0] if headings else len(lines))
    scenes = _PlayReader(text, lines, layout).scenes(first)
    spoken = [scene for scene in scenes if scene.speeches]
    ends = [scene.start for scene in spoken[1:]] + [len(text)]
    parts = tuple(_part(scene, end) for scene, end in zip(spoken, ends, strict=True))
    begin = next((n for n, line in enumerate(lines) if parts and line.start >= parts[0].start), len(lines))
    return TextScript("play", _title(lines), _persons(lines[:begin]), parts)


def _part(scene: _Scene, end: int) -> TextPart:
    label = f"{roman(scene.act)}.{scene.scene}" if scene.act else str(scene.scene)
    return TextPart(label, scene.heading, (scene.act, scene.scene), scene.start, end, tuple(scene.passages))


class _PlayReader:
    """Reads a play line by line and assigns passages to scenes."""

    def __init__(self, text: str, lines: list[Line], layout: Layout) -> None:
        self._text, self._lines = text, lines
        self._cues = cues_of(lines, layout)
        self._found: list[_Scene] = []

    def scenes(self, first: int) -> list[_Scene]:
        place = first
        while place < len(self._lines):
            place = self._read(place)
        return self._found

    def _read(self, place: int) -> int:
        """Read the block that starts at a line; return the next line."""
        line = self._lines[place]
        if line.is_blank:
            return place + 1
        if (act := _ACT.match(line.text)) and (number := number_of(act["act"] or act["han"])):
            return self._open_act(number, act["rest"], place)
        if (match := _SCENE.match(line.text)) and (number := number_of(match["scene"] or match["han"])):
            return self._open_scene(number, match["rest"], place)
        if not self._found:
            return place + 1
        end = self._block_end(place)
        if (cue := self._cues[place]) is not None and not self._is_bracket(place):
            self._speech(cue[0], line.start + cue[1], self._end_of(end))
        elif self._is_whole_bracket(place) or (self._is_bracket(place) and not self._found[-1].speeches):
            end = self._bracket_end(place)
            self._directions(line.start, self._end_of(end), "")
        elif _BARE.match(line.text):
            self._found[-1].passages.append(_passage(StageDirection, self._text, line.start, self._end_of(end), ""))
        elif self._found[-1].speeches:
            speeches = [p for p in self._found[-1].passages if isinstance(p, StageSpeech)]
            if speeches:
                self._speech(speeches[-1].cue, line.start, self._end_of(end), is_new=False)
        return end

    def _open_act(self, number: int, rest: str, place: int) -> int:
        self._found.append(_Scene(number, 1, "", self._lines[place].start))
        match = _SCENE.match(rest)
        if match and (scene := number_of(match["scene"] or match["han"])):
            self._found[-1].scene = scene
            self._found[-1].heading = match["rest"].strip(" -—")
        return place + 1

    def _open_scene(self, number: int, rest: str, place: int) -> int:
        last = self._found[-1] if self._found else _Scene(0, 0, "", 0)
        heading, end = rest.strip(" -—"), place + 1
        while heading and end < len(self._lines) and not self._lines[end].is_blank and self._is_heading_going_on(end):
            heading += f" {self._lines[end].text.strip()}"
            end += 1
        fresh = _Scene(last.act, number, heading, self._lines[place].start)
        if self._found and not last.passages and last.scene == 1 and number == 1:
            fresh.start = last.start
            self._found[-1] = fresh
        else:
            self._found.append(fresh)
        return end

    def _is_heading_going_on(self, place: int) -> bool:
        return self._cues[place] is None and not self._is_bracket(place)

    def _is_bracket(self, place: int) -> bool:
        return self._lines[place].text.lstrip()[:1] in tuple("[［〔【（")

    def _bracket_end(self, place: int) -> int:
        opening = self._lines[place].text.lstrip()[0]
        closer = {"[": "]", "［": "］", "〔": "〕", "【": "】", "（": "）"}[opening]
        end = place
        while end < len(self._lines) and closer not in self._lines[end].text and not self._lines[end].is_blank:
            end += 1
        return min(end + 1, len(self._lines))

    def _block_end(self, place: int) -> int:
        """Return the line after a speech: a blank line, a speaker, a heading or a separate direction."""
        end = place + 1
        while end < len(self._lines) and not self._lines[end].is_blank and self._cues[end] is None:
            text = self._lines[end].text
            if _ACT.match(text) or _SCENE.match(text):
                break
            if not self._lines[end].is_indented and self._is_whole_bracket(end):
                break
            end += 1
        return end

    def _is_whole_bracket(self, place: int) -> bool:
        """Return whether a direction starts here and fills its lines."""
        if not self._is_bracket(place):
            return False
        last = self._bracket_end(place)
        if self._lines[last - 1].is_blank:  # unclosed bracket, a misprint
            return bool(_BARE.match(self._lines[place].text.lstrip()[1:]))
        closes = self._lines[last - 1].text.rstrip().rstrip(".").endswith(tuple("]］〕】）"))
        return closes and (last >= len(self._lines) or self._lines[last].is_blank or self._is_bracket(last))

    def _end_of(self, place: int) -> int:
        return self._lines[place - 1].start + len(self._lines[place - 1].text)

    def _speech(self, cue: str, start: int, end: int, is_new: bool = True) -> None:
        """Add a speech and the directions within it, in order."""
        scene, place = self._found[-1], start
        scene.speeches += is_new
        for match in _BRACKETS.finditer(self._text, start, end):
            self._say(cue, place, match.start())
            scene.passages.append(_passage(StageDirection, self._text, match.start(), match.end(), cue))
            place = match.end()
        self._say(cue, place, end)

    def _say(self, cue: str, start: int, end: int) -> None:
        if re.search(r"\w", self._text[start:end]):
            self._found[-1].passages.append(_passage(StageSpeech, self._text, start, end, cue))

    def _directions(self, start: int, end: int, cue: str) -> None:
        self._found[-1].passages.append(_passage(StageDirection, self._text, start, end, cue))


def _passage(kind: type[StageSpeech] | type[StageDirection], text: str, start: int, end: int, cue: str) -> TextPassage:
    words = text[start:end]
    start, end = start + len(words) - len(words.lstrip()), start + len(words.rstrip())
    words = " ".join(text[start:end].replace("_", " ").split())
    if kind is StageDirection:
        words = words.strip("[]［］〔〕【】（） .。")
    return kind(words, start, end, cue)


def _title(lines: list[Line]) -> str:
    return next((line.text.strip() for line in lines if not line.is_blank), "")


def _persons(lines: list[Line]) -> tuple[str, ...]:
    """Return the lines of the list of persons."""
    begin = next((n for n, line in enumerate(lines) if _PERSONS.match(line.text)), None)
    if begin is None:
        return ()
    persons: list[str] = []
    for line in lines[begin + 1 :]:
        text = line.text.strip()
        if _SETTING.match(line.text + " ") and persons:
            break
        if text:
            persons.append(text)
    return tuple(persons)


_CHAPTER = re.compile(
    rf"\s*(?:{either_heading(lambda headings: headings.chapter(NUMBER))})\s*[.:：—-]*\s*(?P<title>.*)$"
)
_LONGEST_HEADING = 80
_LONGEST_LINE = 100
_ENDS = re.compile(r"[.!?:;。！？：；…—][\"'”’」』)）]*\s*$")


def looks_like_a_novel(text: str) -> bool:
    """Return whether a text has chapter headings."""
    return any(_heading(line) for line in lines_of(text))


def read_novel(text: str) -> TextScript:
    """Read a novel. Headings without a text, as in a table of contents, are skipped."""
    lines = lines_of(text)
    starts = [(place, match) for place, line in enumerate(lines) if (match := _heading(line))]
    parts: list[TextPart] = []
    for (place, match), (following, _) in zip(starts, [*starts[1:], (len(lines), None)], strict=True):
        passages = _paragraphs(text, lines[place + 1 : following])
        if passages:
            number = number_of(match["han"] or match["latin"]) or len(parts) + 1
            end = passages[-1].end
            parts.append(TextPart(str(number), match["title"].strip(), (number,), lines[place].start, end, passages))
    title = next((line.text.strip() for line in lines if not line.is_blank), "")
    return TextScript("novel", "" if _heading(lines[0]) else title, (), tuple(parts))


def _heading(line: Line) -> re.Match[str] | None:
    return _CHAPTER.match(line.text) if len(line.text) <= _LONGEST_HEADING else None


def _paragraphs(text: str, lines: list[Line]) -> tuple[TextPassage, ...]:
    """Split into paragraphs at blank lines, or at each line if lines are long or indented."""
    paragraphs: list[TextPassage] = []
    start: int | None = None
    end = 0
    is_wrapped = _are_wrapped(lines)
    for line in lines:
        if line.is_blank or (start is not None and (not is_wrapped or line.is_indented)):
            if start is not None:
                paragraphs.append(_trimmed(text, start, end))
            start = None
        if not line.is_blank:
            start = line.start if start is None else start
            end = line.start + len(line.text)
    if start is not None:
        paragraphs.append(_trimmed(text, start, end))
    return tuple(paragraphs)


def _are_wrapped(lines: list[Line]) -> bool:
    """Return whether paragraphs are wrapped: blank lines separate them, and lines are short or break off."""
    if not any(line.is_blank for line in lines):
        return False
    breaks_off = any(
        not line.is_blank and not following.is_blank and not _ENDS.search(line.text)
        for line, following in pairwise(lines)
    )
    return breaks_off or all(len(line.text) < _LONGEST_LINE for line in lines)


def _trimmed(text: str, start: int, end: int) -> TextPassage:
    words = text[start:end]
    start, end = start + len(words) - len(words.lstrip()), start + len(words.rstrip())
    return TextPassage(text[start:end], start, end)


_ISO = re.compile(r"\s*(?P<year>\d{4})(?:-(?P<month>\d{1,2})(?:-(?P<day>\d{1,2}))?)?\s*[:：—–\-.]\s*(?P<rest>\S.*)$")
_WRITTEN_DATE = re.compile(
    rf"\s*(?:{either_heading(lambda headings: headings.date(NUMBER))})\s*[:：，,—–-]?\s*(?P<rest>\S.*)$"
)
_SHARE = 0.6


def looks_like_a_timeline(text: str) -> bool:
    """Return whether most lines start with a date."""
    lines = [line for line in text.split("\n") if line.strip()]
    return len(lines) > 1 and sum(bool(_dated(line)) for line in lines) / len(lines) >= _SHARE


def read_timeline(text: str) -> TextScript:
    """Read a timeline. Lines without a date continue the previous entry."""
    parts: list[TextPart] = []
    title = ""
    for line in lines_of(text):
        match = _dated(line.text)
        if match:
            key = tuple(number_of(match[name]) or 0 for name in ("year", "month", "day") if match[name])
            passage = TextPassage(
                match["rest"].rstrip(), line.start + match.start("rest"), line.start + match.end("rest")
            )
            label = "-".join(f"{value:02d}" for value in key)
            parts.append(TextPart(label, "", (*key, 0, 0)[:3], line.start, passage.end, (passage,)))
        elif not line.is_blank and parts:
            passage = TextPassage(line.text.strip(), line.start, line.start + len(line.text))
            last = parts[-1]
            parts[-1] = TextPart(last.label, last.heading, last.key, last.start, passage.end, (*last.passages, passage))
        elif not line.is_blank:
            title = title or line.text.strip()
    return TextScript("timeline", title, (), tuple(sorted(parts, key=lambda part: part.key)))


def _dated(line: str) -> re.Match[str] | None:
    return _ISO.match(line) or _WRITTEN_DATE.match(line)


FORMS: dict[str, tuple[Callable[[str], bool], Callable[[str], TextScript]]] = {
    "timeline": (looks_like_a_timeline, read_timeline),
    "play": (looks_like_a_play, read_play),
    "novel": (looks_like_a_novel, read_novel),
}
"""For each form its detector and its reader, in the order in which they are tried."""
_HEADINGS = {
    form: wanted.format(", ".join(rules.headings.examples[form] for rules in all_rules()))
    for form, wanted in {
        "play": "acts and scenes ({}) with speakers",
        "novel": "chapter headings ({})",
        "timeline": "lines that begin with a date ({})",
    }.items()
}


def form_of(source: SourceText, asked: str | None = None) -> str:
    """Return the form of a text. Raises InputError if it has none, or not the requested one."""
    if asked is not None and asked not in FORMS:
        raise InputError(f"--form {asked}: there is no such form{did_you_mean(asked, FORMS)}")
    for name in (asked,) if asked else FORMS:
        if FORMS[name][0](source.text):
            return name
    wanted = f"no {_HEADINGS[asked]}" if asked else f"neither {', nor '.join(_HEADINGS.values())}"
    raise InputError(f"{source.name}: there are {wanted}; check the file, or set --form")


def read_form(source: SourceText, asked: str | None = None) -> TextScript:
    """Read a text by its form. Raises InputError if no part was found."""
    script = FORMS[form_of(source, asked)][1](source.text)
    if not script.parts:
        raise InputError(f"{source.name}: no part could be read as a {script.form}; set another --form")
    return script
