"""A round that carries the story: what is said is heard, upkeep is free, things and deeds change the world."""

from pathlib import Path
from typing import Any

import pytest

from agentsensus.worlds.events.event import Upkeep
from agentsensus.worlds.minds import Decision
from agentsensus.worlds.runs import run_stats
from agentsensus.worlds.scenario import Scenario
from agentsensus.worlds.state.world import World
from tests.worlds.kernel.runs import SIX, Run, done, six

CHARACTERS = (
    "ada: {name: Ada Quill, at: hall, office: keeps the peace, goals: [Keep the books.], "
    "status: {dress: grey, mood: sour}}\n"
    "ben: {name: Ben Fox, at: hall, goals: [Rest.]}\n"
    "cy: {name: Cy Moor, at: tower, goals: [Rest.]}\n"
    "dot: {name: Dot Vane, at: gate, goals: [Rest.]}\n"
    "eve: {name: Eve Lark, at: hall, goals: [Rest.]}\n"
    "flo: {name: Flo Reed, at: tower, goals: [Rest.]}\n"
)
CARRIERS = (
    "letter: {name: the letter, held_by: ben, sealed: on, text: [The bridge at the gate is rotten.]}\n"
    "sword: {name: the sword, at: hall, portable: on}\n"
)
DEEDS = (
    'deeds:\n  arrest: {name: put under guard, does: hold, by: office, text: "{doer} had {target} held in {place}."}\n'
    '  release: {name: let go, does: free, by: office, text: "{doer} let {target} go."}\n'
    '  stab: {name: stab, does: kill, by: anyone, with: sword, text: "{doer} killed {target} in {place}.", '
    'tellings: ["In {place} {target} died by the hand of {doer}."]}\n'
)


def do(action: str, because: str = "", keep: tuple[str, ...] = (), **params: Any) -> Decision:
    upkeep = Upkeep(keep=keep) if keep else None
    return Decision(action=action, params=params, because=because, upkeep=upkeep)


def world(folder: Path, happenings: str = "") -> Scenario:
    files = {"happenings.yaml": happenings} if happenings else {}
    text = SIX["world.yaml"] + DEEDS
    for name, content in files.items():
        (folder / "six").mkdir(exist_ok=True)
        (folder / "six" / name).write_text(content, "utf-8")
    return six(folder, world=text, characters=CHARACTERS, carriers=CARRIERS)


def played(folder: Path, rounds: int, happenings: str = "", **scripts: Any) -> tuple[Run, dict[str, Any]]:
    run = Run(folder / "run", world(folder, happenings), changes={})
    return run, run.script(rounds, **scripts)


def state(run: Run) -> World:
    return World(run.world, events=run.events())


# --- hearing


def test_a_question_in_the_same_room_is_heard_whole_and_answered_in_the_next_round(tmp_path: Path) -> None:
    question = "Who rang the bell? " * 20
    _run, minds = played(tmp_path, 2, ada={1: do("say", targets=["ben"], content=question)})
    (heard,) = minds["ben"].views[1].heard
    assert (heard.sender, heard.content, heard.read, heard.overheard) == ("ada", question.strip(), 2, False)
    assert minds["ben"].views[1].notices == ()


def test_whoever_stands_by_overhears_it_unless_it_is_said_quietly(tmp_path: Path) -> None:
    script = {
        1: do("say", targets=["ben"], content="The bridge is down."),
        2: do("say", targets=["ben"], content="I cut it.", quietly=True),
    }
    _run, minds = played(tmp_path, 3, ada=script)
    assert [(letter.content, letter.overheard) for letter in minds["eve"].views[1].heard] == [
        ("The bridge is down.", True)
    ]
    assert minds["eve"].views[2].heard == ()
    assert [letter.content for letter in minds["ben"].views[2].heard] == ["I cut it."]
    assert minds["cy"].views[1].heard == ()


def test_overhearing_wakes_nobody(tmp_path: Path) -> None:
    script = {1: do("say", targets=["ben"], content="Hm.")}
    run, _minds = played(tmp_path, 3, ada=script, eve={1: do("wait", timeout_rounds=9)})
    assert [event.round for event in run.of("woke") if event.agent == "eve"] == [1]


