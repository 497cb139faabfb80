"""The four designs by name: their settings, and functions that create them."""

from collections.abc import Mapping

from agentsensus.errors import InputError, UnknownName, did_you_mean
from agentsensus.memory.core.background import CallersChat
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.designs.collaborative import Collaborative, CollaborativeSettings
from agentsensus.memory.designs.consensus.ablations import (
    MergesByCosine,
    MergesEqualTexts,
    MergesWithItself,
    NoMerging,
    Oracle,
    OwnersOnly,
)
from agentsensus.memory.designs.consensus.design import Consensus
from agentsensus.memory.designs.consensus.guard import GuardedJudge, guarded_vetoes
from agentsensus.memory.designs.consensus.judging import UNKNOWN_JUDGE, JudgeTraits
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
    RuleJudge,
    offline_judge,
)
from agentsensus.memory.judge.instructions import Instructions
from agentsensus.memory.judge.model import known_apart
from agentsensus.memory.judge.vetoes import vetoes
from agentsensus.memory.judge.vetoes.retelling_vetoes import counting
from agentsensus.memory.settings import CommonSettings, SettingsLike
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
    """Return the name of a design. Raises UnknownName for an unknown one."""
    if not isinstance(name, str) or name not in SETTINGS:
        near = did_you_mean(name, SETTINGS) if isinstance(name, str) else f"; known: {', '.join(SETTINGS)}"
        raise UnknownName(f"no design is called {name!r}{near}")
    return name


def as_settings(settings: SettingsLike | None, design: str) -> CommonSettings:
    """Return the settings of a design from a preset's name, a dict of changes to a preset, or a settings object."""
    kind = SETTINGS[design]
    if settings is None:
        return kind()
    if isinstance(settings, str):
        return kind.preset(settings)
    if isinstance(settings, Mapping):
        changes = {str(name): value for name, value in settings.items()}
        preset = changes.pop("preset", None)
        return (kind() if preset is None else kind.preset(str(preset))).with_(**changes)
    if isinstance(settings, CommonSettings) and not isinstance(settings, kind):
        raise InputError(f"settings are those of {settings.design}, and the design is {design}")
    if isinstance(settings, kind):
        return settings
    presets = ", ".join(repr(name) for name in kind.presets)
    raise InputError(f"settings is {settings!r}: give {presets}, a dict or a {kind.__name__}")


def stored_settings(stored: Mapping[str, object], design: str) -> CommonSettings:
    """Return the settings from a store's header. Missing values come from the preset that agrees best with the
    others.
    """
    kind = SETTINGS[design]

    def agreement(name: str) -> int:
        values = kind.preset(name).model_dump()
        return sum(values.get(setting) == value for setting, value in stored.items())

    return as_settings({"preset": max([kind.default, *kind.presets], key=agreement), **stored}, design)


def check_helpers(design: str, judge: object) -> None:
    """Raise InputError for an unknown judge, or for a judge that the design does not use."""
    known = (*OFFLINE, LEARNED_AND_MODEL)
    if isinstance(judge, str) and judge not in known:
        raise UnknownName(f"no judge is called {judge!r}{did_you_mean(judge, known)}")
    if judge is not None and not isinstance(judge, str) and not hasattr(judge, "judge"):
        raise InputError(f"judge is {judge!r}: give {' or '.join(map(repr, OFFLINE))}, or a ModelJudge")
    if judge is not None and design != "consensus":
        raise InputError(f"{design} merges nothing, so it asks no judge; leave out `judge`")


def make(
    engine: Engine, judge: Judge | str | None, roles: Roles | None, instructions: Instructions | None = None
) -> Design:
    """Create the design named in a store's header. `roles` are the models that it may ask."""
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
                judge = asked if judge is None else DoubtfulToModel(_guarded(LearnedJudge(engine.embedder)), asked)
            elif judge == LEARNED_AND_MODEL:
                raise InputError(
                    f"judge='{LEARNED_AND_MODEL}' needs a model: give models={{'judge': 'PROVIDER:MODEL'}}, or judge='learned'"  # noqa: E501
                )
            variant = CONSENSUS_VARIANTS[settings.merging]
            chosen = _judge(engine, settings, judge)
            return variant(engine, settings, chosen, _traits(chosen))
    raise UnknownName(f"no design has the settings {type(settings).__name__}")


def _judge(engine: Engine, settings: Settings, judge: Judge | str | None) -> Judge:
    find_vetoes = None if settings.verify == "none" else guarded_vetoes(known_apart)
    if isinstance(judge, DoubtfulToModel):
        judge.model.fallback = judge.learned
        judge.model.find_vetoes = find_vetoes
        judge.model.only_match = settings.judge_answer == "match"
    if isinstance(judge, ModelJudge):
        judge.fallback = _guarded(offline_judge(None, engine.embedder, settings.thresholds))
        judge.doubts = settings.verify == "judge"
        judge.find_vetoes = find_vetoes
        judge.only_match = settings.judge_answer == "match"
    if judge is None or isinstance(judge, str):
        return _guarded(offline_judge(judge, engine.embedder, settings.thresholds))
    return judge


def _guarded(judge: Judge) -> GuardedJudge:
    assert isinstance(judge, LearnedJudge | RuleJudge)
    return GuardedJudge(judge)


def _traits(judge: Judge) -> JudgeTraits:
    # The rule judge compares cosines, so every veto counts; other judges already consider what vetoes look for.
    if isinstance(judge, GuardedJudge):
        return _traits(judge.inner)
    if isinstance(judge, RuleJudge):
        return JudgeTraits(vetoes, asks_model=False)
    if isinstance(judge, LearnedJudge):
        return JudgeTraits(counting, asks_model=False)
    return UNKNOWN_JUDGE
