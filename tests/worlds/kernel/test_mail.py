"""Messages: threads, delays by distance, notices and marks."""

from pathlib import Path
from typing import Any, cast

import pytest

from agentsensus.memory.designs.generative_agents.settings import GenerativeAgentsSettings
from agentsensus.memory.designs.registry import as_settings
from agentsensus.testing import ScriptedMind
from agentsensus.worlds.actions.movement import Move
from agentsensus.worlds.actions.perception import ReadThread
from agentsensus.worlds.actions.speech import Say
from agentsensus.worlds.runs import Plan, replay
from agentsensus.worlds.scenario.rules import Rules
from agentsensus.worlds.state.mail import due_round, thread_id
from tests.worlds.kernel.runs import EARLIER, SIX, Run, done, six


@pytest.mark.parametrize(
    ("distance", "speed", "due"), [(0, 1, 11), (1, 1, 11), (2, 1, 12), (20, 1, 30), (20, 4, 15), (3, 2, 12), (1, 4, 11)]
)
def test_a_message_takes_its_distance_over_its_speed_and_one_round_at_least(
    distance: int, speed: int, due: int
) -> None:
    assert due_round(10, distance, speed) == due


def test_a_message_is_heard_one_round_later_here_and_later_far_away(tmp_path: Path) -> None:
    run = Run(tmp_path / "run", six(tmp_path))
    run.script(5, ada={1: Say(targets=["Ben Fox", "Flo Reed"], content="The bridge is down.")})
    assert {event.recipient: event.round for event in run.of("delivered")} == {"ben": 2, "flo": 3}
    assert run.acts("ada")[0].data["due"] == {"ben": 2, "flo": 3}


def test_under_the_papers_rules_a_message_covers_one_unit_a_round(tmp_path: Path) -> None:
    world = six(tmp_path, world=SIX["world.yaml"].replace("message_speed: 1", "message_speed: 4"))
    for preset, due in (("paper", 3), ("ours", 2)):
        run = Run(tmp_path / preset, world, preset=preset)
        run.script(2, ada={1: Say(targets=["flo"], content="Hm.")})
        assert run.of("sent")[0].due == {"flo": due}


def test_a_preset_of_the_memory_alone_changes_no_rule() -> None:
    plan = Plan("generative-agents", preset="code")
    assert plan.rules() == Rules()
    assert (
        as_settings(plan.settings(), plan.design)
        == GenerativeAgentsSettings.preset("code")
        != GenerativeAgentsSettings()
    )


def test_a_thread_is_its_participants_in_any_order_and_a_new_set_is_a_new_thread(tmp_path: Path) -> None:
    assert thread_id(["b", "a"]) == thread_id(["a", "b", "a"]) != thread_id(["a", "b", "c"])
    run = Run(tmp_path / "run", six(tmp_path))
    run.script(
        5,
        ada={1: Say(targets=["ben"], content="One."), 3: ReadThread(**{"with": ["Ben Fox"]})},
        ben={2: Say(targets=["ada"], content="Two."), 3: Say(targets=["ada", "eve"], content="Three.")},
    )
    assert [message["content"] for message in run.acts("ada")[2].data["messages"]] == ["One.", "Two."]
    assert [event.thread for event in run.of("sent")] == ["ada+ben", "ada+ben", "ada+ben+eve"]


def test_a_notice_says_little_and_goes_when_the_thread_is_read(tmp_path: Path) -> None:
    long = "The bridge at the gate is down, " * 10
    run = Run(tmp_path / "run", six(tmp_path))
    minds = run.script(5, ada={1: Say(targets=["ben"], content=long)}, ben={3: ReadThread()})
    views = {view.round: view for view in cast(ScriptedMind, minds["ben"]).views}
    assert views[2].notices[0].senders == ("ada",)
    assert len(views[2].notices[0].begins) == 81
    assert list(views) == [1, 2, 3]
    assert run.of("thread_read")[0].messages == (run.of("sent")[0].message,)


def test_reading_without_a_name_reads_all_that_is_unread_and_by_the_earlier_rule_one_thread(tmp_path: Path) -> None:
    world = six(tmp_path)
    seen = {}
    for reading in ("unread", "thread"):
        run = Run(tmp_path / reading, world, changes=EARLIER | {"reading": reading})
        minds = run.script(
            3,
            ben={1: Say(targets=["ada"], content="The mare is lame.")},
            eve={1: Say(targets=["ada"], content="The well is dry.")},
            ada={2: ReadThread()},
        )
        words = [message["content"] for message in run.acts("ada")[1].data["messages"]]
        left = [notice.begins for notice in cast(ScriptedMind, minds["ada"]).views[2].notices]
        seen[reading] = (sorted(words), left)
        (tmp_path / f"{reading}-again").mkdir()
        assert done(replay(run.folder, tmp_path / f"{reading}-again")).identical
    assert seen["unread"] == (["The mare is lame.", "The well is dry."], [])
    words, left = seen["thread"]
    assert sorted(words + left) == seen["unread"][0]
    assert len(words) == len(left) == 1


