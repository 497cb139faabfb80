"""Every sentence of a world is understood in all its wordings and versions, and as one says it to another."""

from functools import lru_cache

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from agentsensus.worlds.minds.players.claims import Claim, Script
from agentsensus.worlds.minds.players.claims.claim import differs_by
from agentsensus.worlds.minds.players.claims.run_events import CAME, GOING, TOLD, deed, parts
from agentsensus.worlds.minds.players.lines import word_claim
from agentsensus.worlds.minds.players.player_state import PlayerState, player_states
from agentsensus.worlds.minds.players.situation import Situation
from agentsensus.worlds.scenario import Scenario, load
from tests.worlds.minds.mill import BURNT, COINS, COINS_FROM_DAN, COINS_OTHERWISE, SEEN, courtyard, mill, view


@lru_cache(maxsize=4)
def world(name: str) -> tuple[Scenario, Script, dict[str, PlayerState]]:
    scenario = {"mill": mill, "courtyard": courtyard}[name]() if name != "hamlet" else load("hamlet")
    played = player_states(scenario, 1)
    return scenario, next(iter(played.values())).script, played


WORLDS = pytest.mark.parametrize("name", ["mill", "courtyard", "hamlet"])


@WORLDS
def test_every_wording_of_an_event_is_understood_as_that_event(name: str) -> None:
    scenario, script, _ = world(name)
    for event in scenario.events:
        claims = {script.claim(text) for text in (event.text, *event.tellings)}
        assert {claim.event for claim in claims if claim} == {event.id}
        assert len(claims) == 1, event.id


@WORLDS
def test_every_sentence_of_a_kickoff_and_its_tellings_are_one_claim(name: str) -> None:
    scenario, script, _ = world(name)
    sentences = [wordings for one in scenario.world.kickoff for wordings in one.wordings]
    assert sentences
    for wordings in sentences:
        claims = {script.claim(text) for text in wordings}
        assert len(claims) == 1
        assert None not in claims


def test_a_kickoff_in_the_words_of_an_event_is_that_event() -> None:
    scenario, script, _ = world("hamlet")
    claims = [claim.event for one in scenario.world.kickoff for claim in script.claims(one.content)]
    assert "a3_polonius_killed" in claims
    assert claims.count("kickoff/3/3") == 2  # the ship is spoken of to two parties, in two wordings
    assert "kickoff/4/2" not in claims


def test_what_a_paper_repeats_of_a_secret_is_that_secret() -> None:
    scenario, script, _ = world("hamlet")
    read = [claim.event for text in scenario.carriers["commission"].text for claim in script.claims(text)]
    assert "a3_commission_content" in read
    assert script.topic("a3_commission_content").secret


@WORLDS
@settings(max_examples=60)
@given(data=st.data())
def test_a_version_differs_in_one_thing_and_is_understood_in_every_wording(name: str, data: st.DataObject) -> None:
    scenario, script, _ = world(name)
    event = data.draw(st.sampled_from(scenario.events))
    first = script.claim(event.text)
    assert first is not None
    versions = script.versions(first)
    assume(versions)
    version = data.draw(st.sampled_from(versions))
    assert differs_by(first, version) == len(script.changed(first, version)) == 1
    assert version.contradicts(first)
    assert first in script.versions(version) or script.changed(first, version)[0][0] in ("person", "number", "place")
    for text in script.wordings(version):
        assert script.claim(text) == version
    assert len(set(script.wordings(version))) == len(script.wordings(first))


def test_a_version_brings_in_only_who_was_near() -> None:
    scenario, script, _ = world("hamlet")
    for event in scenario.events[::5]:
        first = script.claim(event.text)
        assert first is not None
        for version in script.versions(first):
            for kind, _, now in script.changed(first, version):
                assert kind != "person" or now in script.topic(event.id).near


@WORLDS
@settings(max_examples=80)
@given(data=st.data())
def test_what_one_says_to_another_is_understood_as_what_was_meant(name: str, data: st.DataObject) -> None:
    scenario, script, played = world(name)
    speaker, hearer = data.draw(st.lists(st.sampled_from(scenario.active), min_size=2, max_size=2, unique=True))
    claim = script.claim(data.draw(st.sampled_from(scenario.events)).text)
    assert claim is not None
    told = data.draw(st.sampled_from([claim, *script.versions(claim)]))
    said = word_claim(Situation(played[speaker], view(speaker)), told, [hearer])
    heard = played[hearer].hear(said, speaker, hearer)
    assert heard.claims == (told,)


