"""Scenes rendered by a model: one grounded pass each, checked; once more with the reasons, and then set plainly."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from agentsensus.errors import ModelUnreachable
from agentsensus.loop import together
from agentsensus.models.ask import Answer, NoAnswer, ask_for
from agentsensus.models.chat import Chat
from agentsensus.models.request import Request, TapePlace
from agentsensus.models.tokens import tokens
from agentsensus.screenplay.casting import Casting
from agentsensus.screenplay.plain import PlainSetter
from agentsensus.screenplay.rendering.check import refusals
from agentsensus.screenplay.rendering.reply import RenderedLine, RenderedScene
from agentsensus.screenplay.rendering.sheet import SceneSheet
from agentsensus.screenplay.rendering.wording import copied
from agentsensus.screenplay.scenes import StagedScene
from agentsensus.screenplay.script import LineKind, PlayLine, Setting, WrittenScene, opened
from agentsensus.texts import prompt, prompt_text

__all__ = ["PURPOSE", "SceneListener", "SceneRenderer", "request_of"]

PURPOSE = "screenplay"
_ATTEMPTS = 2
_REPLY_ROOM = 400
_REPLY_RATE = 2.5
"""Tokens that a reply may take: so many, and so many more for each of the beats' own."""

SceneListener: TypeAlias = Callable[[WrittenScene], None]
"""Is called with each scene as soon as it is written."""


def request_of(sheet: SceneSheet, reasons: Sequence[str] = ()) -> Request:
    """What a model is asked for a scene; with `reasons`, once more, with what was wrong."""
    language, casting = sheet.casting.language, sheet.casting
    cast = ", ".join(casting.name(id_) for id_ in sheet.cast)
    asked = prompt(
        __package__, "scene", language, place=casting.name(sheet.scene.place), cast=cast, beats=sheet.lines()
    )
    if reasons:
        asked += "\n" + prompt(__package__, "again", language, reasons="\n".join(f"- {reason}" for reason in reasons))
    return Request(
        purpose=PURPOSE,
        system=prompt_text(__package__, "rules", language),
        prompt=asked,
        language=language,
        max_tokens=_REPLY_ROOM + round(_REPLY_RATE * tokens(sheet.lines())),
    )


@dataclass(frozen=True)
class SceneRenderer:
    """Renders scenes in the language of `casting` with a model; `plain` sets those whose rendering does not hold."""

    chat: Chat
    casting: Casting
    plain: PlainSetter

    async def scenes(self, scenes: Sequence[StagedScene], listener: SceneListener | None = None) -> list[WrittenScene]:
        """All scenes, asked for at once; ModelUnreachable where no reply could be had.

        What was answered is on the tape of the model, if it has one, and is not asked again the next time.
        """

        async def heard(scene: StagedScene) -> WrittenScene:
            written = await self.scene(scene)
            if listener is not None:
                listener(written)
            return written

        return await together([heard(scene) for scene in scenes])

    async def scene(self, scene: StagedScene) -> WrittenScene:
        """One scene: rendered and found to hold, or plain with the reasons."""
        sheet = SceneSheet(scene, self.casting)
        reasons: list[str] = []
        for attempt in range(_ATTEMPTS):
            place = TapePlace(scene.first, f"scene {scene.number}", attempt)
            answer = await ask_for(self.chat, request_of(sheet, reasons), RenderedScene, tape_place=place)
            if isinstance(answer, NoAnswer):
                return self._without(scene, answer)
            reasons = refusals(answer.value, sheet)
            if not reasons:
                return self._written(scene, sheet, answer)
        return self._plainly(scene, "refused", reasons)

    def _without(self, scene: StagedScene, answer: NoAnswer) -> WrittenScene:
        match answer.why:
            case "unreachable":
                raise ModelUnreachable(f"scene {scene.number} could not be rendered: {answer.reason}")
            case "exhausted":
                return self._plainly(scene, "exhausted", [answer.reason])
            case "unusable":
                return self._plainly(scene, "unusable", [answer.reason])

    def _plainly(self, scene: StagedScene, setting: Setting, reasons: Sequence[str]) -> WrittenScene:
        return replace(self.plain.scene(scene), setting=setting, why=tuple(reasons))

    def _written(self, scene: StagedScene, sheet: SceneSheet, answer: Answer[RenderedScene]) -> WrittenScene:
        covered = {beat for line in answer.value.lines for beat in line.beats}
        left_out = [beat for beat in sheet.required if beat not in covered]
        lines = (*self.plain.there(scene, sheet.casting), *(_line(line, sheet) for line in answer.value.lines))
        place = sheet.casting.name(scene.place)
        return WrittenScene(
            scene.number,
            place,
            scene.first,
            scene.last,
            lines,
            "rendered",
            left_out=sheet.seqs(left_out),
            copied=copied(answer.value.lines, sheet),
        )


def _line(line: RenderedLine, sheet: SceneSheet) -> PlayLine:
    beats = sheet.seqs(line.beats)
    if not line.who:
        return PlayLine("direction", line.text.strip("()（）"), beats)
    kinds = [entry.kind for entry in map(sheet.by_number.__getitem__, line.beats)]
    kind: LineKind = next((kind for kind in kinds if kind != "direction"), "speech")
    return PlayLine(kind, line.text, beats, opened(line.who), line.how.strip("()（）"))
