"""What a reader would stumble over: answers, sources, confidences, charges and journeys, each on a view of its own."""

from functools import lru_cache
from typing import Any

import pytest

from agentsensus.worlds.minds.players.chores import is_hopeless, is_reached, tend_goals
from agentsensus.worlds.minds.players.drives.tell import lie_about
from agentsensus.worlds.minds.players.hearing import Questions, parse_message
from agentsensus.worlds.minds.players.lines import addresses, compose_line, source_phrase, word_question
from agentsensus.worlds.minds.players.player_state import PlayerState, player_states
from agentsensus.worlds.minds.players.situation import Situation, Want
from agentsensus.worlds.minds.view import MindedRow, NearbyPlace, Person
from agentsensus.worlds.repertoire import find
from agentsensus.worlds.scenario import load
from agentsensus.worlds.scenario.goals import GetIntent, LearnIntent, MeetIntent
from agentsensus.worlds.scenario.rules import Rules
from tests.worlds.minds.mill import COINS, courtyard, did, letter, offer, player_state, situation, view
from tests.worlds.minds.quay import CHARTED, DROWNED, HELD, at_quay, part_at_quay

NEWS = letter("eve", "ada", f"{DROWNED} I was there.", sent=3, read=5)
I_STRUCK = "On the quay Cal was struck with an oar by me."


@lru_cache(maxsize=1)
def court() -> dict[str, PlayerState]:
    return player_states(load(find("hamlet")), 1)


def at_court(agent: str, people: tuple[str, ...] = (), **given: Any) -> Situation:
    here = tuple(Person(id=id_, name=id_.title()) for id_ in people)
    place = Person(id="lobby", name="the lobby")
    return Situation(court()[agent], view(agent, people=here, place=place, places=(), **given))


def without(seen: Situation, *gone: str) -> Situation:
    """The same turn, but one knows that these are gone."""
    seen.__dict__["gone"] = frozenset(gone)
    return seen


def said(name: str, seen: Situation) -> str:
    proposal = offer(name, seen)
    assert proposal, name
    return str(proposal.decision.params["content"])


def drive(name: str, seen: Situation) -> str | None:
    proposal = offer(name, seen)
    return proposal.decision.drive if proposal else None


# --- answers


def test_whoever_asks_for_news_hears_only_what_is_new() -> None:
    question = letter("dora", "eve", "What news, Eve?", sent=4, read=5)
    assert drive("answer", at_quay("eve", people=("dora",), letters=(question,))) == "nothing"  # the murder is old
    new = letter("finn", "eve", "Dora had Cal locked up in the customs house.", sent=3, read=4)
    asked_by_ada = letter("ada", "eve", "What news, Eve?", sent=4, read=5)
    seen = at_quay("eve", people=("ada",), letters=(new, asked_by_ada), status={"trust:finn": 2})
    assert part_at_quay("ada").hear(said("answer", seen), "eve", "ada").claims[0].event.startswith("arrest:dora:cal")


def test_a_question_about_somebody_is_not_sent_on_to_that_one() -> None:
    question = letter("ada", "dora", "What do you know of Finn, Dora?", sent=4, read=5)
    for seed in range(12):
        own = part_at_quay("dora")
        other = PlayerState(own.id, own.scenario, own.script, own.questions, own.matters, own.bonds, own.reader, seed)
        seen = at_quay("dora", people=("ada",), part=other, letters=(question,))
        heard = other.hear(said("answer", seen), "dora", "ada")
        assert (heard.act, heard.about) != ("ask_other", "finn")


def test_ones_question_says_i_and_you_and_is_understood() -> None:
    question = "What did Ann do to Bob?"
    put = word_question(situation("ann"), question, "bob")
    assert put == "What did I do to you?"
    heard = parse_message(
        f"Bob, one thing. {put}", "ann", "bob", player_state("ann").script, Questions({question: "coins"})
    )
    assert heard.asks
    assert (heard.asks.event, heard.asks.text) == ("coins", question)


# --- sources


def test_nobody_is_told_that_it_was_heard_from_him() -> None:
    seen = at_quay("ada", people=("eve",), letters=(letter("dora", "ada", DROWNED, read=5),))
    belief = seen.belief("drowned")
    assert belief
    assert "Dora" in source_phrase(seen, belief, ["eve"])
    assert source_phrase(seen, belief, ["dora"]) == ""


