"""Lossless export and import as JSON lines, and the hash that tells whether two stores have equal content."""

import base64
import binascii
import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

import numpy as np
from pydantic import TypeAdapter, ValidationError

from agentsensus.base.files import as_path, parse_json, read_text, reason, written_whole
from agentsensus.base.stamp import stamped
from agentsensus.errors import InputError
from agentsensus.memory.core.checks import is_unicode
from agentsensus.memory.designs.g_memory.tiers import QUERY, query_of
from agentsensus.memory.designs.registry import as_settings, checked_design
from agentsensus.memory.upkeep.integrity import wrong_texts
from agentsensus.store import Batch, Header, NewVectors, RowCounts, Store
from agentsensus.store.copying import Contents, contents, sizes_at
from agentsensus.store.integrity import batch_numbers, wrong_numbers
from agentsensus.store.rows import ROW_TYPES, STAMPED, AttributeRow, column_names

FORMAT = 3
_VECTORS_READ = 4_096
_READABLE = (1, 2, 3)
_NOT_HASHED = {"atoms": ("vector",), **dict.fromkeys(STAMPED, ("stamp",))}
"""Columns that are left out of the hash because they are not content: vector numbers and time stamps."""

_TYPES = {table: TypeAdapter[Any](row) for table, row in ROW_TYPES.items()}


def lines(store: Store, *, vectors: bool, at: int | None = None) -> Iterator[str]:
    """Yield the header, the rows up to round `at` and (with `vectors`) the vectors, as one JSON object per line."""
    header = store.header()
    assert header is not None
    header = header.as_of(at)
    sizes = sizes_at(store, at)
    count = _vector_count(store, sizes, at)
    left_out = {"stamp"} if vectors else {"stamp", "own_from"}
    left_out |= {name for name in ("added_names", "id_key") if not getattr(header, name)}
    made_with = header.model_dump(mode="json", exclude=left_out)
    top: dict[str, Any] = {"agentsensus": FORMAT, "header": made_with, "rows": sizes}
    yield _line(stamped(top | {"vectors": count}, header.stamp) if vectors else top)
    for table in Batch.TABLES:
        names = column_names(table)
        hidden = () if vectors else _NOT_HASHED.get(table, ())
        for row in store.rows(table) if at is None else store.rows(table, range(sizes[table])):
            yield _line({"table": table} | {n: v for n, v in zip(names, row, strict=True) if n not in hidden})
    if vectors:
        yield from (line for number, line in _vector_lines(store) if number < count)


def sha256(store: Store, at: int | None = None, *, authors: bool = True) -> str:
    """Return the hash of all rows up to round `at`, without vectors. Stores with equal content have equal hashes.

    With `authors=False`, rows that the author wrote (splits, purges, reviews) are left out.
    """
    with store.one_state():
        top, *rows = lines(store, vectors=False, at=at)
    if not authors:
        rows = [line for line in rows if not json.loads(line).get("author")]
        counts = Counter(json.loads(line)["table"] for line in rows)
        top = _line(json.loads(top) | {"rows": {table: counts[table] for table in Batch.TABLES}})
    digest = hashlib.sha256()
    for line in (top, *rows):
        digest.update(line.encode("utf-8"))
    return digest.hexdigest()


def write_export(store: Store, to: Path, at: int | None = None) -> None:
    """Write the export atomically."""
    with written_whole(to) as draft, draft.open("w", encoding="utf-8", newline="\n") as out, store.one_state():
        out.writelines(lines(store, vectors=True, at=at))


def contents_at(store: Store, space: str, at: int | None) -> Contents:
    """Return the contents of a store up to round `at`, to be written elsewhere as `space`."""
    with store.one_state():
        return contents(store, space, at, store.counts().vectors if at is None else store.vectors_by(at))


def read_export(source: Path) -> tuple[Header, Batch, NewVectors]:
    """Return the contents of an export. Raises InputError that names the first invalid line."""
    batch, keys, blocks, top = Batch(), list[str](), list[bytes](), dict[str, Any]()
    for number, line in enumerate(read_text(source).split("\n"), 1):
        if not line.strip():
            continue
        try:
            entry = parse_json(line)
            if number == 1:
                top = _top(entry)
            elif entry["table"] == "vectors":
                keys.append(_key(entry, len(keys)))
                blocks.append(base64.b64decode(entry["data"], validate=True))
            else:
                table = entry.pop("table")
                _check_values(entry)
                getattr(batch, table).append(_TYPES[table].validate_python(entry, strict=True))
        except (ValueError, KeyError, TypeError, AttributeError, binascii.Error) as error:
            raise InputError(f"{source}: line {number} is not a line of an export ({_why(error)})") from None
    if not top:
        raise InputError(f"{source}: the file is empty, not an export")
    header, data = top["header"], _joined(source, top["header"], keys, blocks)
    _check(source, top, batch, len(keys))
    if header.own_from is None:
        header = header.model_copy(update={"own_from": len(batch.atoms)})
    return header, batch, NewVectors(keys, data)


