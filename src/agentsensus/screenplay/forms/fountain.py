"""A play in Fountain, which screenwriters' tools read. Which beats a line tells stands behind it in a note."""

import re
from collections.abc import Iterator

from agentsensus.screenplay.script import PlayLine, Screenplay, WrittenScene, on_one_line, opened

__all__ = ["fountain"]

_EMPHASIS = re.compile(r"([\\*_])")
_FORCING = re.compile(r"^[.@!>~#=]")
_HEADING = re.compile(r"^(?:INT|EXT|EST|I/E)[./ ]", re.IGNORECASE)
_NO_MARK = "\u200b"
"""Before a character that would make another kind of line of a spoken one: it is not seen."""


def fountain(play: Screenplay) -> str:
    """The whole play: a title page, the prologue as a scene without a number, and the scenes."""
    return "\n\n".join(_parts(play)) + "\n"


def _parts(play: Screenplay) -> Iterator[str]:
    words = play.words.play
    notes = [text for text in (play.stamp, play.about) if text]
    title = [f"Title: {on_one_line(play.title)}"]
    yield "\n".join([*title, *(["Notes:", *(f"    {on_one_line(note)}" for note in notes)] if notes else [])])
    if play.prologue:
        yield f".{words['prologue'].upper()}"
        yield from (_line(line) for line in play.prologue)
    for scene in play.scenes:
        yield from _scene(play, scene)


def _scene(play: Screenplay, scene: WrittenScene) -> Iterator[str]:
    yield f".{_safe(opened(scene.place)).upper()} #{scene.number}#"
    yield f"= {play.words.rounds(scene.first, scene.last)}"
    yield from (f"[[{remark}]]" for remark in play.remarks(scene))
    if scene.left_out:
        yield f"[[left out: {' '.join(map(str, scene.left_out))}]]"
    yield from (_line(line) for line in scene.lines)


def _line(line: PlayLine) -> str:
    mark = f" [[beats {' '.join(map(str, line.beats))}]]"
    if line.kind == "direction":
        how = f"{line.how} " if line.how else ""
        return "\n\n".join(map(_action, _paragraphs(f"{how}", line))) + mark
    who = _safe(line.who).upper()
    cue = who if who.isupper() else f"@{who}"
    how = f"\n({_safe(line.how)})" if line.how else ""
    return f"{cue}{how}\n" + "\n".join(_spoken(text) for text in line.paragraphs) + mark


def _paragraphs(before: str, line: PlayLine) -> list[str]:
    first, *rest = line.paragraphs
    return [on_one_line(before + first), *rest]


def _action(text: str) -> str:
    """A direction as an action, forced to be one where it might be taken for something else."""
    safe = _safe(text)
    is_other = bool(_FORCING.match(safe) or _HEADING.match(safe)) or safe.isupper() or safe.endswith("TO:")
    return f"!{safe}" if is_other else safe


def _spoken(text: str) -> str:
    safe = _safe(text)
    return f"{_NO_MARK}{safe}" if _FORCING.match(safe) else safe


def _safe(text: str) -> str:
    """A text that is shown as it is, on one line: no emphasis, no note, no comment."""
    plain = on_one_line(text).replace("[[", "[ [").replace("]]", "] ]").replace("/*", "/ *").replace("*/", "* /")
    return _EMPHASIS.sub(r"\\\1", plain)