def test_word_from_afar_comes_whole_when_it_is_due(tmp_path: Path) -> None:
    _run, minds = played(tmp_path, 4, ada={1: do("say", targets=["cy"], content="Come down at once.")})
    assert [(view.round, letter.content) for view in minds["cy"].views for letter in view.heard] == [
        (3, "Come down at once.")
    ]


# --- upkeep, and what comes to mind


def test_what_is_kept_beside_a_deed_is_remembered_even_if_the_deed_is_refused(tmp_path: Path) -> None:
    upkeep = Upkeep(keep=("Ben Fox owes Ada Quill a grey mare.",), done=("Keep the books.",), add=("Find the mare.",))
    wrong = Decision(action="move", params={"destination": "the moon"}, upkeep=upkeep)
    run, _ = played(tmp_path, 1, ada={1: wrong})
    (kept,) = run.of("remembered")
    assert (kept.agent, kept.text, kept.place) == ("ada", "Ben Fox owes Ada Quill a grey mare.", "the hall")
    assert kept.participants == ("Ben Fox", "Eve Lark")
    assert not run.acts("ada")[0].ok
    assert state(run).actors["ada"].goals == ("Find the mare.",)


def test_goals_are_replaced_in_their_place_and_what_names_none_is_said(tmp_path: Path) -> None:
    upkeep = Upkeep(replace={"Keep the books.": "Burn the books."}, done=("Fly to the moon and back.",))
    run, _ = played(tmp_path, 1, ada={1: Decision(action="noop", upkeep=upkeep)})
    assert state(run).actors["ada"].goals == ("Burn the books.",)
    assert run.acts("ada")[0].data["left_out"] == ["Fly to the moon and back."]


def test_what_one_knows_comes_to_mind_unasked_and_counts_as_no_recall(tmp_path: Path) -> None:
    run, minds = played(tmp_path, 2, eve={1: do("say", targets=["ada"], content="Who rang the bell in the hall?")})
    rows = minds["ada"].views[1].minded
    assert "Ada Quill rang the bell in the hall." in [row.text for row in rows]
    assert {row.via for row in rows} == {"sediment"}
    assert run.of("recalled") == []
    stats = done(run_stats(run.folder))
    assert stats["recalls"]["minded"] == len(run.of("minded")) >= 1
    assert stats["recalls"]["n"] == 0


# --- what is seen


def test_one_sees_who_came_who_went_and_what_was_done(tmp_path: Path) -> None:
    _run, minds = played(
        tmp_path,
        3,
        ben={1: do("move", destination="gate")},
        dot={1: do("move", destination="hall")},
        eve={1: do("act_on", target="hall", description="puts out the fire", becomes={"fire": "out"})},
    )
    seen = {(sighting.kind, sighting.who) for sighting in minds["ada"].views[1].sightings}
    assert seen == {("went", "ben"), ("did", "eve"), ("came", "dot")}
    assert minds["ada"].views[1].place_status["fire"] == "out"
    assert minds["ada"].views[2].sightings == ()
    assert [person.status for person in minds["eve"].views[0].people if person.id == "ada"] == [{"dress": "grey"}]
    assert [person.holds for person in minds["eve"].views[0].people if person.id == "ben"] == [("letter",)]


def test_one_cannot_look_across_the_map(tmp_path: Path) -> None:
    run, _ = played(tmp_path, 1, ada={1: do("observe", target="tower")})
    assert run.acts("ada")[0].refusal == "tower is too far away to be seen from here"


# --- things


def test_a_letter_is_given_opened_read_hidden_and_found(tmp_path: Path) -> None:
    run, minds = played(
        tmp_path,
        7,
        ben={1: do("give", target="eve", thing="letter")},
        eve={
            2: do("read", target="letter", query="the bridge"),
            3: do("act_on", target="letter", description="slips it behind the arras", becomes={"hidden": True}),
            5: do("move", destination="gate"),
        },
        ada={
            4: do("take", thing="letter"),
            5: do("observe", target="hall", search=True),
            6: do("take", thing="letter"),
            7: do("observe", target="letter"),
        },
    )
    eve_read, ada = run.acts("eve")[1], run.acts("ada")
    assert [row["text"] for row in eve_read.data["rows"]] == ["The bridge at the gate is rotten."]
    assert eve_read.data["seal"] == "broken"
    assert ("ben", "did", "give") in [(s.who, s.kind, s.action) for s in minds["ada"].views[1].sightings]
    assert minds["ada"].views[3].things == minds["ada"].views[3].things[:1]  # only the sword is to be seen
    assert ada[3].refusal == "letter is not here, or not to be seen"
    assert ada[4].data["found"] == ["letter"]
    assert ada[5].data["taken"] is True
    assert ada[6].data["status"] == {"seal": "broken"}
    assert state(run).things.holders["letter"] == "ada"


