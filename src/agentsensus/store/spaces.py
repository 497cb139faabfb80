"""The spaces of a file: several memories that share nothing but the file."""

from contextlib import closing
from pathlib import Path

from agentsensus.errors import NotAStore
from agentsensus.files import as_path
from agentsensus.store.connecting import check_path, connect


def spaces_of(where: str | Path) -> tuple[str, ...]:
    """The names of the spaces of a file, in the order in which they were made."""
    path = as_path(where)
    if not path.exists():
        raise NotAStore(f"{path}: there is no such file")
    check_path(path, True)
    with closing(connect(path, True)) as db:
        return tuple(name for (name,) in db.execute("SELECT name FROM spaces ORDER BY space"))
