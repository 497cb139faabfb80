"""Same seed, same bytes: twice, in any order of replies, in parts, as a prefix, played again."""

import asyncio
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from agentsensus import AsyncMemory, Memory
from agentsensus.base.arrays import FloatArray
from agentsensus.embed.hashing import HashingEmbedder
from agentsensus.memory import opening
from agentsensus.memory.stream import EditLine, Fed, feed, feed_async
from agentsensus.testing import NonsenseMind, RoutineMind, routine_company, scripted_company
from agentsensus.worlds.events.log import read_log
from agentsensus.worlds.minds import Decision, Mind, View
from agentsensus.worlds.runs import RunFolder, memory_stream, replay
from agentsensus.worlds.scenario.history import write_history
from tests.worlds.kernel import runs as runs_module
from tests.worlds.kernel.runs import SIX, Run, done, six

DESIGNS = ("consensus", "generative-agents", "g-memory", "collaborative")


@pytest.fixture(params=["earlier", "ours"], autouse=True)
def rules(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Every law holds by the rules of version 0.1.0 and by ours."""
    if request.param == "ours":
        monkeypatch.setattr(runs_module, "EARLIER", {})
    return str(request.param)


class Late:
    """A mind whose replies come in another order each time."""

    def __init__(self, inner: Mind, chance: random.Random) -> None:
        self._inner, self._chance = inner, chance

    async def decide(self, view: View) -> Decision:
        for _ in range(self._chance.randrange(6)):
            await asyncio.sleep(0)
        return await self._inner.decide(view)


def _hashes(told: Mapping[str, object]) -> tuple[object, object]:
    return told["log_sha256"], told["store_sha256"]


@pytest.mark.parametrize("design", DESIGNS)
def test_the_same_run_twice_and_in_two_sittings_is_the_same(tmp_path: Path, design: str) -> None:
    world = six(tmp_path)
    runs = [Run(tmp_path / name, world, design=design) for name in "abc"]
    whole = [_hashes(run.play(routine_company(world, 3), 12)) for run in runs[:2]]
    runs[2].play(routine_company(world, 3), 6)
    assert whole[0] == whole[1] == _hashes(runs[2].play(routine_company(world, 3), 6))
    assert len(runs[0].of("remembered")) > 3


@pytest.mark.thorough
def test_the_order_of_stepping_and_of_replies_changes_nothing(tmp_path: Path) -> None:
    world = six(tmp_path)
    found = set()
    for number in range(50):
        chance = random.Random(number)
        minds = [(agent, Late(mind, chance)) for agent, mind in routine_company(world, 3).items()]
        chance.shuffle(minds)
        found.add(_hashes(Run(tmp_path / str(number), world).play(dict(minds), 6)))
    assert len(found) == 1


def test_fewer_rounds_are_a_byte_prefix_of_more(tmp_path: Path) -> None:
    world = six(tmp_path)
    short, long = Run(tmp_path / "short", world), Run(tmp_path / "long", world)
    short.play(routine_company(world, 3), 5)
    long.play(routine_company(world, 3), 11)
    assert long.folder.log.read_bytes().startswith(short.folder.log.read_bytes())
    assert len(long.events()) > len(short.events()) > 20


def test_another_seed_is_another_run(tmp_path: Path) -> None:
    world = six(tmp_path)
    one = Run(tmp_path / "a", world, seed=1).play(routine_company(world, 1), 6)
    other = Run(tmp_path / "b", world, seed=2).play(routine_company(world, 2), 6)
    assert one["log_sha256"] != other["log_sha256"]


@pytest.mark.parametrize("design", DESIGNS)
def test_replaying_a_log_gives_the_same_lines_and_rows(tmp_path: Path, design: str) -> None:
    world = six(tmp_path)
    run = Run(tmp_path / "run", world, design=design)
    run.play({agent: NonsenseMind(RoutineMind(3), 0.3) for agent in world.active}, 8)
    (tmp_path / "again").mkdir()
    told = done(replay(run.folder, tmp_path / "again"))
    assert told.identical, told


class _Elsewhere(HashingEmbedder):
    """The embedder of another machine, whose vectors differ; it counts what it is asked for."""

    asked: ClassVar[list[str]] = []

    async def embed(self, texts: Sequence[str]) -> FloatArray:
        self.asked.extend(texts)
        return np.roll(await super().embed(texts), 1, axis=1)


def test_a_replay_takes_the_vectors_that_the_run_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world = six(tmp_path)
    run = Run(tmp_path / "run", world)
    run.play(routine_company(world, 1), 6)
    (tmp_path / "again").mkdir()
    monkeypatch.setattr(opening, "by_name", lambda name: _Elsewhere())
    told = done(replay(run.folder, tmp_path / "again"))
    assert told.identical
    assert _Elsewhere.asked == []


def test_a_changed_line_is_found_by_replaying(tmp_path: Path) -> None:
    world = six(tmp_path)
    run = Run(tmp_path / "run", world)
    run.play(routine_company(world, 3), 6)
    lines = run.folder.log.read_text().splitlines(keepends=True)
    place = next(n for n, line in enumerate(lines) if '"kind":"woke"' in line and n > 20)
    lines[place] = lines[place].replace('"reasons":["', '"reasons":["boredom","')
    run.folder.log.write_text("".join(lines))
    (tmp_path / "again").mkdir()
    told = done(replay(run.folder, tmp_path / "again"))
    assert (told.identical, told.first_difference) == (False, place)


@pytest.mark.parametrize("design", DESIGNS)
def test_the_deposits_of_a_log_fed_to_a_new_memory_give_the_runs_own_rows(tmp_path: Path, design: str) -> None:
    world = six(tmp_path)
    run = Run(tmp_path / "run", world, design=design)
    told = run.play(routine_company(world, 3), 12)
    assert _fed(run, design)[0] == told["store_sha256"]


def _fed(run: Run, design: str) -> tuple[str, Fed]:
    async def fed() -> tuple[str, Fed]:
        settings = run.folder.read().settings
        memory = AsyncMemory.open(
            design=design, embedder="hashing", settings=settings, names=run.world.known_names(), seed=3
        )
        async with memory:
            await write_history(run.world, memory)
            told = await feed_async(memory_stream(read_log(run.folder.log)), memory)
            return await memory.sha256(), told

    return done(fed())


EDITS = [
    Decision(action="remember", params={"text": "Ben Fox sold the grey mare."}),
    Decision(action="add_affiliated", params={"memory": "the grey mare", "others": ["Ada Quill rang the bell"]}),
    Decision(action="set_affiliated", params={"memory": "the bell", "others": ["the grey mare"]}),
    Decision(action="remove_affiliated", params={"memory": "the grey mare", "others": ["Ada Quill rang the bell"]}),
    Decision(action="revise_memory", params={"query": "the grey mare", "new_text": "Ben Fox gave the grey mare away."}),
    Decision(action="recall", params={"query": "the grey mare"}),
    Decision(action="forget", params={"query": "the bell"}),
]


@pytest.mark.parametrize("design", DESIGNS)
def test_the_edits_of_a_log_are_in_its_stream_and_an_edit_of_a_row_that_is_not_there_is_counted(
    tmp_path: Path, design: str
) -> None:
    run = Run(tmp_path / "run", six(tmp_path), design=design)
    told = run.play(scripted_company(run.world, {"ada": EDITS}), 7)
    made = [event.edit for event in run.of("edited")]
    assert made[-2:] == ["revise", "forget"]
    store, fed = _fed(run, design)
    assert (store, fed.edits, fed.left_out) == (told["store_sha256"], len(made), 0)
    stray = EditLine(agent="ada", edit="forget", record="nothing")
    memory = Memory.open(embedder="hashing")
    with memory:
        assert feed([stray], memory).left_out == 1


def test_a_revision_in_the_log_keeps_how_its_owner_came_to_know(tmp_path: Path) -> None:
    run = Run(tmp_path / "run", six(tmp_path))
    run.script(
        5,
        ben={1: Decision(action="say", params={"targets": ["ada"], "content": "The bridge at the gate is rotten."})},
        ada={
            2: Decision(action="read_thread"),
            3: Decision(action="remember", params={"text": "The bridge at the gate is rotten."}),
            4: Decision(action="revise_memory", params={"query": "bridge", "new_text": "The bridge may be rotten."}),
        },
    )
    first, revised = run.of("remembered")
    assert (first.via, first.source, first.revises) == ("told", "ben", "")
    assert (revised.via, revised.source, revised.detail) == ("told", "ben", first.detail)
    assert revised.revises == first.statements[0].id


def test_what_lies_beyond_the_last_committed_round_is_cut_when_a_run_goes_on(tmp_path: Path) -> None:
    world = six(tmp_path)
    whole, broken = Run(tmp_path / "whole", world), Run(tmp_path / "broken", world)
    whole.play(routine_company(world, 3), 8)
    broken.play(routine_company(world, 3), 4)
    longer = whole.folder.log.read_bytes()
    # The log got two rounds and half a line further than the store.
    kept = len(broken.folder.log.read_bytes())
    broken.folder.log.write_bytes(longer[: kept + 900])
    told = broken.play(routine_company(world, 3), 4)
    assert broken.folder.log.read_bytes() == longer
    assert told["rounds"] == 8


def test_readers_stop_at_the_committed_round(tmp_path: Path) -> None:
    world = six(tmp_path)
    run = Run(tmp_path / "run", world)
    run.play(routine_company(world, 3), 6)
    assert max(event.round for event in read_log(run.folder.log, 4)) == 4
    assert RunFolder(run.folder.path).read().segments[-1].reached == 6


class Asking:
    """Remembers something in odd rounds, and in even rounds asks for what it or another may have remembered."""

    async def decide(self, view: View) -> Decision:
        if view.round % 2:
            return Decision(action="remember", params={"text": f"{view.agent.title()} counted {view.round} crows."})
        return Decision(action="recall", params={"query": f"How many crows did {view.agent.title()} count?"})


def test_questions_that_are_looked_up_at_once_give_the_same_in_any_order(tmp_path: Path) -> None:
    goals = SIX["characters.yaml"].replace("hall}", "hall, goals: [Look.]}").replace("tower}", "tower, goals: [Look.]}")
    world = six(tmp_path, characters=goals)
    found = set()
    for number in range(10):
        chance = random.Random(number)
        minds = [(agent, Late(Asking(), chance)) for agent in world.active]
        chance.shuffle(minds)
        run = Run(tmp_path / str(number), world)
        found.add(_hashes(run.play(dict(minds), 6)))
        asked = Counter(event.round for event in run.of("recalled"))
        assert max(asked.values()) >= 4
    assert len(found) == 1
