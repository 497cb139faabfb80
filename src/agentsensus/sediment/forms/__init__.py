"""The forms in which texts come: plays, novels and timelines, each read into parts and passages."""

from collections.abc import Callable

from agentsensus.errors import InputError, nearest
from agentsensus.sediment.forms.novel import looks_like_a_novel, read_novel
from agentsensus.sediment.forms.play import looks_like_a_play, read_play
from agentsensus.sediment.forms.timeline import looks_like_a_timeline, read_timeline
from agentsensus.sediment.parts import TextScript
from agentsensus.sediment.source import SourceText

__all__ = ["FORMS", "form_of", "read_form"]

FORMS: dict[str, tuple[Callable[[str], bool], Callable[[str], TextScript]]] = {
    "timeline": (looks_like_a_timeline, read_timeline),
    "play": (looks_like_a_play, read_play),
    "novel": (looks_like_a_novel, read_novel),
}
"""By name: whether a text looks like one, and how it is read. They are tried in this order."""
_HEADINGS = {
    "play": "acts and scenes (ACT I, SCENE II, 第一幕) with speakers",
    "novel": "chapter headings (第一回, Chapter 1)",
    "timeline": "lines that begin with a date (2022-02-24: …, 1919年5月4日 …)",
}


def form_of(source: SourceText, asked: str | None = None) -> str:
    """The form of a text; InputError where it has none of them, or not the one that was asked for."""
    if asked is not None and asked not in FORMS:
        raise InputError(f"--form {asked}: there is no such form{nearest(asked, FORMS)}")
    for name in (asked,) if asked else FORMS:
        if FORMS[name][0](source.text):
            return name
    wanted = f"no {_HEADINGS[asked]}" if asked else f"neither {', nor '.join(_HEADINGS.values())}"
    raise InputError(f"{source.name}: there are {wanted}; check the file, or say what it is with --form")


def read_form(source: SourceText, asked: str | None = None) -> TextScript:
    """The text in its form."""
    script = FORMS[form_of(source, asked)][1](source.text)
    if not script.parts:
        raise InputError(f"{source.name}: nothing in it could be read as a {script.form}; say what it is with --form")
    return script
