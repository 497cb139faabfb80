"""Let a model write scenes: one checked request each, one retry with the reasons, otherwise the plain scene."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

from pydantic import BaseModel

from agentsensus.base.loop import together
from agentsensus.base.texts import prompt, prompt_text
from agentsensus.errors import InputError, ModelUnreachable
from agentsensus.language.rules import Language
from agentsensus.models.ask import Answer, NoAnswer, ask_for
from agentsensus.models.budget import Budget, Spent
from agentsensus.models.chat import Chat, Request, TapePlace, Usage
from agentsensus.models.limits import Limits
from agentsensus.models.prices import Prices
from agentsensus.models.providers.model_id import ModelId
from agentsensus.models.providers.open import ModelLike
from agentsensus.models.roles import Roles
from agentsensus.models.tape import Tape
from agentsensus.models.tokens import tokens
from agentsensus.worlds.run_folder import Allowance
from agentsensus.worlds.screenplay.plain import PlainSetter
from agentsensus.worlds.screenplay.production import Production
from agentsensus.worlds.screenplay.rendering.check import refusals
from agentsensus.worlds.screenplay.rendering.reply import RenderedLine, RenderedScene, copied
from agentsensus.worlds.screenplay.rendering.sheet import SceneSheet
from agentsensus.worlds.screenplay.scenes import StagedScene
from agentsensus.worlds.screenplay.script import Casting, LineKind, PlayLine, Screenplay, Setting, WrittenScene, opened

__all__ = [
    "PURPOSE",
    "RenderEstimate",
    "Rendered",
    "Rendering",
    "SceneListener",
    "SceneRenderer",
    "estimate_play",
    "estimate_rendering",
    "render_play",
    "request_of",
]


PURPOSE = "screenplay"
_ATTEMPTS = 2
_REPLY_ROOM = 400
_REPLY_RATE = 2.5
"""Factor for the token limit of a reply: a base, plus this factor times the tokens of the beats."""

SceneListener: TypeAlias = Callable[[WrittenScene], None]
"""Called with each scene once it is written."""


def request_of(sheet: SceneSheet, reasons: Sequence[str] = ()) -> Request:
    """Return the request for a scene; with `reasons`, the second attempt."""
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
    """Writes scenes with a model in the language of `casting`; `plain` sets the refused ones."""

    chat: Chat
    casting: Casting
    plain: PlainSetter

    async def scenes(self, scenes: Sequence[StagedScene], listener: SceneListener | None = None) -> list[WrittenScene]:
        """Write all scenes concurrently. Raises ModelUnreachable if a request gets no reply.

        Replies on the model's tape are reused.
        """

        async def heard(scene: StagedScene) -> WrittenScene:
            written = await self.scene(scene)
            if listener is not None:
                listener(written)
            return written

        return await together([heard(scene) for scene in scenes])

    async def scene(self, scene: StagedScene) -> WrittenScene:
        """Write one scene: the accepted rendering, or the plain scene with the reasons."""
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


_REWORDED = 1.1
_LINE = 28
"""Expected reply tokens: a factor per token of the beats, and a number per line."""


class RenderEstimate(BaseModel):
    """Calls, tokens and (if the price is known) dollars, if every scene is accepted at the first attempt."""

    model: str
    scenes: int
    calls: int
    input: int
    output: int
    money: float | None


def estimate_rendering(sheets: Iterable[SceneSheet], model: str, prices: Prices | None = None) -> RenderEstimate:
    """Estimate one pass over these scenes; refusals at most double it."""
    id_ = str(ModelId.parse(model))
    asked = [(request_of(sheet), sheet) for sheet in sheets]
    input_ = sum(tokens(request.system) + tokens(request.prompt) for request, _ in asked)
    output = sum(round(_REWORDED * tokens(sheet.source)) + _LINE * len(sheet.required) for _, sheet in asked)
    price = (prices or Prices()).of(id_)
    money = round(float(price.cost(Usage(input_, output))), 6) if price else None
    return RenderEstimate(model=id_, scenes=len(asked), calls=len(asked), input=input_, output=output, money=money)


@dataclass(frozen=True)
class Rendering:
    """How to render a play: model, language and scenes (empty: all).

    Replies are kept on `tape`; a repeated rendering asks only for missing ones. `allowance` limits this call.
    """

    model: ModelLike
    language: Language
    tape: Path
    allowance: Allowance = field(default_factory=Allowance)
    only: tuple[int, ...] = ()
    limits: Limits | None = None


@dataclass(frozen=True)
class Rendered:
    """A play and the model usage; None if no model was used."""

    play: Screenplay
    spent: Spent | None = None

    def figures(self, production: Production) -> dict[str, object]:
        """Return the JSON of `screenplay --json`: the counts and, with a model, its usage and each scene's result."""
        numbers: dict[str, object] = {"numbers": production.numbers(self.play)}
        if self.spent is None:
            return numbers
        spent = self.spent
        usage = {"calls": spent.calls, "input": spent.input, "output": spent.output, "money": float(spent.money)}
        verdicts = [
            {key: getattr(scene, key) for key in ("number", "setting", "why", "left_out", "copied")}
            for scene in self.play.scenes
        ]
        return numbers | {"usage": usage, "verdicts": verdicts}


async def render_play(production: Production, rendering: Rendering, listener: SceneListener | None = None) -> Rendered:
    """Render a play. Raises ModelUnreachable if a request gets no reply; earlier replies are on the tape."""
    allowance = rendering.allowance
    budget = Budget(allowance.calls, allowance.tokens, allowance.money)
    tape = Tape(rendering.tape, keeps_failures=False)
    roles = Roles(screenplay=rendering.model, budget=budget, limits=rendering.limits, tape=tape)
    if budget.money is not None:
        budget.prices.of(roles.ids["screenplay"], must_know=True)
    casting = Casting(production.scenario, rendering.language)
    renderer = SceneRenderer(roles.of("screenplay"), casting, production.setter)
    try:
        written = await renderer.scenes(production.wanted(rendering.only), listener)
    finally:
        await roles.close()
    return Rendered(production.play(written, rendering.language), budget.spent)


def estimate_play(
    production: Production, model: str | None, language: Language, only: Sequence[int] = ()
) -> RenderEstimate:
    """Estimate the rendering of a play. Raises InputError without a model."""
    if model is None:
        raise InputError("--estimate needs a model; give one with --model screenplay=ID")
    casting = Casting(production.scenario, language)
    return estimate_rendering((SceneSheet(scene, casting) for scene in production.wanted(only)), model)
