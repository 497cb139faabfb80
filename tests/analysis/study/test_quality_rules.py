"""Scores by rules on hand-made logs."""

from pathlib import Path

from agentsensus.analysis.knowledge.leaks import SpokenLine
from agentsensus.analysis.knowledge.reception import reception_of
from agentsensus.analysis.study.case.data import meetings
from agentsensus.analysis.study.quality.rules import GoalEvidence, Share, repeats, score_by_rules
from agentsensus.worlds.events.event import AnyEvent, ArcEnded
from agentsensus.worlds.runs.subjects import WorldWords
from agentsensus.worlds.scenario.goals import (
    DeceiveIntent,
    DoIntent,
    KeepIntent,
    LearnIntent,
    MeetIntent,
    ReachIntent,
    TellIntent,
)
from tests.analysis.study.logs import a_lie_goes_round, said
from tests.analysis.study.runs_of_logs import run_of
from tests.worlds.minds.mill import BURNT, mill


def evidence(*events: AnyEvent) -> GoalEvidence:
    world = mill()
    return GoalEvidence.of(world, events, reception_of(world, {}, events), dict(meetings(world, {}, events)))


def test_goals_are_reached_by_what_their_intents_ask_for() -> None:
    shown = evidence(*a_lie_goes_round())
    burnt = next(event.id for event in mill().events if event.text == BURNT)
    assert shown.reached("eli", LearnIntent(event=burnt)) is True
    assert evidence().reached("eli", LearnIntent(event=burnt)) is False
    assert shown.reached("ann", TellIntent(event=burnt, whom="eli")) is True
    assert shown.reached("ann", TellIntent(event=burnt, whom="cat")) is False
    assert shown.reached("bob", DeceiveIntent(event=burnt, whom="cat")) is True
    assert shown.reached("ann", DeceiveIntent(event=burnt, whom="eli")) is False
    assert shown.reached("bob", KeepIntent(event=burnt)) is False
    assert shown.reached("bob", KeepIntent(event=burnt, whom="dan")) is True
    assert shown.reached("ann", ReachIntent(place="nowhere")) is False
    assert shown.reached("ann", DoIntent(deed="x", whom="bob")) is None


def test_a_goal_to_meet_is_reached_in_one_place() -> None:
    shown = evidence(*a_lie_goes_round())
    met = next(iter(shown.met))
    assert shown.reached(met[0], MeetIntent(whom=met[1])) is True
    assert shown.reached("ann", MeetIntent(whom="nobody")) is False


def test_a_line_is_repeated_when_the_same_is_said_to_the_same_again() -> None:
    lines = [
        SpokenLine(1, "ann", "say", "Bob burnt the deed of the farm.", "eli"),
        SpokenLine(2, "ann", "say", "The deed of the farm Bob burnt.", "eli"),
        SpokenLine(2, "ann", "say", "Bob burnt the deed of the farm.", "cat"),
        SpokenLine(3, "bob", "say", "Bob burnt the deed of the farm.", "eli"),
        SpokenLine(4, "ann", "say", "The bread is in the oven.", "eli"),
    ]
    assert repeats(lines, WorldWords.of(mill())) == [False, True, False, False, False]


def test_a_share_of_nothing_has_no_value() -> None:
    assert (Share(0, 0).value, Share(1, 3).value) == (None, 0.3333)


def test_a_run_is_scored_without_a_model(tmp_path: Path) -> None:
    leak = said(1, "eli", "dan", BURNT, "gossip")
    events = [*leak, *a_lie_goes_round(), ArcEnded(round=9, arc="x", ending="Over.")]
    with run_of(tmp_path / "run", events) as run:
        scored = score_by_rules(run)
    assert scored.grounded.of - scored.grounded.count == 1
    assert scored.grounded.count >= 4
    assert scored.repeated.count == 0
    assert scored.goals.of == sum(outcome.is_reached is not None for outcome in scored.outcomes)
    assert scored.goalless == Share(5, 5)
    assert scored.arcs.count == 1