def test_names_become_i_and_you_and_names_again() -> None:
    _, script, _ = world("mill")
    assert script.spoken(COINS, "cat", "bob") == "I lost three coins to you in the tavern."
    assert script.spoken(COINS, "bob", "cat") == "You lost three coins to me in the tavern."
    assert script.spoken(SEEN, "ann", "dan") == "You were seen in the church."
    assert script.spoken(COINS, "cat", None) == "I lost three coins to Bob in the tavern."
    of_bob = script.spoken("The deed of the farm was burnt by Bob in the oven of the mill.", "bob", "cat")
    assert of_bob == "The deed of the farm was burnt by me in the oven of the mill."
    assert script.claim(script.plainly("You were seen in the church.", "ann", "dan")) == script.claim(SEEN)
    _, chinese, _ = world("courtyard")
    said = chinese.spoken("小满在前院把铜扣交给了顾先生。", "man", "gu")
    assert said == "我在前院把铜扣交给了你。"
    assert chinese.plainly(said, "man", "gu") == "小满在前院把铜扣交给了顾先生。"
    assert chinese.plainly("我们和你们都在。", "man", "gu") == "我们和你们都在。"


@pytest.mark.parametrize(
    ("sentence", "speaker", "hearer", "said"),
    [
        ("Dan was seen in the church.", "ann", "dan", "You were seen in the church."),
        ("Eli's answer to Ann and Dan was short.", "ann", "dan", "Eli's answer to me and you was short."),
        ("At the request of Bob and Ann, Cat came.", "ann", "cat", "At the request of Bob and me, you came."),
        ("Bob and Ann, after a while, went home.", "ann", "cat", "Bob and I, after a while, went home."),
        ("It caught the attention of Ann's friends.", "ann", "cat", "It caught the attention of my friends."),
        ("The answer of Ann came late.", "ann", "cat", "The answer of Ann came late."),
        ("Dan was held on the order of Ann.", "ann", "dan", "You were held on my order."),
        ("The secret conduct of Ann was known to Bob.", "ann", "cat", "My secret conduct was known to Bob."),
        ("It was put into the hands of Ann and Bob.", "ann", "cat", "It was put into the hands of Ann and Bob."),
        ("The love of Ann was known.", "ann", "cat", "The love of Ann was known."),
        ("Bob let Cat and Ann understand it.", "ann", "dan", "Bob let Cat and me understand it."),
        ("It was noon when Ann and Bob were seen.", "ann", "dan", "It was noon when I and Bob were seen."),
        ("Before Ann and Bob, Cat rang the bell.", "ann", "dan", "Before me and Bob, Cat rang the bell."),
        ("What did Ann do to Bob?", "ann", "bob", "What did I do to you?"),
    ],
)
def test_case_and_number_follow_the_persons(sentence: str, speaker: str, hearer: str, said: str) -> None:
    assert world("mill")[1].spoken(sentence, speaker, hearer) == said


@pytest.mark.parametrize(
    ("sentence", "speaker", "hearer", "said"),
    [
        (
            "At the battlements Claudius was put under guard on the order of Gertrude.",
            *("gertrude", "horatio", "At the battlements Claudius was put under guard on my order."),
        ),
        (
            "Hamlet died at the battlements by the hand of Laertes.",
            *("horatio", "laertes", "Hamlet died at the battlements by your hand."),
        ),
        (
            "Polonius sent the First Player to Paris to spy secretly on the conduct of Laertes.",
            *("laertes", "first_player", "Polonius sent you to Paris to spy secretly on my conduct."),
        ),
    ],
)
def test_what_is_somebodys_own_is_mine_and_yours_and_understood_again(
    sentence: str, speaker: str, hearer: str, said: str
) -> None:
    _, script, _ = world("hamlet")
    claim = script.claim(sentence)
    assert claim
    assert script.spoken(sentence, speaker, hearer) == said
    assert script.claims(script.plainly(said, speaker, hearer)) == (claim,)


def test_a_sentence_with_others_in_it_is_another_version_of_the_same_event() -> None:
    _, script, _ = world("mill")
    as_it_was, otherwise = script.claim(COINS), script.claim(COINS_FROM_DAN)
    assert as_it_was
    assert otherwise
    assert as_it_was.event == otherwise.event == "coins"
    assert script.changed(as_it_was, otherwise) == [("person", "cat", "dan")]
    assert script.claim(COINS_OTHERWISE) == as_it_was
    assert script.claim("Two goats lost three coins.") is None
    assert not as_it_was.contradicts(as_it_was)


def test_done_and_not_done_are_versions_in_both_languages() -> None:
    _, script, _ = world("mill")
    seen = script.claim(SEEN)
    unseen = script.claim("Dan was not seen in the church.")
    assert seen
    assert unseen in script.versions(seen)
    _, chinese, _ = world("courtyard")
    silent = chinese.claim("阿杏没有把后园的事告诉沈老太太。")
    spoke = chinese.claim("阿杏已经把后园的事告诉沈老太太。")
    assert silent
    assert spoke in chinese.versions(silent)
    urged = chinese.claim("顾先生曾在账房里劝周福说实话。")
    assert urged
    assert chinese.claim("顾先生没有在账房里劝周福说实话。") in chinese.versions(urged)
    assert urged.contradicts(chinese.versions(urged)[0])


