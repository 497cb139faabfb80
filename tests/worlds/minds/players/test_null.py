"""The null company: random, never failing, the same from the same seed, in both languages."""

from collections.abc import Callable
from pathlib import Path

import pytest

from agentsensus.language.sentences import sentences
from agentsensus.worlds.actions import ACTIONS, Refused, parse
from agentsensus.worlds.actions.random_params import ParamPool
from agentsensus.worlds.events.event import Acted
from agentsensus.worlds.minds import company
from agentsensus.worlds.minds.players.player import null_company
from agentsensus.worlds.runs import replay
from agentsensus.worlds.scenario import Scenario
from tests.worlds.kernel.runs import Run, done
from tests.worlds.minds.mill import courtyard, mill

BOTH = pytest.mark.parametrize("world", [mill, courtyard])


def played(world: Scenario, path: Path, seed: int = 3, rounds: int = 15, **plan: str) -> Run:
    run = Run(path, world, seed=seed, **plan)
    run.play(null_company(world, seed), rounds)
    return run


def acts(run: Run) -> list[Acted]:
    return [event for event in run.of("acted") if isinstance(event, Acted)]


@BOTH
def test_no_turn_fails_and_most_actions_occur(world: Callable[[], Scenario], tmp_path: Path) -> None:
    run = played(world(), tmp_path / "run", rounds=40)
    assert run.of("failed") == []
    assert len({act.action for act in acts(run)}) >= 14
    refused = [act.refusal for act in acts(run) if not act.ok]
    assert len(refused) < 0.1 * len(acts(run)), refused


@BOTH
def test_the_same_seed_acts_the_same_another_one_otherwise(world: Callable[[], Scenario], tmp_path: Path) -> None:
    logs = [
        played(world(), tmp_path / f"run{number}", seed).folder.log.read_bytes()
        for number, seed in enumerate((3, 3, 4))
    ]
    assert logs[0] == logs[1]
    assert logs[0] != logs[2]


def test_a_null_run_is_played_again_from_its_log(tmp_path: Path) -> None:
    run = played(mill(), tmp_path / "run")
    (tmp_path / "again").mkdir()
    assert done(replay(run.folder, tmp_path / "again")).identical


@pytest.mark.parametrize("design", ["generative-agents", "g-memory", "collaborative"])
def test_it_plays_under_every_memory(design: str, tmp_path: Path) -> None:
    run = played(mill(), tmp_path / "run", design=design)
    assert run.of("failed") == []
    assert acts(run)


def test_nobody_says_or_keeps_what_the_world_has_no_sentence_for(tmp_path: Path) -> None:
    world = mill()
    run = played(world, tmp_path / "run", rounds=40)
    said = [str(act.params["content"]) for act in acts(run) if act.action == "say" and act.ok]
    kept = [str(act.params["text"]) for act in acts(run) if act.action == "remember" and act.ok]
    written = " ".join(text for event in world.events for text in (event.text, *event.tellings))
    written += " ".join(" ".join(one.text) for one in world.carriers.values())
    written += " ".join(text for one in world.world.kickoff for listed in one.wordings for text in listed)
    arrivals = {
        f"{one.name} came to {place.name}." for one in world.characters.values() for place in world.places.values()
    }
    assert said
    assert kept
    assert [
        text for text in (*said, *kept) for one in sentences(text) if one not in written and one not in arrivals
    ] == []


def test_it_is_a_company_by_name() -> None:
    world = mill()
    assert {type(mind).__name__ for mind in company("null", world, 1).values()} == {"NullMind"}
    assert {*company("null", world, 1)} == {*world.active}


def test_every_action_but_thinking_is_drawn_when_there_is_all_it_needs() -> None:
    hand = ParamPool(
        place="mill",
        people=["ada"],
        destinations=["gate"],
        readable=["letter"],
        threads=["ada+ben"],
        goals=["Rest.", "Sleep."],
        status={"mood": 3},
        rows={"r1": "One.", "r2": "Two."},
        sentences=["One.", "Two."],
        names=["the mill"],
        things=["purse"],
        lying=["letter"],
        deeds=["arrest"],
        draw=lambda purpose: 0.5,
    )
    drawn = {name: kind.declared.drawn(hand) for name, kind in ACTIONS.items()}
    assert {name for name, params in drawn.items() if params is None} == {"think"}
    assert [
        name for name, params in drawn.items() if params is not None and isinstance(parse(name, params), Refused)
    ] == []
