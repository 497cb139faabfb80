"""What was wrong in a strong model's run of Hamlet, each fault as a small case of its own.

Four more are tested elsewhere: forms of `goals.replace` in minds/model/test_llm.py; "The First Player" against "the
First Player" in memory/test_model_cuts.py; a statement that tells what has changed, in
memory/judge/test_model_judge.py; the number of calls in test_calls_of_a_model.py.
"""

from pathlib import Path
from typing import Any

import pytest

from agentsensus.language.names import Names
from agentsensus.worlds.minds.model.turn_prompt import ViewLines
from agentsensus.worlds.scenario import load
from agentsensus.worlds.scenario.places import calls_doors_shut
from agentsensus.worlds.state.character import Learnt
from agentsensus.worlds.state.learning import Surroundings, source_of
from agentsensus.worlds.state.world import World
from tests.worlds.kernel.runs import SIX, Run, six
from tests.worlds.kernel.test_round import CHARACTERS, do, played, state

NAMES = Names(
    {"bernardo": ["Bernardo"], "hamlet": ["Hamlet", "Prince Hamlet"], "claudius": ["Claudius", "King Claudius"]}
)
HERE = Surroundings("bernardo", frozenset({"hamlet"}), NAMES)


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("Bernardo told Hamlet how the Ghost came at one o'clock.", "did"),
        ("Bernardo saw Hamlet laughing at the wrong moments.", "witnessed"),
        ("Prince Hamlet stood on the battlements with blood on his sleeve.", "witnessed"),
        ("Bernardo concluded that the blood is that of Polonius.", "inferred"),
        ("King Claudius ordered every gate to be watched.", "inferred"),
    ],
)
def test_own_deeds_are_done_and_what_one_sees_is_witnessed(text: str, how: str) -> None:
    assert source_of(text, [], company=HERE).kind == how


def test_chinese_deeds_and_sights_are_told_apart_too() -> None:
    names = Names({"刘备": ["刘备"], "关羽": ["关羽"], "曹操": ["曹操"]})
    company = Surroundings("刘备", frozenset({"关羽"}), names)
    kinds = [
        source_of(text, [], company=company).kind
        for text in ("刘备把剑给了关羽。", "刘备看见关羽上马。", "关羽上了马。", "曹操渡了河。", "刘备怀疑曹操要来。")
    ]
    assert kinds == ["did", "witnessed", "witnessed", "inferred", "inferred"]


def test_a_claim_keeps_its_teller() -> None:
    heard = [Learnt("told", "I stood up only because of the heat and the candles.", "claudius", "m1")]
    via = source_of("Claudius stood up only because of the heat.", heard, company=HERE)
    assert (via.kind, via.source) == ("told", "claudius")


def test_two_deeds_on_one_place_are_both_done_unless_they_set_the_same_thing(tmp_path: Path) -> None:
    lamp = do("act_on", target="hall", description="puts out the lamp", becomes={"lamp": "out"})
    door = do("act_on", target="hall", description="opens the window", becomes={"window": "open"})
    lit = do("act_on", target="hall", description="lights the lamp", becomes={"lamp": "lit"})
    run, _ = played(tmp_path, 1, ada={1: lamp}, ben={1: door}, eve={1: lit})
    assert [run.acts(agent)[0].ok for agent in ("ada", "ben", "eve")] == [True, True, False]
    assert state(run).places["hall"] == {"fire": "lit", "lamp": "out", "window": "open"}


def test_an_own_deed_is_not_kept_when_the_deed_is_refused(tmp_path: Path) -> None:
    keep = ("Ada Quill walked to the moon.", "Ben Fox stood by the fire in the hall.")
    run, _ = played(tmp_path, 1, ada={1: do("move", keep=keep, destination="the moon")})
    assert [event.text for event in run.of("remembered")] == [keep[1]]
    assert run.acts("ada")[0].data["left_out"] == [keep[0]]


def test_an_own_deed_is_not_kept_when_somebody_else_was_quicker(tmp_path: Path) -> None:
    keep = ("Ben Fox took the sword.",)
    run, _ = played(tmp_path, 1, ada={1: do("take", thing="sword")}, ben={1: do("take", keep=keep, thing="sword")})
    assert not run.acts("ben")[0].ok
    assert not run.of("remembered")
    assert run.acts("ben")[0].data["left_out"] == [*keep]


