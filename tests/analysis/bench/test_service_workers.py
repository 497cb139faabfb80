"""The load test of worker processes, at a small size."""

import pytest

from agentsensus import Memory
from agentsensus.analysis.bench.service_workers import bench_workers
from tests.postgres import new_space


@pytest.mark.thorough
def test_workers_on_a_database_are_measured_beside_a_file(postgres: str) -> None:
    Memory.open(postgres, space=new_space(), embedder="hashing").close()
    before = Memory.spaces(postgres)
    figures = bench_workers(postgres, [1, 2], 4, 2, "hashing", lambda _: None)
    assert [each.workers for each in figures.database] == [1, 2]
    for each in (figures.file, *figures.database):
        assert each.deposits_per_second > 0
        assert 0 < each.recall_ms.p50 <= each.recall_ms.p99
        assert each.worker_mb > 0
    assert Memory.spaces(postgres) == before
