"""Write a play as Markdown, as a standalone HTML page or as Fountain.

Each line carries its beat numbers in a comment, note or attribute that readers do not see.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from html import escape
from importlib.resources import files

from agentsensus.language.languages import rules_of
from agentsensus.worlds.screenplay.script import PlayLine, Screenplay, WrittenScene, on_one_line, opened

__all__ = ["FORMS", "fountain", "html_page", "markdown"]


_MARKS = re.compile(r"([\\`*_<>\[\]#|~])")
_LIST = re.compile(r"^(\d+)([.)])|^([-+=])")


def markdown(play: Screenplay, *, marks: bool = True) -> str:
    """Return the play as Markdown. Without `marks`, omit the comments with beat numbers."""
    return "\n\n".join(_MarkdownPage(play, marks).parts()) + "\n"


class _MarkdownPage:
    def __init__(self, play: Screenplay, marks: bool) -> None:
        self._play, self._marks = play, marks
        self._space = rules_of(play.language).writing.sentence_joiner

    def parts(self) -> Iterator[str]:
        play, words = self._play, self._play.words.play
        yield f"# {_escape_markdown(play.title)}"
        yield from (f"*{_escape_markdown(text)}*" for text in (play.about, play.stamp) if text)
        if play.persons:
            yield f"## {words['persons']}"
            yield "\n".join(f"- **{_escape_markdown(person.name)}**{_run_on(person.about)}" for person in play.persons)
        if play.prologue:
            yield f"## {words['prologue']}"
            yield from map(self._line, play.prologue)
        for scene in play.scenes:
            yield from self._scene(scene)

    def _scene(self, scene: WrittenScene) -> Iterator[str]:
        yield f"## {_escape_markdown(self._play.heading(scene))}"
        yield from (f"> {_escape_markdown(remark)}" for remark in self._play.remarks(scene))
        if self._marks and scene.left_out:
            yield f"<!-- left out: {' '.join(map(str, scene.left_out))} -->"
        yield from map(self._line, scene.lines)

    def _line(self, line: PlayLine) -> str:
        mark = f" <!-- beats {' '.join(map(str, line.beats))} -->" if self._marks else ""
        texts = [_escape_markdown(text) for text in line.paragraphs]
        if line.kind == "direction":
            how = f"**{_escape_markdown(line.how)}**{self._space}" if line.how else ""
            return how + ("\n\n".join(texts) if line.how else "\n\n".join(map(self._aside, texts))) + mark
        quote = "> " if line.kind == "letter" else ""
        body = f"\n{quote}\n".join(f"{quote}{text}" for text in texts)
        note = f"{self._space}⟨{_escape_markdown(line.note)}⟩" if line.note else ""
        who = f"**{_escape_markdown(line.who)}**{note}"
        return f"{who}{self._how(line.how)}{mark}\n{'' if not quote else chr(10)}{body}"

    def _aside(self, text: str) -> str:
        return self._play.words.slanted.format(self._play.words.brackets.format(text))

    def _how(self, how: str) -> str:
        return f"{self._space}{self._aside(_escape_markdown(how))}  " if how else "  "


def _run_on(text: str) -> str:
    """Escape a text that continues a line, keeping its leading space."""
    return (" " if text.startswith(" ") else "") + _escape_markdown(text)


def _escape_markdown(text: str) -> str:
    """Escape a text for Markdown, on one line."""
    plain = _MARKS.sub(r"\\\1", " ".join(text.split()))
    return _LIST.sub(lambda match: f"{match[1]}\\{match[2]}" if match[1] else f"\\{match[3]}", plain)


def html_page(play: Screenplay) -> str:
    """Return the play as a standalone HTML page."""
    return "\n".join(_HtmlPage(play).parts()) + "\n"


@lru_cache(maxsize=1)
def _style() -> str:
    return files(__package__).joinpath("page.css").read_text("utf-8")


class _HtmlPage:
    def __init__(self, play: Screenplay) -> None:
        self._play = play
        self._brackets = play.words.brackets
        self._space = rules_of(play.language).writing.sentence_joiner

    def parts(self) -> Iterator[str]:
        play = self._play
        yield f'<!doctype html>\n<html lang="{rules_of(play.language).writing.tag}">\n<head>\n<meta charset="utf-8">'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
        yield f"<title>{_escape_html(play.title)}</title>\n<style>\n{_style()}</style>\n</head>\n<body>"
        yield from self._contents()
        yield "<main>"
        yield from self._title()
        yield from self._persons()
        yield from self._prologue()
        for scene in play.scenes:
            yield from self._scene(scene)
        yield "</main>\n</body>\n</html>"

    def _contents(self) -> Iterator[str]:
        play, words = self._play, self._play.words
        title = _escape_html(words.play["contents"])
        yield f'<nav aria-label="{title}">\n<h2>{title}</h2>\n<ol>'
        for scene in play.scenes:
            rounds = f'<span class="rounds">{_escape_html(words.rounds(scene.first, scene.last))}</span>'
            link = f'<a href="#scene-{scene.number}">{_escape_html(opened(scene.place))} {rounds}</a>'
            yield f'<li value="{scene.number}">{link}</li>'
        yield "</ol>\n</nav>"

    def _title(self) -> Iterator[str]:
        play = self._play
        yield f"<header>\n<h1>{_escape_html(play.title)}</h1>"
        if play.about:
            yield f'<p class="about">{_escape_html(play.about)}</p>'
        if play.stamp:
            yield f'<p class="stamp">{_escape_html(play.stamp)}</p>'
        yield "</header>"

    def _persons(self) -> Iterator[str]:
        if not self._play.persons:
            return
        yield f'<section class="persons">\n<h2>{_escape_html(self._play.words.play["persons"])}</h2>\n<dl>'
        for person in self._play.persons:
            about = " " * person.about.startswith(" ") + _escape_html(person.about)
            yield f"<div><dt>{_escape_html(person.name)}</dt><dd>{about}</dd></div>"
        yield "</dl>\n</section>"

    def _prologue(self) -> Iterator[str]:
        if not self._play.prologue:
            return
        yield f'<section class="prologue">\n<h2>{_escape_html(self._play.words.play["prologue"])}</h2>'
        for line in self._play.prologue:
            who = f'<b class="learns">{_escape_html(line.how)}</b>{self._space}'
            yield f"<p{_beats(line)}>{who}{'<br>'.join(map(_escape_html, line.paragraphs))}</p>"
        yield "</section>"

    def _scene(self, scene: WrittenScene) -> Iterator[str]:
        words = self._play.words
        left_out = f' data-left-out="{_numbers(scene.left_out)}"' if scene.left_out else ""
        yield f'<section class="scene" id="scene-{scene.number}" data-setting="{scene.setting}"{left_out}>'
        number = f'<span class="number">{_escape_html(words.play["scene"].format(n=scene.number))}</span>'
        rounds = f'<span class="rounds">{_escape_html(words.rounds(scene.first, scene.last))}</span>'
        yield f'<h2>{number} <span class="place">{_escape_html(opened(scene.place))}</span> {rounds}</h2>'
        yield from (f'<p class="remark">{_escape_html(remark)}</p>' for remark in self._play.remarks(scene))
        yield from map(self._line, scene.lines)
        yield "</section>"

    def _line(self, line: PlayLine) -> str:
        texts = [_escape_html(text) for text in line.paragraphs]
        if line.kind == "direction":
            body = "".join(f"<p>{self._brackets.format(text)}</p>" for text in texts)
            return f'<div class="direction"{_beats(line)}>{body}</div>'
        manner = f'<span class="how">{self._brackets.format(_escape_html(line.how))}</span>'
        how = f"{self._space}{manner}" if line.how else ""
        body = "".join(f"<p>{text}</p>" for text in texts)
        tag = "blockquote" if line.kind == "letter" else "div"
        note = f'<span class="margin">{_escape_html(line.note)}</span>' if line.note else ""
        who = f'<p class="who">{note}{_escape_html(line.who)}{how}</p>'
        return f'<div class="{line.kind}"{_beats(line)}>{who}<{tag} class="words">{body}</{tag}></div>'


def _beats(line: PlayLine) -> str:
    return f' data-beats="{_numbers(line.beats)}"'


def _numbers(beats: tuple[int, ...]) -> str:
    return " ".join(map(str, beats))


def _escape_html(text: str) -> str:
    return escape(on_one_line(text))


_EMPHASIS = re.compile(r"([\\*_])")
_FORCING = re.compile(r"^[.@!>~#=]")
_HEADING = re.compile(r"^(?:INT|EXT|EST|I/E)[./ ]", re.IGNORECASE)
_NO_MARK = "\u200b"
"""An invisible character that keeps Fountain from reading a spoken line as markup."""


def fountain(play: Screenplay) -> str:
    """Return the play as Fountain: a title page, the prologue as an unnumbered scene, and the scenes."""
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
    yield f".{_escape_fountain(opened(scene.place)).upper()} #{scene.number}#"
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
    who = _escape_fountain(line.who).upper()
    cue = who if who.isupper() else f"@{who}"
    how = f"\n({_escape_fountain(line.how)})" if line.how else ""
    note = f" [[{_escape_fountain(line.note)}]]" if line.note else ""
    return f"{cue}{how}\n" + "\n".join(_spoken(text) for text in line.paragraphs) + note + mark


def _paragraphs(before: str, line: PlayLine) -> list[str]:
    first, *rest = line.paragraphs
    return [on_one_line(before + first), *rest]


def _action(text: str) -> str:
    """Format a direction as an action, forced where Fountain would read it as markup."""
    safe = _escape_fountain(text)
    is_other = bool(_FORCING.match(safe) or _HEADING.match(safe)) or safe.isupper() or safe.endswith("TO:")
    return f"!{safe}" if is_other else safe


def _spoken(text: str) -> str:
    safe = _escape_fountain(text)
    return f"{_NO_MARK}{safe}" if _FORCING.match(safe) else safe


def _escape_fountain(text: str) -> str:
    """Escape a text for Fountain, on one line."""
    plain = on_one_line(text).replace("[[", "[ [").replace("]]", "] ]").replace("/*", "/ *").replace("*/", "* /")
    return _EMPHASIS.sub(r"\\\1", plain)


FORMS: dict[str, Callable[[Screenplay], str]] = {".md": markdown, ".html": html_page, ".fountain": fountain}
"""Writers by file suffix."""
