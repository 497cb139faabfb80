"""A model as the judge of labelled pairs: what it did not answer is in no figure, and its address in no name."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentsensus.analysis.bench.merges import bench_merges
from agentsensus.cli.bench import app
from agentsensus.errors import InputError, ModelError, ModelUnreachable
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


def test_a_model_is_measured_by_its_own_word_and_by_what_the_vetoes_leave_of_it(tmp_path: Path) -> None:
    rows = [
        "1\tHamlet killed Polonius.\tPolonius was killed by Hamlet.",
        "0\tHamlet killed Polonius.\tHamlet pitied Polonius.",
        "0\tHamlet killed Polonius.\tHamlet did not kill Polonius.",
    ]
    (tmp_path / "pairs.tsv").write_text("\n".join(["label\ttext_a\ttext_b", *rows]) + "\n")
    with ModelServer(SAME.answer) as server:
        figures = bench_merges(tmp_path / "pairs.tsv", f"model:openai:toy@{server.url}").figures
    assert figures.alone is not None
    assert (figures.alone.precision, figures.alone.recall, figures.alone.merged_of_different) == (0.3333, 1.0, 1.0)
    assert (figures.recall, figures.merged_of_different) == (1.0, 0.5)
    assert figures.doubted is not None
    assert (figures.doubted.precision, figures.doubted.recall, figures.doubted.merged_of_different) == (1.0, 1.0, 0.0)
    assert bench_merges(tmp_path / "pairs.tsv", "rule", "hashing").figures.alone is None


def test_what_is_on_the_tape_is_not_asked_again_and_progress_is_told(pairs: Path, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    with ModelServer(SAME.answer) as server:
        judge = f"model:openai:toy@{server.url}"
        first = bench_merges(pairs, judge, "hashing", tape=tmp_path / "tape", seen=lambda *told: seen.append(told))
    assert seen == [(number, 20) for number in range(1, 21)]
    # The server is gone.
    assert bench_merges(pairs, judge, "hashing", tape=tmp_path / "tape").figures == first.figures


def test_a_tape_for_a_judge_that_asks_no_model_is_a_mistake(pairs: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the judge 'rule' asks none"):
        bench_merges(pairs, "rule", "hashing", tape=tmp_path / "tape")
    assert not (tmp_path / "tape").exists()


def test_a_dead_endpoint_is_said_in_one_line(pairs: Path) -> None:
    with pytest.raises(ModelUnreachable, match=r"20 of 20 pairs got no verdict: .*nothing answers at"):
        bench_merges(pairs, "model:openai:toy@http://127.0.0.1:9/v1", "hashing")
