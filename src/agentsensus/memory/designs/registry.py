"""The four designs by name: their settings, and how each is made."""

from agentsensus.errors import InputError, UnknownName, nearest
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.off_loop import CallersChat
from agentsensus.memory.designs.collaborative import Collaborative, CollaborativeSettings
from agentsensus.memory.designs.common_settings import CommonSettings
from agentsensus.memory.designs.consensus.ablations import (
    MergesByCosine,
    MergesEqualTexts,
    MergesWithItself,
    NoMerging,
    Oracle,
    OwnersOnly,
)
from agentsensus.memory.designs.consensus.design import Consensus
from agentsensus.memory.designs.consensus.settings import Merging, Settings
from agentsensus.memory.designs.design import Design
from agentsensus.memory.designs.g_memory import GMemory, GMemorySettings
from agentsensus.memory.designs.generative_agents import GenerativeAgents, GenerativeAgentsSettings
from agentsensus.memory.judge import (
    LEARNED_AND_MODEL,
    OFFLINE,
    DoubtfulToModel,
    Judge,
    LearnedJudge,
    ModelJudge,
    offline_judge,
)
from agentsensus.memory.judge.instructions import Instructions
from agentsensus.models.roles import Roles

SETTINGS: dict[str, type[CommonSettings]] = {
    kind.design: kind for kind in (Settings, GenerativeAgentsSettings, GMemorySettings, CollaborativeSettings)
}
DESIGNS: tuple[str, ...] = tuple(SETTINGS)

CONSENSUS_VARIANTS: dict[Merging, type[Consensus]] = {
    "judged": Consensus,
    "off": NoMerging,
    "self": MergesWithItself,
    "exact": MergesEqualTexts,
    "cosine": MergesByCosine,
    "owners": OwnersOnly,
    "oracle": Oracle,
}
"""The consensus design and its controls, by the setting `merging`."""


def checked_design(name: object) -> str:
    """The name of a design, if there is one of that name."""
    if not isinstance(name, str) or name not in SETTINGS:
        near = nearest(name, SETTINGS) if isinstance(name, str) else f"; known: {', '.join(SETTINGS)}"
        raise UnknownName(f"no design is called {name!r}{near}")
    return name


def check_helpers(design: str, judge: object) -> None:
    """Refuse a judge that the design would never ask."""
    known = (*OFFLINE, LEARNED_AND_MODEL)
    if isinstance(judge, str) and judge not in known:
        raise UnknownName(f"no judge is called {judge!r}{nearest(judge, known)}")
    if judge is not None and not isinstance(judge, str) and not hasattr(judge, "judge"):
        raise InputError(f"judge is {judge!r}: give {' or '.join(map(repr, OFFLINE))}, or a ModelJudge")
    if judge is not None and design != "consensus":
        raise InputError(f"{design} merges nothing, so it asks no judge; leave out `judge`")


def make(
    engine: Engine, judge: Judge | str | None, roles: Roles | None, instructions: Instructions | None = None
) -> Design:
    """The design that a store was made with, on its engine, asking the models of these roles."""
    settings = engine.settings
    model = CallersChat(roles.of("memory")) if roles and "memory" in roles.ids else None
    match settings:
        case GenerativeAgentsSettings():
            return GenerativeAgents(engine, settings, model)
        case GMemorySettings():
            return GMemory(engine, settings, model)
        case CollaborativeSettings():
            return Collaborative(engine, settings)
        case Settings():
            if judge in (None, LEARNED_AND_MODEL) and roles and "judge" in roles.ids:
                told = instructions or Instructions()
                asked = ModelJudge(roles.of("judge"), domain=told.domain or None, prompt=told.judge or None)
                judge = asked if judge is None else DoubtfulToModel(LearnedJudge(engine.embedder), asked)
            elif judge == LEARNED_AND_MODEL:
                raise InputError(
                    f"judge='{LEARNED_AND_MODEL}' needs a model: give models={{'judge': 'PROVIDER:MODEL'}}, or judge='learned'"  # noqa: E501
                )
            variant = CONSENSUS_VARIANTS[settings.merging]
            return variant(engine, settings, _judge(engine, settings, judge))
    raise UnknownName(f"no design has the settings {type(settings).__name__}")


def _judge(engine: Engine, settings: Settings, judge: Judge | str | None) -> Judge:
    if isinstance(judge, DoubtfulToModel):
        judge.model.fallback = judge.learned
        judge.model.asks_all = settings.verify == "none"
    if isinstance(judge, ModelJudge):
        judge.fallback = offline_judge(None, engine.embedder, settings.thresholds)
        judge.doubts = settings.verify == "judge"
        judge.asks_all = settings.verify == "none"
    if judge is None or isinstance(judge, str):
        return offline_judge(judge, engine.embedder, settings.thresholds)
    return judge
