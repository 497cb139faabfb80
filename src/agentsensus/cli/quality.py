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
    from agentsensus.analysis.study.quality import (
        ContinuationScore,
        JudgedQuality,
        QualitySource,
        RuleQuality,
        ScoredOnce,
    )

__all__ = ["quality"]

_JUDGE = typer.Option(
    [],
    "--judge",
    help="Model that scores, such as openai:gpt-4o-mini (default: rules only). Repeat it to compare models.",
)
_SOURCE = typer.Option(["log"], "--source", help="What the model reads: log or play. Can be repeated.")
_REPEATS = typer.Option(3, min=1, help="Repetitions of each prompt.")
_ROOM = typer.Option(1_100, "--tokens", min=300, help="Tokens of the run per call; use more for a stronger model.")
_FAULTS = typer.Option(False, "--faults", help="Also plant faults in excerpts, and report which ones the model misses.")
_EXCERPTS = typer.Option(False, "--excerpts", help="Also score excerpts from 1 to 5, with three prompts each.")
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
    excerpts: bool = _EXCERPTS,
    as_json: bool = JSON_OPTION,
) -> None:
    """Score a run: grounding, contradiction, repetition, goals and arcs by rules; the paper's four measures by a model.

    The model reads the whole screenplay in passages: grounding event by event, trajectory arc by arc, goal pursuit
    action by action, narrative from 1 to 5. Missing scores are counted as unscored, not as zero. Run the same command
    again to continue after an interruption.

    Example: `agentsensus quality runs/hamlet-1 --judge openai:gpt-4o-mini`
    """
    from agentsensus.analysis.study.quality import TAPE, Continuation, Judging, judge_run, measure_run, score_by_rules
    from agentsensus.base.loop import wait_for
    from agentsensus.models.providers.model_id import ModelId
    from agentsensus.worlds.run_folder import newest_run
    from agentsensus.worlds.runs import open_run

    sources = checked_sources(source)
    for model in judge:
        ModelId.parse(model)
    folder = newest_run(run_folder)
    with open_run(folder.path) as run:
        plain, judged, measured = score_by_rules(run), {}, {}
        estimate = Continuation(run, room).estimate(repeats) if not judge else None
        for model in dict.fromkeys(judge):
            allowance = modelling.allowance(calls, None, None)
            judging = Judging(model, tape or folder.path / TAPE, sources, repeats, room, faults, allowance)
            measured[model] = wait_for(measure_run(run, judging))
            if excerpts or faults:
                judged[model] = wait_for(judge_run(run, judging, _print_judgement))
        stamp = run.scenario.world.stamp
    if as_json:
        print_json(stamped(_figures(str(folder.path), plain, measured, judged, estimate), stamp))
    else:
        _print(plain, measured, judged, stamp, estimate)


def checked_sources(source: list[str]) -> "tuple[QualitySource, ...]":
    """Return the distinct sources for a judge. Raises InputError for an unknown one."""
    if unknown := [word for word in source if word not in ("log", "play")]:
        raise InputError(f"--source {unknown[0]!r}: must be log or play")
    sources: Any = tuple(dict.fromkeys(source))
    return sources  # type: ignore[no-any-return]  # checked just now


def _print_judgement(judgement: "ScoredOnce") -> None:
    score = judgement.score if judgement.score is not None else "unscored"
    typer.echo(f"{judgement.dimension} ({judgement.prompt}, {judgement.source}): {score}  {judgement.why}", err=True)


def _figures(
    run: str,
    plain: "RuleQuality",
    measured: "Mapping[str, list[ContinuationScore]]",
    judged: "Mapping[str, JudgedQuality]",
    estimate: tuple[int, int] | None,
) -> dict[str, Any]:
    from agentsensus.analysis.study.quality import compare_with_rules

    shares = {name: asdict(share) | {"value": share.value} for name, share in _shares(plain).items()}
    excerpts = {
        name: asdict(quality)
        | {
            "faults": [asdict(fault) | {"is_seen": fault.is_seen} for fault in quality.faults],
            "beside_rules": [
                asdict(pair) | {"apart": pair.apart} for pair in compare_with_rules(plain, quality.scores)
            ],
        }
        for name, quality in judged.items()
    }
    measures = {
        name: {score.dimension: asdict(score) | {"mean": score.mean, "deviation": score.deviation} for score in scores}
        for name, scores in measured.items()
    }
    models = {name: {"measures": of_model} | excerpts.get(name, {}) for name, of_model in measures.items()}
    goals = [asdict(outcome) for outcome in plain.outcomes]
    needs = None if estimate is None else {"calls": estimate[0], "input": estimate[1]}
    figures = {"run": run, "rules": shares, "goals": goals, "models": models, "judges_apart": _apart(judged)}
    return figures | {"needs_a_model": needs}


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


def _print(
    plain: "RuleQuality",
    measured: "Mapping[str, list[ContinuationScore]]",
    judged: "Mapping[str, JudgedQuality]",
    stamp: str,
    estimate: tuple[int, int] | None,
) -> None:
    if stamp:
        typer.echo(stamp)
    for name, share in _shares(plain).items():
        typer.echo(f"{name:16}{share.count} of {share.of}{'' if share.value is None else f'  ({share.value})'}")
    if estimate is not None:
        calls, size = estimate
        typer.echo(
            "the paper's grounding, trajectory, narrative and goal pursuit need a model: --judge ID "
            f"(about {calls} calls, {size} tokens)"
        )
    for name, scores in measured.items():
        typer.echo(f"\n{name}")
        for score in scores:
            shown = "unscored" if score.mean is None else f"{score.mean:.2f} ± {score.deviation:.2f}"
            typer.echo(f"{score.dimension:12}{shown}  scorings: {len(score.values)}  unscored: {score.unscored}")
        if name in judged:
            _print_judged(plain, judged[name])
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
