"""A play as one HTML page that needs nothing else: contents beside it; the beats of a line are hidden attributes."""

from collections.abc import Iterator
from functools import lru_cache
from html import escape
from importlib.resources import files

from agentsensus.screenplay.script import PlayLine, Screenplay, WrittenScene, on_one_line, opened
from agentsensus.text.languages import rules_of

__all__ = ["html_page"]


def html_page(play: Screenplay) -> str:
    """The whole page."""
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
        yield f"<title>{_safe(play.title)}</title>\n<style>\n{_style()}</style>\n</head>\n<body>"
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
        yield f'<nav aria-label="{_safe(words.play["contents"])}">\n<h2>{_safe(words.play["contents"])}</h2>\n<ol>'
        for scene in play.scenes:
            rounds = f'<span class="rounds">{_safe(words.rounds(scene.first, scene.last))}</span>'
            link = f'<a href="#scene-{scene.number}">{_safe(opened(scene.place))} {rounds}</a>'
            yield f'<li value="{scene.number}">{link}</li>'
        yield "</ol>\n</nav>"

    def _title(self) -> Iterator[str]:
        play = self._play
        yield f"<header>\n<h1>{_safe(play.title)}</h1>"
        if play.about:
            yield f'<p class="about">{_safe(play.about)}</p>'
        if play.stamp:
            yield f'<p class="stamp">{_safe(play.stamp)}</p>'
        yield "</header>"

    def _persons(self) -> Iterator[str]:
        if not self._play.persons:
            return
        yield f'<section class="persons">\n<h2>{_safe(self._play.words.play["persons"])}</h2>\n<dl>'
        for person in self._play.persons:
            about = " " * person.about.startswith(" ") + _safe(person.about)
            yield f"<div><dt>{_safe(person.name)}</dt><dd>{about}</dd></div>"
        yield "</dl>\n</section>"

    def _prologue(self) -> Iterator[str]:
        if not self._play.prologue:
            return
        yield f'<section class="prologue">\n<h2>{_safe(self._play.words.play["prologue"])}</h2>'
        for line in self._play.prologue:
            who = f'<b class="learns">{_safe(line.how)}</b>{self._space}'
            yield f"<p{_beats(line)}>{who}{'<br>'.join(map(_safe, line.paragraphs))}</p>"
        yield "</section>"

    def _scene(self, scene: WrittenScene) -> Iterator[str]:
        words = self._play.words
        left_out = f' data-left-out="{_numbers(scene.left_out)}"' if scene.left_out else ""
        yield f'<section class="scene" id="scene-{scene.number}" data-setting="{scene.setting}"{left_out}>'
        number = f'<span class="number">{_safe(words.play["scene"].format(n=scene.number))}</span>'
        rounds = f'<span class="rounds">{_safe(words.rounds(scene.first, scene.last))}</span>'
        yield f'<h2>{number} <span class="place">{_safe(opened(scene.place))}</span> {rounds}</h2>'
        yield from (f'<p class="remark">{_safe(remark)}</p>' for remark in self._play.remarks(scene))
        yield from map(self._line, scene.lines)
        yield "</section>"

    def _line(self, line: PlayLine) -> str:
        texts = [_safe(text) for text in line.paragraphs]
        if line.kind == "direction":
            body = "".join(f"<p>{self._brackets.format(text)}</p>" for text in texts)
            return f'<div class="direction"{_beats(line)}>{body}</div>'
        manner = f'<span class="how">{self._brackets.format(_safe(line.how))}</span>'
        how = f"{self._space}{manner}" if line.how else ""
        body = "".join(f"<p>{text}</p>" for text in texts)
        tag = "blockquote" if line.kind == "letter" else "div"
        who = f'<p class="who">{_safe(line.who)}{how}</p>'
        return f'<div class="{line.kind}"{_beats(line)}>{who}<{tag} class="words">{body}</{tag}></div>'


def _beats(line: PlayLine) -> str:
    return f' data-beats="{_numbers(line.beats)}"'


def _numbers(beats: tuple[int, ...]) -> str:
    return " ".join(map(str, beats))


def _safe(text: str) -> str:
    return escape(on_one_line(text))