@pytest.mark.parametrize(
    ("reading", "words", "earlier"),
    [("unread", ["It was Cy.", "Not I."], 3), ("thread", ["Not I."], 4)],
)
def test_of_the_latest_messages_those_of_others_count(
    tmp_path: Path, reading: str, words: list[str], earlier: int
) -> None:
    run = Run(tmp_path / "run", six(tmp_path), changes=EARLIER | {"reading": reading})
    ada = ["Good day.", None, "I did not.", None, "Not I."]
    ben = [None, "Who rang?", None, "It was Cy.", None]
    to = {"ada": ["ben"], "ben": ["ada"]}
    scripts: dict[str, Any] = {
        agent: {number: Say(targets=to[agent], content=content) for number, content in enumerate(lines, 1) if content}
        for agent, lines in (("ada", ada), ("ben", ben))
    }
    scripts["ada"][6] = ReadThread(with_=["ben"], last_n=1)
    run.script(6, **scripts)
    read = run.acts("ada")[-1].data
    assert [message["content"] for message in read["messages"]] == words
    assert read["earlier"] == earlier


def test_nobody_reads_a_thread_of_others(tmp_path: Path) -> None:
    run = Run(tmp_path / "run", six(tmp_path))
    run.script(3, ada={1: Say(targets=["ben"], content="Only for you.")}, eve={1: ReadThread(thread="ada+ben")})
    assert "no thread" in run.acts("eve")[0].refusal


def test_a_message_under_way_cannot_be_read_before_it_is_there(tmp_path: Path) -> None:
    world = six(
        tmp_path, characters=SIX["characters.yaml"].replace("at: tower}\ndot", "at: tower, goals: [See.]}\ndot")
    )
    run = Run(tmp_path / "run", world)
    run.script(4, ada={1: Say(targets=["cy"], content="Soon.")}, cy={n: ReadThread(thread="ada+cy") for n in (2, 3)})
    assert [act.ok for act in run.acts("cy")[1:3]] == [False, True]


def test_a_kickoff_waits_for_its_readers_in_round_1(tmp_path: Path) -> None:
    kickoff = SIX["world.yaml"] + "kickoff: [{to: [ada, cy], content: The queen is dead.}]\n"
    run = Run(tmp_path / "run", six(tmp_path, world=kickoff))
    run.script(2, cy={1: ReadThread()})
    assert run.acts("cy")[0].data["messages"][0] == {
        "from": "@world",
        "round": 0,
        "kind": "system",
        "content": "The queen is dead.",
        "id": run.of("sent")[0].message,
    }
    assert [(event.round, event.recipient) for event in run.of("delivered")] == [(1, "ada"), (1, "cy")]


def test_whoever_has_left_is_written_to_where_they_go(tmp_path: Path) -> None:
    run = Run(tmp_path / "run", six(tmp_path))
    run.script(6, dot={1: Move(destination="hall")}, ada={2: Say(targets=["dot"], content="Sit.")})
    assert run.of("sent")[0].distance == {"dot": 0}


def test_overheard_late(tmp_path: Path) -> None:
    """Who leaves while words are spoken does not overhear them, neither on the road nor on arrival."""
    run = Run(tmp_path / "run", six(tmp_path), preset="ours")
    run.script(
        8,
        ada={1: Say(targets=["ben"], content="The bridge is down."), 3: Say(targets=["eve"], content="It is mended.")},
        ben={3: Move(destination="tower")},
        eve={1: Move(destination="tower"), 2: Move(destination="hall")},
    )
    overheard = [(event.recipient, event.round) for event in run.of("delivered") if event.overheard]
    assert overheard == []
    assert run.of("sent")[0].bystanders == ("eve",)


def test_who_stays_in_the_place_overhears_in_the_next_round(tmp_path: Path) -> None:
    run = Run(tmp_path / "run", six(tmp_path), preset="ours")
    run.script(4, ada={1: Say(targets=["ben"], content="The bridge is down.")}, eve={2: Move(destination="tower")})
    assert [(e.recipient, e.round) for e in run.of("delivered") if e.overheard] == [("eve", 2)]