def test_of_two_who_take_the_same_thing_the_first_by_id_has_it(tmp_path: Path) -> None:
    run, _ = played(tmp_path, 1, ada={1: do("take", thing="sword")}, eve={1: do("take", thing="sword")})
    assert (run.acts("ada")[0].ok, run.acts("eve")[0].refusal) == (True, "somebody else was quicker")
    assert state(run).things.holders["sword"] == "ada"


def test_a_theft_succeeds_unseen_or_is_noticed_by_everybody(tmp_path: Path) -> None:
    outcomes = set()
    for seed in range(8):
        folder = tmp_path / str(seed)
        folder.mkdir()
        run = Run(folder / "run", world(folder), changes={}, seed=seed)
        minds: Any = run.script(2, ada={1: do("take", thing="letter")})
        taken = run.acts("ada")[0].data["taken"]
        seen = [sighting.action for sighting in minds["eve"].views[1].sightings]
        assert seen == ([] if taken else ["take"])
        assert state(run).things.holders["letter"] == ("ada" if taken else "ben")
        outcomes.add(taken)
    assert outcomes == {True, False}


# --- deeds and happenings


def test_a_prisoner_cannot_leave_until_released(tmp_path: Path) -> None:
    run, minds = played(
        tmp_path,
        5,
        ada={1: do("deed", deed="arrest", target="ben"), 3: do("deed", deed="let go", target="Ben Fox")},
        ben={1: do("move", destination="gate"), 2: do("move", destination="gate"), 4: do("move", destination="gate")},
    )
    acts = run.acts("ben")
    assert [act.refusal for act in acts[:3]] == [
        "you are kept from leaving",
        "you are held in hall and cannot leave",
        "",
    ]
    assert acts[3].ok
    assert [letter.content for letter in minds["eve"].views[1].heard] == ["Ada Quill had Ben Fox held in the hall."]
    held, _freed = run.of("happened")
    assert (held.sort, held.event_kind, held.doers, held.victims) == ("deed", "wrong", ("ada",), ("ben",))
    assert set(held.owners) == {"ada", "ben", "eve", "hall"}


def test_who_is_killed_is_spoken_to_by_nobody_and_leaves_what_it_held(tmp_path: Path) -> None:
    run, minds = played(
        tmp_path,
        4,
        ada={
            1: do("take", thing="sword"),
            2: do("deed", deed="stab", target="ben"),
            3: do("say", targets=["ben"], content="Ben?"),
            4: do("take", thing="letter"),
        },
        ben={2: do("say", targets=["cy"], content="Help!")},
    )
    after = state(run)
    assert (after.gone, "ben" in after.actors) == ({"ben": "died"}, False)
    assert run.acts("ada")[2].refusal == "nothing was sent: ben is dead and hears nobody"
    assert run.acts("ada")[3].ok
    assert [view.round for view in minds["ben"].views] == [1, 2]
    assert "Ada Quill killed Ben Fox in the hall." in [letter.content for letter in minds["eve"].views[2].heard]


@pytest.mark.parametrize(
    ("deed", "target", "refusal"),
    [
        ("stab", "ben", "stab: for that you must hold sword"),
        ("arrest", "cy", "cy is not here"),
        ("dance", "ben", "this world knows no deed 'dance'"),
        ("release", "ben", "nobody holds ben"),
        ("arrest", "ada", "put under guard: that cannot be done to ada"),
    ],
)
def test_a_deed_that_the_world_does_not_allow_is_refused(tmp_path: Path, deed: str, target: str, refusal: str) -> None:
    run, _ = played(tmp_path, 1, ada={1: do("deed", deed=deed, target=target)})
    assert run.acts("ada")[0].refusal.startswith(refusal)
    assert run.of("life") == []


def test_only_an_office_may_do_what_an_office_may(tmp_path: Path) -> None:
    run, _ = played(tmp_path, 1, ben={1: do("deed", deed="arrest", target="eve")})
    assert run.acts("ben")[0].refusal == "put under guard: that is not yours to do"


