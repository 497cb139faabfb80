"""Beats are what was done and came about; a log with more in it, or less, is read as well."""

import pytest

from agentsensus.worlds.events.event import Acted, Altered, Happened
from agentsensus.worlds.screenplay.beat import (
    ActBeat,
    ArrivalCue,
    EndingCue,
    EventBeat,
    GestureBeat,
    HandingBeat,
    MoveBeat,
    NewsBeat,
    OtherWording,
    SpeechBeat,
    ThoughtBeat,
    WordCue,
)
from tests.worlds.screenplay.logs import ArcEnded, Diary, sample


def test_every_deed_that_succeeded_is_a_beat_of_its_kind_and_place() -> None:
    beats = sample().log().beats
    assert [type(beat) for beat in beats] == [
        *(SpeechBeat, GestureBeat, SpeechBeat, ThoughtBeat, MoveBeat, SpeechBeat, ActBeat, HandingBeat, SpeechBeat)
    ]
    assert [beat.place for beat in beats] == ["hall"] * 5 + ["gate"] * 3 + ["hall"]


def test_refused_turns_and_upkeep_are_no_beats() -> None:
    diary = Diary()
    diary.act(1, "ada", "say", ok=False, targets=["ben"], content="Never heard.")
    diary.act(1, "ben", "remember", text="The bridge is rotten.")
    diary.act(1, "cy", "update_status", key="mood", value="sour")
    assert diary.log().beats == []


def test_what_is_told_before_round_one_opens_the_play_once_for_all_who_hear_it() -> None:
    diary = Diary()
    diary.send(0, "", ["ada"], "The king is dead.")
    diary.send(0, "", ["ben"], "The king is dead.")
    [opening] = diary.log().openings
    assert (opening.to, opening.seqs) == (("ada", "ben"), (0, 1))
    assert diary.log().beats == []


def test_a_message_to_somebody_elsewhere_is_a_letter() -> None:
    here, far = (beat for beat in sample().log().beats if isinstance(beat, SpeechBeat) and beat.round < 3)
    assert (here.is_letter, far.is_letter, far.afar) == (False, True, ("cy",))


def test_an_altered_message_is_told_as_it_arrived() -> None:
    diary = Diary()
    diary.say(1, "ada", ["cy", "dot"], "The bridge is rotten.", afar=2)
    diary.add(Altered(round=2, message="m1", recipients=("cy", "dot"), content="The bridge is sound."))
    [beat] = diary.log().beats
    assert isinstance(beat, SpeechBeat)
    assert (beat.text, beat.otherwise) == ("The bridge is sound.", ())


def test_a_message_that_was_altered_for_some_says_what_they_got_instead() -> None:
    diary = Diary()
    diary.say(1, "ada", ["ben", "cy", "dot"], "The bridge is rotten.", afar=2)
    diary.add(Altered(round=2, message="m1", recipients=("cy",), content="The bridge is sound."))
    diary.add(Altered(round=2, message="m1", recipients=("dot",), content=None))
    [beat] = diary.log().beats
    assert isinstance(beat, SpeechBeat)
    assert beat.text == "The bridge is rotten."
    assert beat.otherwise == (OtherWording(("cy",), "The bridge is sound."), OtherWording(("dot",), None))


def test_injected_messages_are_beats_from_their_sender_or_from_nobody() -> None:
    diary = Diary()
    diary.send(3, "ben", ["ada"], "I never wrote this.")
    diary.send(4, "", ["dot"], "The river rises.")
    speech, news = diary.log().beats
    assert isinstance(speech, SpeechBeat)
    assert (speech.who, speech.place) == ("ben", "hall")
    assert isinstance(news, NewsBeat)
    assert (news.to, news.place) == (("dot",), "gate")


