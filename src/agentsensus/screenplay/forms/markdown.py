"""A play in Markdown. Which beats a line tells stands behind it in a comment that no reader is shown."""

import re
from collections.abc import Iterator

from agentsensus.screenplay.script import PlayLine, Screenplay, WrittenScene
from agentsensus.text.languages import rules_of

__all__ = ["markdown"]

_MARKS = re.compile(r"([\\`*_<>\[\]#|~])")
_LIST = re.compile(r"^(\d+)([.)])|^([-+=])")


def markdown(play: Screenplay, *, marks: bool = True) -> str:
    """The whole play; without `marks`, only what a reader is shown."""
    return "\n\n".join(_MarkdownPage(play, marks).parts()) + "\n"


class _MarkdownPage:
    def __init__(self, play: Screenplay, marks: bool) -> None:
        self._play, self._marks = play, marks
        self._space = rules_of(play.language).writing.sentence_joiner

    def parts(self) -> Iterator[str]:
        play, words = self._play, self._play.words.play
        yield f"# {_safe(play.title)}"
        yield from (f"*{_safe(text)}*" for text in (play.about, play.stamp) if text)
        if play.persons:
            yield f"## {words['persons']}"
            yield "\n".join(f"- **{_safe(person.name)}**{_run_on(person.about)}" for person in play.persons)
        if play.prologue:
            yield f"## {words['prologue']}"
            yield from map(self._line, play.prologue)
        for scene in play.scenes:
            yield from self._scene(scene)

    def _scene(self, scene: WrittenScene) -> Iterator[str]:
        yield f"## {_safe(self._play.heading(scene))}"
        yield from (f"> {_safe(remark)}" for remark in self._play.remarks(scene))
        if self._marks and scene.left_out:
            yield f"<!-- left out: {' '.join(map(str, scene.left_out))} -->"
        yield from map(self._line, scene.lines)

    def _line(self, line: PlayLine) -> str:
        mark = f" <!-- beats {' '.join(map(str, line.beats))} -->" if self._marks else ""
        texts = [_safe(text) for text in line.paragraphs]
        if line.kind == "direction":
            how = f"**{_safe(line.how)}**{self._space}" if line.how else ""
            return how + ("\n\n".join(texts) if line.how else "\n\n".join(map(self._aside, texts))) + mark
        quote = "> " if line.kind == "letter" else ""
        body = f"\n{quote}\n".join(f"{quote}{text}" for text in texts)
        return f"**{_safe(line.who)}**{self._how(line.how)}{mark}\n{'' if not quote else chr(10)}{body}"

    def _aside(self, text: str) -> str:
        return self._play.words.slanted.format(self._play.words.brackets.format(text))

    def _how(self, how: str) -> str:
        return f"{self._space}{self._aside(_safe(how))}  " if how else "  "


def _run_on(text: str) -> str:
    """A text that goes on from the word before it, with its space if it has one there."""
    return (" " if text.startswith(" ") else "") + _safe(text)


def _safe(text: str) -> str:
    """A text that Markdown shows as it is, on one line."""
    plain = _MARKS.sub(r"\\\1", " ".join(text.split()))
    return _LIST.sub(lambda match: f"{match[1]}\\{match[2]}" if match[1] else f"\\{match[3]}", plain)
