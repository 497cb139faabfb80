"""Whole plays of small worlds: everybody speaks, nobody repeats a line, and the same seed plays the same."""

import re
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from agentsensus.worlds.events.event import Sent
from agentsensus.worlds.minds import company
from agentsensus.worlds.minds.players.claims import Script
from agentsensus.worlds.minds.players.hearing import Questions, parse_message
from agentsensus.worlds.minds.players.player import players
from agentsensus.worlds.runs import replay, truth_of
from agentsensus.worlds.scenario import Scenario
from tests.worlds.kernel.runs import Run, done
from tests.worlds.minds.mill import courtyard, mill

WORLDS: dict[str, Callable[[], Scenario]] = {"mill": mill, "courtyard": courtyard}
BOTH = pytest.mark.parametrize("name", WORLDS)


@lru_cache(maxsize=4)
def played(name: str) -> Run:
    """A play of 15 rounds."""
    world = WORLDS[name]()
    run = Run(Path(mkdtemp()) / "run", world, seed=1)
    run.play(players(world, 1), 15)
    return run


def lines(run: Run) -> list[Sent]:
    return [event for event in run.of("sent") if event.sender and event.sort == "say"]


@BOTH
def test_every_active_character_speaks_and_no_turn_fails(name: str) -> None:
    run = played(name)
    assert len({*run.world.active} - {line.sender for line in lines(run)}) <= 3
    assert [event.problem for event in run.of("failed")] == []
    assert [act.refusal for act in run.of("acted") if not act.ok] == []


@BOTH
def test_nobody_says_the_same_line_twice_to_the_same_hearer(name: str) -> None:
    said = Counter((line.sender, hearer, line.content) for line in lines(played(name)) for hearer in line.recipients)
    assert said
    assert [once for once, count in said.items() if count > 1] == []


@BOTH
def test_every_turn_has_its_because_and_a_drive(name: str) -> None:
    acts = played(name).of("acted")
    assert acts
    assert all(act.because and act.drive for act in acts)


def test_a_chinese_world_speaks_only_chinese() -> None:
    run = played("courtyard")
    texts = [line.content for line in run.of("sent")] + [act.because for act in run.of("acted")]
    texts += [event.text for event in run.of("remembered")]
    assert texts
    assert [text for text in texts if re.search(r"[A-Za-z ,.?!:]", text)] == []


@BOTH
def test_every_claim_of_a_line_is_one_that_the_speaker_had_or_made_of_it(name: str) -> None:
    run = played(name)
    script, truth = Script(run.world), truth_of(run.world, run.events())
    for line in lines(run):
        for claim in parse_message(line.content, line.sender, line.recipients[0], script, Questions({})).claims:
            first = next((script.claim(event.text) for event in run.world.events if event.id == claim.event), claim)
            assert claim == first or claim in truth.versions


@BOTH
def test_a_play_comes_out_the_same_from_its_log_and_from_its_players(name: str, tmp_path: Path) -> None:
    run = played(name)
    for number, minds in enumerate((None, company("players", run.world, 1))):
        (tmp_path / str(number)).mkdir()
        again = done(replay(run.folder, tmp_path / str(number), minds))
        assert (again.identical, again.first_difference) == (True, None)


def test_another_seed_plays_another_play(tmp_path: Path) -> None:
    world = mill()
    other = Run(tmp_path / "other", world, seed=2)
    other.play(players(world, 2), 15)
    assert [line.content for line in lines(other)] != [line.content for line in lines(played("mill"))]