HAPPENINGS = """\
beam:
  when: {round: 3, at: {ben: hall}}
  where: hall
  text: A beam of the hall fell on Ben Fox and killed him.
  tellings: [Ben Fox died under a beam that fell in the hall.]
  grave: on
  kind: "death: → Ben Fox"
  effects:
    - dies: ben
    - status: {hall: {roof: open}}
mourning:
  when: {after: {beam: 2}, knows: {beam: [eve]}}
  where: hall
  witnesses: everyone
  text: The bell of the hall rang for Ben Fox.
  tellings: [For Ben Fox the hall's bell was rung.]
never:
  when: {round: 2, not: {round: 1}}
  where: hall
  text: Nothing of the sort happened in the hall.
  tellings: [In the hall nothing of the sort happened.]
"""


def test_a_happening_kills_in_its_round_and_another_follows_once_it_is_known(tmp_path: Path) -> None:
    run, minds = played(tmp_path, 7, HAPPENINGS)
    assert [(event.id, event.round, event.sort) for event in run.of("happened")] == [
        ("beam", 3, "happening"),
        ("mourning", 5, "happening"),
    ]
    beam = run.of("happened")[0]
    assert (beam.event_kind, beam.victims, beam.grave) == ("death", ("ben",), True)
    assert set(beam.owners) == {"ada", "ben", "eve", "hall"}
    assert [view.round for view in minds["ben"].views] == [1, 2]
    assert [letter.content for letter in minds["eve"].views[2].heard] == [
        "A beam of the hall fell on Ben Fox and killed him."
    ]
    assert state(run).places["hall"]["roof"] == "open"
    assert [letter.content for letter in minds["dot"].views[4].heard] == ["The bell of the hall rang for Ben Fox."]


def test_an_arc_ends_when_its_condition_holds(tmp_path: Path) -> None:
    arcs = (
        'arcs:\n  - {id: bell, text: "Who rang?", ends_when: {knows: {bell: [cy]}}, ending: Cy Moor knows who rang.}\n'
    )
    scenario = six(tmp_path, world=SIX["world.yaml"] + arcs, characters=CHARACTERS, carriers=CARRIERS)
    run = Run(tmp_path / "run", scenario, changes={})
    run.script(5, ada={1: do("say", targets=["cy"], content="Listen: Ada Quill rang the bell in the hall.")})
    assert [(event.arc, event.round, event.ending) for event in run.of("arc_ended")] == [
        ("bell", 4, "Cy Moor knows who rang.")
    ]


def test_shut_doors_keep_people_in_and_out(tmp_path: Path) -> None:
    places = "hall: {name: the hall}\ntower: {name: the tower}\ngate: {name: the gate, status: {doors: shut}}\n"
    scenario = six(tmp_path, characters=CHARACTERS, places=places)
    run = Run(tmp_path / "run", scenario, changes={})
    run.script(
        2,
        ada={1: do("move", destination="gate")},
        dot={
            1: do("move", destination="hall"),
            2: do("act_on", target="gate", description="opens", becomes={"doors": "open"}),
        },
    )
    assert run.acts("ada")[0].refusal == run.acts("dot")[0].refusal == "the doors of gate are shut"
    assert not state(run).is_shut("gate")


@pytest.mark.parametrize(
    ("key", "value", "is_shut"),
    [
        ("doors", "shut", True),
        ("Gate", "barred by two beams", True),
        ("door", "guarded", True),
        ("城门", "紧闭", True),
        ("门", "锁着", True),
        ("door", "unlocked", False),
        ("door", "not locked", False),
        ("宫门", "半开", False),
        ("大门", "虚掩", False),
        ("fire", "shut", False),
    ],
)
def test_whoever_shuts_a_door_in_whatever_words_stops_people(
    tmp_path: Path, key: str, value: str, is_shut: bool
) -> None:
    shuts = do("act_on", target="gate", description="sees to the door", becomes={key: value})
    run, _ = played(tmp_path, 2, dot={1: shuts}, ada={2: do("move", destination="gate")})
    assert state(run).places["gate"][key] == value
    assert run.acts("ada")[1].refusal == ("the doors of gate are shut" if is_shut else "")
