"""`agentsensus quality`: what a run is worth, by rules and by a model."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from agentsensus.cli import model_options as modelling
from agentsensus.cli.printing import JSON_OPTION, RUN, print_json
from agentsensus.errors import InputError
from agentsensus.stamping import stamped

if TYPE_CHECKING:
    from agentsensus.study.quality import JudgedQuality, PlainQuality, ScoredOnce

__all__ = ["quality"]

_JUDGE = typer.Option(
    None, "--judge", help="The model that scores: openai:gpt-4o-mini. Without one, rules alone score."
)
_SOURCE = typer.Option(["log"], "--source", help="What the model reads: log, play, or both by repeating it.")
_REPEATS = typer.Option(3, min=1, help="How often each prompt is asked.")
_ROOM = typer.Option(1_100, "--tokens", min=300, help="Tokens of the run that a call shows; more for a stronger model.")
_FAULTS = typer.Option(False, "--faults", help="Plant faults too, and say which of them the model does not see.")
_TAPE = typer.Option(None, help="Where its replies are kept; quality.tape in the run's folder when left out.")
_CALLS = typer.Option(None, "--budget-calls", min=1, help="Model calls that this command may make.")


def quality(
    run_folder: Path | None = RUN,
    judge: str | None = _JUDGE,
    source: list[str] = _SOURCE,
    repeats: int = _REPEATS,
    room: int = _ROOM,
    faults: bool = _FAULTS,
    tape: Path | None = _TAPE,
    calls: int | None = _CALLS,
    as_json: bool = JSON_OPTION,
) -> None:
    """Score a run: grounding, contradiction, repetition, goals and arcs by rules; four dimensions by a model.

    A model is asked each dimension by three prompts, several times each; a score that cannot be had is counted as
    unscored, never as nought. The same command goes on where it was stopped.

    Example: `agentsensus quality runs/hamlet-1 --judge openai:gpt-4o-mini --faults`
    """
    from agentsensus.loop import wait_for
    from agentsensus.models.providers.model_id import ModelId
    from agentsensus.run_folder import newest_run
    from agentsensus.study import open_run
    from agentsensus.study.quality import Judging, judge_run, plain_quality

    if unknown := [word for word in source if word not in ("log", "play")]:
        raise InputError(f"--source {unknown[0]!r}: a judge reads log or play")
    if judge is not None:
        ModelId.parse(judge)
    folder = newest_run(run_folder)
    with open_run(folder.path) as run:
        plain, judged = plain_quality(run), None
        if judge is not None:
            sources: Any = tuple(dict.fromkeys(source))
            allowance = modelling.allowance(calls, None, None)
            where = tape or folder.path / "quality.tape"
            judging = Judging(judge, where, sources, repeats, room, faults, allowance)
            judged = wait_for(judge_run(run, judging, _print_judgement))
        stamp = run.scenario.world.stamp
    if as_json:
        print_json(stamped(_figures(str(folder.path), plain, judged), stamp))
    else:
        _print(plain, judged, stamp)


def _print_judgement(judgement: "ScoredOnce") -> None:
    score = judgement.score if judgement.score is not None else "unscored"
    typer.echo(f"{judgement.dimension} ({judgement.prompt}, {judgement.source}): {score}  {judgement.why}", err=True)


def _figures(run: str, plain: "PlainQuality", judged: "JudgedQuality | None") -> dict[str, Any]:
    shares = {name: asdict(share) | {"value": share.value} for name, share in _shares(plain).items()}
    outcomes = [asdict(outcome) for outcome in plain.outcomes]
    model = (
        None
        if judged is None
        else asdict(judged) | {"faults": [asdict(fault) | {"is_seen": fault.is_seen} for fault in judged.faults]}
    )
    return {"run": run, "rules": shares, "goals": outcomes, "model": model}


def _shares(plain: "PlainQuality") -> dict[str, Any]:
    names = ("grounded", "contradicting", "repeated", "goals", "goalless", "arcs", "reference")
    return {name: getattr(plain, name) for name in names}


def _print(plain: "PlainQuality", judged: "JudgedQuality | None", stamp: str) -> None:
    if stamp:
        typer.echo(stamp)
    for name, share in _shares(plain).items():
        typer.echo(f"{name:16}{share.count} of {share.of}{'' if share.value is None else f'  ({share.value})'}")
    if judged is None:
        typer.echo("grounding, trajectory, narrative and goals as a reader sees them need a model: --judge ID")
        return
    for score in judged.scores:
        shown = "unscored" if score.mean is None else f"{score.mean:.2f} ± {score.deviation:.2f}"
        prompts = ", ".join(f"{prompt} {mean}" for prompt, mean in score.by_prompt.items())
        typer.echo(f"{score.dimension:12}{score.source:5}{shown}  prompts: {prompts}  unscored: {score.unscored}")
    for fault in judged.faults:
        verdict = {True: "seen", False: "blind", None: "unscored"}[fault.is_seen]
        typer.echo(f"{fault.fault}: {fault.clean} without, {fault.faulty} with: {verdict}")