def test_the_last_deeds_are_shown_in_the_longest_prompt(tmp_path: Path) -> None:
    words = "The bridge at the gate is rotten and nobody mends it. " * 30
    script = {n: do("say", targets=["ada"], content=f"{n}: {words}") for n in range(1, 5)}
    run, minds = played(
        tmp_path,
        5,
        ben=script,
        eve=script,
        ada={n: do("say", targets=["eve"], content=f"No {n}.") for n in range(1, 5)},
    )
    text = ViewLines(run.world, "ada").text(minds["ada"].views[4])
    assert "No 4." in text
    assert "No 3." in text


def test_words_said_quietly_are_shown_as_such_to_speaker_and_hearer(tmp_path: Path) -> None:
    run, minds = played(tmp_path, 2, ada={1: do("say", targets=["ben"], content="I cut it.", quietly=True)})
    assert "says to you quietly" in ViewLines(run.world, "ben").text(minds["ben"].views[1])
    assert "says quietly to Ben Fox" in ViewLines(run.world, "ada").text(minds["ada"].views[1])


def test_words_spoken_face_to_face_are_no_word_from_afar(tmp_path: Path) -> None:
    waits = {1: do("wait", timeout_rounds=3)}
    run, minds = played(tmp_path, 3, ada={1: do("say", targets=["ben"], content="Rain again.")}, ben=waits)
    shown = "\n".join(ViewLines(run.world, "ben").text(view) for view in minds["ben"].views)
    assert "Ada Quill (ada) says to you: “Rain again.”" in shown


def test_a_posture_ends_with_the_place_and_other_status_does_not(tmp_path: Path) -> None:
    files = SIX | {"characters.yaml": CHARACTERS.replace("mood: sour", "bearing: stands by the arras")}
    scenario = six(tmp_path, characters=files["characters.yaml"])
    run = Run(tmp_path / "run", scenario, changes={})
    run.script(2, ada={1: do("move", destination="gate")})
    assert state(run).actors["ada"].status == {"dress": "grey"}


def test_whoever_has_left_takes_no_part(tmp_path: Path) -> None:
    script = {1: do("say", targets=["ben"], content="I go."), 2: do("move", destination="gate")}
    kept = do("noop", keep=("The bell of the tower rang.",))
    run, _ = played(tmp_path, 3, ada=script, ben={3: kept})
    (event,) = run.of("remembered")
    assert event.participants == ("Eve Lark",)


def test_a_place_does_not_tell_what_was_said_before_one_came(tmp_path: Path) -> None:
    alarm = "alarm:\n  when: {round: 1}\n  where: hall\n  witnesses: present\n  text: A boy cried out in the hall.\n"
    look = {3: do("observe", target="hall")}
    run, _ = played(tmp_path, 3, alarm, dot={1: do("move", destination="hall"), **look}, ada=look)
    told = [run.acts(agent)[-1].data.get("happened_here", []) for agent in ("ada", "dot")]
    assert told == [["A boy cried out in the hall."], []]


def test_a_search_in_vain_says_so(tmp_path: Path) -> None:
    run, minds = played(tmp_path, 2, ada={1: do("observe", target="hall", search=True)})
    assert "find nothing hidden" in ViewLines(run.world, "ada").text(minds["ada"].views[1])


def test_a_barred_gate_stops_people(tmp_path: Path) -> None:
    bar = do("act_on", target="gate", description="bars the gate", becomes={"gate": "barred"})
    run, _ = played(tmp_path, 2, dot={1: bar}, ada={2: do("move", destination="gate")})
    assert not run.acts("ada")[-1].ok


@pytest.mark.parametrize(
    ("status", "is_shut"),
    [
        ({"stairs": "gate barred from above by the watch, a lantern shining down on whoever comes up"}, True),
        ({"stairs": "gate barred from above, Bernardo behind it to let people through one at a time"}, False),
        ({"stairs": "a covered body at the foot, the cellar locked"}, False),
        ({"楼梯": "门从里面闩上了"}, True),
    ],
)
def test_a_gate_that_is_barred_in_other_words_is_shut_too(status: dict[str, object], is_shut: bool) -> None:
    assert calls_doors_shut(status) is is_shut


def test_whoever_leaves_does_not_overhear_what_is_said_then(tmp_path: Path) -> None:
    run, _ = played(
        tmp_path,
        3,
        eve={1: do("move", destination="gate")},
        ada={1: do("say", targets=["ben"], content="She is gone.")},
    )
    assert [event.recipient for event in run.of("delivered")] == ["ben"]


COAT = "letter: {name: the letter, held_by: ben, hidden: on, sealed: on, text: [The bridge at the gate is rotten.]}\n"


