"""The command `doctor`."""

import typer

from agentsensus.base.addresses import shown_address
from agentsensus.cli.printing import JSON_OPTION, print_json


def doctor(
    store: str | None = typer.Argument(None, help="Also check this memory file or database for damage."),
    as_json: bool = JSON_OPTION,
) -> None:
    """Report what is installed, which model keys are set, and whether a memory file is sound.

    Key values are never shown. Exits with 1 if something that every installation needs is broken.

    Example: `agentsensus doctor support.db`
    """
    embedder = _embedder()
    found: dict[str, object] = {
        "version": _version(),
        "python": _python(),
        "extras": _extras(),
        "keys": _keys(),
        "embedder": embedder,
        "chromium": _browser(),
        "store": None if store is None else _store_problems(store),
    }
    if as_json:
        print_json(found)
    else:
        _print(found, store)
    if not embedder["works"] or found["store"]:
        raise typer.Exit(1)


def _version() -> str:
    from agentsensus import __version__

    return __version__


def _python() -> str:
    import platform

    return platform.python_version()


def _extras() -> dict[str, bool]:
    """Return every extra of the package and whether all its requirements are installed."""
    from importlib.metadata import metadata

    names = metadata("agentsensus").get_all("Provides-Extra") or ()
    return {name: _is_installed("agentsensus", name) for name in sorted(names)}


def _is_installed(package: str, extra: str) -> bool:
    """Return whether the requirements of an extra of a package are installed, with the extras they ask for."""
    import re
    from importlib.metadata import PackageNotFoundError, requires, version

    for line in requires(package) or ():
        requirement, _, marker = line.partition(";")
        if not re.search(rf"extra == ['\"]{re.escape(extra)}['\"]", marker):
            continue
        name, *options = re.split(r"[\[\],\s<>=!~]+", re.sub(r"[<>=!~].*", "", requirement).strip())
        try:
            version(name)
        except PackageNotFoundError:
            return False
        if not all(_is_installed(name, option) for option in options if option):
            return False
    return True


def _keys() -> dict[str, bool]:
    """Return the names of all model keys and whether each is set."""
    from agentsensus.models.providers.table import SERVICES
    from agentsensus.models.secrets import find_key

    names = dict.fromkeys(name for service in SERVICES.values() for name in service.keys)
    return {name: bool(find_key((name,))) for name in names}


def _embedder() -> dict[str, object]:
    """Return which embedder is the default and whether it loads and embeds a sentence."""
    from agentsensus.base.loop import wait_for
    from agentsensus.embed import by_name
    from agentsensus.embed.base import DEFAULT
    from agentsensus.errors import AgentsensusError

    try:
        embedder = by_name(DEFAULT)
        works = wait_for(embedder.embed(["one sentence"])).shape == (1, embedder.dim)
    except (AgentsensusError, ImportError, OSError) as error:
        return {"name": DEFAULT, "works": False, "problem": str(error)}
    return {"name": DEFAULT, "works": bool(works), "problem": ""}


def _browser() -> bool:
    """Return whether Chromium is installed; only the browser tests need it."""
    import shutil

    return any(shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome"))


def _store_problems(store: str) -> list[str]:
    from agentsensus.cli.store import problems_in_store

    return problems_in_store(store)


def _print(found: dict[str, object], store: str | None) -> None:
    extras, keys, embedder = found["extras"], found["keys"], found["embedder"]
    assert isinstance(extras, dict)
    assert isinstance(keys, dict)
    assert isinstance(embedder, dict)
    typer.echo(f"agentsensus {found['version']} on Python {found['python']}")
    typer.echo(f"embedder: {embedder['name']} {'works' if embedder['works'] else 'fails: ' + str(embedder['problem'])}")
    typer.echo(f"extras installed: {_listed(extras, wanted=True)}")
    typer.echo(f"extras not installed: {_listed(extras, wanted=False)}")
    typer.echo(f"model keys set: {_listed(keys, wanted=True)}")
    typer.echo(f"Chromium (browser tests only): {'installed' if found['chromium'] else 'not installed'}")
    if store is not None:
        problems = found["store"]
        assert isinstance(problems, list)
        typer.echo(f"{shown_address(store)}: {'sound' if not problems else '; '.join(problems)}")


def _listed(names: dict[str, bool], *, wanted: bool) -> str:
    return ", ".join(name for name, is_there in names.items() if is_there is wanted) or "none"