def test_what_one_kept_after_speaking_of_it_is_not_what_one_saw() -> None:
    row = MindedRow(id="r", text=DROWNED, via="witnessed", source="", since=4)
    assert at_quay("ada", minded=(row,)).belief("drowned") is None
    held = MindedRow(id="r", text=HELD, via="witnessed", source="", since=4)
    assert [belief.is_seen for belief in at_quay("ada", minded=(held,)).known.values()] == [True]


def test_whoever_has_owned_to_a_deed_knows_of_it_for_good() -> None:
    seen = at_quay("ada", round=40, letters=(letter("ada", "eve", I_STRUCK, sent=6, read=None),))
    assert [belief.is_seen for event, belief in seen.known.items() if event.startswith("strike")] == [True]


def test_a_deed_of_the_run_is_no_news_to_whom_it_was_done() -> None:
    seen = at_quay("finn", letters=(letter("eve", "finn", HELD, read=5),), status={"trust:eve": 2})
    (belief,) = [belief for event, belief in seen.known.items() if event.startswith("arrest")]
    assert seen.others.knows("cal", belief)
    assert not seen.others.knows("ada", belief)


def test_what_is_for_one_who_is_here_is_not_written_to_one_far_away() -> None:
    def lines(people: tuple[str, ...]) -> set[str]:
        return {
            str(compose_line(at_quay("ada", people=people, round=n), "bad_news", ["eve"]))[:8] for n in range(1, 60)
        }

    assert "Sit down" in lines(("eve",))
    assert "Sit down" not in lines(())
    zhou = player_states(courtyard(), 1)["zhou"]
    assert all(compose_line(Situation(zhou, view("zhou", round=n)), "bad_news", ["shen"]) for n in range(1, 9))


def test_the_article_of_a_name_is_no_part_of_the_address() -> None:
    assert addresses(court()["laertes"], ["first_player"])[0] == "First Player"


# --- confidences and lies


def test_who_keeps_a_deed_keeps_all_that_belongs_to_it() -> None:
    kept = court()["claudius"].secret_events("b_poison")
    assert {"b_poison", "b_vial", "b_motive", "b_snake_invented", "b_unshriven", "b_crust"} <= {*kept}
    assert not {"b_marriage", "b_snake_story", "b_burial"} & {*kept}
    assert court()["gertrude"].secret_events("a3_pretended_madness") == ("a3_pretended_madness",)


def test_nobody_confides_a_harm_that_he_has_done() -> None:
    for friend in ("voltemand", "rosencrantz"):
        seen = at_court("claudius", (friend,), goals=())
        told = offer("pass_on", seen)
        content = str(told.decision.params["content"]) if told else ""
        claims = court()["claudius"].hear(content, "claudius", friend).claims
        assert not any(seen.is_guilty(claim.event) for claim in claims)


def test_bad_news_begins_with_what_happened() -> None:
    told = said("pass_on", at_court("gertrude", ("ophelia",)))
    assert court()["ophelia"].hear(told, "gertrude", "ophelia").claims[0].event == "a3_polonius_killed"


def test_a_lie_leaves_out_the_liar_and_blames_a_living_person_of_the_scene_who_is_dear_to_nobody_concerned() -> None:
    seen = at_quay("cal", people=("dora",))
    belief = seen.belief("drowned")
    assert belief
    assert lie_about(seen, belief, ["dora"]) is None  # Eve was there, but is dear to Dora
    lie = lie_about(seen, belief, ["finn"])
    if lie is not None:
        ((kind, before, after),) = seen.script.changed(belief.claim, lie)
        assert (kind, before) == ("person", "cal")
        assert after in seen.script.topic("drowned").there


def test_the_dead_are_not_blamed() -> None:
    seen = without(at_court("claudius", ("gertrude",)), "polonius", "ghost")
    belief = seen.belief("b_poison")
    assert belief
    lie = lie_about(seen, belief, ["gertrude"])
    assert lie is None or not {"polonius", "ghost"} & {*seen.script.named(lie)}


# --- charges


def test_what_an_office_surely_knows_is_not_brought_before_it() -> None:
    by_letter = letter("dora", "ada", f"{DROWNED} Word of it has come.", sent=3, read=5)
    assert drive("denounce", at_quay("ada", people=("dora",), letters=(NEWS,))) == "denounce"
    assert drive("denounce", at_quay("ada", people=("dora",), letters=(NEWS, by_letter))) is None


