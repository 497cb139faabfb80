"""Several folders measured at once, each in a process of its own."""

import multiprocessing
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor

from agentsensus.study.sources import RunMeasures, StudyFolder, measure

__all__ = ["measure_all"]


def measure_all(
    folders: Sequence[StudyFolder], jobs: int, done: Callable[[StudyFolder], None] = lambda _: None
) -> list[RunMeasures]:
    """What is measured of each folder, in order; the first that cannot be read ends it."""
    if jobs <= 1 or len(folders) <= 1:
        return [_measured(folder, done) for folder in folders]
    measured = []
    with ProcessPoolExecutor(min(jobs, len(folders)), multiprocessing.get_context("spawn")) as pool:
        futures = [pool.submit(measure, folder) for folder in folders]
        try:
            for folder, future in zip(folders, futures, strict=True):
                measured.append(future.result())
                done(folder)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return measured


def _measured(folder: StudyFolder, done: Callable[[StudyFolder], None]) -> RunMeasures:
    measures = measure(folder)
    done(folder)
    return measures
