"""Sense figures: each counts its kind of wrong play, and is zero for right play."""

from typing import Any

from agentsensus.analysis.study.sense import Sense, moves_of, sense_of, shared_prefix
from agentsensus.worlds.events.event import (
    Acted,
    AnyEvent,
    ArcEnded,
    Delivered,
    Happened,
    LifeChanged,
    Sent,
    Upkeep,
)
from tests.worlds.minds.mill import BELL, COINS, FLOUR, mill
from tests.worlds.minds.quay import DROWNED, quay


def sent(sender: str, to: str, content: str, round_: int = 1, **given: Any) -> Sent:
    recipients = tuple(to.split())
    fields: dict[str, Any] = {
        "round": round_,
        "message": f"{sender}{round_}{content[:12]}",
        "thread": "t",
        "sender": sender,
        "recipients": recipients,
        "sort": "say" if sender else "system",
        "content": content,
        "due": dict.fromkeys(recipients, round_ + 1),
        "distance": dict.fromkeys(recipients, 0),
    }
    return Sent(**{**fields, **given})


def heard(message: Sent, round_: int | None = None) -> list[AnyEvent]:
    at = round_ or message.round + 1
    return [
        Delivered(
            round=at, message=message.message, thread="t", sender=message.sender, recipient=to, sent=message.round
        )
        for to in message.recipients
    ]


def of(*events: AnyEvent, last: int = 9) -> Sense:
    return sense_of(mill(), [*events, *acted("wait", last)])


def acted(action: str, round_: int = 1, agent: str = "ann", **given: Any) -> list[AnyEvent]:
    return [
        Acted(round=round_, agent=agent, action=action, params=given.pop("params", {}), ok=True, place="mill", **given)
    ]


def test_a_witness_who_is_told_counts_and_a_stranger_does_not() -> None:
    assert of(sent("ann", "cat", COINS)).told_witness == 1
    assert of(sent("ann", "eli", COINS)).told_witness == 0
    assert of(sent("ann", "cat", f"You told me something else, Cat. {COINS}")).told_witness == 0  # confronting
    assert of(sent("", "eli", BELL), sent("ann", "eli", BELL, 2)).told_witness == 1  # the world announced it


def test_a_doer_who_is_told_of_its_own_deed_counts() -> None:
    assert of(sent("dan", "eli", FLOUR)).told_self == 1
    assert of(sent("dan", "cat", FLOUR)).told_self == 0
    told = sense_of(quay(), [sent("eve", "cal", DROWNED)])
    assert (told.told_self, told.told_witness) == (1, 1)
    accused = sense_of(quay(), [sent("ada", "cal", f"I know what you did, Cal. {DROWNED}")])
    assert (accused.told_self, accused.reactions) == (0, 1)


def test_what_was_told_before_counts_when_it_is_told_again() -> None:
    first, again = sent("dan", "cat", FLOUR), sent("ann", "cat", FLOUR, 4)
    assert of(first, *heard(first), again).told_again == 1
    assert of(first, *heard(first), sent("ann", "bob", FLOUR, 4)).told_again == 0
    at_once = sent("ann", "cat", FLOUR, 1, message="other")
    assert of(first, at_once, *heard(first)).told_again == 0  # neither could know of the other


def test_ones_own_deed_told_as_hearsay_counts() -> None:
    assert of(sent("eli", "cat", f"{FLOUR} Dan told me so.")).own_deed_hearsay == 1
    assert of(sent("eli", "cat", FLOUR)).own_deed_hearsay == 0
    assert of(sent("dan", "cat", f"{FLOUR} Ann told me so.")).own_deed_hearsay == 0


def test_answers_are_hit_near_unrelated_or_none() -> None:
    asked = sent("ann", "dan", "Who stole the flour?")

    def reply(content: str, round_: int = 2) -> tuple[int, int, int, int]:
        answers = of(asked, *heard(asked), sent("dan", "ann", content, round_)).answers
        return answers.hit, answers.near, answers.unrelated, answers.none

    assert reply(f"{FLOUR} I was there.") == (1, 0, 0, 0)
    assert reply("I cannot tell you, Ann.") == (0, 1, 0, 0)
    assert reply("You must ask Eli that, Ann.") == (0, 1, 0, 0)
    assert reply(BELL) == (0, 0, 1, 0)
    assert reply(f"{FLOUR} I was there.", 8) == (0, 0, 0, 1)  # too late
    nobody = of(asked, *heard(asked)).answers
    assert (nobody.none, nobody.asked) == (1, 1)


def test_turns_are_counted_by_what_they_were_spent_on() -> None:
    events = [*acted("say"), *acted("move"), *acted("deed"), *acted("recall"), *acted("remember")]
    turns = sense_of(mill(), events).turns
    assert (turns.speech, turns.journeys, turns.deeds, turns.upkeep) == (1, 1, 1, 2)


def test_goals_arcs_deaths_and_witnesses_of_happenings_are_counted() -> None:
    upkeep = Upkeep(done=("Find out.", "Tell."), replace={"Go.": "Rest."}, given_up=("Go.",))
    death = LifeChanged(round=3, of="eli", change="died")
    counted = sense_of(
        mill(),
        [
            *acted("say", upkeep=upkeep),
            ArcEnded(round=2, arc="a", ending=""),
            death,
            *acted("pop_goal", drive="given_up"),
        ],
    )
    assert (counted.reached, counted.given_up, counted.arcs_ended, counted.deaths) == (2, 2, 1, 1)
    happened = Happened(round=1, owners=("cat",), text=(FLOUR,))
    assert of(happened, sent("ann", "cat", FLOUR, 2)).told_witness == 1


def test_two_runs_share_the_moves_that_are_the_same() -> None:
    one = [
        *acted("say", params={"targets": ["cat"], "content": COINS}),
        *acted("move", 2, params={"destination": "mill"}),
    ]
    other = [
        *acted("say", params={"targets": ["cat"], "content": "In the tavern Bob won three coins from Cat."}),
        *acted("move", 2, params={"destination": "church"}),
    ]
    first, second = moves_of(mill(), one, 15), moves_of(mill(), other, 15)
    assert shared_prefix(first, first) == 100.0
    assert shared_prefix(first, second) == 50.0  # the same is told in other words
    assert moves_of(mill(), one, 1).keys() == {(1, "ann")}
    assert shared_prefix({}, {}) == 0.0
