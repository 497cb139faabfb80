"""Answers in a notebook: HTML tables, and pandas data frames."""

from pathlib import Path

import pandas
import pytest

from agentsensus import Memory, open_run, play, to_dataframe
from agentsensus.errors import InputError


@pytest.fixture
def memory() -> Memory:
    memory = Memory.open(embedder="hashing")
    memory.remember("ana", "The <b>payment</b> service was down on Monday.", at=1)
    memory.remember("ben", "The <b>payment</b> service was down on Monday.", at=2, via="told:ana")
    return memory


def test_a_recall_shows_as_a_table_with_escaped_text(memory: Memory) -> None:
    page = memory.recall("ben", "payment service")._repr_html_()
    assert page.startswith("<table>")
    assert "&lt;b&gt;payment&lt;/b&gt; service" in page
    assert "told by ana" in page
    assert "<b>" not in page


def test_a_record_and_a_knower_show_owners_and_sources(memory: Memory) -> None:
    [record] = memory.records()
    assert "owned by ana, ben" in record._repr_html_()
    rows = [knower._repr_html_() for knower in memory.who_knows("payment service")]
    assert ["told ana" in row for row in rows] == [False, True]


def test_answers_become_data_frames(memory: Memory) -> None:
    frame = to_dataframe(memory.who_knows("payment service"))
    assert list(frame["agent"]) == ["ana", "ben"]
    assert list(frame["since"]) == [1, 2]
    assert not memory.recall("ben", "payment").to_dataframe()["linked"].any()


def test_a_run_shows_its_figures_and_its_log(tmp_path: Path) -> None:
    play("hamlet", rounds=1, out=tmp_path / "run", embedder="hashing")
    with open_run(tmp_path / "run") as run:
        assert "<td style='text-align: left'>rounds</td><td style='text-align: left'>1</td>" in run._repr_html_()
        assert len(run.to_dataframe()) == len(run.log)


def test_without_pandas_one_line_says_what_to_install(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    assert pandas
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(InputError, match="pip install pandas"):
        to_dataframe(memory.who_knows("payment"))
