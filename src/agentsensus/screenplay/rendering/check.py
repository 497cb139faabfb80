"""Whether a rendering holds to what happened: its cast, its place, its beats, and no word of the machinery."""

from collections.abc import Iterable, Iterator

from agentsensus.models.compact import BLANK
from agentsensus.models.tokens import tokens
from agentsensus.screenplay.rendering.grounds import Grounds
from agentsensus.screenplay.rendering.leaks import leaks
from agentsensus.screenplay.rendering.reply import RenderedLine, RenderedScene
from agentsensus.screenplay.rendering.sheet import SceneSheet, SheetEntry
from agentsensus.screenplay.rendering.wording import misplaced, repeated
from agentsensus.text.language import language
from agentsensus.text.languages import rules_of
from agentsensus.texts import texts

__all__ = ["refusals"]

_LEFT_OUT = 5
"""Of so many beats one may be left out, if the rendering says so."""
_SHORTEST, _LONGEST = 0.3, 3.0
"""How long a rendering may be, in tokens, by those of its beats."""
_WORTH_TELLING, _THINNEST = 16, 0.15
"""Tokens from which a beat must be told at some length, and what share of its own that is at least."""
_BRIEF = 60
"""Tokens of beats below which length says nothing."""


def refusals(rendered: RenderedScene, sheet: SceneSheet) -> list[str]:
    """Why a rendering is refused, in the language of the play; nothing where it holds."""
    return list(dict.fromkeys(_Check(rendered, sheet).problems()))


class _Check:
    def __init__(self, rendered: RenderedScene, sheet: SceneSheet) -> None:
        self._rendered, self._sheet = rendered, sheet
        self._grounds = Grounds(sheet)
        self._language = sheet.casting.language
        self._reasons: dict[str, str] = texts(__package__, "check", self._language)

    def problems(self) -> Iterator[str]:
        if not self._rendered.lines:
            yield self._reasons["empty"]
            return
        for number, line in enumerate(self._rendered.lines, 1):
            yield from self._cited(number, line)
            yield from self._spoken(number, line)
            yield from self._named(number, f"{line.how}\n{line.text}")
        yield from self._worded()
        yield from self._thin()
        yield from self._voiced()
        yield from self._covered()
        yield from self._sized()

    def _cited(self, number: int, line: RenderedLine) -> Iterator[str]:
        unknown = [beat for beat in line.beats if beat not in self._sheet.by_number]
        if BLANK in line.how or BLANK in (line.who, line.text):
            yield self._said("blank", n=number, blank=BLANK)
        if not line.beats:
            yield self._said("no_beats", n=number)
        elif unknown:
            yield self._said("no_such_beat", n=number, beats=self._listed(unknown))

    def _spoken(self, number: int, line: RenderedLine) -> Iterator[str]:
        if not line.who:
            return
        who = self._grounds.speaker(line.who)
        if who is None:
            cast = self._listed(map(self._sheet.casting.name, self._sheet.cast))
            yield self._said("not_cast", n=number, who=line.who, cast=cast)
            return
        own = [entry for entry in self._entries(line) if entry.doer == who]
        if line.beats and not own:
            yield self._said("not_theirs", n=number, who=line.who)
        elif line.beats and all(entry.kind == "direction" for entry in own):
            yield self._said("no_words", n=number, who=line.who)

    def _named(self, number: int, text: str) -> Iterator[str]:
        checks = {
            "outsider": ("names", self._grounds.outsiders(text)),
            "stranger": ("names", self._grounds.strangers(text)),
            "leak": ("leaks", leaks(text, self._sheet.source)),
            "number": ("numbers", self._grounds.numbers(text)),
        }
        for key, (part, faults) in checks.items():
            if faults:
                yield self._said(key, n=number, **{part: self._listed(faults)})

    def _entries(self, line: RenderedLine) -> list[SheetEntry]:
        return [self._sheet.by_number[beat] for beat in line.beats if beat in self._sheet.by_number]

    def _worded(self) -> Iterator[str]:
        for number, other in repeated(self._rendered.lines):
            yield self._said("repeats", n=number, other=other)
        for number, beat in misplaced(self._rendered.lines, self._sheet):
            yield self._said("misplaced", n=number, beat=beat)

    def _thin(self) -> Iterator[str]:
        """Beats of which the lines that name them say next to nothing."""
        for number in self._sheet.required:
            source = tokens(self._sheet.words(number))
            told = [line.text for line in self._rendered.lines if number in line.beats]
            if told and source >= _WORTH_TELLING and tokens("\n".join(told)) < _THINNEST * source:
                yield self._said("thin", beat=number)

    def _voiced(self) -> Iterator[str]:
        """Speeches that only a direction tells."""
        spoken = {beat for line in self._rendered.lines if line.who for beat in line.beats}
        covered = {beat for line in self._rendered.lines for beat in line.beats}
        speeches = [entry for entry in self._sheet.entries if entry.kind in ("speech", "letter")]
        silent = [entry.number for entry in speeches if entry.number in covered - spoken]
        if silent:
            yield self._said("unspoken", beats=self._listed(silent))

    def _covered(self) -> Iterator[str]:
        required = set(self._sheet.required)
        covered = {beat for line in self._rendered.lines for beat in line.beats} & required
        left_out = (set(self._rendered.left_out) & required) - covered
        missing = required - covered - left_out
        if missing:
            yield self._said("missing", beats=self._listed(sorted(missing)))
        most = len(required) // _LEFT_OUT
        if len(left_out) > most:
            yield self._said("too_few", n=len(left_out), of=len(required), most=most)

    def _sized(self) -> Iterator[str]:
        text = "\n".join(line.text for line in self._rendered.lines)
        if language(text) != self._language:
            yield self._reasons["language"]
        source = tokens(self._sheet.source)
        if source >= _BRIEF and not _SHORTEST <= tokens(text) / source <= _LONGEST:
            yield self._reasons["short" if tokens(text) < source else "long"]

    def _listed(self, items: Iterable[object]) -> str:
        return rules_of(self._language).writing.names(map(str, items))

    def _said(self, key: str, /, **parts: object) -> str:
        return self._reasons[key].format(**parts)