def test_what_happens_is_a_beat_at_its_place_or_where_most_of_its_witnesses_are() -> None:
    diary = Diary()
    diary.add(Happened(round=1, owners=("ada", "ben", "dot"), text=("A bell rings.", "It stops.")))
    diary.add(Happened(round=1, owners=("tower", "ada"), text=("The roof burns.",)))
    diary.add(Happened(round=1, owners=("ada",), text=("Snow falls.",), place="gate"))
    beats = diary.log().beats
    assert [(beat.place, beat.text) for beat in beats if isinstance(beat, EventBeat)] == [
        ("hall", "A bell rings. It stops."),
        ("tower", "The roof burns."),
        ("gate", "Snow falls."),
    ]


@pytest.mark.parametrize("later", [0, 1])
def test_a_deed_and_what_it_brings_about_are_one_beat(later: int) -> None:
    diary = Diary()
    diary.act(2, "ada", "deed", deed="arrest", target="ben")
    text = ("Ada Quill has Ben Fox arrested.",)
    diary.add(Happened(round=2 + later, owners=("hall",), text=text, sort="deed", doers=("ada",), victims=("ben",)))
    [beat] = diary.log().beats
    assert isinstance(beat, EventBeat)
    assert (beat.who, beat.text) == ("ada", "Ada Quill has Ben Fox arrested.")


def test_a_deed_that_nothing_tells_is_a_beat_of_its_own() -> None:
    diary = Diary()
    diary.act(2, "ada", "deed", deed="arrest", target="ben")
    [beat] = diary.log().beats
    assert isinstance(beat, ActBeat)


def test_things_given_and_taken_name_both_hands() -> None:
    diary = Diary()
    diary.act(1, "ada", "give", target="ben", thing="ring")
    diary.add(
        Acted(round=2, agent="cy", action="take", params={"thing": "ring", "from": "ben"}, ok=True, place="tower")
    )
    diary.act(3, "dot", "take", "gate", thing="ring")
    hands = [(beat.giver, beat.taker) for beat in diary.log().beats if isinstance(beat, HandingBeat)]
    assert hands == [("ada", "ben"), ("ben", "cy"), ("", "dot")]


def test_words_said_quietly_and_what_becomes_of_a_thing_are_kept() -> None:
    diary = Diary()
    diary.say(1, "ada", ["ben"], "Listen.", quietly=True)
    diary.act(1, "ben", "act_on", target="ring", description="breaks the ring", becomes="broken")
    speech, act = diary.log().beats
    assert isinstance(speech, SpeechBeat)
    assert isinstance(act, ActBeat)
    assert (speech.quietly, act.becomes) == (True, "broken")


def test_a_thought_brings_its_question() -> None:
    diary = Diary()
    diary.act(1, "ada", "think", question="Who knew?", data={"reply": "Ben did."})
    [beat] = diary.log().beats
    assert isinstance(beat, ThoughtBeat)
    assert (beat.question, beat.text) == ("Who knew?", "Ben did.")


def test_arrivals_letters_that_come_and_ended_arcs_are_cues() -> None:
    diary = Diary()
    letter = diary.say(1, "cy", ["ada"], "Come up.", "tower", afar=2)
    move = diary.move(2, "ben", "hall", "gate")
    diary.arrive(3, "ben", "gate")
    diary.deliver(3, "cy", "ada")
    diary.add(ArcEnded(round=4, arc="bridge", ending="The bridge is mended."))
    arrival, word, ending = diary.log().cues
    assert isinstance(arrival, ArrivalCue)
    assert isinstance(word, WordCue)
    assert isinstance(ending, EndingCue)
    assert (arrival.who, arrival.origin, arrival.of) == ("ben", "hall", move)
    assert (word.to, word.of, word.place) == ("ada", letter, "hall")
    assert ending.text == "The bridge is mended."


def test_words_that_reach_somebody_in_the_same_room_are_no_cue() -> None:
    diary = Diary()
    diary.say(1, "ada", ["ben"], "Listen.")
    diary.deliver(2, "ada", "ben")
    assert diary.log().cues == []