def test_numbers_go_to_their_neighbours_and_a_name_is_no_number() -> None:
    _, script, _ = world("mill")
    coins = script.claim(COINS)
    assert coins
    numbers = {now for one in script.versions(coins) for kind, _, now in script.changed(coins, one) if kind == "number"}
    assert numbers == {"#two", "#four"}
    _, chinese, _ = world("courtyard")
    hush = chinese.claim("周福在后园给了马三二两银子封口。")
    assert hush
    more = [one for one in chinese.versions(hush) if chinese.changed(hush, one)[0][0] == "number"]
    assert [chinese.wordings(one)[0] for one in more] == ["周福在后园给了马三三两银子封口。"]
    back = [one for one in chinese.versions(more[0]) if chinese.changed(more[0], one)[0][2] == "#两"]
    assert [chinese.wordings(one)[0] for one in back] == ["周福在后园给了马三二两银子封口。"]


@pytest.mark.parametrize(
    ("name", "person", "other", "place"), [("mill", "ann", "bob", "tavern"), ("courtyard", "xing", "gu", "front_yard")]
)
def test_deeds_of_the_run_are_said_and_read(name: str, person: str, other: str, place: str) -> None:
    scenario, script, _ = world(name)
    about = script.claim(scenario.events[0].text)
    assert about
    told = Claim(deed(TOLD, person, other, about.event), about.filling)
    for claim in (Claim(deed(CAME, person, place)), Claim(deed(GOING, person, place)), told):
        assert len(script.wordings(claim)) >= 2
        assert {script.claim(text) for text in script.wordings(claim)} == {claim}
    assert parts(told.event) == [TOLD, person, other, about.event]
    assert script.topic(told.event).secret == script.topic(about.event).secret
    assert set(script.topic(told.event).persons) >= {person, other}


def test_a_claim_after_a_colon_is_found_and_a_text_gives_each_claim_once() -> None:
    _, script, _ = world("mill")
    assert script.claims(f"I believe this: {COINS}") == (script.claim(COINS),)
    assert script.claims(f"{COINS} {COINS_OTHERWISE} {BURNT}") == (script.claim(COINS), script.claim(BURNT))
    _, chinese, _ = world("courtyard")
    text = "阿杏在前院替小满求了情。"
    assert chinese.claims(f"我相信是这样：{text}") == (chinese.claim(text),)


def test_a_farewell_is_understood_as_a_plan_of_the_speaker() -> None:
    _, script, played = world("mill")
    for line in played["ann"].phrases.lines("farewell"):
        said = line.format(place="the church", in_place="in the church", you="Cat", You="Cat")
        assert script.farewell(said, "ann") == Claim(deed(GOING, "ann", "church"))
    _, chinese, zh = world("courtyard")
    for line in zh["xing"].phrases.lines("farewell"):
        said = line.format(place="后园", you="小少爷", You="小少爷")
        assert chinese.farewell(said, "xing") == Claim(deed(GOING, "xing", "back_garden"))
    assert script.farewell("I am going to bed.", "ann") is None


def test_whom_a_claim_names_follows_its_version() -> None:
    _, script, _ = world("mill")
    first, version = script.claim(COINS), script.claim(COINS_FROM_DAN)
    assert first
    assert version
    assert (script.named(first), script.named(version)) == (("cat", "bob"), ("dan", "bob"))
    assert script.original("coins") == first
    assert script.original(version.event) == first


@WORLDS
def test_every_event_is_listed_and_its_original_is_what_the_files_say(name: str) -> None:
    scenario, script, _ = world(name)
    assert {event.id for event in scenario.events} <= set(script.events())
    for event in scenario.events[::7]:
        assert script.claim(event.text) == script.original(event.id)


def test_two_persons_in_each_others_place_are_another_claim_in_every_wording() -> None:
    _, script, _ = world("mill")
    first = script.original("coins")
    swapped = script.exchanged(first)
    assert swapped[0] == "Bob lost three coins to Cat in the tavern."
    assert len(swapped) == len(script.wordings(first)) == 3
    assert {script.claim(text) for text in swapped} == {Claim("coins", script.claim(swapped[0]).filling)}  # type: ignore[union-attr]
    assert script.claim(swapped[0]) != first
    assert script.exchanged(script.original("seen")) == []  # there is only one


def test_a_place_drifts_only_to_the_three_nearest_and_a_title_is_no_place() -> None:
    scenario, script, _ = world("hamlet")
    changed = 0
    for event in scenario.events[::4]:
        first = script.original(event.id)
        for version in script.versions(first):
            for kind, was, now in script.changed(first, version):
                if kind == "place":
                    changed += 1
                    assert now in scenario.map.reachable(was)[:3]
    assert changed > 5
    titles = [event for event in scenario.events if "King of England" in event.text]
    assert titles
    assert all(
        ("place", "england") not in script.slots(event.id) for event in titles if event.text.count("England") == 1
    )
