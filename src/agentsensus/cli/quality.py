"""The command `quality`: score a run by rules and by a model."""

from collections.abc import Mapping
from dataclasses import asdict
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from agentsensus.base.stamp import stamped
from agentsensus.cli import model_options as modelling
from agentsensus.cli.printing import JSON_OPTION, RUN, print_json
from agentsensus.errors import InputError

if TYPE_CHECKING:
    from agentsensus.analysis.study.quality import JudgedQuality, QualitySource, RuleQuality, ScoredOnce

__all__ = ["quality"]

_JUDGE = typer.Option(
    [],
    "--judge",
    help="Model that scores, such as openai:gpt-4o-mini (default: rules only). Repeat it to compare models.",
)
_SOURCE = typer.Option(["log"], "--source", help="What the model reads: log or play. Can be repeated.")
_REPEATS = typer.Option(3, min=1, help="Repetitions of each prompt.")
_ROOM = typer.Option(1_100, "--tokens", min=300, help="Tokens of the run per call; use more for a stronger model.")
_FAULTS = typer.Option(False, "--faults", help="Also plant faults, and report which ones the model misses.")
_TAPE = typer.Option(None, help="File for the model's replies (default: quality.tape in the run folder).")
_CALLS = typer.Option(None, "--budget-calls", min=1, help="Maximum number of model calls.")


def quality(
    run_folder: Path | None = RUN,
    judge: list[str] = _JUDGE,
    source: list[str] = _SOURCE,
    repeats: int = _REPEATS,
    room: int = _ROOM,
    faults: bool = _FAULTS,
    tape: Path | None = _TAPE,
    calls: int | None = _CALLS,
    as_json: bool = JSON_OPTION,
) -> None:
    """Score a run: grounding, contradiction, repetition, goals and arcs by rules; four dimensions by a model.

    The model scores each dimension with three prompts, several times each. Missing scores are counted as unscored,
    not as
    zero. Run the same command again to continue after an interruption.

    Example: `agentsensus quality runs/hamlet-1 --judge openai:gpt-4o-mini --faults`
    """
    from agentsensus.analysis.study.quality import TAPE, Judging, judge_run, score_by_rules
    from agentsensus.base.loop import wait_for
    from agentsensus.models.providers.model_id import ModelId
    from agentsensus.worlds.run_folder import newest_run
    from agentsensus.worlds.runs import open_run

    sources = checked_sources(source)
    for model in judge:
        ModelId.parse(model)
    folder = newest_run(run_folder)
    with open_run(folder.path) as run:
        plain, judged = score_by_rules(run), {}
        for model in dict.fromkeys(judge):
            allowance = modelling.allowance(calls, None, None)
            judging = Judging(model, tape or folder.path / TAPE, sources, repeats, room, faults, allowance)
            judged[model] = wait_for(judge_run(run, judging, _print_judgement))
        stamp = run.scenario.world.stamp
    if as_json:
        print_json(stamped(_figures(str(folder.path), plain, judged), stamp))
    else:
        _print(plain, judged, stamp)


def checked_sources(source: list[str]) -> "tuple[QualitySource, ...]":
    """Return the distinct sources for a judge. Raises InputError for an unknown one."""
    if unknown := [word for word in source if word not in ("log", "play")]:
        raise InputError(f"--source {unknown[0]!r}: must be log or play")
    sources: Any = tuple(dict.fromkeys(source))
    return sources  # type: ignore[no-any-return]  # checked just now


def _print_judgement(judgement: "ScoredOnce") -> None:
    score = judgement.score if judgement.score is not None else "unscored"
    typer.echo(f"{judgement.dimension} ({judgement.prompt}, {judgement.source}): {score}  {judgement.why}", err=True)


def _figures(run: str, plain: "RuleQuality", judged: "Mapping[str, JudgedQuality]") -> dict[str, Any]:
    from agentsensus.analysis.study.quality import compare_with_rules

    shares = {name: asdict(share) | {"value": share.value} for name, share in _shares(plain).items()}
    models = {
        name: asdict(quality)
        | {
            "faults": [asdict(fault) | {"is_seen": fault.is_seen} for fault in quality.faults],
            "beside_rules": [
                asdict(pair) | {"apart": pair.apart} for pair in compare_with_rules(plain, quality.scores)
            ],
        }
        for name, quality in judged.items()
    }
    goals = [asdict(outcome) for outcome in plain.outcomes]
    return {"run": run, "rules": shares, "goals": goals, "models": models, "judges_apart": _apart(judged)}


def _apart(judged: "Mapping[str, JudgedQuality]") -> "dict[str, dict[str, float | None]]":
    """Return how far each pair of judges is apart, by their names."""
    from agentsensus.analysis.study.quality import compare_judges

    pairs = combinations(judged, 2)
    return {
        f"{first} | {second}": compare_judges(judged[first].scores, judged[second].scores) for first, second in pairs
    }


def _shares(plain: "RuleQuality") -> dict[str, Any]:
    names = ("grounded", "contradicting", "repeated", "goals", "goalless", "arcs", "reference")
    return {name: getattr(plain, name) for name in names}


def _print(plain: "RuleQuality", judged: "Mapping[str, JudgedQuality]", stamp: str) -> None:
    if stamp:
        typer.echo(stamp)
    for name, share in _shares(plain).items():
        typer.echo(f"{name:16}{share.count} of {share.of}{'' if share.value is None else f'  ({share.value})'}")
    if not judged:
        typer.echo("grounding, trajectory, narrative and goals as a reader sees them need a model: --judge ID")
    for name, quality in judged.items():
        typer.echo(f"\n{name}")
        _print_judged(plain, quality)
    for pair, dimensions in _apart(judged).items():
        apart = ", ".join(f"{name} {_number(value)}" for name, value in dimensions.items())
        typer.echo(f"\n{pair}, points apart: {apart}")


def _print_judged(plain: "RuleQuality", quality: "JudgedQuality") -> None:
    from agentsensus.analysis.study.quality import compare_with_rules

    for score in quality.scores:
        shown = "unscored" if score.mean is None else f"{score.mean:.2f} ± {score.deviation:.2f}"
        prompts = ", ".join(f"{prompt} {_number(mean)}" for prompt, mean in score.by_prompt.items())
        typer.echo(f"{score.dimension:12}{score.source:5}{shown}  prompts: {prompts}  unscored: {score.unscored}")
    for pair in compare_with_rules(plain, quality.scores):
        rules = f"{_number(pair.rules)} by rules ({pair.rule})"
        typer.echo(f"{pair.dimension:12}{_number(pair.model)} by the model, {rules}: {_number(pair.apart)} apart")
    for fault in quality.faults:
        verdict = {True: "seen", False: "blind", None: "unscored"}[fault.is_seen]
        typer.echo(f"{fault.fault}: {_number(fault.clean)} without, {_number(fault.faulty)} with: {verdict}")


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"
