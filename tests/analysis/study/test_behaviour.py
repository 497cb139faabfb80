"""Census, languages, goals and repetition of a few turns, counted by hand."""

from agentsensus.analysis.study.metrics.behaviour import (
    census,
    composition,
    drift,
    goal_counts,
    repetition,
    script_of_text,
)
from agentsensus.worlds.events.event import AnyEvent, GoalsSet, TurnFailed, Upkeep
from tests.analysis.study.rows import act, record, say, wording


def test_turns_are_counted_by_action_in_the_rounds_asked_for() -> None:
    upkeep = Upkeep(keep=("a", "b"), done=("old",), add=("new",), replace={"x": "y"})
    events: list[AnyEvent] = [
        act(1, "ada", "say", upkeep=upkeep),
        act(2, "ben", "wait"),
        act(2, "ada", "say", ok=False),
        TurnFailed(round=3, agent="cy", problem="nonsense", place="hall"),
        act(3, "ada", "recall"),
    ]
    whole = census(events)
    assert (whole.turns, whole.actions, whole.refused, whole.failed) == (4, {"recall": 1, "say": 2, "wait": 1}, 1, 1)
    assert whole.beside == {"remember": 2, "pop_goal": 1, "push_goal": 1, "replace_goal": 1}
    final = census(events, first=2, last=2)
    assert (final.actions, final.beside, final.failed) == ({"say": 1, "wait": 1}, {}, 0)


def test_cyrillic_is_not_taken_for_latin() -> None:
    texts = {"Hamlet came.": "Latin", "刘备来了。": "Han", "Москва молчит.": "Cyrillic", "1604!": "other"}
    assert {text: script_of_text(text) for text in texts} == texts
    assert script_of_text("刘备 said that Cao Cao came to the gate") == "Latin"


def test_the_share_of_each_script_and_how_it_drifts() -> None:
    rows = [
        record(wording(str(at), at, "ada", text=text)) for at, text in ((1, "One."), (2, "二"), (11, "三"), (12, "四"))
    ]
    assert composition(rows) == {"Han": 75.0, "Latin": 25.0}
    assert drift(rows, "Latin", 10, 30) == [50.0, 100.0, None]


def test_goals_held_pushed_popped_and_turns_without_any() -> None:
    authored = {"ada": ["keep the books", "sleep"], "ben": []}
    events: list[AnyEvent] = [
        act(1, "ada", "say", "keep the books", "sleep"),
        GoalsSet(round=1, agent="ada", goals=("keep the books", "find the key")),  # sleep replaced
        act(1, "ben", "say"),
        GoalsSet(round=2, agent="ben", goals=("eat",)),
        GoalsSet(round=3, agent="ben", goals=()),
        act(3, "ben", "wait", "eat"),
    ]
    counts = goal_counts(authored, events)
    assert (counts.authored, counts.authored_held, counts.own_held) == (2, 1, 1)
    assert (counts.pushed, counts.popped) == (2, 2)
    assert counts.closed_share == 50.0  # two of the four that were ever held
    assert (counts.goalless_turns, counts.turns) == (1, 3)
    assert counts.held_each == 1.0


def test_lines_and_turns_that_are_repeated_and_stalls() -> None:
    lines = [say(1, "ada", "Who is there?"), say(2, "ada", "Who is there?"), say(3, "ben", "Who is there?")]
    turns = [act(at, "ada", "observe", target="hall") for at in (1, 2, 3)]
    turns += [
        act(4, "ada", "observe", target="gate"),
        *(act(at, "ada", "wait") for at in (5, 6, 7)),
        act(1, "ben", "say"),
    ]
    counted = repetition([*lines, *turns, say(4, "", "A bell rings.", "system")])
    assert (counted.lines, counted.turns) == (3, 5)
    assert counted.repeated_lines == 100 / 3
    assert counted.repeated_turns == 40.0  # the second and the third look at the hall
    assert counted.stalled_turns == 60.0  # all three of them


def test_a_play_without_turns_has_no_rates() -> None:
    assert repetition([]).stalled_turns is None
    assert goal_counts({}, []).goalless_share is None
