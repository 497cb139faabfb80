"""Plays: acts and scenes, who speaks, and what the stage directions say."""

import re
from dataclasses import dataclass, field

from agentsensus.sediment.forms.blocks import Layout, Line, cues_of, layout_of, lines_of
from agentsensus.sediment.numbers import NUMBER, number_of, roman
from agentsensus.sediment.parts import StageDirection, StageSpeech, TextPart, TextPassage, TextScript

__all__ = ["looks_like_a_play", "read_play"]

_ACT = re.compile(rf"\s*(?:(?i:act|actus)\s+(?P<act>{NUMBER})|第(?P<han>{NUMBER})幕)\s*[.:,]?\s*(?P<rest>.*)$")
_SCENE = re.compile(
    rf"\s*(?:(?i:scene|scena|scoena)\s+(?P<scene>{NUMBER})|第(?P<han>{NUMBER})[场景折出])\s*[.:,]?\s*(?P<rest>.*)$"
)
_PERSONS = re.compile(
    r"\s*(?:dramatis person(?:ae|æ)|persons represented|persons of the play|the persons|characters|人物表?|登场人物)"
    r"\s*[.:：]?\s*$",
    re.IGNORECASE,
)
_SETTING = re.compile(
    r"\s*(?:scene\b|setting\b|时间|地点|布景)\s*[.:：,—-]*\s|\s*(?:scene|setting)\s*[.:,—-]|\s*(?:the\s+)?(?:prologue|induction)\W*$|\s*\[",
    re.IGNORECASE,
)
_BRACKETS = re.compile(r"\[[^\]]*\]|［[^］]*］|〔[^〕]*〕|【[^】]*】|（[^）]*）")
_BARE = re.compile(r"\s*(?:(?:re-?)?enter|exit|exeunt|manet)\b", re.IGNORECASE)
_FEWEST_SPEECHES = 4


@dataclass
class _Scene:
    """A scene on its way: what was read of it so far."""

    act: int
    scene: int
    heading: str
    start: int
    passages: list[TextPassage] = field(default_factory=list)
    speeches: int = 0


def looks_like_a_play(text: str) -> bool:
    """Whether a text has acts or scenes, and speakers who speak more than once."""
    headings = sum(bool(_ACT.match(line) or _SCENE.match(line)) for line in text.split("\n"))
    return headings > 0 and layout_of(lines_of(text))[1] >= _FEWEST_SPEECHES


def read_play(text: str) -> TextScript:
    """The play; parts without a speech, such as a table of contents, are left out."""
    lines = lines_of(text)
    layout, _ = layout_of(lines)
    headings = [n for n, line in enumerate(lines) if _ACT.match(line.text) or _SCENE.match(line.text)]
    persons = next((n for n, line in enumerate(lines) if _PERSONS.match(line.text)), 0)
    # What stands before the list of persons is a table of contents.
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
    """Goes through a play line by line and notes what belongs to which scene."""

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
        """Read what begins in this line; gives the line after it."""
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
        """The line after the last one of a speech: a blank line, a speaker, a heading or a direction on its own."""
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
        """Whether a direction begins here and nothing else stands on its lines."""
        if not self._is_bracket(place):
            return False
        last = self._bracket_end(place)
        if self._lines[last - 1].is_blank:  # never closed, as a slip of the printer leaves it
            return bool(_BARE.match(self._lines[place].text.lstrip()[1:]))
        closes = self._lines[last - 1].text.rstrip().rstrip(".").endswith(tuple("]］〕】）"))
        return closes and (last >= len(self._lines) or self._lines[last].is_blank or self._is_bracket(last))

    def _end_of(self, place: int) -> int:
        return self._lines[place - 1].start + len(self._lines[place - 1].text)

    def _speech(self, cue: str, start: int, end: int, is_new: bool = True) -> None:
        """A speech and the directions in it, in order."""
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
    """The lines of the list of persons."""
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
