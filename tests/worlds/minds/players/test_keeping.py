"""What came from one source at once is kept as one deposit, with what was done by telling it."""

import pytest

from agentsensus.worlds.minds.players.chores import keep_chores
from agentsensus.worlds.minds.players.claims import Claim, script_of
from agentsensus.worlds.minds.players.claims.run_events import is_passing, is_spoken, persons_of, spoken_deed
from agentsensus.worlds.minds.players.lessons import scene
from agentsensus.worlds.minds.players.player_state import player_states
from agentsensus.worlds.minds.players.situation import Situation
from agentsensus.worlds.scenario import load
from agentsensus.worlds.state.character import Learnt
from tests.worlds.minds.mill import BELL, FLOUR, courtyard, letter, mill, player_state, situation, view

HORSES = "Bob owes Dan two horses."


def test_what_one_message_told_is_one_text_with_that_it_was_told() -> None:
    news = letter("cat", "ann", f"{FLOUR} {HORSES} I was there.", read=5)
    lesson = Learnt("told", news.content, "cat", news.id)
    at_hand = situation("ann", letters=(news,), learnt=(lesson,))
    (chore,) = keep_chores(at_hand)
    claims = at_hand.script.claims(chore.text)
    assert claims[:2] == (at_hand.script.claim(FLOUR), at_hand.script.claim(HORSES))
    assert [persons_of(claim.event)[:2] for claim in claims if is_spoken(claim.event)] == [("cat", "ann")]
    assert chore.key == news.id


def test_two_messages_are_two_deposits() -> None:
    first, other = letter("cat", "ann", f"{FLOUR} I was there.", read=5), letter("bob", "ann", HORSES, read=5)
    lessons = [Learnt("told", message.content, message.sender, message.id) for message in (first, other)]
    chores = keep_chores(situation("ann", letters=(first, other), learnt=tuple(lessons)))
    assert sorted(chore.key for chore in chores) == sorted((first.id, other.id))


def test_a_charge_that_blames_nobody_is_not_kept_as_one_against_whom_it_names() -> None:
    charge = letter("cat", "ann", f"This cannot go unpunished, Ann. {HORSES}", read=5)
    at_hand = situation("ann", letters=(charge,))
    words = at_hand.talk.by_message[charge.id]
    assert words.heard.act == "denounce"
    assert scene(at_hand, words) == Claim(spoken_deed("denounce", "cat", "ann"))


def test_what_one_knows_is_not_kept_again() -> None:
    news = letter("cat", "ann", f"{BELL} I was there.", read=5)
    lesson = Learnt("told", news.content, "cat", news.id)
    assert keep_chores(situation("ann", letters=(news,), learnt=(lesson,))) == []


def test_an_act_is_an_event_of_the_run_and_news_to_nobody() -> None:
    words = letter("cat", "ann", "Take care of yourself, Ann.", read=5)
    at_hand = situation("ann", letters=(words,))
    done = scene(at_hand, at_hand.talk.by_message[words.id])
    assert done is not None
    assert done.event.startswith(spoken_deed("warn", "cat", "ann").removesuffix(":-"))
    assert is_passing(done.event)


@pytest.mark.parametrize(
    ("act", "words"), [("warn", "Take care of yourself, Ann."), ("accuse", "I know what you did, Ann.")]
)
def test_a_warning_or_an_accusation_is_not_about_whoever_else_is_named(act: str, words: str) -> None:
    message = letter("cat", "ann", f"{words} {HORSES}", read=5)
    at_hand = situation("ann", letters=(message,))
    utterance = at_hand.talk.by_message[message.id]
    assert utterance.heard.act == act
    done = scene(at_hand, utterance)
    assert done is not None
    assert persons_of(done.event) == ("cat", "ann")  # the horses are no harm that Bob or Dan did or suffered


def test_a_victim_that_accuses_is_not_told_of_as_accusing_of_harm_to_another() -> None:
    said = "Polonius sent you to Paris to spy secretly on my conduct. You will answer for it, friend."
    words = letter("laertes", "first_player", said, read=5)
    at_hand = Situation(player_states(load("hamlet"), 1)["first_player"], view("first_player", letters=(words,)))
    done = scene(at_hand, at_hand.talk.by_message[words.id])
    assert done == Claim(spoken_deed("accuse", "laertes", "first_player"))


@pytest.mark.parametrize("name", ["mill", "courtyard", "hamlet"])
def test_every_act_is_read_again_as_it_was_told(name: str) -> None:
    scenario = {"mill": mill, "courtyard": courtyard}[name]() if name != "hamlet" else load("hamlet")
    script, (doer, target, about, *_) = script_of(scenario), list(scenario.active)
    fields = ({"target": target, "about": about}, {"target": target}, {"about": about})
    events = [spoken_deed(kind, doer, **given) for kind in script.phrases.spoken for given in fields]
    worded = [(event, text) for event in events for text in script.wordings(Claim(event))]
    assert {event.split(":")[1] for event, _ in worded} == {*script.phrases.spoken}
    for event, text in worded:
        assert script.claim(text) == Claim(event), text
        assert script.is_whole(text), text


def test_an_act_that_was_not_done_is_another_thing() -> None:
    script = player_state("ann").script
    (text,) = script.wordings(Claim(spoken_deed("decline", "ann", "cat")))
    assert script.claim(text.replace("refused", "did not refuse")) != Claim(spoken_deed("decline", "ann", "cat"))
