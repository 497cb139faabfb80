"""Export and import as JSON lines, lossless, and the hash by which two stores are compared."""

import base64
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from agentsensus.errors import InputError
from agentsensus.store import Batch, Counts, Header, NewVectors, Store
from agentsensus.store.rows import ROW_TYPES

FORMAT = 1


def lines(store: Store, *, vectors: bool) -> Iterator[str]:
    """The header, every row in order and (if asked for) every vector, one JSON object a line."""
    header = store.header()
    assert header is not None
    yield _line({"agentsensus": FORMAT, "header": header.model_dump(mode="json")})
    hidden = () if vectors else ("vector",)
    for table in Batch.TABLES:
        names = tuple(ROW_TYPES[table].__annotations__)
        for row in store.rows(table):
            yield _line({"table": table} | {n: v for n, v in zip(names, row, strict=True) if n not in hidden})
    if vectors:
        yield from _vector_lines(store)


def _vector_lines(store: Store) -> Iterator[str]:
    for key, number in store.vector_keys():
        data = base64.b64encode(store.vectors(number, 1).astype("<f4").tobytes()).decode()
        yield _line({"table": "vectors", "number": number, "key": key, "data": data})


def sha256(store: Store) -> str:
    """The hash of all rows, vectors left out: equal for stores that hold the same."""
    digest = hashlib.sha256()
    for line in lines(store, vectors=False):
        digest.update(line.encode("utf-8"))
    return digest.hexdigest()


def write_export(store: Store, to: Path) -> int:
    """Write the export, whole or not at all; how many lines it has."""
    partial = to.with_name(to.name + ".partial")
    count = 0
    with partial.open("w", encoding="utf-8", newline="\n") as out:
        for line in lines(store, vectors=True):
            out.write(line)
            count += 1
    partial.replace(to)
    return count


def read_export(source: Path) -> tuple[Header, Batch, NewVectors]:
    """The contents of an export; a line that does not belong in one is named."""
    batch, keys, blocks, header = Batch(), list[str](), list[bytes](), None
    with source.open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            try:
                entry: dict[str, Any] = json.loads(line)
                if number == 1:
                    header = _header(entry)
                elif entry["table"] == "vectors":
                    keys.append(entry["key"])
                    blocks.append(base64.b64decode(entry["data"]))
                else:
                    table = entry.pop("table")
                    getattr(batch, table).append(ROW_TYPES[table](**entry))
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise InputError(f"{source}: line {number} is not of an export ({error})") from None
    if header is None:
        raise InputError(f"{source}: the file is empty, not an export")
    joined = b"".join(blocks)
    if len(joined) != len(keys) * header.dim * 4:
        raise InputError(f"{source}: the vectors do not have {header.dim} numbers each")
    data = np.frombuffer(joined, "<f4").reshape(len(keys), header.dim)
    return header, batch, NewVectors(keys, data)


def fill(store: Store, header: Header, batch: Batch, vectors: NewVectors) -> None:
    """Put an import into an empty space, in one commit."""
    store.append(Counts(dict.fromkeys(Batch.TABLES, 0), 0), batch, vectors, header)


def _header(entry: dict[str, Any]) -> Header:
    if entry.get("agentsensus") != FORMAT:
        raise ValueError('the first line does not say {"agentsensus": 1}')
    return Header.model_validate(entry["header"])


def _line(entry: dict[str, Any]) -> str:
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n"
