"""Files that somebody else may have made: read whole or refused in one line; written whole or not at all."""

import json
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NoReturn

from agentsensus.errors import CannotWrite, InputError

__all__ = [
    "as_path",
    "check_file",
    "foreign_kind",
    "is_file",
    "is_there",
    "parse_json",
    "read_bytes",
    "read_json",
    "read_text",
    "reason",
    "replace_text",
    "writing",
    "written_whole",
]


_NAME_SHOWN = 60
_SPELT = "backslashreplace"


def as_path(name: str | Path) -> Path:
    """The path that a caller names; what no file can be called is refused in one line."""
    try:
        path = Path(name)
        path.resolve()  # links that lead in a circle, and a working folder that is gone
        with suppress(FileNotFoundError, NotADirectoryError, PermissionError):
            path.stat()
    except (OSError, ValueError, TypeError, RuntimeError) as error:
        raise InputError(f"{str(name)[:_NAME_SHOWN]!r} cannot be the name of a file ({reason(error)})") from None
    return path


def is_file(path: Path) -> bool:
    """Whether a plain file is there: no folder, pipe, socket or device; False for a name that no file can have."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (OSError, ValueError):
        return False


def is_there(path: Path) -> bool:
    """Whether anything is there; False for a name that no file can have."""
    return os.path.exists(path)


def check_file(path: Path) -> None:
    """Refuse what is no plain file: reading a pipe may never end."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read ({reason(error)})") from None
    if not stat.S_ISREG(mode):
        what = "a folder" if stat.S_ISDIR(mode) else "a pipe or a device"
        raise InputError(f"{path}: is {what}, not a file")


def foreign_kind(path: Path, *, may_be_folder: bool = False) -> str | None:
    """What stands in the place of a plain file of ours (a link, a pipe, a folder); None if nothing does."""
    try:
        mode = path.lstat().st_mode
    except (OSError, ValueError):
        return None
    if stat.S_ISLNK(mode):
        return "a link"
    if stat.S_ISDIR(mode):
        return None if may_be_folder else "a folder"
    return None if stat.S_ISREG(mode) else "a pipe or a device"


def read_bytes(path: Path) -> bytes:
    """Everything in a file."""
    check_file(path)
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({reason(error)})") from None


def read_text(path: Path) -> str:
    """Everything in a file of UTF-8 text, without the mark that some editors put before it."""
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: is not UTF-8 text (byte {error.start}); save it as UTF-8") from None


def read_json(path: Path) -> Any:
    """The value in a file of JSON."""
    try:
        return parse_json(read_text(path))
    except ValueError as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{path}: is no JSON ({reason(error)})") from None


def parse_json(text: str | bytes) -> Any:
    """The value of a JSON text; a ValueError whatever is wrong with it, and for NaN and infinity, which are no JSON."""
    try:
        return json.loads(text, parse_constant=_no_number)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """A block that writes to a file; a full disk or a folder that is gone is one line."""
    try:
        yield
    except OSError as error:
        raise CannotWrite(f"{path}: cannot be written ({reason(error)})") from None


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """A new file to be written in the block; it takes the place of `path` if the block ends well, else it is gone."""
    with writing(path):
        number, name = tempfile.mkstemp(prefix=f".{path.name[:100]}.", dir=path.parent)
        os.close(number)
        draft = Path(name)
        try:
            yield draft
            draft.chmod(0o666 & ~_umask())
            draft.replace(path)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def replace_text(path: Path, text: str) -> None:
    """Write a file of text whole or not at all; half a character, as in a name that is not UTF-8, is spelt out."""
    with written_whole(path) as draft, draft.open("w", encoding="utf-8", errors=_SPELT, newline="\n") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())


def reason(error: Exception) -> str:
    """Why something failed, in a few words on one line."""
    message = error.strerror.lower() if isinstance(error, OSError) and error.strerror else str(error)
    return " ".join(message.split())[:120] or type(error).__name__


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")
