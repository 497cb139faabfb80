"""Every form shows the same words and hides which beats they tell; a Fountain parser that is not ours reads ours."""

import io
import re
from html.parser import HTMLParser
from typing import Any, Literal

import pytest
from hypothesis import assume, given
from screenplain.parsers.fountain import parse
from screenplain.types import Action, Dialog, Slug

from agentsensus.worlds.events.event import AnyEvent
from agentsensus.worlds.screenplay import BeatLog, PlayLine, Screenplay, fountain, html_page, markdown, produce
from agentsensus.worlds.screenplay.script import WrittenScene
from tests.worlds.screenplay.logs import court, random_logs, sample

LANGUAGES: list[Literal["en", "zh"]] = ["en", "zh"]
NASTY = "*bold* _under_ <script>alert(1)</script> [[note]] /* bone */ # heading\n\n.INT. HALL > right <\n1. list"


def _play(*lines: PlayLine, **more: Any) -> Screenplay:
    return Screenplay("A title: of sorts", "en", (WrittenScene(1, "the hall", 1, 2, lines, **more),), stamp="fiction")


class _Words(HTMLParser):
    """The words of a page, and which tags are open where."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.text: list[str] = []
        self.tags: list[str] = []
        self.beats: list[str] = []
        self._open: list[str] = []
        self.feed(page)
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.beats += [value or "" for key, value in attrs if key == "data-beats"]
        if tag not in ("meta", "br"):
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] not in ("style", "title"):
            self.text.append(data)


@pytest.mark.parametrize("language", LANGUAGES)
def test_markdown_hides_the_beats_in_comments(language: Literal["en", "zh"]) -> None:
    play = sample(language).produce(language).plain()
    whole, shown = markdown(play), markdown(play, marks=False)
    assert re.sub(r" ?<!-- beats [\d ]+ -->", "", whole) == shown
    assert "beats" not in shown
    listed = [line.beats for line in (*play.prologue, *(line for scene in play.scenes for line in scene.lines))]
    assert [tuple(map(int, found.split())) for found in re.findall(r"<!-- beats ([\d ]+) -->", whole)] == listed


def test_markdown_sets_speech_letter_thought_and_direction_apart() -> None:
    page = markdown(sample().produce().plain(), marks=False)
    assert "\n**Ada Quill**  \nBen, the bridge at the gate is rotten." in page
    assert "\n**Ben Fox** *(writes to the Old Guard)*  \n\n> Old friend, the bridge" in page
    assert "\n**Ada Quill** *(aside)*  \nIf the bridge falls" in page
    assert "\n*(Ada Quill goes to the gate.)*\n" in page
    assert "- **Ada Quill** is the clerk of the court.\n- **Ben Fox** – A carpenter of few words.\n" in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_stands_alone_with_contents_fonts_and_hidden_beats(language: Literal["en", "zh"]) -> None:
    play = sample(language).produce(language).plain()
    page = html_page(play)
    words = _Words(page)
    assert f'<html lang="{"en" if language == "en" else "zh-Hans"}">' in page
    assert not re.search(r'(?:src|href)="(?!#)', page)
    assert {"script", "link", "img"} & set(words.tags) == set()
    assert [f'href="#scene-{scene.number}"' in page for scene in play.scenes] == [True] * len(play.scenes)
    assert "Noto Serif CJK SC" in page
    assert "prefers-color-scheme: dark" in page
    assert re.findall(r"(?:color|background): #", page.partition("* { box-sizing")[2]) == []  # one place for colours
    assert len(words.beats) == len(play.prologue) + sum(len(scene.lines) for scene in play.scenes)


@pytest.mark.parametrize("kind", ["speech", "letter", "thought", "direction"])
def test_no_text_breaks_out_of_its_line(kind: Literal["speech", "letter", "thought", "direction"]) -> None:
    line = PlayLine(kind, NASTY, (7,), "" if kind == "direction" else "Ada", "")
    words = _Words(html_page(_play(line)))
    assert "<script>alert(1)</script>" in "".join(words.text)
    assert "script" not in words.tags
    assert "<script>" not in markdown(_play(line)).replace("\\<", "")
    paragraphs = parse(io.StringIO(fountain(_play(line)))).paragraphs
    assert [type(part) for part in paragraphs[:2]] == [Slug, Action if kind == "direction" else Dialog]
    assert len(paragraphs) == 2 if kind != "direction" else all(isinstance(part, Action) for part in paragraphs[1:])


@given(random_logs())
def test_a_fountain_parser_finds_every_heading_speech_and_direction(events: list[AnyEvent]) -> None:
    assume(BeatLog(court(), events).beats)
    play = produce(court(), events).plain()
    screenplay = parse(io.StringIO(fountain(play)))
    parts = [part for part in screenplay.paragraphs if not isinstance(part, Slug)]
    lines = [line for scene in play.scenes for line in scene.lines]
    assert screenplay.title_page["Title"] == ["The Rotten Bridge"]
    slugs = [part for part in screenplay.paragraphs if isinstance(part, Slug)]
    assert [(str(slug.line), str(slug.scene_number)) for slug in slugs] == [
        (scene.place.upper(), str(scene.number)) for scene in play.scenes
    ]
    speakers = [str(part.character) for part in parts if isinstance(part, Dialog)]
    assert speakers == [line.who.upper() for line in lines if line.kind != "direction"]
    assert sum(isinstance(part, Action) for part in parts) == sum(
        len(line.paragraphs) for line in lines if line.kind == "direction"
    )
    assert len(parts) == len(speakers) + sum(isinstance(part, Action) for part in parts)


def test_fountain_shows_the_words_and_not_the_beats() -> None:
    play = sample("zh").produce("zh").plain()
    screenplay = parse(io.StringIO(fountain(play)))
    first = next(part for part in screenplay.paragraphs if isinstance(part, Dialog))
    assert str(first.character) == "安澜"
    assert [str(text).strip() for _, text in first.blocks] == [play.scenes[0].lines[1].text]
    assert "beats" not in "".join(str(part) for part in screenplay.paragraphs)
    assert screenplay.title_page["Notes"] == ["模拟的故事", "冬末的一座府邸。"]


@pytest.mark.parametrize("form", [markdown, html_page, fountain])
def test_every_form_carries_the_stamp_and_says_how_a_scene_was_set(form: Any) -> None:
    line = PlayLine("direction", "Snow falls.", (1,))
    page = form(_play(line, setting="refused", why=("line 1 names Osric",)))
    assert "fiction" in page
    assert "its rendering did not hold to what happened" in page
    assert "Left out: 1 of 2 beats." in form(_play(line, setting="rendered", left_out=(2,)))
