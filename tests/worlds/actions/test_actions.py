"""The 24 actions: what each does, and how each is refused."""

from pathlib import Path
from typing import Any, cast

import pytest

from agentsensus.testing import ScriptedMind
from agentsensus.worlds.actions import ACTIONS, actions_of
from agentsensus.worlds.minds import Decision
from agentsensus.worlds.scenario.rules import Rules
from tests.worlds.kernel.runs import EARLIER, SIX, Run, six

EVERY = SIX["characters.yaml"].replace("at: tower}\ndot", "at: tower, goals: [See.]}\ndot")


def _do(name: str, **params: Any) -> Decision:
    return Decision(action=name, params=params)


def _run(tmp_path: Path, rounds: int, plan: Any = None, /, **scripts: Any) -> Run:
    run = Run(tmp_path / "run", six(tmp_path, characters=EVERY), **(plan or {}))
    run.script(rounds, **scripts)
    return run


def test_the_paper_has_exactly_24_and_ours_three_more_each_with_a_page_for_the_manual(tmp_path: Path) -> None:
    assert sorted(actions_of(Rules.preset("paper"), six(tmp_path))) == sorted(
        "say gesture observe move act_on read read_thread think conclude wait noop remember recall push_goal pop_goal "
        "replace_goal update_status remove_status forget revise_memory add_affiliated remove_affiliated "
        "set_affiliated get_affiliated".split()
    )
    assert {*ACTIONS} - {*actions_of(Rules.preset("paper"), six(tmp_path))} == {"give", "take", "deed"}
    assert "deed" not in actions_of(Rules(), six(tmp_path))  # a world that allows none has none
    assert all(kind.__doc__ for kind in ACTIONS.values())
    assert all(field.description for kind in ACTIONS.values() for field in kind.model_fields.values())


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("fly", {}, "no action 'fly'"),
    ("say", {"targets": ["ben"]}, "needs content"),
    ("say", {"targets": [], "content": "Hm."}, "targets"),
    ("say", {"targets": [{"id": "ben"}], "content": "Hm."}, "targets"),
    ("say", {"targets": 7, "content": "Hm."}, "targets"),
    ("say", {"targets": ["bem"], "content": "Hm."}, "did you mean 'ben'"),
    ("say", {"targets": ["ben", "nobody"], "content": "Hm."}, "nothing was sent"),
    ("say", {"targets": ["Old Tom"], "content": "Hm."}, "dead"),
    ("say", {"targets": ["ada"], "content": "Hm."}, "only yourself"),
    ("say", {"targets": ["hall"], "content": "Hm."}, "no character"),
    ("say", {"targets": ["ben"], "content": "  "}, "content"),
    ("say", {"targets": ["ben"], "content": "a\x00b"}, "NUL"),
    ("say", {"targets": ["ben"], "content": "Hm.", "loud": True}, "takes no 'loud'"),
    ("gesture", {"targets": ["cy"], "description": "waves"}, "not here to see"),
    ("observe", {"target": "cy"}, "not here"),
    ("observe", {"target": "Old Tom"}, "dead"),
    ("observe", {"target": "letter"}, "not here"),
    ("observe", {"target": {"id": "hall"}}, "target"),
    ("observe", {"target": "the moon"}, "nobody and nothing"),
    ("move", {"destination": "the moon"}, "no place"),
    ("move", {"destination": "ben"}, "not a place"),
    ("move", {"destination": "the hall"}, "already"),
    ("act_on", {"target": "tower", "description": "burns it"}, "not at tower"),
    ("act_on", {"target": "ben", "description": "pushes him"}, "somebody"),
    ("read", {"target": "letter", "query": "bridge"}, "not here"),
    ("read", {"target": "purse", "query": "debts"}, "do not hold"),
    ("read", {"target": "ben", "query": "debts"}, "cannot be read"),
    ("read_thread", {}, "nothing unread"),
    ("read_thread", {"thread": "ben+cy"}, "no thread"),
    ("read_thread", {"with": ["ben"], "last_n": "some"}, "last_n"),
    ("think", {"question": "Why?"}, "no model"),
    ("wait", {"timeout_rounds": "a while"}, "timeout_rounds"),
    ("wait", {"timeout_rounds": 0}, "timeout_rounds"),
    ("remember", {"text": "?!"}, "neither a letter nor a digit"),
    ("remember", {"text": ["a"]}, "text"),
    ("recall", {"query": "bell", "top_k": "many"}, "top_k"),
    ("recall", {"query": "…"}, "query"),
    ("update_status", {"key": "location", "value": "tower"}, "only when you move"),
    ("update_status", {"key": "Location", "value": "tower"}, "only when you move"),
    ("update_status", {"key": "mood", "value": {"a": 1}}, "value"),
    ("remove_status", {"key": "location"}, "only when you move"),
    ("forget", {}, "memory_id or by query"),
    ("forget", {"memory_id": "?"}, "no row of yours"),
    ("revise_memory", {"query": "bell", "new_text": "?"}, "new_text"),
    ("add_affiliated", {"memory": "the bell", "others": ["the bell in the hall"]}, "itself"),
    ("remove_affiliated", {"memory": "?", "others": ["the bell"]}, "no row of yours"),
    ("set_affiliated", {"memory": "the bell", "others": ["?"]}, "no row of yours"),
    ("get_affiliated", {"memory": "?"}, "no row of yours"),
    ("conclude", {"text": ""}, "text"),
    ("noop", {"loudly": True}, "noop takes no 'loudly'; it takes nothing"),
    ("push_goal", {}, "needs text"),
    ("pop_goal", {"text": "Rest."}, "takes no 'text'"),
    ("replace_goal", {"text": 7}, "text"),
]


