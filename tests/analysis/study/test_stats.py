"""The figures of `stats`, on a run small enough to count by hand."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from agentsensus.cli.main import app
from agentsensus.memory.sync import Memory
from agentsensus.worlds.actions.perception import Read
from agentsensus.worlds.actions.remembering import RecallAction, Remember
from agentsensus.worlds.runs import RunFolder, open_run, run_stats, stats_of, store_stats
from tests.worlds.kernel.runs import SIX, Run, done, six

BELL = "Ada Quill rang the bell in the hall."
SOLD = "Dot Vane sold three mares at the gate."
SOLD_FOUR = "Dot Vane sold four mares at the gate."
WEPT = "Cy Moor wept in the tower."
PAST = 5  # two events, three sentences of documents


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    """Round 1: Ada keeps two things, Dot the bell of round 0. Round 2: Eve keeps one of Ada's, Ben recalls, Cy reads.
    Round 3: Flo keeps another number of mares, Ada the bell, which is hers already."""
    place = tmp_path_factory.mktemp("stats")
    wakeful = re.sub(r"(at: \w+)\}", r"\1, goals: [Stay awake.]}", SIX["characters.yaml"])
    run = Run(place / "run", six(place, characters=wakeful))
    run.script(
        3,
        ada={1: Remember(text=f"{SOLD} {WEPT}"), 3: Remember(text=BELL)},
        dot={1: Remember(text=BELL)},
        eve={1: Remember(text="Eve Lark mended the roof of the hall."), 2: Remember(text=SOLD)},
        ben={1: RecallAction(query="the bell"), 2: RecallAction(query="the key")},
        cy={1: Read(target="letter", query="the bridge")},
        flo={1: Read(target="letter", query="the gate"), 3: Remember(text=SOLD_FOUR)},
    )
    return run.folder


def test_every_figure_is_what_one_counts_by_hand(folder: RunFolder) -> None:
    stats = done(run_stats(folder))
    assert (stats["sediment"], stats["sim"], stats["total"]) == (PAST, 4, PAST + 4)  # SOLD, WEPT, the roof, SOLD_FOUR
    assert (stats["shared"], stats["shared_pct"], stats["three_plus"], stats["max_owners"]) == (1, 25.0, 0, 2)
    assert (stats["linked"], stats["linked_pct"]) == (2, 50.0)  # SOLD and WEPT, of one deposit
    assert stats["conflicts"] == 2  # SOLD and SOLD_FOUR
    assert stats["grown"] == 2  # SOLD by Eve, the bell by Dot
    assert stats["merges"] == {"self_sim": 0, "self_sediment": 1, "cross_sim": 1, "cross_sediment": 1}
    # Of seven statements, Ada's and Eve's SOLD and Dot's and Ada's BELL are in records of several owners.
    assert (stats["shared_statements"], stats["shared_statements_pct"]) == (4, 57.1)


def test_questions_to_ones_own_memory_and_readings_are_told_apart(folder: RunFolder) -> None:
    recalls = done(run_stats(folder))["recalls"]
    logged = [json.loads(line) for line in folder.log.read_text("utf-8").splitlines()]
    own = [line for line in logged if line["kind"] == "recalled" and line["agent"] == "ben"]
    assert recalls == {
        "n": 2,
        "hits": sum(len(line["hits"]) for line in own),
        "linked": sum(len(line["linked"]) for line in own),
        "read": 2,
        "minded": 0,
    }
    assert recalls["hits"] > 0


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        (0, {"sediment": PAST, "sim": 0, "total": PAST, "grown": 0, "shared_statements": 0}),
        (1, {"sediment": PAST, "sim": 3, "total": PAST + 3, "grown": 1, "shared_statements": 1, "conflicts": 0}),
        (2, {"sediment": PAST, "sim": 3, "total": PAST + 3, "grown": 2, "shared_statements": 3, "conflicts": 0}),
        (9, {"sediment": PAST, "sim": 4, "total": PAST + 4, "grown": 2, "shared_statements": 4, "conflicts": 2}),
    ],
)
def test_figures_are_told_as_of_a_round(folder: RunFolder, at: int, expected: dict[str, int]) -> None:
    stats = done(run_stats(folder, at))
    assert {name: stats[name] for name in expected} == expected
    assert stats["recalls"]["n"] == min(at, 2)


@pytest.mark.parametrize("at", [(), ("--at", "1"), ("--at", "3")])
def test_stats_and_store_stats_print_the_same(folder: RunFolder, at: tuple[str, ...]) -> None:
    def printed(*words: str) -> Any:
        told = CliRunner().invoke(app, [*words, *at, "--json"], catch_exceptions=False)
        assert told.exit_code == 0, told.output
        return json.loads(told.stdout)

    assert printed("stats", str(folder.path)) == printed("store", "stats", str(folder.memory))


def test_a_memory_of_no_run_is_counted_from_its_file_alone(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "memory.db", embedder="hashing") as memory:
        memory.remember("ada", f"{SOLD} {WEPT}", at=1)
        memory.remember("eve", WEPT, at=2)
    assert done(store_stats(tmp_path / "memory.db"))["shared"] == 1
    assert done(store_stats(tmp_path / "memory.db", at=1))["shared"] == 0


def test_the_past_is_counted_as_it_stood_when_the_play_began() -> None:
    memory = Memory.open(embedder="hashing")
    first, second = memory.remember_event(["ada"], [BELL, WEPT], at=0, via="sediment").ids
    memory.remember("ada", SOLD, at=1)
    memory.forget("ada", first)
    stats = memory.stats()
    assert (stats.history, stats.since, stats.total) == (2, 1, 2)
    assert next(iter(memory.records())).id == second


def test_stats_of_a_play_are_those_of_its_folder(folder: RunFolder) -> None:
    with open_run(folder.path) as run:
        assert run.stats == done(run_stats(folder))
        assert done(stats_of(run.played, run.memory.asynchronous)) == run.stats