def test_nothing_is_demanded_for_a_death_whose_doer_is_gone() -> None:
    both = letter("eve", "ada dora", f"{DROWNED} I was there.", read=5)
    assert drive("demand", at_quay("ada", people=("dora",), letters=(both,))) == "demand"
    assert drive("demand", without(at_quay("ada", people=("dora",), letters=(both,)), "ben", "cal")) is None


def test_whoever_has_an_office_demands_nothing_of_another() -> None:
    told = letter("rosencrantz", "gertrude marcellus", "Claudius had Hamlet put under guard at the lobby.", read=5)
    killed = letter("laertes", "gertrude marcellus", "I struck Hamlet dead at the lobby.", read=5)
    trusting = {"trust:laertes": 1}
    seen = at_court("gertrude", ("marcellus",), letters=(told, killed), status=trusting)
    assert [event for event in seen.known if event.startswith("strike_down")]
    assert drive("demand", seen) is None


@pytest.mark.parametrize(("owned_to", "answer"), [("dora", "confess"), (None, "deny")])
def test_whoever_has_owned_it_before_does_not_deny_it(owned_to: str | None, answer: str) -> None:
    accused = letter(
        "ada", "cal", "I know what you did, Cal. You pushed Ben into the harbour, and Ben drowned.", read=5
    )
    owned = letter("cal", "dora", "I pushed Ben into the harbour, and Ben drowned.", sent=3, read=None)
    letters = (owned, accused) if owned_to else (accused,)
    assert drive("respond", at_quay("cal", people=("ada",), letters=letters)) == answer


def test_a_harm_is_called_to_account_by_the_deed_itself_and_once() -> None:
    goals = [chore.text for chore in tend_goals(at_court("ophelia", letters=(_both_at_court(),)))]
    account = [goal for goal in goals if goal.startswith("Call Hamlet")]
    assert len(account) == 1
    assert "sorry" not in account[0]
    assert "regret" not in account[0]


def _both_at_court() -> Any:
    script = court()["ophelia"].script
    told = " ".join(script.wordings(script.original(event))[0] for event in ("a3_sorry", "a3_polonius_killed"))
    return letter("gertrude", "ophelia", f"{told} I was there.", sent=3, read=5)


def test_hearsay_is_no_ground_to_dispute_what_somebody_says_at_first_hand() -> None:
    by_hearsay = letter("ada", "dora", "Finn pushed Ben into the harbour, and Ben drowned. Cal told me so.", read=4)
    again = letter("finn", "dora", "Finn pushed Ben into the harbour, and Ben drowned. Cal told me so.", read=4)
    at_first_hand = letter("cal", "dora", "Eve pushed Ben into the harbour, and Ben drowned. I saw it myself.", read=5)
    trusting = {"trust:ada": 3, "trust:finn": 3, "trust:cal": -2}
    seen = at_quay("dora", people=("cal",), letters=(by_hearsay, again, at_first_hand), status=trusting)
    belief = seen.belief("drowned")
    assert belief
    assert belief.support >= 2
    assert offer("confront", seen) is None


def test_two_who_only_heard_of_it_do_not_quarrel_over_the_place() -> None:
    def disputes(version: str) -> bool:
        letters = (letter("cat", "eli", COINS, read=2), letter("ann", "eli", f"{version} Bob told me so.", read=5))
        seen = situation("eli", people=("ann",), letters=letters, status={"trust:cat": 3, "trust:ann": 1})
        return drive("confront", seen) == "dispute"

    assert disputes("Dan lost three coins to Bob in the tavern.")
    assert not disputes("Cat lost three coins to Bob in the church.")


# --- goals and journeys


def test_nobody_sets_out_on_a_long_way_before_speaking_with_whom_he_came_to_meet() -> None:
    far = (NearbyPlace(id="mill", name="the mill", rounds=4), NearbyPlace(id="tavern", name="the tavern", rounds=1))
    goals = ("Go to the mill.", "Speak with Cat.")
    given: dict[str, Any] = {"goals": goals, "places": far, "place": Person(id="church", name="the church")}
    assert offer("travel", situation("dan", people=("cat",), **given)) is None
    came = did("move", {"destination": "church"}, {"to": "church", "arrives": 4})
    assert drive("seek_out", situation("dan", people=("cat",), cache=(came,), **given)) == "sought"
    spoken = (letter("dan", "cat", "What news, Cat?", sent=3), letter("cat", "dan", "I wish I knew more, Dan.", sent=4))
    alone = {**given, "goals": goals[:1]}
    assert drive("travel", situation("dan", people=("cat",), letters=spoken, **alone)) in ("tell", "travel")