def test_every_action_of_the_paper_has_a_refusal_of_its_own(tmp_path: Path) -> None:
    assert {name for name, _, _ in REFUSED} == {*actions_of(Rules.preset("paper"), six(tmp_path)), "fly"}


@pytest.mark.parametrize(("name", "params", "why"), REFUSED, ids=[f"{one[0]}-{n}" for n, one in enumerate(REFUSED)])
def test_what_cannot_be_done_is_refused_in_words_that_say_why(
    tmp_path: Path, name: str, params: dict[str, Any], why: str
) -> None:
    run = _run(tmp_path, 2, ada={1: Decision(action=name, params=params)})
    act = run.acts("ada")[0]
    assert not act.ok
    assert why.casefold() in act.refusal.casefold(), act.refusal
    assert [event.kind for event in run.events() if event.round == 1 and event.kind in ("sent", "departed")] == []
    # The mind is shown the refusal in its next turn.
    assert run.acts("ada")[1].round == 2


def test_a_refusal_is_at_hand_in_the_next_turn(tmp_path: Path) -> None:
    run = Run(tmp_path / "run", six(tmp_path))
    minds = run.script(2, ada={1: _do("fly")})
    turn = cast(ScriptedMind, minds["ada"]).views[1].cache[-1]
    assert (turn.action, turn.ok, turn.result) == ("fly", False, run.acts("ada")[0].refusal)


def test_names_and_aliases_do_as_well_as_ids_and_the_log_holds_ids(tmp_path: Path) -> None:
    run = _run(
        tmp_path,
        1,
        ben={1: _do("say", targets="the clerk", content="Hm.")},
        ada={1: _do("move", destination="the Tower")},
    )
    assert run.acts("ben")[0].params == {"targets": ["ada"], "content": "Hm."}
    assert run.acts("ada")[0].params == {"destination": "tower"}
    assert run.acts("ada")[0].data == {"to": "tower", "arrives": 3}


def test_a_gesture_is_seen_here_and_mailed_under_the_papers_rules(tmp_path: Path) -> None:
    script = {"ada": {1: _do("gesture", targets=["cy"], description="waves")}}
    assert not _run(tmp_path, 1, **script).acts("ada")[0].ok
    (tmp_path / "p").mkdir()
    assert _run(tmp_path / "p", 1, {"preset": "paper"}, **script).of("sent")[0].sort == "gesture"


def test_a_place_shows_its_status_who_is_there_and_what_is_no_secret(tmp_path: Path) -> None:
    run = _run(tmp_path, 1, cy={1: _do("observe", target="the hall")})
    data = run.acts("cy")[0].data
    assert data["status"] == {"fire": "lit"}
    assert [(one["id"], one["status"]) for one in data["present"]] == [
        ("ada", {"dress": "grey"}),
        ("ben", {}),
        ("eve", {}),
    ]
    assert data["happened_here"] == ["Ada Quill rang the bell in the hall."]


def test_under_the_papers_rules_a_place_keeps_its_rows_to_itself(tmp_path: Path) -> None:
    run = _run(tmp_path, 1, {"preset": "paper"}, cy={1: _do("observe", target="hall")})
    assert "happened_here" not in run.acts("cy")[0].data


def test_a_traveller_is_nowhere_to_be_seen(tmp_path: Path) -> None:
    run = _run(
        tmp_path,
        2,
        ben={1: _do("move", destination="tower")},
        ada={1: _do("observe", target="ben"), 2: _do("observe", target="ben")},
    )
    assert [act.ok for act in run.acts("ada")] == [True, False]


def test_private_keys_of_a_status_are_not_shown(tmp_path: Path) -> None:
    run = _run(tmp_path, 1, ben={1: _do("observe", target="ada")})
    assert run.acts("ben")[0].data == {"character": "ada", "status": {"dress": "grey"}}


