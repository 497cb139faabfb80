"""A whole play rendered by a model: on a tape, so that nothing is paid twice, and within a budget."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from agentsensus.errors import InputError
from agentsensus.models.budget import Budget, Spent
from agentsensus.models.limits import Limits
from agentsensus.models.providers.opening import ModelLike
from agentsensus.models.roles import Roles
from agentsensus.models.tape import Tape
from agentsensus.run_folder import Allowance
from agentsensus.screenplay.casting import Casting
from agentsensus.screenplay.production import Production
from agentsensus.screenplay.rendering.estimate import RenderEstimate, estimate_rendering
from agentsensus.screenplay.rendering.render import SceneListener, SceneRenderer
from agentsensus.screenplay.rendering.sheet import SceneSheet
from agentsensus.screenplay.script import Screenplay
from agentsensus.text.languages import Language

__all__ = ["Rendered", "Rendering", "estimate_play", "render_play"]


@dataclass(frozen=True)
class Rendering:
    """How a play is to be rendered: by which model, into which language, which scenes (none named: all).

    Replies are kept on `tape`; the same rendering asked for again goes on with what is not there yet. `allowance` is
    what this sitting may take.
    """

    model: ModelLike
    language: Language
    tape: Path
    allowance: Allowance = field(default_factory=Allowance)
    only: tuple[int, ...] = ()
    limits: Limits | None = None


@dataclass(frozen=True)
class Rendered:
    """A play and what its model took; nothing where it was set by rule."""

    play: Screenplay
    spent: Spent | None = None

    def figures(self, production: Production) -> dict[str, object]:
        """What `screenplay --json` prints: the numbers, and with a model its usage and how each scene fared."""
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
    """The play; ModelUnreachable where no reply could be had: what was answered until then is on the tape."""
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
    """What rendering a play would take; InputError without a model."""
    if model is None:
        raise InputError("--estimate: without a model nothing is asked; give one with --model screenplay=ID")
    casting = Casting(production.scenario, language)
    return estimate_rendering((SceneSheet(scene, casting) for scene in production.wanted(only)), model)