def test_whoever_has_asked_stays_for_the_answer() -> None:
    given: dict[str, Any] = {"goals": ("Find out who stole the flour.",), "seen": {"cat": ("tavern", 4)}, "round": 20}
    long_ago = letter("ann", "bob", "Who stole the flour?", sent=5)
    assert drive("travel", situation("ann", people=("bob",), letters=(long_ago,), **given)) == "travel"
    just_now = letter("ann", "bob", "Who stole the flour?", sent=19)
    assert offer("travel", situation("ann", people=("bob",), letters=(just_now,), **given)) is None


def test_a_goal_that_fails_gives_way_to_what_is_to_be_done_else() -> None:
    goal = next(goal for goal in court()["hamlet"].goals.values() if goal.otherwise)
    asked_in_vain = tuple(
        letter("hamlet", other, goal.question or "", sent=2)
        for other in ("horatio", "marcellus", "bernardo", "gertrude")
    )
    seen = at_court("hamlet", goals=(goal.text,), letters=asked_in_vain, round=20)
    (chore,) = [chore for chore in tend_goals(seen) if chore.key == goal.text]
    assert goal.otherwise
    assert (chore.kind, chore.text) == ("replace", goal.otherwise.text)


def test_a_plan_goes_from_hearing_where_over_going_there_to_having_the_thing() -> None:
    goals = ("Get the chart.",)
    given: dict[str, Any] = {"goals": goals, "rules": Rules(), "round": 5}
    told = letter("ada", "finn", "Eve was last seen in the sail loft.", sent=5, read=6)
    on_the_way = at_quay("finn", people=("ada",), letters=(told,), **{**given, "round": 6})
    travel = offer("travel", on_the_way)
    assert travel
    assert (travel.decision.drive, travel.decision.params) == ("seek", {"destination": "loft"})
    assert drive("get", at_quay("finn", people=("eve",), **given)) == "ask_thing"
    assert is_reached(at_quay("finn", holds=("map",), **given), Want(goals[0], GetIntent(carrier="map", whom="eve")))


def test_nobody_goes_on_asking_what_threatens_the_dead() -> None:
    want = Want("Learn what Cal means to do.", LearnIntent(event="burn"))
    assert not is_hopeless(at_quay("finn"), want)
    assert is_hopeless(without(at_quay("finn"), "ada"), want)


def test_a_grave_thing_barely_believed_troubles_one_only_while_its_doer_is_there() -> None:
    rumour = letter("finn", "dora", f"{DROWNED} Ada told me so.", read=4)
    assert [belief.claim.event for belief in at_quay("dora", letters=(rumour,)).troubling] == ["drowned"]
    assert without(at_quay("dora", letters=(rumour,)), "cal").troubling == []
    assert at_quay("dora", letters=(letter("finn", "dora", CHARTED, read=4),)).troubling == []


def test_to_meet_somebody_is_to_speak_face_to_face() -> None:
    want = Want("See Ann.", MeetIntent(whom="ann"))
    greeted = letter("cat", "ann", "I was looking for you, Ann.", sent=4)
    written = letter("ann", "cat", "I wish I knew more, Cat.", sent=4, read=5, afar=True)
    came = did("move", {"destination": "mill"}, {"to": "mill", "arrives": 4})
    assert not is_reached(situation("cat", people=("ann",), cache=(came,)), want)
    assert is_reached(situation("cat", people=("ann",)), want)  # they have been in one place all along
    assert not is_reached(situation("cat", letters=(written,)), want)
    assert is_reached(situation("cat", people=("ann",), letters=(greeted,)), want)


def test_the_story_comes_to_a_head_with_secrets_out_foes_at_hand_and_time() -> None:
    assert at_quay("ada").tension == 0
    assert at_quay("ada", letters=(NEWS,)).tension == 1
    assert at_quay("ada", people=("cal",), letters=(NEWS,), status={"trust:cal": -2}).tension == 2
    late = at_quay("ada", people=("cal",), letters=(NEWS,), status={"trust:cal": -2}, round=29)
    assert late.tension == 3
    assert late.nerve == max(0, late.traits.nerve - 3)