def fill(store: Store, header: Header, batch: Batch, vectors: NewVectors) -> None:
    """Write an import into an empty space, in one commit."""
    store.append(RowCounts(dict.fromkeys(Batch.TABLES, 0), 0), batch, vectors, header)


def new_file(to: str | Path) -> Path:
    """Return the path for a new file. Raises InputError if the file exists."""
    target = as_path(to)
    if target.exists():
        raise InputError(f"{target}: this file exists already; name a new one")
    if not target.parent.is_dir():
        raise InputError(f"{target}: the folder {target.parent} does not exist; make it first")
    return target


def _vector_count(store: Store, sizes: Mapping[str, int], at: int | None) -> int:
    """Return how many vectors the rows up to round `at` refer to: those of atoms and of stored queries."""
    if at is None:
        return store.counts().vectors
    numbers = store.columns("atoms", ["vector"], 0)["vector"][: sizes["atoms"]]
    attributes = cast("Iterator[AttributeRow]", store.rows("attributes", range(sizes["attributes"])))
    queries = store.find_vectors([query_of(row).key for row in attributes if row.key == QUERY])
    return max([*numbers.tolist(), *queries.values()], default=-1) + 1


def _vector_lines(store: Store) -> Iterator[tuple[int, str]]:
    block = np.empty((0, 0), np.float32)
    for key, number in store.vector_keys():
        place = number % _VECTORS_READ
        if not place:
            # One query for many vectors: each query scans all blocks, and there may be as many blocks as vectors.
            block = store.vectors(number, min(_VECTORS_READ, store.counts().vectors - number))
        data = base64.b64encode(block[place].astype("<f4").tobytes()).decode()
        yield number, _line({"table": "vectors", "number": number, "key": key, "data": data})


def _top(entry: dict[str, Any]) -> dict[str, Any]:
    if entry.get("agentsensus") not in _READABLE:
        raise ValueError(f'the first line does not say {{"agentsensus": {FORMAT}}}')
    header = Header.model_validate({**entry["header"], "stamp": entry.get("stamp", "")})
    as_settings(header.settings, checked_design(header.design))
    return {
        "header": header,
        "rows": dict.fromkeys(Batch.TABLES, 0) | dict(entry["rows"]),
        "vectors": int(entry["vectors"]),
    }


def _check_values(entry: Mapping[str, Any]) -> None:
    for name, value in entry.items():
        if isinstance(value, int) and abs(value) >= 2**62:
            raise ValueError(f"{name} is too large a number")
        if isinstance(value, str) and not is_unicode(value):
            raise ValueError(f"{name} is no valid text")


def _key(entry: dict[str, Any], number: int) -> str:
    if entry["number"] != number or not isinstance(entry["key"], str):
        raise ValueError(f"vector {number} was expected")
    return str(entry["key"])


def _joined(source: Path, header: Header, keys: list[str], blocks: list[bytes]) -> Any:
    wrong = next((n for n, block in enumerate(blocks) if len(block) != header.dim * 4), None)
    if wrong is not None:
        raise InputError(f"{source}: vector {wrong} does not have {header.dim} numbers")
    data = np.frombuffer(b"".join(blocks), "<f4").reshape(len(keys), header.dim)
    if not np.isfinite(data).all():
        raise InputError(f"{source}: a vector holds a value that is not a number")
    return data


def _check(source: Path, top: dict[str, Any], batch: Batch, vectors: int) -> None:
    """Raise InputError if rows are missing, or if a row refers to a missing row."""
    sizes = {table: len(getattr(batch, table)) for table in Batch.TABLES}
    if sizes != top["rows"] or vectors != top["vectors"]:
        raise InputError(f"{source}: it is incomplete: {sizes} rows and {vectors} vectors, not as its first line says")
    numbers = batch_numbers(batch)
    rounds = (numbers[table]["at"].tolist() for table in ("atoms", "agents"))
    wrong = wrong_numbers(numbers, [row.kind for row in batch.retractions], vectors) or wrong_texts(batch.rows, *rounds)
    if wrong:
        raise InputError(f"{source}: {wrong}")


def _why(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
    return reason(error)


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def _line(entry: dict[str, Any]) -> str:
    # One encoder for all lines; json.dumps would create one per line.
    return _ENCODER.encode(entry) + "\n"
