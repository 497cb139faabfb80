"""Several folders measured at once, each in a process of its own; folders that hold the same are measured once."""

import hashlib
import multiprocessing
import os
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from pydantic import TypeAdapter

from agentsensus.run_folder import read_fed
from agentsensus.study.sources import RunMeasures, StudyFolder, measure

__all__ = ["measure_all"]


def measure_all(
    folders: Sequence[StudyFolder],
    jobs: int,
    done: Callable[[StudyFolder], None] = lambda _: None,
    keep: Path | None = None,
) -> list[RunMeasures]:
    """What is measured of each folder, in order; the first that cannot be read ends it.

    With `keep`, a folder of this program's own, what is measured stays there and is not measured again.
    """
    digests = [_digest(folder) for folder in folders]
    if jobs <= 1 or len(set(digests)) <= 1:
        return _one_by_one(folders, digests, done, keep)
    measured = []
    with ProcessPoolExecutor(min(jobs, len(folders)), multiprocessing.get_context("spawn")) as pool:
        futures: dict[str, Future[RunMeasures]] = {}
        for folder, digest in zip(folders, digests, strict=True):
            if digest not in futures:
                futures[digest] = pool.submit(_measured, folder, _kept_at(keep, digest))
        try:
            for folder, digest in zip(folders, digests, strict=True):
                measured.append(_named(futures[digest].result(), folder))
                done(folder)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return measured


def _one_by_one(
    folders: Sequence[StudyFolder], digests: Sequence[str], done: Callable[[StudyFolder], None], keep: Path | None
) -> list[RunMeasures]:
    measures: dict[str, RunMeasures] = {}
    for folder, digest in zip(folders, digests, strict=True):
        if digest not in measures:
            measures[digest] = _measured(folder, _kept_at(keep, digest))
        done(folder)
    return [_named(measures[digest], folder) for folder, digest in zip(folders, digests, strict=True)]


def _measured(folder: StudyFolder, kept: Path | None) -> RunMeasures:
    """What is measured of a folder, or what was kept of measuring it."""
    if kept is not None and kept.is_file():
        return _measures().validate_json(kept.read_bytes())
    measures = measure(folder)
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        unfinished = kept.with_suffix(f".{os.getpid()}")
        unfinished.write_bytes(_measures().dump_json(measures))
        unfinished.replace(kept)
    return measures


def _kept_at(keep: Path | None, digest: str) -> Path | None:
    return keep / f"{digest[:32]}-{_program()[:16]}.json" if keep is not None else None


@lru_cache(maxsize=1)
def _measures() -> TypeAdapter[RunMeasures]:
    return TypeAdapter(RunMeasures)


@lru_cache(maxsize=1)
def _program() -> str:
    """The hash of the program that measures: what another one has kept is not taken."""
    digest = hashlib.sha256()
    for file in sorted(Path(__file__).parents[1].rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _named(measures: RunMeasures, folder: StudyFolder) -> RunMeasures:
    return replace(measures, origin=replace(measures.origin, folder=folder.path.name))


def _digest(folder: StudyFolder) -> str:
    """The hash of all that a folder holds, and of the run that a fed memory was fed from."""
    digest = hashlib.sha256()
    sources = [folder.path / read_fed(folder.path).source] if folder.is_fed else []
    for path in (folder.path, *sources):
        for file in sorted(each for each in path.rglob("*") if each.is_file()):
            digest.update(f"{file.relative_to(path)}\0{file.stat().st_size}\0".encode())
            digest.update(_content(file))
    return digest.hexdigest()


def _content(file: Path) -> bytes:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").digest()