def test_an_act_leaves_its_trace_in_the_place_and_none_under_the_papers_rules(tmp_path: Path) -> None:
    script = {"ada": {1: _do("act_on", target="hall", description="bars the door")}}
    run = _run(tmp_path, 1, **script)
    assert run.of("status")[0].model_dump(include={"of", "key", "value"}) == {
        "of": "hall",
        "key": "lately",
        "value": "Ada Quill: bars the door",
    }
    (tmp_path / "p").mkdir()
    assert not _run(tmp_path / "p", 1, {"preset": "paper"}, **script).of("status")


def test_what_lies_here_or_is_held_can_be_read_by_question(tmp_path: Path) -> None:
    run = _run(
        tmp_path,
        1,
        cy={1: _do("read", target="the letter", query="the bridge")},
        ben={1: _do("read", target="purse", query="debts")},
    )
    read = {row["text"] for row in run.acts("cy")[0].data["rows"]}
    assert read == {"The bridge at the gate is rotten.", "Nobody mended the bridge."}
    assert run.acts("ben")[0].data["rows"][0]["text"] == "Ben Fox owes Cy Moor ten crowns."
    assert {event.owner for event in run.of("recalled")} == {"letter", "purse"}


def test_goals_are_a_stack_with_a_cap(tmp_path: Path) -> None:
    steps = [_do("push_goal", text="Rest."), _do("replace_goal", text="Sleep."), _do("pop_goal")]
    steps += [_do("push_goal", text=f"Goal {n}.") for n in range(8)]
    run = _run(
        tmp_path,
        11,
        ada=dict(enumerate(steps, 1)),
        ben={1: _do("pop_goal")},
        eve={1: _do("replace_goal", text="Begin.")},
    )
    stacks = [event.goals for event in run.of("goals") if event.agent == "ada"]
    assert stacks[:3] == [("Keep the books.", "Rest."), ("Keep the books.", "Sleep."), ("Keep the books.",)]
    assert len(stacks[-1]) == 8
    assert "hold 8 goals" in run.acts("ada")[-1].refusal
    assert "no goal to pop" in run.acts("ben")[0].refusal
    assert next(event.goals for event in run.of("goals") if event.agent == "eve") == ("Begin.",)


def test_a_status_is_set_and_removed_and_a_missing_key_is_no_matter(tmp_path: Path) -> None:
    steps = [
        _do("update_status", key="hat", value="red"),
        _do("remove_status", key="hat"),
        _do("remove_status", key="hat"),
    ]
    run = _run(tmp_path, 3, ada=dict(enumerate(steps, 1)))
    assert [(event.key, event.value) for event in run.of("status")] == [("hat", "red"), ("hat", None), ("hat", None)]


def test_what_is_remembered_is_recalled_forgotten_revised_and_linked(tmp_path: Path) -> None:
    steps = [
        _do("remember", text="Ben Fox sold the grey mare."),
        _do("recall", query="the grey mare"),
        _do("add_affiliated", memory="the grey mare", others=["Ada Quill rang the bell"]),
        _do("get_affiliated", memory="the grey mare"),
        _do("set_affiliated", memory="the grey mare", others=["Ada Quill rang the bell"]),
        _do("remove_affiliated", memory="the grey mare", others=["Ada Quill rang the bell"]),
        _do("get_affiliated", memory="the grey mare"),
        _do("revise_memory", query="the grey mare", new_text="Ben Fox gave the grey mare away."),
        _do("forget", query="the grey mare"),
        _do("recall", query="the grey mare"),
    ]
    run = _run(tmp_path, 10, ada=dict(enumerate(steps, 1)))
    acts = run.acts("ada")
    assert [act.ok for act in acts] == [True] * 10, [act.refusal for act in acts]
    assert acts[1].data["rows"][0]["text"] == "Ben Fox sold the grey mare."
    assert [row["text"] for row in acts[3].data["linked"]] == ["Ada Quill rang the bell in the hall."]
    assert acts[6].data["linked"] == []
    assert acts[7].data["kept"][0]["text"] == "Ben Fox gave the grey mare away."
    assert all("mare" not in row["text"] for row in acts[9].data["rows"])
    assert [event.edit for event in run.of("edited")] == ["link", "relink", "unlink", "revise", "forget"]


@pytest.mark.parametrize("action", ["forget", "revise_memory"])
def test_a_row_is_forgotten_or_revised_by_query_only_if_the_query_is_near_and_what_was_meant_is_said(
    tmp_path: Path, action: str
) -> None:
    new = {"new_text": "Ben Fox rang the bell."} if action == "revise_memory" else {}
    near, far = "Ada Quill rang the bell in the hall", "my trip to Paris"
    steps = {1: _do(action, query=far, **new), 2: _do(action, query=near, **new)}
    run = _run(tmp_path, 2, {"changes": EARLIER | {"row_floor": Rules().row_floor}}, ada=steps)
    missed, meant = run.acts("ada")
    assert missed.refusal == f"you remember nothing that {far!r} could mean"
    assert meant.data["text"] == "Ada Quill rang the bell in the hall."
    assert len(run.of("edited")) == 1


