"""Reading untrusted files and writing files atomically. Every failure is an error message of one line."""

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
    "read_parts",
    "read_text",
    "reason",
    "replace_text",
    "writing",
    "written_whole",
]


_NAME_SHOWN = 60
_PART = 1 << 22
_SPELT = "backslashreplace"


def as_path(name: str | Path) -> Path:
    """Return `name` as a path. Raises InputError if no file can have that name."""
    try:
        path = Path(name)
        path.resolve()  # circular links, deleted working directory
        with suppress(FileNotFoundError, NotADirectoryError, PermissionError):
            path.stat()
    except (OSError, ValueError, TypeError, RuntimeError) as error:
        raise InputError(f"{str(name)[:_NAME_SHOWN]!r} cannot be the name of a file ({reason(error)})") from None
    return path


def is_file(path: Path) -> bool:
    """Return whether `path` is an existing regular file; False for folders, pipes, devices and impossible names."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (OSError, ValueError):
        return False


def is_there(path: Path) -> bool:
    """Return whether the path exists; False for impossible names."""
    return os.path.exists(path)


def check_file(path: Path) -> None:
    """Raise InputError unless the path is a regular file: reading a pipe may never end."""
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
    """Return "a link", "a folder" or "a pipe or a device" if `path` is one, and not a regular file; else None."""
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
    """Return the contents of a file. Raises InputError."""
    check_file(path)
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({reason(error)})") from None


def read_parts(path: Path, overlap: int) -> Iterator[bytes]:
    """Yield the contents of a file in parts; each part starts with the last `overlap` bytes of the previous one. Raises
    InputError.
    """
    check_file(path)
    try:
        with path.open("rb") as file:
            last = b""
            while part := file.read(_PART):
                yield last + part
                last = (last + part)[-overlap:] if overlap else b""
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({reason(error)})") from None


def read_text(path: Path) -> str:
    """Return the contents of a UTF-8 file without a byte order mark. Raises InputError."""
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: is not UTF-8 text (byte {error.start}); save it as UTF-8") from None


def read_json(path: Path) -> Any:
    """Return the value in a JSON file. Raises InputError."""
    try:
        return parse_json(read_text(path))
    except ValueError as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{path}: not valid JSON ({reason(error)})") from None


def parse_json(text: str | bytes) -> Any:
    """Parse JSON. Raises ValueError for every mistake, including NaN, Infinity and too deep nesting."""
    try:
        return json.loads(text, parse_constant=_no_number)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Context manager: turn an OSError in the block into CannotWrite with a message of one line."""
    try:
        yield
    except OSError as error:
        raise CannotWrite(f"{path}: cannot be written ({reason(error)})") from None


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """Context manager that writes a file atomically. It yields a temporary path. When the block succeeds, the temporary
    file replaces `path`; otherwise it is deleted.
    """
    with writing(path):
        number, name = tempfile.mkstemp(prefix=f".{path.name[:100]}.", dir=path.parent)
        os.close(number)
        draft = Path(name)
        try:
            yield draft
            draft.chmod(0o666 & ~_umask())
            _sync(draft)
            draft.replace(path)
            _sync(path.parent)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise


def _sync(path: Path) -> None:
    """Flush a file or a folder to disk, if the operating system supports it."""
    if path.is_dir() and not hasattr(os, "O_DIRECTORY"):
        return
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def replace_text(path: Path, text: str) -> None:
    """Write a text file atomically and flush it to disk. Unpaired surrogates are written as backslash escapes."""
    with written_whole(path) as draft, draft.open("w", encoding="utf-8", errors=_SPELT, newline="\n") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())


def reason(error: Exception) -> str:
    """Return the cause of an error in a few words on one line."""
    message = error.strerror.lower() if isinstance(error, OSError) and error.strerror else str(error)
    return " ".join(message.split())[:120] or type(error).__name__


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is not a number")
