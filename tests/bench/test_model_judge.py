"""A model as the judge of labelled pairs: what it did not answer is in no figure, and its address in no name."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentsensus.bench.merges import bench_merges
from agentsensus.cli.bench import app
from agentsensus.errors import ModelError
from agentsensus.testing import InstantModel, ModelServer, allow_loopback_requests

SAME = InstantModel(lambda new, known: True)


@pytest.fixture(autouse=True)
def _loopback() -> Iterator[None]:
    with allow_loopback_requests():
        yield


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    rows = [f"{n % 2}\tThe ghost number {n} walked.\tGhost {n} was walking." for n in range(20)]
    (tmp_path / "pairs.tsv").write_text("\n".join(["label\ttext_a\ttext_b", *rows]) + "\n")
    return tmp_path / "pairs.tsv"


def _silent_on(*numbers: int) -> ModelServer:
    def answer(prompt: str) -> str:
        silent = any(f"number {n} " in prompt for n in numbers)
        return "I cannot tell." if silent else SAME.answer(prompt)

    return ModelServer(answer)


def test_pairs_without_a_verdict_are_counted_and_left_out_of_the_figures(pairs: Path) -> None:
    with _silent_on(3, 8) as server:
        found = bench_merges(pairs, f"model:openai:toy@{server.url}", "hashing")
    assert (found.figures.n, found.figures.unjudged) == (18, 2)
    assert {pair.a for pair in found.pairs}.isdisjoint({"The ghost number 3 walked.", "The ghost number 8 walked."})
    assert len(found.same) == len(found.scores) == len(found.cosines) == 18


def test_many_pairs_without_a_verdict_are_an_error(pairs: Path) -> None:
    with _silent_on(3, 8, 9) as server, pytest.raises(ModelError, match="3 of 20 pairs got no verdict"):
        bench_merges(pairs, f"model:openai:toy@{server.url}", "hashing")


def test_neither_figures_nor_files_are_named_after_the_address(pairs: Path, tmp_path: Path) -> None:
    with ModelServer(SAME.answer) as server:
        judge = f"model:openai:toys/toy@{server.url.replace('://', '://me:hunter2pass@')}"
        out = ["--plot", "--out", str(tmp_path), "--json"]
        done = CliRunner().invoke(
            app, ["merges", "--pairs", str(pairs), "--judge", judge, "--embedder", "hashing", *out]
        )
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["judge"] == "model:openai:toys/toy"
    assert "hunter2pass" not in done.output
    assert (tmp_path / "pairs-model-openai-toys-toy.svg").exists()