def test_by_the_earlier_rule_the_nearest_row_is_forgotten_however_far_it_is(tmp_path: Path) -> None:
    run = _run(tmp_path, 1, ada={1: _do("forget", query="my trip to Paris")})
    (act,) = run.acts("ada")
    assert act.ok
    assert "text" not in act.data


def test_a_memory_without_links_refuses_them(tmp_path: Path) -> None:
    run = _run(tmp_path, 1, {"design": "collaborative"}, ada={1: _do("add_affiliated", memory="bell", others=["key"])})
    assert "not linked" in run.acts("ada")[0].refusal


def test_reads_see_what_stood_when_the_round_began(tmp_path: Path) -> None:
    run = _run(
        tmp_path,
        2,
        ada={1: _do("update_status", key="hat", value="red")},
        ben={1: _do("observe", target="ada")},
        eve={1: _do("remember", text="Eve Lark found a coin.")},
    )
    assert run.acts("ben")[0].data["status"] == {"dress": "grey"}
    (tmp_path / "two").mkdir()
    both = {"eve": {1: _do("remember", text="Eve Lark found a coin.")}, "flo": {1: _do("recall", query="a coin")}}
    assert _run(tmp_path / "two", 1, **both).acts("flo")[0].data["rows"] == []


def test_how_one_came_to_know_is_found_by_what_was_heard_read_and_thought(tmp_path: Path) -> None:
    run = _run(
        tmp_path,
        4,
        ben={1: _do("say", targets=["ada"], content="The bridge at the gate is rotten.")},
        ada={2: _do("read_thread"), 3: _do("remember", text="The bridge at the gate is rotten.")},
        cy={
            1: _do("read", target="letter", query="bridge"),
            2: _do("remember", text="Nobody mended the bridge."),
            3: _do("conclude", text="The miller will fall."),
            4: _do("remember", text="The miller will fall."),
        },
    )
    found = {(event.agent, event.round): (event.via, event.source, event.detail) for event in run.of("remembered")}
    assert found == {
        ("ada", 3): ("told", "ben", run.of("sent")[0].message),
        ("cy", 2): ("read", "letter", ""),
        ("cy", 4): ("inferred", "", ""),
    }


def test_what_an_agent_is_told_of_a_deposit_names_nobody_else(tmp_path: Path) -> None:
    text = "Eve Lark found a coin in the hall."
    run = _run(tmp_path, 1, ada={1: _do("remember", text=text)}, eve={1: _do("remember", text=text)})
    kept = [act.data["kept"][0] for agent in ("ada", "eve") for act in run.acts(agent)]
    assert [sorted(one) for one in kept] == [["id", "known", "text"]] * 2
    assert [event.statements[0].outcome for event in run.of("remembered")] == ["new", "merged"]


def test_equal_actions_in_a_row_are_pointed_out(tmp_path: Path) -> None:
    run = Run(tmp_path / "run", six(tmp_path))
    minds = run.script(4, ada=dict.fromkeys((1, 2, 3), _do("observe", target="hall")))
    views = cast(ScriptedMind, minds["ada"]).views
    assert [any("in a row" in hint for hint in view.hints) for view in views] == [False, False, False, True]


@pytest.mark.parametrize(("plan", "is_told"), [({}, True), ({"preset": "paper"}, False)])
def test_rows_tell_how_and_since_when_one_knows_unless_the_rule_is_off(
    tmp_path: Path, plan: dict[str, Any], is_told: bool
) -> None:
    rot = "The bridge at the gate is rotten."
    script = {
        2: _do("read_thread"),
        3: _do("remember", text=rot),
        4: _do("recall", query=rot, top_k=1),
    }
    run = _run(tmp_path, 4, plan, ben={1: _do("say", targets=["ada"], content=rot)}, ada=script)
    (row,) = run.acts("ada")[-1].data["rows"]
    assert row["text"] == rot
    known = {"via": "told", "since": 3, "from": "ben"} if is_told else {}
    assert {key: value for key, value in row.items() if key not in ("id", "text")} == known


def test_a_gesture_is_witnessed_and_a_word_is_told(tmp_path: Path) -> None:
    bow = "Ben Fox bows deeply to the clerk."
    script = {2: _do("read_thread"), 3: _do("remember", text=bow)}
    run = _run(tmp_path, 3, ben={1: _do("gesture", targets=["ada"], description=bow)}, ada=script)
    (kept,) = run.of("remembered")
    assert (kept.via, kept.source) == ("witnessed", "ben")