def test_a_letter_inside_a_coat_is_not_seen_until_it_is_taken_out(tmp_path: Path) -> None:
    run = Run(tmp_path / "run", six(tmp_path, characters=CHARACTERS, carriers=COAT), changes={})
    look, show = do("observe", target="ben"), do("give", target="hall", thing="letter")
    minds: dict[str, Any] = {**run.script(3, ada={1: look, 3: do("observe", target="hall")}, ben={2: show})}
    assert "holds" not in run.acts("ada")[0].data
    assert "the letter" not in ViewLines(run.world, "ada").text(minds["ada"].views[1])
    assert "the letter" in ViewLines(run.world, "ada").text(minds["ada"].views[2])


def test_whoever_knows_of_it_can_reach_into_a_coat_but_not_into_a_hiding_place(tmp_path: Path) -> None:
    files = COAT + "purse: {name: the purse, at: hall, hidden: on, portable: on}\n"
    run = Run(tmp_path / "run", six(tmp_path, characters=CHARACTERS, carriers=files), changes={})
    run.script(1, ada={1: do("take", thing="letter")}, eve={1: do("take", thing="purse")})
    assert run.acts("ada")[0].ok
    assert not run.acts("eve")[0].ok


def test_nobody_sees_the_commission_in_the_coat_of_guildenstern() -> None:
    world = World(load("hamlet"))
    assert "commission" not in world.things.seen_with("guildenstern", "hamlet")
    assert "commission" in world.at_hand("guildenstern")


ORDER = "the order to the captain"
WRITES = do(
    "act_on",
    target="hall",
    description="writes an order and lays it on the table",
    makes=ORDER,
    writes="Dot Vane must let nobody through the gate. Ada Quill signed the order.",
)


def test_a_thing_that_somebody_makes_can_be_taken_and_read(tmp_path: Path) -> None:
    read = do("read", target=ORDER, query="the gate")
    run, minds = played(tmp_path, 4, ada={1: WRITES}, ben={2: do("take", thing=ORDER), 3: read}, eve={4: read})
    assert [act.ok for act in run.acts("ben")[1:3]] == [True, True]
    assert not run.acts("eve")[-1].ok  # Ben has it
    texts = [row["text"] for row in run.acts("ben")[2].data["rows"]]
    assert texts == ["Dot Vane must let nobody through the gate.", "Ada Quill signed the order."]
    assert ORDER in ViewLines(run.world, "eve").text(minds["eve"].views[1])
    assert state(run).things.holders[ORDER] == "ben"


def test_two_things_of_one_name_are_not_made(tmp_path: Path) -> None:
    run, _ = played(tmp_path, 2, ada={1: WRITES}, ben={1: WRITES}, eve={2: WRITES})
    assert [run.acts(agent)[-1 if agent == "eve" else 0].ok for agent in ("ada", "ben", "eve")] == [True, False, False]


def test_a_thing_that_somebody_lays_down_lies_there(tmp_path: Path) -> None:
    lays = do("act_on", target="letter", description="lays the letter on the chair", becomes={"laid": True})
    run, _ = played(tmp_path, 2, ben={1: lays}, eve={2: do("take", thing="letter")})
    assert run.acts("eve")[1].data == {"taken": True, "from": "hall"}
    assert "laid" not in state(run).things.status["letter"]


def test_a_run_in_which_a_thing_was_made_goes_on_after_a_break(tmp_path: Path) -> None:
    run, _ = played(tmp_path, 1, ada={1: WRITES})
    run.script(1, ben={2: do("take", thing=ORDER)})
    assert state(run).things.holders[ORDER] == "ben"


def test_a_failed_turn_is_shown_once_and_not_for_rounds(tmp_path: Path) -> None:
    run, minds = played(tmp_path, 3, ada={1: do("say", targets=["ada"], content="x"), 2: do("noop")})
    lines = [ViewLines(run.world, "ada").text(view) for view in minds["ada"].views]
    assert "“x”" in lines[1]
    assert "“x”" not in lines[2]


def test_a_broken_seal_is_shown_and_the_name_does_not_say_sealed(tmp_path: Path) -> None:
    run, minds = played(tmp_path, 2, ben={1: do("read", target="letter", query="the bridge")})
    before, after = (ViewLines(run.world, "ben").text(view) for view in minds["ben"].views)
    assert "sealed" in before
    assert "its seal is broken" not in before
    assert "its seal is broken" in after
    assert "sealed" not in load("hamlet").carriers["commission"].called[0]
